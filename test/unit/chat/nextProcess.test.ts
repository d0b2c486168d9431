// A process ends and the next one starts at once: what the ended one may have lost is looked for, and no turn of the next one proves it.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { pick } from '../../support/questions.js';
import {
  after,
  asked,
  doneBy,
  effectsOf,
  exited,
  named,
  permissionFor,
  prompt,
  questionInput,
  questionOf,
  statesOf,
  working,
} from '../../support/chat.js';

const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const echoed: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Your questions have been answered' };
const confirmed: ChatEvent = { type: 'promptConfirmed', uuid: 'u1' };
const refused: ChatEvent = { type: 'folderRefused' };
const notices = (state: ChatState): readonly string[] => state.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : []));

const ended: ChatEvent = { type: 'turnEnded', outcome: 'success' };
const killed: ChatEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
const remembered = (state: ChatState, ...events: readonly ChatEvent[]): boolean => doneBy(state, ...events).includes('rememberAnswers');

describe('a process that is ended for the next one', () => {
  const read = after(working, confirmed, asked('t'), answered, echoed);
  const results = { type: 'checkResults', toolUseIds: ['t'], sessionId: 's' };

  it('has its transcript searched for what the person has decided, behind a refused folder', () => {
    const effects = effectsOf(read, prompt('u2'), refused, exited);
    assert.deepEqual([effects[0], effects.slice(1).map(({ type }) => type)], [results, ['startClaude', 'writeToClaude']]);
  });

  it('has its transcript searched where a prompt has come while it ended', () => {
    const stopped = after(read, { type: 'turnEnded', outcome: 'error' }, { type: 'processUnneeded' });
    assert.deepEqual(doneBy(stopped, prompt('u2'), exited), ['checkResults', 'startClaude', 'prompt']);
  });

  it('has its transcript searched for a permission whose decision was never written', () => {
    const call: ChatEvent = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' };
    const allowed: ChatEvent = { type: 'permissionDecided', requestId: 'p-b', decision: 'allow' };
    const over = after(working, confirmed, call, permissionFor('b'), allowed, prompt('u2'), refused);
    assert.deepEqual(doneBy(over, exited), ['checkResults', 'startClaude', 'prompt']);
    const permission = after(over, exited, { type: 'resultsChecked', found: { b: false } }).items.find(({ kind }) => kind === 'permission');
    assert.equal(permission?.kind === 'permission' && permission.lost, true);
  });

  it('has its transcript searched for the prompt that Claude had begun to answer', () => {
    const begun = after(working, confirmed, { type: 'textStarted', id: 'm:0' }, prompt('u2'), refused);
    assert.deepEqual(doneBy(begun, exited), ['checkPrompt', 'startClaude', 'prompt']);
  });

  it('says that the turn was cut off where it had begun, and only there', () => {
    assert.deepEqual(notices(after(read, prompt('u2'), refused, exited)), ['folderRefused']);
    const unread = after(working, refused, exited);
    assert.deepEqual([statesOf(unread), notices(unread)], [['prompt sending'], []]);
  });
});

describe('a turn that the CLI begins by itself while its process is being ended', () => {
  const own = after(working, confirmed, ended, { type: 'processUnneeded' }, named, { type: 'textStarted', id: 'm:1' });
  const offers = (state: ChatState): readonly unknown[] => state.items.flatMap(item => (item.kind === 'exit' ? [item.goOn] : []));

  it('leaves it ending: what is sent meanwhile goes to the next process', () => {
    assert.deepEqual([own.turn, own.process], ['running', 'ending']);
    assert.deepEqual([doneBy(own, prompt('u2')), doneBy(after(own, prompt('u2')), exited)], [[], ['startClaude', 'prompt']]);
    assert.deepEqual(doneBy(after(own, ended, prompt('u2')), exited), ['startClaude', 'prompt']);
  });

  it('takes no message that was sent meanwhile, in whatever order they come; the chat says where it was cut off, and offers nothing beside the message', () => {
    const words: ChatEvent = { type: 'textFinished', id: 'm:2', text: 'And more' };
    const ending = after(working, confirmed, ended, { type: 'processUnneeded' });
    const orders: readonly (readonly [before: ChatState, exits: readonly unknown[]])[] = [
      [after(ending, prompt('u2'), named), [undefined]],
      [after(own, prompt('u2'), words, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }), [undefined]],
      [after(own, prompt('u2')), [undefined]],
      [after(own, prompt('u2'), ended), []],
      [after(ending, prompt('u2')), []],
    ];
    for (const [before, exits] of orders) {
      const over = after(before, exited);
      assert.deepEqual([doneBy(before, exited), over.process, offers(over)], [['startClaude', 'prompt'], 'starting', exits]);
      assert.deepEqual(
        over.outbox.map(({ uuid, queued }) => [uuid, queued]),
        [['u2', false]],
      );
    }
    assert.deepEqual(
      offers(after(working, { type: 'promptsUnread' }, exited)),
      [],
      'the turn of a prompt that was not read is none of the CLI’s own',
    );
  });

  it('and that is stopped gives the message back', () => {
    const stopped = after(own, prompt('u2'), { type: 'interruptRequested' });
    assert.deepEqual(
      [doneBy(stopped, exited).includes('startClaude'), statesOf(after(stopped, exited)).includes('prompt failed')],
      [false, true],
    );
  });

  it('is said to be cut off where the process ends in the middle of it, and can be gone on with', () => {
    assert.deepEqual([offers(after(own, exited)), offers(after(own, ended, exited))], [['work'], []]);
  });
});

