// What a view is shown of a session: each kind of item, what keeps the person from sending, and no more than what has changed.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { QuestionState, ChatItem, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import type { ViewTexts } from '../../../src/chat/view.js';
import { diff, firstFinalItem, leftItems, viewItem, viewStatus } from '../../../src/chat/view.js';
import { permissionFor } from '../../support/chat.js';
import { choice, own, pick } from '../../support/questions.js';

const notice = (text: string) => ({ level: 'error' as const, text, actions: [] });
let read: ReturnType<ViewTexts['reads']>;
const words: ViewTexts = { problem: ({ problem }) => notice(problem.code), exit: ({ code }) => notice(`exit ${code}`), reads: () => read };
const input = { title: 'First', questions: [choice('Which?', 'Which', ['A', 'B'])], raw: { secret: 1 } };

const after = (state: ChatState, ...events: readonly ChatEvent[]): ChatState =>
  events.reduce((before, event, now) => step(before, event, now).state, state);
const prompted = after(initialState('auto'), { type: 'promptSubmitted', uuid: 'u', text: 'hello' }, { type: 'processStarted' });
const asked = after(prompted, { type: 'questionAsked', toolUseId: 't', requestId: 'r', hook: true, input });
const announced = after(prompted, { type: 'questionAnnounced', toolUseId: 't' });
const answered = (undoTime: number): ChatState => after(asked, { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime });
const questionOf = (state: ChatState): QuestionState => {
  const found = state.items.find(item => item.kind === 'question');
  return found ?? assert.fail();
};
const shown = (item: ChatItem) => viewItem(item, asked, words);

describe('an item in the view', () => {
  it('is a prompt without its uuid', () => {
    const [prompt] = prompted.items;
    assert.ok(prompt);
    assert.deepEqual(shown(prompt), { kind: 'prompt', id: 'i0', text: 'hello', state: 'sending' });
  });

  it('is a text or a tool as it is', () => {
    const text: ChatItem = { kind: 'text', id: 'x', text: 'a', streaming: true };
    const tool: ChatItem = { kind: 'tool', id: 'b', name: 'Bash', summary: 'ls', state: 'running', result: '' };
    assert.deepEqual([shown(text), shown(tool)], [text, tool]);
  });

  it('is a notice, in the host’s words', () => {
    const problem: ChatItem = { kind: 'problem', id: 'i1', problem: { code: 'notFound', detail: '' } };
    const exit: ChatItem = { kind: 'exit', id: 'i2', code: 1, signal: null, stderr: '' };
    assert.deepEqual(
      [shown(problem), shown(exit)],
      [
        { kind: 'notice', id: 'i1', ...notice('notFound') },
        { kind: 'notice', id: 'i2', ...notice('exit 1') },
      ],
    );
  });

  it('is a permission without what only the host needs', () => {
    const item: ChatItem = {
      kind: 'permission',
      id: 'r',
      toolUseId: 't',
      toolName: 'Bash',
      summary: 'ls',
      description: 'd',
      reason: 'why',
      state: 'asked',
      input: { command: 'ls' },
      writeId: 'w',
    };
    const { writeId: _, ...rest } = item;
    assert.deepEqual(shown(item), { ...rest, input: [{ as: 'text', name: 'command', text: 'ls', lines: 1, bytes: 2 }] });
  });

  it('is a question without its raw input, route, request and write', () => {
    read = { text: 'reads', inFile: false };
    assert.deepEqual(JSON.parse(JSON.stringify(viewItem(questionOf(asked), asked, words))), {
      kind: 'question',
      id: 't',
      phase: 'asked',
      title: 'First',
      reads: 'reads',
      questions: input.questions,
      draft: questionOf(asked).draft,
      hostEdits: [],
    });
  });

  it('is a question with what the person has done, and what becomes of it', () => {
    const item: QuestionState = {
      ...questionOf(asked),
      phase: 'replied',
      settlement: { type: 'reply', text: 'No.' },
      dismissAt: 5,
      unsent: true,
      sentAsMessage: true,
      reason: 'exited',
      detail: 'd',
      endedAt: 6,
      hostEdits: [{ question: 0, field: 'note', text: '@a' }],
      held: { id: 'h', until: 7, settlement: { type: 'dismiss' } },
    };
    const view = viewItem(item, asked, words);
    assert.ok(view.kind === 'question');
    assert.deepEqual([view.reply, view.heldUntil, view.dismissAt, view.unsent, view.resent], ['No.', 7, 5, true, true]);
    assert.deepEqual([view.reason, view.detail, view.endedAt, view.hostEdits], ['exited', 'd', 6, item.hostEdits]);
    const answered = viewItem({ ...item, settlement: { type: 'answer', answers: [pick(0)] } }, asked, words);
    assert.ok(answered.kind === 'question' && answered.reply === undefined);
  });

  it('is a parked question as one that is asked', () => {
    const view = viewItem({ ...questionOf(asked), phase: 'parked' }, asked, words);
    assert.ok(view.kind === 'question' && view.phase === 'asked');
  });

  it('is a question that cannot be answered here while another program has it; one that is over is over', () => {
    for (const [phase, seen] of [
      ['asked', 'announced'],
      ['parked', 'announced'],
      ['answered', 'answered'],
    ] as const) {
      const view = viewItem({ ...questionOf(asked), phase }, asked, words, 'terminal');
      assert.ok(view.kind === 'question');
      assert.equal(view.phase, seen);
    }
  });

  it('tells what Claude will read, whether that goes to a file, and what it has read', () => {
    const readsOf = (more: Partial<QuestionState>): readonly unknown[] => {
      const view = viewItem({ ...questionOf(asked), ...more }, asked, words);
      assert.ok(view.kind === 'question');
      return [view.reads, view.readsInFile];
    };
    read = undefined;
    assert.deepEqual(readsOf({}), [undefined, undefined]);
    read = { text: 'all', inFile: false };
    assert.deepEqual(readsOf({}), ['all', undefined]);
    read = { text: 'all', inFile: true };
    assert.deepEqual(readsOf({}), ['all', true]);
    assert.deepEqual(readsOf({ echoedText: 'read' }), ['read', undefined]);
  });
});

