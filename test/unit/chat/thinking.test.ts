// Claude's thinking, from the stream and from the transcript to what the view shows: beside the answer, and never taken for it.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from '../../../src/claude/stream/decode.js';
import { readFastPath } from '../../../src/claude/stream/fastPath.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import { TranscriptFollower } from '../../../src/claude/transcripts/transcriptFollower.js';
import { TranscriptIndex } from '../../../src/claude/transcripts/transcriptIndex.js';
import { filledChat } from '../../../src/host/storage/restoreChat.js';
import type { ClaudeEvent, PastEntry, ChatEvent } from '../../../src/chat/events.js';
import { findInItems } from '../../../src/host/conversation/conversationPages.js';
import type { StoredChat } from '../../../src/chat/journalRecords.js';
import { applyRecord, recordsBetween } from '../../../src/chat/journalRecords.js';
import { pastItems } from '../../../src/chat/past.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatItem, ChatState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import type { ViewTexts } from '../../../src/chat/view.js';
import { diff, viewItem } from '../../../src/chat/view.js';
import { thoughtItem } from '../../../src/shared/transcript.js';
import { readRecording, replay } from '../../support/replay.js';
import { after, ended, exited, working } from '../../support/chat.js';
import { asStored, keptChat } from '../../support/storedChats.js';
import { removeFolder } from '../../support/removeFolder.js';

const start = 5_000;
/** Each event at its own second, beginning with `start`. */
const on = (before: ChatState, ...events: readonly ChatEvent[]): ChatState =>
  events.reduce((state, event, nth) => step(state, event, start + nth * 1_000).state, before);
const timed = (...events: readonly ChatEvent[]): ChatState => on(working, ...events);

const begun: ChatEvent = { type: 'textStarted', id: 'm:0', thought: true };
const grown: ChatEvent = { type: 'textGrew', id: 'm:0', text: 'Are the routes', thought: true };
const whole: ChatEvent = { type: 'textFinished', id: 'm:0', text: 'Are the routes checked?', thought: true };
const answered: ChatEvent = { type: 'textFinished', id: 'm:1', text: 'They are.' };
const hidden: ChatEvent = { ...whole, text: '' };

/** None of a thought's words are the host's. */
const noWords: ViewTexts = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => assert.fail() };

const thoughtsOf = ({ items }: Pick<ChatState, 'items'>): readonly ChatItem[] => items.filter(({ kind }) => kind === 'thought');

const streamed = (event: object): object => ({ type: 'stream_event', event, session_id: 's', parent_tool_use_id: null, uuid: 'u' });
const block = (index: number, type: string): object => streamed({ type: 'content_block_start', index, content_block: { type } });
const message = (id: string): object => streamed({ type: 'message_start', message: { id } });
const delta = (index: number, thinking: string): object =>
  streamed({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } });
const said = (...content: readonly object[]): object => ({ type: 'assistant', message: { id: 'm', content } });

function read(...lines: readonly object[]): readonly ClaudeEvent[] {
  const events: ClaudeEvent[] = [];
  const mapper = createEventMapper(event => events.push(event));
  for (const line of lines) {
    const decoded = decode(JSON.stringify(line));
    assert.ok(decoded.outcome === 'message', JSON.stringify(decoded));
    mapper.read(decoded.message);
  }
  return events;
}

