// A message whose stream broke: when the CLI tries again, nothing of what had begun is left, in the state, in the view and in the journal.
import assert from 'node:assert/strict';
import { decode } from '../../../src/claude/stream/decode.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import type { ClaudeEvent, ChatEvent } from '../../../src/chat/events.js';
import { applyRecord, emptyChat, leavingItems, recordsBetween } from '../../../src/chat/journalRecords.js';
import type { KeptChat } from '../../../src/chat/journalRecords.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { diff, leftItems } from '../../../src/chat/view.js';
import { after, asked, doneBy, ended, named, questionInput, statesOf, working } from '../../support/chat.js';

const streamed = (event: object): object => ({ type: 'stream_event', event });
const begun = (id: string): object => streamed({ type: 'message_start', message: { id } });
const block = (index: number, content: object): object => streamed({ type: 'content_block_start', index, content_block: content });
const text = { type: 'text', text: '' };
const call = { type: 'tool_use', id: 'toolu_q', name: 'AskUserQuestion', input: {} };
const whole = (id: string, more: object = {}): object => ({
  type: 'assistant',
  message: { id, content: [{ type: 'text', text: 'Hi' }] },
  ...more,
});
const result = { type: 'result', subtype: 'success', stop_reason: 'end_turn' };
const retry = { type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, error: 'overloaded' };

function read(...lines: readonly object[]): ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  const mapper = createEventMapper(event => events.push(event));
  for (const line of lines) {
    const decoded = decode(JSON.stringify(line), mapper.wantsInput());
    assert.ok(decoded.outcome === 'message');
    mapper.read(decoded.message);
  }
  return events;
}

const broken = (...lines: readonly object[]): unknown[] =>
  read(...lines).flatMap(event => (event.type === 'messageBrokenOff' ? [event.ids] : []));

describe('a message that is broken off', () => {
  const half = [begun('m'), block(0, { type: 'thinking', thinking: '' }), block(1, text), block(2, call)];

  for (const [title, next] of [
    ['another message begins, as 2.1.329 does behind a block that was whole', begun('n')],
    ['a whole message of another id comes, as 2.1.100 and 2.1.329 send it', whole('n')],
    ['the CLI says that it tries again', retry],
  ] as const)
    it(`is told with all that had begun, once ${title}`, () => {
      assert.deepEqual(broken(...half, next), [['m:0', 'm:1', 'toolu_q']]);
      assert.deepEqual(broken(...half, next, begun('o')), [['m:0', 'm:1', 'toolu_q']]);
    });

  it('is told without the blocks that were whole, which the CLI keeps', () => {
    assert.deepEqual(broken(begun('m'), block(0, text), whole('m'), block(1, text), begun('n')), [['m:1']]);
    assert.deepEqual(broken(begun('m'), block(0, text), whole('m'), begun('n')), []);
  });

  it('is no message that a turn has ended, nor one of which the API has given up, whose words stay', () => {
    assert.deepEqual(broken(...half, result, begun('n')), []);
    assert.deepEqual(broken(...half, whole('n', { error: 'overloaded' }), result, begun('n')), []);
  });
});

describe('what had begun in a message that is broken off', () => {
  const gone: ChatEvent = { type: 'messageBrokenOff', ids: ['m:0', 'm:1', 't'] };
  const half = after(
    working,
    { type: 'textStarted', id: 'm:0', thought: true },
    { type: 'textStarted', id: 'm:1' },
    { type: 'textGrew', id: 'm:1', text: 'Half a' },
    { type: 'questionAnnounced', toolUseId: 't' },
  );

  it('leaves the state, and what follows is as if nothing had been: the next question can be parked', () => {
    const again = after(half, gone);
    assert.deepEqual(statesOf(half).slice(1), ['thought', 'text', 'question announced']);
    assert.deepEqual(statesOf(again), ['prompt sent']);
    assert.deepEqual(doneBy(again, asked('u'), { type: 'parkRequested' }), ['deferQuestion']);
    assert.deepEqual(doneBy(half, asked('u'), { type: 'parkRequested' }), [], 'two questions cannot be');
  });

  it('stays where it is whole or where the person can act on it', () => {
    const done = after(half, { type: 'textFinished', id: 'm:1', text: 'Half a' }, asked('t'));
    assert.deepEqual(statesOf(after(done, gone)), ['prompt sent', 'text', 'question asked']);
    const over = after(half, ended);
    assert.equal(after(over, gone), over);
  });

  it('leaves the view, and nothing else does', () => {
    const again = after(half, gone);
    const next = after(again, { type: 'textStarted', id: 'n:0' });
    for (const state of [again, next])
      assert.deepEqual(
        leftItems(half, state).gone.map(({ id }) => id),
        ['m:0', 'm:1', 't'],
      );
    assert.deepEqual([leftItems(half, next).trimmed, leftItems(again, next).gone], [[], []]);
    assert.deepEqual(diff(again, next), { type: 'items', items: next.items.slice(-1) });
    // Something else has come behind it in the same moment.
    const noticed = after(half, { type: 'problemSeen', problem: { code: 'told', detail: '' } });
    assert.equal(leftItems(noticed, after(noticed, gone)).gone.length, 3);
  });

  it('leaves the journal, and is in no archive', () => {
    const kept = (state: ChatState): KeptChat => ({ key: 'k', usedAt: 1, seenUntil: 0, composerDraft: '', composerRevision: 0, state });
    const records = (before: KeptChat | undefined, next: KeptChat) => recordsBetween(before, next);
    const first = records(undefined, kept(half));
    const stored = first.reduce(applyRecord, emptyChat('k', initialState('auto')));
    const again = kept(after(half, gone, named, { type: 'questionFinished', toolUseId: 'u', input: questionInput }));
    const read = records(stored as KeptChat, again).reduce(applyRecord, stored);
    assert.deepEqual(read.state.items, again.state.items);
    assert.deepEqual(leavingItems(stored, again, new Set()), []);
  });
});
