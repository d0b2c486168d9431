// What a component keeps in the page alone is gone when VS Code hides the view. What is typed or chosen is a draft of the host, what is opened is a
// view state (webview/state/useViewState.ts); each other `useState` of the page stands here, with why it may go.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The first words of each `useState`, in order, by file. */
const mayGo: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a11y/announcer.tsx': { said: 'what a screen reader was told' },
  'chat/agentWork.tsx': { known: 'what the host was asked for' },
  'chat/copyAnswer.tsx': { isCopied: 'a word while the pointer or the focus is there' },
  'chat/decidedPermission.tsx': { open: 'a difference that is there to be looked up' },
  'chat/permissionCard.tsx': { isHit: 'the hit of a search' },
  'chat/permissionNote.tsx': { text: 'the letters until the host has them', isOpen: 'the box is open again where it has words' },
  'chat/textRow.tsx': { reader: 'a text that grows', turn: 'a text that grows' },
  'chat/usePermissionKeys.ts': { held: 'why a key does nothing now' },
  'features/asides/asides.tsx': {
    opened: 'the box is open again where the host has words of it',
    typed: 'the letters until the host has them',
  },
  'features/comments/commentChip.tsx': { open: 'a list that is there to be looked up' },
  'features/mentions/writingAids.tsx': { isOver: 'where the pointer is' },
  'features/meters/contextRing.tsx': { open: 'a menu' },
  'features/plan/askedPlan.tsx': { isOpen: 'a text that is there to be looked up', chosen: 'the choice until the host has it' },
  'features/plan/planText.tsx': { written: 'the line whose comment is being written' },
  'features/plan/planWords.ts': { said: 'the letters until the host has them' },
  'features/running/scheduledPanel.tsx': { open: 'a list of what is scheduled now' },
  'features/running/runningPanel.tsx': {
    open: 'a list of what runs now',
    shown: 'output that grows',
    text: 'output that grows',
    now: 'the time',
  },
  'features/running/stopLadder.tsx': { isLate: 'the time' },
  'features/steering/menuButton.tsx': { open: 'a menu' },
  'features/todos/todoPanel.tsx': { open: 'a list of what Claude does now' },
  'images/optionImage.tsx': { broken: 'an image that could not be loaded' },
  'images/thumbnail.tsx': { gone: 'an image that could not be loaded' },
  'memory/decided.tsx': { replaced: 'what Undo brings back' },
  'question/open/cardState.ts': {
    submitted: 'a press that wants another',
    heldKeys: 'a key that did nothing',
    left: 'which fields were left',
  },
  'question/open/noteAndSkip.tsx': { wanted: 'the box is open again where it has words' },
  'question/open/openOptions.tsx': { reached: 'where the pointer or the focus is', comparing: 'a look at previews' },
  'question/open/optionExtras.tsx': { flipped: 'a look at previews' },
  'question/open/wordsBox.tsx': { refusal: 'why an image was not taken' },
  'question/preview.tsx': { look: 'how large a preview is' },
  'question/readText.tsx': { open: 'a text that is there to be looked up' },
  'question/readOnly/readOnlyQuestion.tsx': { open: 'a preview that is there to be looked up' },
  'state/useViewState.ts': { '': 'renders' },
  'ui/countdown.tsx': { now: 'the time' },
};

describe('the state of a component in the page', () => {
  it('is what may go with the page', () => {
    const files = readdirSync('webview', { recursive: true, encoding: 'utf8' }).filter(file => /\.tsx?$/.test(file));
    const found = files.sort().flatMap(file => {
      const text = readFileSync(join('webview', file), 'utf8');
      const names = [...text.matchAll(/const \[(\w*)(?:, *\w+)?\] = useState\b/g)].map(([, name = '']) => name);
      assert.equal(names.length, [...text.matchAll(/\buseState[<(]/g)].length, file);
      return names.length === 0 ? [] : [[file.replaceAll('\\', '/'), new Set(names)] as const];
    });
    assert.deepEqual(
      Object.fromEntries(found.map(([file, names]) => [file, [...names].sort()])),
      Object.fromEntries(Object.entries(mayGo).map(([file, names]) => [file, Object.keys(names).sort()])),
    );
  });
});