describe('the thinking in the stream', () => {
  it('has an id of its own, beside the text of the same message', () => {
    const text = { type: 'text', text: 'They are.' };
    assert.deepEqual(
      read(
        message('m'),
        block(0, 'thinking'),
        delta(0, 'Are'),
        said({ type: 'thinking', thinking: 'Are they?' }),
        block(1, 'text'),
        said(text),
      ),
      [
        { type: 'textStarted', id: 'm:0', thought: true },
        { type: 'textGrew', id: 'm:0', text: 'Are', thought: true },
        { type: 'textFinished', id: 'm:0', text: 'Are they?', thought: true },
        { type: 'textStarted', id: 'm:1' },
        { type: 'textFinished', id: 'm:1', text: 'They are.' },
      ],
    );
  });

  it('begins and ends without words where the model keeps them to itself', () => {
    const events = [
      { type: 'textStarted', id: 'm:0', thought: true },
      { type: 'textFinished', id: 'm:0', text: '', thought: true },
    ];
    assert.deepEqual(read(message('m'), block(0, 'redacted_thinking'), said({ type: 'redacted_thinking', data: 'x' })), events);
    assert.deepEqual(read(message('m'), block(0, 'thinking'), said({ type: 'thinking', thinking: '', signature: 's' })), events);
    assert.deepEqual(read(said({ type: 'redacted_thinking', data: 'x' }), said({ type: 'thinking', thinking: '' })), []);
  });

  it('goes with a message that is broken off, when the next one begins', () => {
    const events = read(message('m'), block(0, 'thinking'), delta(0, 'Are'), message('n'));
    assert.deepEqual(events.at(-1), { type: 'messageBrokenOff', ids: ['m:0'] });
  });

  it('is not shown where a subagent thinks', () => {
    const ofAgent = (line: object): object => ({ ...line, parent_tool_use_id: 'toolu_1' });
    assert.deepEqual(
      read(...[message('m'), block(0, 'thinking'), delta(0, 'x'), said({ type: 'thinking', thinking: 'x' })].map(ofAgent)),
      [],
    );
  });

  it('is read by its first characters, as if it were parsed', () => {
    const line = JSON.stringify(delta(2, '"}},"session_id":"'));
    const expected = { type: 'text_delta', index: 2, text: '"}},"session_id":"', thought: true };
    assert.deepEqual(readFastPath(line, false)?.event, expected);
    assert.deepEqual(decode(` ${line}`), decode(line));
    assert.equal(readFastPath(JSON.stringify({ ...delta(2, 'x'), parent_tool_use_id: 'toolu_1' }), false), undefined);
  });

  it('says where a delta is malformed', () => {
    const decoded = decode(JSON.stringify(streamed({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta' } })));
    assert.equal(decoded.outcome === 'malformed' && decoded.path, 'event.delta.thinking');
  });

  for (const name of ['thinking', 'thinking.oldest'])
    it(`${name}: stands in front of the words it led to, in the real CLI's lines`, () => {
      const { items } = replay(readRecording(name)).state;
      assert.deepEqual(
        items.map(item => [item.kind, 'text' in item ? item.text.slice(0, 10) : '', 'streaming' in item && item.streaming]),
        [
          ['prompt', 'recorded', false],
          ['thought', 'The person', false],
          ['text', items.flatMap(item => (item.kind === 'text' ? [item.text.slice(0, 10)] : []))[0], false],
        ],
      );
    });
});

describe('a thought', () => {
  it('lasts from its first sign to the whole block', () => {
    const growing = timed(begun, grown);
    assert.deepEqual(thoughtsOf(growing), [{ kind: 'thought', id: 'm:0', text: 'Are the routes', streaming: true, since: start }]);
    const over = timed(begun, grown, whole, answered);
    assert.deepEqual(over.items.slice(1), [
      { kind: 'thought', id: 'm:0', text: 'Are the routes checked?', streaming: false, seconds: 2 },
      { kind: 'text', id: 'm:1', text: 'They are.', streaming: false, at: start + 3_000 },
    ]);
  });

  it('has no time where its beginning was not seen, or where the clock went back', () => {
    assert.deepEqual(thoughtsOf(timed(whole)), [{ kind: 'thought', id: 'm:0', text: 'Are the routes checked?', streaming: false }]);
    const back = step(timed(begun), whole, start - 60_000).state;
    assert.equal(thoughtsOf(back).map(item => item.kind === 'thought' && item.seconds)[0], 0);
  });

  it('keeps the words that were streamed where the whole block holds none', () => {
    assert.deepEqual(thoughtsOf(timed(begun, grown, hidden)), [
      { kind: 'thought', id: 'm:0', text: 'Are the routes', streaming: false, seconds: 2 },
    ]);
    assert.deepEqual(thoughtsOf(timed(begun, hidden)), [{ kind: 'thought', id: 'm:0', text: '', streaming: false, seconds: 1 }]);
  });

  const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
  const cutOff: readonly (readonly [string, readonly ChatEvent[]])[] = [
    ['Stop', [{ type: 'interruptRequested' }, { type: 'turnEnded', outcome: 'interrupted' }]],
    ['the end of the process', [crashed]],
  ];
  for (const [name, events] of cutOff)
    it(`is over, with what has come, after ${name}`, () => {
      assert.deepEqual(thoughtsOf(timed(begun, grown, ...events)), [
        { kind: 'thought', id: 'm:0', text: 'Are the routes', streaming: false, seconds: 1 + events.length },
      ]);
    });

  it('is over without a time where its window has ended', () => {
    assert.deepEqual(thoughtsOf(restoredState(timed(begun, grown), 'auto', start + 9_000_000)), [
      { kind: 'thought', id: 'm:0', text: 'Are the routes', streaming: false },
    ]);
  });

  it('reaches the view word by word, and without the time of its beginning', () => {
    const growing = timed(begun);
    assert.deepEqual(diff(growing, on(growing, grown)), { type: 'grew', id: 'm:0', text: 'Are the routes' });
    for (const state of [growing, timed(begun, grown, whole)])
      for (const item of thoughtsOf(state)) assert.ok(thoughtItem.safeParse(viewItem(item, state, noWords)).success);
  });

  it('is no hit of a search', () => {
    const { items } = timed(begun, whole, answered);
    const found = (query: string): readonly string[] =>
      findInItems(
        items.map(item => ({ item })),
        query,
      ).map(({ item }) => item.id);
    assert.deepEqual([found('routes'), found('They')], [[], ['m:1']]);
  });
});

describe('a thought in the journal', () => {
  const chat = keptChat(timed(begun));
  const next = keptChat(on(chat.state, grown));
  const last = keptChat(on(next.state, whole, answered, ended));

  it('grows by its words, and is left to the transcript when it is over', () => {
    assert.deepEqual(recordsBetween(chat, next), [{ grew: 'm:0', of: 'thought', text: 'Are the routes' }]);
    const records = asStored([...recordsBetween(undefined, chat), ...recordsBetween(chat, next), ...recordsBetween(next, last)]);
    const read = records.reduce<StoredChat>(applyRecord, keptChat({ ...working, items: [] }));
    assert.deepEqual(read.state.items, asStored(last.state.items));
    const places = recordsBetween(undefined, last, new Set(['m:0', 'm:1'])).filter(record => 'confirmed' in record);
    assert.deepEqual(places, [
      {
        confirmed: [
          ['thought', 'm:0'],
          ['text', 'm:1'],
        ],
      },
    ]);
  });

  it('that holds only places finds each in the transcript by its kind, also a journal of an earlier version', async () => {
    const event = (id: string, text: string, thought = false): PastEntry => ({
      at: 1,
      event: { type: 'textFinished', id: `m:${id}`, text, ...(thought && { thought }) },
    });
    const entries = [event('a', 'First thought.', true), event('b', 'First.'), event('c', 'Second thought.', true), event('d', 'Second.')];
    const filled = async (...places: readonly (readonly [of: 'text' | 'thought', id: string])[]): Promise<readonly unknown[]> => {
      const items = places.map(([of, id]) => ({ kind: 'confirmed' as const, of, id }));
      const stored: StoredChat = { ...chat, state: { ...chat.state, items, sessionId: 's' } };
      const { state } = await filledChat(stored, {
        transcripts: { tail: () => Promise.resolve({ entries, hasOlder: false, hasNewer: false, firstOffset: 0, endOffset: 0 }) },
      });
      return state.items.map(item => [item.kind, item.id, 'text' in item && item.text]);
    };
    const texts = [
      ['text', 'm:1', 'First.'],
      ['text', 'm:3', 'Second.'],
    ];
    assert.deepEqual(await filled(['thought', 'm:0'], ['text', 'm:1'], ['thought', 'm:2'], ['text', 'm:3']), [
      ...[['thought', 'm:0', 'First thought.'], texts[0]],
      ...[['thought', 'm:2', 'Second thought.'], texts[1]],
    ]);
    assert.deepEqual(await filled(['text', 'm:1'], ['text', 'm:3']), texts);
  });
});

describe('a thought in the transcript', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-thinking-'));
    path = join(folder, 's.jsonl');
  });
  afterEach(() => removeFolder(folder));

  const entry = (uuid: string, parentUuid: string | null, content: readonly object[]): string =>
    `${JSON.stringify({ type: 'assistant', uuid, parentUuid, timestamp: '2026-11-25T03:00:00Z', message: { id: 'm', content } })}\n`;
  const thought = entry('a', null, [{ type: 'thinking', thinking: 'Are the routes checked?', signature: 's' }]);
  const none =
    entry('b', 'a', [{ type: 'thinking', thinking: '', signature: 's' }]) + entry('c', 'b', [{ type: 'redacted_thinking', data: 'x' }]);
  const text = entry('d', 'c', [{ type: 'text', text: 'They are.' }]);

  it('is one item with its words, and none without', async () => {
    writeFileSync(path, thought + none + text);
    const { entries } = await new TranscriptIndex(path).page({ count: 10 });
    const items = pastItems(entries).map(({ item }) => item);
    assert.deepEqual(items, [
      { kind: 'thought', id: 'm:a', text: 'Are the routes checked?', streaming: false },
      { kind: 'text', id: 'm:d', text: 'They are.', streaming: false, at: Date.parse('2026-11-25T03:00:00Z') },
    ]);
  });

  it('is known to be the one that was streamed here, so that it comes once', async () => {
    writeFileSync(path, thought);
    const follower = new TranscriptFollower(path, assert.fail);
    await follower.tail(10);
    const { items } = timed(begun, whole, answered);
    assert.deepEqual([...follower.confirmed(items)], [['m:0', 'm:a']]);
    appendFileSync(path, none + text);
    await follower.news();
    assert.deepEqual(
      [...follower.confirmed(items)],
      [
        ['m:0', 'm:a'],
        ['m:1', 'm:d'],
      ],
    );
    const { entries } = await new TranscriptIndex(path).page({ count: 10 });
    const here = after(timed(begun, whole, answered), ended, exited);
    assert.equal(step(here, { type: 'transcriptRead', entries, since: 0 }, 1).state, here);
  });

  it('has no words that are found', async () => {
    writeFileSync(path, thought + text);
    const index = new TranscriptIndex(path);
    const found = async (query: string): Promise<readonly string[]> => {
      const ids: string[] = [];
      for await (const { hits } of index.find(query, new AbortController().signal)) ids.push(...hits.map(({ itemId }) => itemId));
      return ids;
    };
    assert.deepEqual([await found('routes'), await found('They')], [[], ['m:d']]);
  });
});