describe('what keeps the person from sending', () => {
  it('is a program that has the session, then a question and what becomes of it, then the folder', () => {
    const blocked = (...[state, gate, elsewhere]: Parameters<typeof viewStatus>) => viewStatus(state, gate, elsewhere).blocked;
    assert.equal(blocked(asked, 'untrusted', 'terminal'), 'terminal');
    assert.equal(blocked(asked, 'untrusted', undefined), 'question');
    assert.equal(blocked(announced, undefined, undefined), 'announced');
    const behind = after(announced, permissionFor('b'));
    assert.equal(blocked(behind, undefined, undefined), 'permission', 'the CLI asks the question behind it');
    const beside = after(announced, { ...permissionFor('b'), agentId: 'a' });
    assert.equal(blocked(beside, undefined, undefined), 'announced', 'a subagent’s holds up no question of Claude’s');
    assert.equal(blocked(answered(5), undefined, undefined), 'sending');
    assert.equal(blocked(answered(0), undefined, undefined), 'sending');
    assert.equal(blocked(prompted, 'untrusted', undefined), 'untrusted');
    assert.equal(blocked(asked, 'agents', undefined), 'agents', 'it is not Claude who has asked');
    assert.deepEqual(viewStatus(prompted, undefined, undefined), { turn: 'running', blocked: undefined });
  });

  it('does not call a turn work that only waits for an answer in another window', () => {
    const works = after(asked, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' });
    const rests = after(works, { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' });
    const turns = [prompted, asked, works, rests].map(state => viewStatus(state, undefined, 'otherWindow').turn);
    assert.deepEqual(turns, ['running', 'idle', 'running', 'idle']);
    assert.equal(viewStatus(asked, undefined, undefined).turn, 'running');
  });
});

describe('whether the person is waited for', () => {
  const asks: ChatEvent = {
    type: 'permissionAsked',
    requestId: 'r',
    toolUseId: 'b',
    toolName: 'Bash',
    summary: 'ls',
    description: '',
    reason: '',
    input: { command: 'ls' },
  };
  const permission = after(prompted, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }, asks);

  it('is said of an open question and of a permission, until the decision or Stop', () => {
    const waits = (...events: ChatEvent[]) => viewStatus(after(permission, ...events), undefined, undefined).waiting;
    assert.equal(viewStatus(prompted, undefined, undefined).waiting, undefined);
    assert.equal(viewStatus(asked, undefined, undefined).waiting, true);
    assert.equal(waits(), true);
    assert.equal(waits({ type: 'permissionDecided', requestId: 'r', decision: 'allow' }), undefined);
    assert.equal(waits({ type: 'interruptRequested' }), undefined);
  });

  it('is no work of another window', () => {
    assert.deepEqual(viewStatus(permission, undefined, 'otherWindow'), { turn: 'idle', blocked: 'otherWindow' });
  });
});

describe('what a view is told of a change', () => {
  const text = (id: string): ChatEvent => ({ type: 'textStarted', id });
  const grew = (id: string, more: string): ChatEvent => ({ type: 'textGrew', id, text: more });
  const typed: ChatEvent = { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('a'), on: 0 };
  const written = after(prompted, text('m:0'), grew('m:0', 'one'), text('m:1'), grew('m:1', 'two'));

  it('is nothing where no item has changed', () => {
    assert.deepEqual(diff(asked, { ...asked, turn: 'idle' }), { type: 'none' });
    assert.deepEqual(diff(asked, { ...asked, items: [...asked.items] }), { type: 'none' });
  });

  it('is what a text grew by, wherever it stands', () => {
    assert.deepEqual(diff(written, after(written, grew('m:0', ' more'))), { type: 'grew', id: 'm:0', text: ' more' });
    assert.deepEqual(diff(written, after(written, grew('m:1', '!'))), { type: 'grew', id: 'm:1', text: '!' });
  });

  it('is the whole text where it began, ended, or is not alone', () => {
    const begun = after(prompted, text('m:0'));
    assert.deepEqual(diff(prompted, begun), { type: 'items', items: changedItems(prompted, begun) });
    const ended = after(written, { type: 'textFinished', id: 'm:1', text: 'two!' });
    assert.deepEqual(diff(written, ended), { type: 'items', items: [{ kind: 'text', id: 'm:1', text: 'two!', streaming: false, at: 2 }] });
    const both = after(written, grew('m:0', '!'), grew('m:1', '!'));
    assert.deepEqual(diff(written, both), { type: 'items', items: both.items.slice(-2) });
  });

  it('is the draft alone where only that has changed', () => {
    const drafted = after(asked, typed);
    assert.deepEqual(diff(asked, drafted), { type: 'draft', before: questionOf(asked), after: questionOf(drafted) });
  });

  it('is the whole question where more has changed, or it was not there', () => {
    const whole = (before: ChatState, next: ChatState): void =>
      assert.deepEqual(diff(before, next), { type: 'items', items: changedItems(before, next) });
    whole(prompted, asked);
    whole(asked, after(asked, { type: 'questionDismissed', toolUseId: 't' }));
    const unsent: ChatState = {
      ...asked,
      items: asked.items.map(item => (item.kind === 'question' ? { ...item, unsent: true } : item)),
    };
    whole(unsent, after(unsent, typed));
    whole(asked, after(asked, typed, text('m:0')));
  });
});

describe('a change of items that share an id', () => {
  const said = (id: string, text: string, streaming = false): ChatItem => ({ kind: 'text', id, text, streaming });
  const tool: ChatItem = { kind: 'tool', id: 'a', name: 'Bash', summary: '', state: 'done', result: '' };
  const changes = (before: readonly ChatItem[], next: readonly ChatItem[]) =>
    diff({ ...prompted, items: before }, { ...prompted, items: next });
  const [one, two, last] = [said('a', 'long'), said('a', 'x', true), said('z', 'z')];
  const [otherOne, otherLast] = [said('a', 'longer'), said('z', 'zz')];

  it('is that of the one in its place', () => {
    assert.deepEqual(changes([one, two], [one, said('a', 'xy', true)]), { type: 'grew', id: 'a', text: 'y' });
    assert.deepEqual(changes([one, two, last], [otherOne, two, otherLast]), { type: 'items', items: [otherOne, otherLast] });
  });

  it('is not that of another kind, nor of one behind an item that is new', () => {
    assert.deepEqual(changes([two], [tool, two]), { type: 'items', items: [tool] });
    const fresh = said('n', 'n');
    assert.deepEqual(changes([one, two, last], [otherOne, fresh, two, otherLast]), {
      type: 'items',
      items: [otherOne, fresh, otherLast],
    });
  });
});

function changedItems(before: ChatState, next: ChatState): readonly ChatItem[] {
  return next.items.filter((item, index) => item !== before.items[index]);
}

describe('the window of a state', () => {
  const windowOf = (...ids: readonly string[]): ChatState => ({
    ...initialState('auto'),
    items: ids.map(id => ({ kind: 'text', id, text: id, streaming: id === 'streaming' }) as const),
  });

  it('has lost what is not in it any more, also when items that still change stay in front', () => {
    const ids = (before: ChatState, after: ChatState) => leftItems(before, after).trimmed.map(({ id }) => id);
    assert.deepEqual(ids(windowOf('a', 'b'), windowOf('a', 'b', 'c')), []);
    assert.deepEqual(ids(windowOf(), windowOf('a')), []);
    assert.deepEqual(ids(windowOf('a', 'b', 'c'), windowOf('c', 'd')), ['a', 'b']);
    assert.deepEqual(ids(windowOf('streaming', 'b', 'c', 'd'), windowOf('streaming', 'd', 'e', 'f')), ['b', 'c']);
  });

  it('begins with its first final item', () => {
    assert.equal(firstFinalItem(windowOf('streaming', 'b', 'c'))?.id, 'b');
    assert.equal(firstFinalItem(windowOf()), undefined);
    const exit: ChatItem = { kind: 'exit', id: 'e', code: 1, signal: null, stderr: '' };
    assert.equal(firstFinalItem({ ...initialState('auto'), items: [exit] }), exit);
  });

  const dismissed = after(asked, { type: 'questionDismissed', toolUseId: 't' }, { type: 'turnEnded', outcome: 'success' });
  const permission = after(prompted, {
    type: 'permissionAsked',
    toolUseId: 'x',
    requestId: 'p',
    toolName: 'Bash',
    summary: '',
    description: '',
    reason: '',
    input: {},
  }).items.find(item => item.kind === 'permission');
  assert.ok(permission);
  for (const [name, open, over] of [
    [
      'a prompt',
      { kind: 'prompt', id: 'a', uuid: 'a', text: '', state: 'sending' },
      { kind: 'prompt', id: 'a', uuid: 'a', text: '', state: 'sent' },
    ],
    [
      'a tool',
      { kind: 'tool', id: 'a', name: 'Bash', summary: '', state: 'running', result: '' },
      { kind: 'tool', id: 'a', name: 'Bash', summary: '', state: 'done', result: '' },
    ],
    ['a permission', permission, { ...permission, state: 'allowed' }],
    ['a question', questionOf(asked), questionOf(dismissed)],
    ['a parked question', { ...questionOf(asked), phase: 'parked' }, questionOf(dismissed)],
  ] as const satisfies readonly (readonly [string, ChatItem, ChatItem])[])
    it(`does not begin with ${name} before it is over`, () => {
      const firstOf = (item: ChatItem): string | undefined =>
        firstFinalItem({ ...initialState('auto'), items: [item, ...windowOf('last').items] })?.id;
      assert.deepEqual([firstOf(open), firstOf(over)], ['last', over.id]);
    });
});
