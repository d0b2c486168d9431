// The prompts that are not confirmed: what is written of them, and what each of them becomes.
import assert from 'node:assert/strict';
import type { PastEvent, ChatEvent } from '../../../src/chat/events.js';
import { hasPrompt, hasUnconfirmed } from '../../../src/chat/outbox.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatItem } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { pick } from '../../support/questions.js';
import {
  after,
  asked,
  doneBy,
  effectsOf,
  ended,
  exited,
  named,
  prompt,
  questionOf,
  statesOf,
  stepped,
  working,
} from '../../support/chat.js';

const confirmed = (uuid: string): ChatEvent => ({ type: 'promptConfirmed', uuid });
/** Two prompts that a CLI which confirms prompts has not confirmed. */
const two = after(working, confirmed('u1'), prompt('u2'), prompt('u3'));

describe('a prompt', () => {
  it('is written under ids of its own, and belongs to the turn that runs', () => {
    const { state, effects } = stepped(working, prompt('u2'));
    const { counter } = working;
    assert.deepEqual(effects, [{ type: 'writeToClaude', writeId: `w${counter}`, message: { type: 'prompt', uuid: 'u2', text: 'u2' } }]);
    assert.deepEqual(state.outbox.at(-1), { uuid: 'u2', itemId: `i${counter}`, writeId: `w${counter}`, written: false, queued: true });
    assert.deepEqual([state.turnStart, state.counter], [working.turnStart, counter + 1]);
    // A permission of the same turn still ends with it.
    assert.equal(after(working, ended, prompt('u2')).turnStart, 1);
  });

  it('begins a turn of its own after the last, which the CLI has not begun yet', () => {
    const idle = after(working, ended);
    const begun = after(initialState('auto'), prompt('u1'), named);
    assert.deepEqual([idle.turnBegan, begun.turnBegan], [false, true]);
    const next = after({ ...idle, turnBegan: true }, prompt('u2'));
    assert.deepEqual([next.turn, next.turnBegan], ['running', false]);
    assert.equal(after(working, prompt('u2')).turnBegan, true);
    assert.equal(initialState('auto').turnBegan, false);
  });

  it('is failed alone where the pipe did not take it, and can be sent again in its place', () => {
    const [, , second, third] = ['', '', two.outbox[0]?.writeId ?? '', two.outbox[1]?.writeId ?? ''];
    const failed = after(two, { type: 'writeFailed', writeId: second });
    assert.deepEqual(statesOf(failed), ['prompt sent', 'prompt failed', 'prompt sending']);
    assert.deepEqual(
      failed.outbox.map(({ writeId }) => writeId),
      [third],
    );
    const id = failed.items[1]?.id ?? '';
    const { state, effects } = stepped(failed, { type: 'promptResubmitted', id, uuid: 'made' });
    assert.deepEqual(statesOf(state), ['prompt sent', 'prompt sending', 'prompt sending']);
    assert.deepEqual(effects, [
      { type: 'writeToClaude', writeId: `w${failed.counter}`, message: { type: 'prompt', uuid: 'u2', text: 'u2' } },
    ]);
    assert.deepEqual(state.outbox[1], { uuid: 'u2', itemId: id, writeId: `w${failed.counter}`, written: false, queued: true });
    assert.equal(state.counter, failed.counter + 1);
    const idle = after(after(initialState('auto'), prompt('u1')), exited);
    assert.equal(after(idle, { type: 'promptResubmitted', id: 'i0', uuid: 'made' }).outbox[0]?.queued, false);
  });

  it('is not sent again while a question is open', () => {
    const failed = after(two, { type: 'writeFailed', writeId: two.outbox[0]?.writeId ?? '' }, asked('t'));
    const again = stepped(failed, { type: 'promptResubmitted', id: failed.items[1]?.id ?? '', uuid: 'made' });
    assert.deepEqual([again.state === failed, again.effects], [true, []]);
  });

  it('is written when the pipe has taken it, and no other is', () => {
    const state = after(two, { type: 'writeAcknowledged', writeId: two.outbox[1]?.writeId ?? '' });
    assert.deepEqual(
      state.outbox.map(({ written }) => written),
      [false, true],
    );
    // The same state, so that nothing is stored or shown anew.
    assert.equal(after(state, { type: 'writeAcknowledged', writeId: two.outbox[1]?.writeId ?? '' }), state);
    assert.equal(after(state, { type: 'writeAcknowledged', writeId: 'other' }), state);
  });

  it('is confirmed by a CLI that confirms nothing, when that answers what the pipe has taken', () => {
    const sent = after(initialState('auto'), prompt('u1'), { type: 'processStarted' }, named);
    assert.deepEqual(statesOf(after(sent, { type: 'textStarted', id: 'm:0' })), ['prompt sending', 'text']);
    const written = after(sent, { type: 'writeAcknowledged', writeId: 'w0' });
    assert.deepEqual(statesOf(after(written, { type: 'textStarted', id: 'm:0' })), ['prompt sent', 'text']);
  });
});

