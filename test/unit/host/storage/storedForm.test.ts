// What is stored of a chat, checked as it is read: all that Parley stores comes back, and whatever another hand has made of it is refused or can be shown.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { encodeLine } from '../../../../src/disk/checkedLines.js';
import { nodeFileSystem } from '../../../../src/disk/fileSystem.js';
import { readArchive } from '../../../../src/host/storage/archive.js';
import { checkedChat } from '../../../../src/host/storage/storedForm.js';
import type { KeptChat, StoredChat } from '../../../../src/chat/journalRecords.js';
import { goOns } from '../../../../src/chat/problem.js';
import type { ChatItem } from '../../../../src/chat/state.js';
import { initialState } from '../../../../src/chat/state.js';
import { step } from '../../../../src/chat/step.js';
import type { ViewTexts } from '../../../../src/chat/view.js';
import { viewItem, viewStatus, viewWaiting } from '../../../../src/chat/view.js';
import type { KeptAttachment } from '../../../../src/shared/attachments.js';
import { shownAttachment } from '../../../../src/shared/attachments.js';
import { hostMessage } from '../../../../src/shared/contract/toView.js';
import { anyEvent } from '../../../support/anyEvent.js';
import { asStored, keptChat } from '../../../support/storedChats.js';
import { runs } from '../../../support/tier.js';

const words: ViewTexts = {
  problem: ({ problem }) => ({ level: 'error', text: problem.code + problem.detail, actions: [] }),
  exit: ({ code, stderr }) => ({ level: 'error', text: `exit ${code} ${stderr}`, actions: [] }),
  reads: () => undefined,
};
const size = { width: 1, height: 1, bytes: 1 };
const attachments: readonly KeptAttachment[] = [
  { kind: 'selection', id: 'a', path: 'x.ts', first: 1, last: 2, text: 'x' },
  { kind: 'terminal', id: 'b', name: 'zsh', lines: 1, text: 'x' },
  { kind: 'file', id: 'c', path: 'x.ts' },
  { kind: 'image', id: 'd', name: 'x.png', file: '0123456789abcdef.png', mediaType: 'image/png', size, was: size },
];

/** A chat as any events leave it. */
const anyChat = fc.array(fc.oneof(anyEvent('question'), anyEvent('prompt')), { maxLength: 60 }).map((events): KeptChat => {
  const state = events.reduce((before, event) => step(before, event, 5).state, initialState('auto'));
  return keptChat(state, { composerDraft: 'x', composerRevision: 1, composerAttachments: attachments, title: 'A chat' });
});

/** The snapshot that its page would be sent. */
function snapshotOf({ key, composerDraft, composerAttachments = [], state }: StoredChat): unknown {
  const items = state.items.filter((item): item is ChatItem => item.kind !== 'confirmed');
  const whole = { ...state, items };
  return asStored({
    type: 'snapshot',
    version: 1,
    chat: key,
    items: items.map(item => viewItem(item, whole, words)),
    status: viewStatus(whole, undefined, undefined),
    start: null,
    preferences: { layout: 'auto' },
    composerDraft,
    earlier: [],
    waiting: viewWaiting(whole),
    attachments: composerAttachments.map(shownAttachment),
  });
}

/** The places of all values in it, each as the keys that lead there. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced((value as Readonly<Record<string, unknown>>)[key], rest, by);
  if (Array.isArray(value)) return (value as readonly unknown[]).with(Number(key), inner);
  return { ...(value as object), [key]: inner };
}

describe('what is stored of a chat', () => {
  it('comes back as it was, whatever has happened in the chat', () => {
    fc.assert(
      fc.property(anyChat, chat => assert.deepEqual(checkedChat(asStored(chat)), asStored(chat))),
      { numRuns: runs(200) },
    );
  });

  it('comes back with each thing that “Go on” can say of what Claude has', () => {
    const items = goOns.flatMap((goOn): ChatItem[] => [
      { kind: 'problem', id: `i${goOn}`, problem: { code: 'cutOff', detail: '' }, goOn },
      { kind: 'exit', id: `e${goOn}`, code: null, signal: 'SIGKILL', stderr: '', goOn },
    ]);
    const chat = keptChat({ ...initialState('auto'), items });
    assert.deepEqual(checkedChat(asStored(chat)), chat);
  });

  it('is refused, or can be shown, whatever another hand has made of one value', () => {
    const other = fc.constantFrom<unknown>(5, -1, 0.5, '', 'x', true, false, null, [], {}, [5], { x: 5 }, [[]], [{}]);
    let refused = 0;
    let shown = 0;
    fc.assert(
      fc.property(anyChat, fc.nat(), other, (chat, place, by) => {
        const stored = asStored(chat);
        const all = places(stored).slice(1);
        const tampered = replaced(stored, all[place % all.length] ?? [], by);
        let checked: StoredChat;
        try {
          checked = checkedChat(tampered);
        } catch {
          refused++;
          return;
        }
        shown++;
        const taken = hostMessage.safeParse(snapshotOf(checked));
        assert.ok(taken.success, taken.error?.message);
      }),
      { numRuns: runs(2_000) },
    );
    assert.ok(refused > 0 && shown > 0);
  });

  it('is refused where another hand has put something else in the place of what becomes an argument of git, or of the CLI', () => {
    for (const word of ['--output=x', '../..', 'HEAD', '0'.repeat(39), `${'0'.repeat(40)}\n`, '-x y'])
      for (const more of [
        { followed: { before: word } },
        { branches: [{ id: 'first', text: '', at: 0, sessions: [], tree: word }] },
        { items: [{ kind: 'changes', id: 'a', files: 1, plus: 0, minus: 0, before: word, after: '1'.repeat(40) }] },
        { items: [{ kind: 'wentBack', id: 'a', text: '', from: word }] },
        ...(word.startsWith('-')
          ? [{ forkOf: { session: word, at: 'a', before: 'b' } }, { forkOf: { session: 's', at: word, before: 'b' } }]
          : []),
      ])
        assert.throws(
          () => checkedChat(keptChat({ ...initialState('auto'), ...(more as object) })),
          /has another form/,
          JSON.stringify(more),
        );
  });

  it('has of an item what a later version has added left out, and of the chat kept', () => {
    const chat = keptChat({ ...initialState('auto'), items: [{ kind: 'text', id: 'a', text: 'x', streaming: false }] });
    const later = { ...chat, new: 1, state: { ...chat.state, new: 1, items: [{ ...chat.state.items[0], new: 1 }] } };
    assert.deepEqual(checkedChat(later), { ...chat, new: 1, state: { ...chat.state, new: 1 } });
  });

  it('says of what is refused where it is', () => {
    const chat = keptChat({ ...initialState('auto'), items: [{ kind: 'text', id: 'a', text: 5, streaming: false } as never] });
    assert.throws(() => checkedChat(chat), /has another form \(state\.items\.0\.text\)/);
  });
});

it('An item of another form in an archive is left out, and those beside it are there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'));
  try {
    const path = join(folder, 'k.archive');
    const good = { item: { kind: 'exit', id: 'a', code: 1, signal: null, stderr: '' }, next: ['text', 'b'] };
    const lines = [null, 5, [], {}, { item: { kind: 'text', id: 'x', text: 5, streaming: false } }, { ...good, next: ['text', 5] }, good];
    writeFileSync(path, lines.map(encodeLine).join(''));
    assert.deepEqual((await readArchive(nodeFileSystem, path, Infinity)).items, [good]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
