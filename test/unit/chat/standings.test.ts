// What the view says of calls that wait: nothing runs that the person has not allowed, and each change of that is told.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decode } from '../../../src/claude/stream/decode.js';
import { createEventMapper } from '../../../src/claude/stream/toEvents.js';
import { readTranscriptLine } from '../../../src/claude/transcripts/transcriptLine.js';
import { createEntryReader } from '../../../src/claude/transcripts/transcriptReader.js';
import type { ClaudeEvent, ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { restoredState } from '../../../src/chat/restore.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import type { ViewTexts } from '../../../src/chat/view.js';
import { diff, viewItem } from '../../../src/chat/view.js';
import type { TranscriptItem } from '../../../src/shared/transcript.js';
import { choice } from '../../support/questions.js';
import { readRecording } from '../../support/replay.js';
import { after, ended, exited, working } from '../../support/chat.js';
import { runs } from '../../support/tier.js';

const words: ViewTexts = {
  problem: ({ problem }) => ({ level: 'error', text: problem.code, actions: [] }),
  exit: () => ({ level: 'error', text: 'exit', actions: [] }),
  reads: () => undefined,
};
const shown = (state: ChatState): readonly TranscriptItem[] => state.items.map(item => viewItem(item, state, words));
const started = (toolUseId: string, name = 'Bash'): ChatEvent => ({ type: 'toolStarted', toolUseId, name, summary: '' });
const finished = (toolUseId: string, isError = false): ChatEvent => ({ type: 'toolFinished', toolUseId, isError, text: '' });
const asks = (toolUseId: string, agentId?: string): ChatEvent => ({
  type: 'permissionAsked',
  toolUseId,
  requestId: `p-${toolUseId}`,
  toolName: 'Bash',
  summary: '',
  description: '',
  reason: '',
  input: { command: 'touch a' },
  ...(agentId !== undefined && { agentId }),
});
const decided = (toolUseId: string, decision: 'allow' | 'deny'): ChatEvent => ({
  type: 'permissionDecided',
  requestId: `p-${toolUseId}`,
  decision,
});
const says = (state: ChatState): readonly string[] =>
  shown(state).flatMap(item => (item.kind === 'tool' ? [`${item.id} ${item.standing ?? item.state}`] : []));
const counts = (state: ChatState): readonly unknown[] => shown(state).flatMap(item => (item.kind === 'permission' ? [item.waiting] : []));

describe('a call that waits', () => {
  const three = after(working, started('a'), started('b'), started('c'), asks('a'));

  it('waits behind the one that is asked for, and the card says how many wait', () => {
    assert.deepEqual([says(three), counts(three)], [['a asked', 'b waiting', 'c waiting'], [3]]);
    const next = after(three, decided('a', 'allow'));
    assert.deepEqual([says(next), counts(next)], [['a running', 'b running', 'c running'], [undefined]]);
    const second = after(next, finished('a'), asks('b'));
    assert.deepEqual(
      [says(second), counts(second)],
      [
        ['a done', 'b asked', 'c waiting'],
        [undefined, 2],
      ],
    );
    const last = after(second, decided('b', 'deny'), finished('b', true), asks('c'));
    assert.deepEqual(
      [says(last), counts(last)],
      [
        ['a done', 'b denied', 'c asked'],
        [undefined, undefined, undefined],
      ],
    );
  });

  it('runs where it was allowed, where it comes before the one that is asked for, and while a subagent is asked about', () => {
    assert.deepEqual(says(after(working, started('a', 'Read'), started('b'), asks('b'))), ['a running', 'b asked']);
    assert.deepEqual(says(after(working, started('a'), started('b'), asks('b'), decided('b', 'allow'), asks('a'))), [
      'a asked',
      'b running',
    ]);
    assert.deepEqual(says(after(working, started('a', 'Task'), started('b', 'Task'), asks('inside', 'agent1'))), [
      'a running',
      'b running',
    ]);
  });

  const asked = (more: object = {}): ChatEvent => {
    const question = { questions: [choice('Which?', 'Which', ['A', 'B'])], raw: {} };
    return { type: 'questionAsked', toolUseId: 'q', requestId: 'r', hook: true, input: question, ...more };
  };

  it('waits behind a question of Claude’s where it may change something, also once the CLI asks for it, and runs once the question has ended', () => {
    const open = after(working, asked(), started('look', 'Read'), started('a'), started('b', 'Read'), started('c', 'Edit'));
    assert.deepEqual(says(open), ['look running', 'a waiting', 'b waiting', 'c waiting']);
    assert.deepEqual(says(after(open, asks('a')))[1], 'a waiting');
    assert.deepEqual(says(after(open, { type: 'requestCancelled', requestId: 'r' }))[1], 'a running');
  });

  it('runs before a question, and beside one of a subagent’s', () => {
    assert.deepEqual(says(after(working, started('a'), asked())), ['a running']);
    assert.deepEqual(says(after(working, asked({ agent: 'silent' }), started('a'))), ['a running']);
  });
});

describe('a call whose command runs on', () => {
  const inBackground = (...toolUseIds: readonly string[]): ChatEvent => ({ type: 'callsInBackground', toolUseIds });
  const going = after(working, started('a'), inBackground('a'), finished('a'));

  it('is in the background until it has ended, and done only then', () => {
    assert.deepEqual(says(after(working, started('a'), inBackground('a'))), ['a running']);
    assert.deepEqual([says(going), says(after(going, ended, inBackground()))], [['a background'], ['a done']]);
  });

  it('is stopped where it was stopped, failed, or has lost its process, also in the next window', () => {
    assert.deepEqual(says(after(going, { type: 'taskBroken', toolUseId: 'a', state: 'stopped' }, inBackground())), ['a stopped']);
    const over = after(going, ended, exited);
    assert.deepEqual([says(over), says(restoredState(over, 'auto', 1))], [['a cutShort'], ['a cutShort']]);
    assert.deepEqual(says(restoredState(after(going, ended), 'auto', 1)), ['a cutShort']);
  });

  it('was sent to the background by 2.0.77, which does not say when it ends, neither alive nor in its transcript', () => {
    const sent = (name: string): readonly unknown[] => {
      const events: ClaudeEvent[] = [];
      const mapper = createEventMapper(event => events.push(event));
      const reader = createEntryReader();
      const { version, lines } = readRecording(name);
      for (const { dir, line } of lines) {
        const decoded = dir === 'out' ? decode(line, false) : undefined;
        if (decoded?.outcome !== 'message') continue;
        mapper.read(decoded.message);
        if (decoded.message.type !== 'user') continue;
        const { tool_use_result: toolUseResult } = decoded.message;
        const entry = readTranscriptLine(JSON.stringify({ ...(JSON.parse(line) as object), version, toolUseResult }));
        events.push(...((entry && reader.read(entry))?.past.map(({ event }) => event as ClaudeEvent) ?? []));
      }
      return events.flatMap(event => (event.type === 'toolFinished' && event.isSent ? [event.toolUseId.slice(-1)] : []));
    };
    assert.deepEqual([sent('runningTasks.oldest'), sent('runningTasks.middle'), sent('runningTasks')], [['1', '1'], [], []]);
    const told = after(working, started('a'), { type: 'toolFinished', toolUseId: 'a', isError: false, text: '', isSent: true }, ended);
    assert.deepEqual([says(told), says(after(told, exited)), says(restoredState(told, 'auto', 1))], [['a sent'], ['a sent'], ['a sent']]);
  });
});

describe('for any course of calls, questions and permissions', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const event: fc.Arbitrary<ChatEvent> = fc.oneof(
    id.map(one => started(one)),
    fc.tuple(id, fc.boolean()).map(([one, isError]) => finished(one, isError)),
    fc.tuple(id, fc.constantFrom(undefined, undefined, 'agent1')).map(([one, agentId]) => asks(one, agentId)),
    fc.tuple(id, fc.constantFrom('allow', 'deny' as const)).map(([one, decision]) => decided(one, decision)),
    fc.constantFrom<ChatEvent>(
      { type: 'interruptRequested' },
      { type: 'turnEnded', outcome: 'success' },
      { type: 'promptSubmitted', uuid: 'u', text: 'go on' },
      { type: 'questionAsked', toolUseId: 'q', requestId: 'r', hook: true, input: { questions: [choice('W?', 'W', ['A', 'B'])], raw: {} } },
      { type: 'questionDismissed', toolUseId: 'q' },
      { type: 'textStarted', id: 'm:0' },
      { type: 'textGrew', id: 'm:0', text: 'more' },
      exited,
    ),
    fc.subarray(['a', 'b', 'c']).map((toolUseIds): ChatEvent => ({ type: 'callsInBackground', toolUseIds })),
  );
  /** The CLI never uses an id twice. */
  const isRepeated = ({ items, queued }: ChatState, one: ChatEvent): boolean => {
    const known = (wanted: string): boolean => [...items, ...queued].some(item => item.id === wanted);
    return (one.type === 'toolStarted' && known(one.toolUseId)) || (one.type === 'permissionAsked' && known(one.requestId));
  };
  const course = (check: (before: ChatState, now: ChatState) => void): void =>
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), events => {
        events.reduce(
          (before, one, at) => {
            if (isRepeated(before, one)) return before;
            const now = step(before, one, at).state;
            check(before, now);
            return now;
          },
          after(initialState('auto'), { type: 'promptSubmitted', uuid: 'u0', text: 'begin' }, { type: 'processStarted' }),
        );
      }),
      { numRuns: runs(500) },
    );

  it('nothing reads as running that waits for its permission', () => {
    course((_, now) => {
      const open = [...now.items, ...now.queued].flatMap(one =>
        one.kind === 'permission' && one.state === 'asked' ? [one.toolUseId] : [],
      );
      for (const item of shown(now))
        if (item.kind === 'tool' && item.state === 'running' && open.includes(item.id)) assert.ok(item.standing, item.id);
    });
  });

  it('nothing reads as done that runs on', () => {
    course((_, now) => {
      for (const item of shown(now))
        if (item.kind === 'tool' && item.state === 'done' && now.inBackground.includes(item.id)) assert.equal(item.standing, 'background');
    });
  });

  it('a view that is told what differs shows what one shows that is told everything', () => {
    const held = new Map<string, TranscriptItem>();
    course((before, now) => {
      held.clear();
      for (const item of shown(before)) held.set(item.id, item);
      const changes = diff(before, now);
      if (changes.type === 'items') for (const item of changes.items) held.set(item.id, viewItem(item, now, words));
      for (const item of shown(now)) if (item.kind === 'tool' || item.kind === 'permission') assert.deepEqual(held.get(item.id), item);
    });
  });
});