describe('a confirmation', () => {
  it('shows that this CLI confirms prompts, and leaves all else that is known of it', () => {
    assert.deepEqual(after(working, confirmed('u1')).peer, { ...working.peer, confirms: true });
  });

  it('ends a turn that the CLI does not run, once no prompt is left, and says why', () => {
    const resumed = after(after(working, ended, exited), prompt('u2'), { type: 'processStarted' });
    const read = after(resumed, confirmed('u2'));
    assert.deepEqual(read.items.at(-1), { kind: 'problem', id: `i${resumed.counter}`, problem: { code: 'alreadyRead', detail: '' } });
    assert.deepEqual([read.turn, read.process, read.turnStart], ['idle', 'running', 3]);
    const both = after(after(working, ended, exited), prompt('u2'), prompt('u3'), { type: 'processStarted' });
    assert.deepEqual(statesOf(after(both, confirmed('u2'))), ['prompt sent', 'prompt sent', 'prompt sending']);
  });

  it('of a prompt that is not ours ends nothing', () => {
    assert.equal(after(working, confirmed('other')), working);
    const resumed = after(after(working, ended, exited), prompt('u2'), { type: 'processStarted' });
    assert.deepEqual(
      [statesOf(after(resumed, confirmed('other'))), after(resumed, confirmed('other')).turn],
      [statesOf(resumed), 'running'],
    );
    const idle = after(working, ended);
    assert.deepEqual([statesOf(after(idle, confirmed('other'))), after(idle, confirmed('other')).turn], [['prompt sent'], 'idle']);
  });

  it('ends no turn in which a question is open', () => {
    const announced = after(
      after(working, ended, exited),
      prompt('u2'),
      { type: 'processStarted' },
      { type: 'questionAnnounced', toolUseId: 't' },
    );
    assert.deepEqual(statesOf(after(announced, confirmed('u2'))), ['prompt sent', 'prompt sent', 'question announced']);
  });
});

describe('the answers of a lost question', () => {
  const answers: ChatEvent = { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(1), on: 0 };
  const lost = after(working, asked('t'), answers, { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' });
  const send: ChatEvent = { type: 'lostAnswersSent', toolUseId: 't', uuid: 'u2' };

  it('go as a prompt once', () => {
    const sent = after(lost, send);
    assert.deepEqual([doneBy(lost, send), questionOf(sent).sentAsMessage], [['startClaude', 'prompt'], true]);
    assert.equal(after(sent, { ...send, uuid: 'u3' }), sent);
  });

  it('are still there to be sent where another question is open', () => {
    const open = after(lost, prompt('u4'), named, asked('u'));
    assert.equal(after(open, send), open);
  });
});

describe('what a session knows of its prompts', () => {
  it('is which it has', () => {
    assert.deepEqual([hasPrompt(two, 'u1'), hasPrompt(two, 'u3'), hasPrompt(two, 'u4')], [true, true, false]);
    assert.equal(hasPrompt(initialState('auto'), 'u1'), false);
    // A question is not a prompt, even under such an id.
    const [item] = after(working, asked('t')).items.slice(-1);
    assert.ok(item);
    assert.equal(hasPrompt({ ...two, items: [{ ...item, uuid: 'u4' } as typeof item] }, 'u4'), false);
  });

  it('is whether one of them is not confirmed', () => {
    const [sent] = working.items;
    assert.ok(sent?.kind === 'prompt');
    assert.deepEqual([hasUnconfirmed(two), hasUnconfirmed(after(working, confirmed('u1')))], [true, false]);
    const has = (...items: readonly ChatItem[]): boolean => hasUnconfirmed({ ...initialState('auto'), items });
    assert.equal(has(), false);
    assert.equal(has({ ...sent, state: 'sent' }), false);
    assert.equal(has({ ...sent, state: 'sent' }, { ...sent, state: 'failed' }), true);
    // Another kind that failed.
    assert.equal(has({ kind: 'tool', id: 'b', name: 'Bash', summary: '', state: 'failed', result: '' }), false);
  });

  it('is which of them reached Claude, by the transcript, when everything was killed', () => {
    const seen: PastEvent = { type: 'promptSeen', id: 'u2', text: 'u2' };
    const state = restoredState(two, 'auto', 9, { entries: [{ at: 5, event: seen }], since: 1 });
    assert.deepEqual(statesOf(state), ['prompt sent', 'prompt sent', 'prompt failed']);
    assert.deepEqual(doneBy(state, { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' }), []);
    assert.deepEqual(effectsOf(state, prompt('u4'))[0], { type: 'startClaude', resume: 's' });
  });
});
