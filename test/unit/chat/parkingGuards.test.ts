import assert from 'node:assert/strict';
import type { Effect } from '../../../src/chat/effects.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { QuestionState, ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { choice, pick } from '../../support/questions.js';

const input = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };

class Chat {
  state: ChatState = initialState('auto');
  effects: Effect[] = [];

  after(...events: ChatEvent[]): this {
    for (const event of events) {
      const next = step(this.state, event, 0);
      this.state = next.state;
      this.effects.push(...next.effects);
    }
    return this;
  }

  get question(): QuestionState | undefined {
    return this.state.items.find(item => item.kind === 'question');
  }

  get done(): readonly string[] {
    return this.effects.map(effect => (effect.type === 'writeToClaude' ? effect.message.type : effect.type));
  }
}

/** A prompt was sent while Claude wrote, before anybody could know of the question. */
const withQueuedPrompt: ChatEvent[] = [
  { type: 'promptSubmitted', uuid: 'hello', text: 'hello' },
  { type: 'processStarted' },
  { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', tellsTasks: true },
  { type: 'promptConfirmed', uuid: 'hello' },
  { type: 'promptSubmitted', uuid: 'second', text: 'second' },
  { type: 'questionAsked', toolUseId: 't', requestId: 'h', hook: true, input },
];

describe('what is parked, and what is not', () => {
  // Measured with both CLIs: after the result of the deferral the CLI runs the queued prompt at once, also when its stdin is closed.
  // 2.1.329 never asks the deferred question again then, though its transcript still holds the deferral.
  it('parks nothing by the clock while a prompt waits in the queue of the CLI', () => {
    const chat = new Chat().after(...withQueuedPrompt, {
      type: 'questionOverdue',
      toolUseId: 't',
      requestId: 'h',
      onTimeout: 'park',
    });
    assert.equal(chat.question?.phase, 'asked');
    assert.ok(!chat.done.includes('deferQuestion'));
  });

  it('does not take the end of another prompt’s turn for the end of a parked question', () => {
    const chat = new Chat().after(
      ...withQueuedPrompt.filter(event => event.type !== 'promptSubmitted' || event.uuid === 'hello'),
      { type: 'parkRequested' },
      { type: 'turnEnded', outcome: 'deferred' },
      { type: 'initReceived', sessionId: 's', capabilities: [], version: '2.1.329', tellsTasks: true },
      { type: 'turnEnded', outcome: 'success' },
    );
    assert.equal(chat.question?.phase, 'parked');
  });

  it('answers or gives up a parked question that the CLI forgot although its transcript holds the deferral', () => {
    // The process has named its session for another turn, or has ended by itself, without asking: the person can go on.
    const chat = new Chat().after(
      ...withQueuedPrompt.filter(event => event.type !== 'promptSubmitted' || event.uuid === 'hello'),
      { type: 'parkRequested' },
      { type: 'turnEnded', outcome: 'deferred' },
      { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
    );
    const asked = (): Chat =>
      chat.after(
        { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
        { type: 'processStarted' },
        { type: 'interruptRequested' },
        { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
      );
    asked();
    asked();
    chat.after({ type: 'promptSubmitted', uuid: 'third', text: 'third' });
    assert.ok(chat.question?.phase === 'lost' || chat.state.outbox.length > 0, 'nothing can be sent in this session any more');
  });

  // Measured with both CLIs: the extension host is killed while a resumed CLI is in its SessionStart hook. That CLI goes on alone, asks
  // nobody, writes an error as the question's tool_result, and never asks again. The transcript still holds the deferral.
  it('does not call a question parked that the CLI has ended while nobody was there', () => {
    const chat = new Chat().after(
      ...withQueuedPrompt.filter(event => event.type !== 'promptSubmitted' || event.uuid === 'hello'),
      { type: 'parkRequested' },
      { type: 'turnEnded', outcome: 'deferred' },
      { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
      { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
      { type: 'processStarted' },
    );
    const text = 'Tool permission request failed: Error: Stream closed';
    const entries = [{ at: 9, event: { type: 'questionSettled' as const, toolUseId: 't', settlement: undefined, isError: true, text } }];
    const restored = restoredState(chat.state, 'auto', 10, { entries, since: 1 });
    const question = restored.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.draft], ['lost', [pick(1)]]);
  });

  it('lets the answers be sent as a message when a parked question has ended elsewhere without them', () => {
    const chat = new Chat().after(
      ...withQueuedPrompt.filter(event => event.type !== 'promptSubmitted' || event.uuid === 'hello'),
      { type: 'parkRequested' },
      { type: 'turnEnded', outcome: 'deferred' },
      { type: 'processExited', requestedByUs: true, code: 0, signal: null, stderr: '' },
      { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(1), on: 0 },
    );
    const event = { type: 'questionSettled' as const, toolUseId: 't', settlement: undefined, isError: true, text: 'Stream closed' };
    chat.after({ type: 'transcriptRead', since: 1, entries: [{ at: 9, event }] });
    chat.after({ type: 'lostAnswersSent', toolUseId: 't', uuid: 'resent' });
    assert.equal(chat.state.outbox.length, 1);
  });
});