describe('a decision of which nothing is known when its process has ended', () => {
  const call: ChatEvent = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' };
  const allowed: ChatEvent = { type: 'permissionDecided', requestId: 'p-b', decision: 'allow' };
  const open = after(working, confirmed, call, permissionFor('b'), allowed, asked('t'), answered, echoed, killed);
  const next = after(open, prompt('u2'), { type: 'processStarted', version: '2.1.329' }, named);
  const permissionIn = (state: ChatState): unknown => {
    const item = state.items.find(({ kind }) => kind === 'permission');
    return item?.kind === 'permission' && [item.unproven, item.lost];
  };

  it('is proven by no turn of another process', () => {
    assert.equal(remembered(next, ended), false);
    assert.deepEqual([questionOf(after(next, ended)).unproven, permissionIn(after(next, ended))], ['exited', ['exited', undefined]]);
  });

  it('is proven by the transcript, also later, which is searched at each end of a process', () => {
    const [check] = effectsOf(next, ended, killed);
    assert.deepEqual(check, { type: 'checkResults', toolUseIds: ['b', 't'], sessionId: 's' });
    const found: ChatEvent = { type: 'resultsChecked', found: { b: true, t: true } };
    assert.equal(remembered(next, ended, killed, found), true);
    assert.deepEqual(permissionIn(after(next, ended, killed, found)), [undefined, undefined]);
  });

  it('is lost where the CLI does not know the session any more', () => {
    const over = after(open, prompt('u2'), { type: 'sessionUnknown', sessionId: 's' }, killed);
    assert.deepEqual([questionOf(over).phase, permissionIn(over)], ['lost', [undefined, true]]);
    assert.equal(remembered(over, { type: 'initReceived', sessionId: 's2', capabilities: [], version: '2.1.329' }, ended), false);
  });
});

describe('a question that the CLI asks again behind its answer', () => {
  const again = asked('t', { requestId: 'again' });
  const found = (isThere: boolean): ChatEvent => ({ type: 'resultsChecked', found: { t: isThere } });
  const read = after(working, confirmed, asked('t'), answered, echoed);

  it('gets the same answer, which is proven by the turn', () => {
    assert.deepEqual(doneBy(read, again), ['settleQuestion']);
    assert.deepEqual([remembered(read, again, ended), doneBy(after(read, again), killed)], [true, ['checkResults']]);
  });

  it('gets it also from the next process, whose answer the search in the transcript of the ended one tells nothing of', () => {
    const next = after(read, killed, prompt('u2'), { type: 'processStarted', version: '2.1.329' }, again);
    for (const isThere of [true, false]) {
      const searched = after(next, found(isThere));
      assert.deepEqual([questionOf(searched).phase, remembered(next, found(isThere))], ['answered', false]);
      assert.deepEqual([remembered(searched, ended), doneBy(searched, killed)], [true, ['checkResults']]);
    }
  });
});

describe('a prompt that the ended process had begun to answer and kept nowhere', () => {
  const missing: ChatEvent = { type: 'promptMissing', uuid: 'u1' };
  const next = after(working, confirmed, { type: 'textStarted', id: 'm:0' }, killed, prompt('u2'));

  it('is looked for also behind what others say or ask: Parley, the CLI itself, a server, and a subagent of an earlier turn', () => {
    const rows: readonly ChatEvent[] = [
      { type: 'memoryTold', told: { decisions: ['d'], card: [] }, count: 1, isOlder: false },
      { type: 'filesGoing', text: 'back', trees: { from: 'a'.repeat(40), to: 'b'.repeat(40) } },
      { type: 'filesChanged', files: 1, plus: 1, minus: 0 },
      { type: 'textFinished', id: 'cli:1', text: 'The service did not answer.', by: 'cli' },
      { ...permissionFor('a'), agentId: 'a' },
      asked('a', { agent: 'silent' }),
      { type: 'elicitationAsked', requestId: 'e', input: { ...questionInput, tool: 'elicitation', elicitation: { server: 'db' } } },
    ];
    const begun = after(working, confirmed, { type: 'textStarted', id: 'm:0' });
    for (const row of rows) assert.deepEqual(doneBy(after(begun, row), killed), ['checkPrompt'], row.type);
    for (const decision of ['allow', 'deny'] as const) {
      const decided = after(begun, { ...permissionFor('a'), agentId: 'a' }, { type: 'permissionDecided', requestId: 'p-a', decision });
      assert.deepEqual(doneBy(decided, killed), ['checkPrompt'], decision);
    }
  });

  it('can be sent again also where the person has sent the next one meanwhile', () => {
    assert.deepEqual(statesOf(next), ['prompt sent', 'text', 'exit', 'prompt sending']);
    for (const state of [next, after(next, named, { type: 'promptConfirmed', uuid: 'u2' })]) {
      const lost = after(state, missing);
      assert.deepEqual([statesOf(lost)[0], lost.outbox], ['prompt failed', state.outbox]);
      assert.deepEqual(doneBy(lost, { type: 'promptResubmitted', id: lost.items[0]?.id ?? '', uuid: 'u9' }), ['prompt']);
    }
  });

  it('waits for the CLI where it is on its way again', () => {
    const sent = after(next, missing, { type: 'promptResubmitted', id: next.items[0]?.id ?? '', uuid: 'u9' });
    assert.equal(after(sent, missing), sent);
  });
});
