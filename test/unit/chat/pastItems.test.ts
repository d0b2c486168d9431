// What the transcript tells of the time in which a session ran elsewhere, item by item.
import assert from 'node:assert/strict';
import type { PastEntry, PastEvent, ChatEvent } from '../../../src/chat/events.js';
import { applyTranscript, pastState } from '../../../src/chat/past.js';
import { restoredState } from '../../../src/chat/restore.js';
import { restoredChat } from '../../../src/host/storage/restoreChat.js';
import type { ChatState } from '../../../src/chat/state.js';
import { after, asked, ended, exited, permissionFor, questionInput, questionOf, statesOf, working } from '../../support/chat.js';

const here = after(working, { type: 'promptConfirmed', uuid: 'u1' }, ended, exited);
const entriesOf = (...events: readonly PastEvent[]): readonly PastEntry[] => events.map((event, index) => ({ at: 10 + index, event }));
const read = (state: ChatState, ...events: readonly PastEvent[]): ChatState =>
  applyTranscript(state, { type: 'transcriptRead', since: 9, entries: entriesOf(...events) });

const seen: PastEvent = { type: 'promptSeen', id: 'there', text: 'hello there' };
const used = (toolUseId: string): PastEvent => ({ type: 'toolStarted', toolUseId, name: 'Bash', summary: 'ls' });
const text = (id: string, words: string): PastEvent => ({ type: 'textFinished', id, text: words });

describe('what the transcript tells', () => {
  it('is put behind what is here, without the prompts that are here already', () => {
    const state = read(here, { type: 'promptSeen', id: 'u1', text: 'another wording' }, seen, text('x', 'Hi.'));
    assert.deepEqual(state.items.slice(1), [
      { kind: 'prompt', id: 'there', uuid: 'there', text: 'hello there', state: 'sent', at: 11 },
      { kind: 'text', id: 'x', text: 'Hi.', streaming: false, at: 12 },
    ]);
    assert.deepEqual([state.turnStart, state.turn], [3, 'idle']);
  });

  it('is a prompt once, also where the transcript has its entry twice, and the prompt waits here', () => {
    const waits = after(working, { type: 'promptSubmitted', uuid: 'there', text: 'hello there', way: 'after' }, exited);
    assert.equal(waits.waiting.length, 1);
    for (const state of [here, waits]) {
      const { items, waiting } = read(state, seen, text('x', 'Hi.'), seen);
      assert.deepEqual([items.filter(item => item.kind === 'prompt' && item.uuid === 'there').length, waiting], [1, []]);
    }
  });

  it('is a prompt of its own where that of here begins with the same words', () => {
    const longer: PastEvent = { type: 'promptSeen', id: 'there', text: 'u1 and more' };
    assert.deepEqual(
      read(here, longer).items.map(({ id }) => id),
      ['i0', 'there'],
    );
  });

  it('is a tool once, with its result; one without is stopped', () => {
    const result: PastEvent = { type: 'toolFinished', toolUseId: 'b1', isError: false, text: 'out' };
    const state = pastState('s', entriesOf(used('b1'), used('b1'), result, used('b2')), 'auto');
    assert.deepEqual(state.items, [
      { kind: 'tool', id: 'b1', name: 'Bash', summary: 'ls', state: 'done', result: 'out', at: 10 },
      { kind: 'tool', id: 'b2', name: 'Bash', summary: 'ls', state: 'stopped', result: '', at: 13 },
    ]);
  });

  it('ends a question of which no end is told, at the time of the last entry', () => {
    const question: PastEvent = { type: 'questionFinished', toolUseId: 't', input: questionInput };
    const state = read(here, question, seen, text('x', 'Hi.'));
    const { phase, reason, endedAt } = questionOf(state);
    assert.deepEqual([phase, reason, endedAt], ['withdrawn', 'exited', 12]);
  });

  it('leaves questions and permissions that are over as they are', () => {
    const over = after(
      working,
      asked('t'),
      { type: 'toolFinished', toolUseId: 't', isError: false, text: '' },
      permissionFor('b'),
      ended,
      exited,
    );
    const state = read(over, seen);
    assert.deepEqual(state.items.slice(0, -1), over.items);
  });

  it('is the answer from a terminal, and what Claude said to it, also where the clock was put back before: their order is that of the transcript', async () => {
    const parked = after(working, { type: 'promptConfirmed', uuid: 'u1' }, asked('t'), { type: 'parkRequested' });
    const state = after(parked, { type: 'turnEnded', outcome: 'deferred' }, exited);
    assert.equal(questionOf(state).phase, 'parked');
    const hour = 3_600_000;
    const entries: readonly PastEntry[] = [
      { at: 9 * hour, event: { type: 'promptSeen', id: 'u1', text: 'u1' } },
      { at: 9 * hour + 1, event: { type: 'questionFinished', toolUseId: 't', input: questionInput } },
      { at: 8 * hour, event: { type: 'questionSettled', toolUseId: 't', settlement: { type: 'dismiss' }, isError: true, text: 'no' } },
      { at: 8 * hour + 1, event: text('x', 'I go on without it.') },
    ];
    const restored = async (stored: ChatState): Promise<ChatState> => {
      const chat = { key: 'c', usedAt: 1, seenUntil: 9 * hour + 5, composerDraft: '', composerRevision: 0, state: stored };
      const nothing = (): Promise<undefined> => Promise.resolve(undefined);
      const transcripts = {
        hasPrompt: nothing,
        promptsHeld: nothing,
        resultsHeld: nothing,
        isDeferred: nothing,
        tail: () => Promise.resolve({ entries, firstOffset: 0, endOffset: 0, hasOlder: false, hasNewer: false }),
      };
      return (await restoredChat(chat, { transcripts, route: () => 'auto', now: () => 8 * hour + 9 })).state;
    };
    const once = await restored(state);
    assert.deepEqual(statesOf(once), ['prompt sent', 'question dismissed', 'text']);
    assert.deepEqual((await restored(once)).items, once.items, 'and once');
  });

  it('is nothing of what is older than all that is here, though it carries a time before that of an entry in front of it: the clock was put back once', () => {
    const entries: readonly PastEntry[] = [
      { at: 9_000_000, event: text('w', 'Before the clock was put back.') },
      { at: 5_000_000, event: { type: 'promptSeen', id: 'old', text: 'Long gone from the window.' } },
      { at: 5_000_001, event: used('b0') },
      { at: 5_000_002, event: text('v', 'Long gone as well.') },
      { at: 5_000_003, event: { type: 'promptSeen', id: 'u1', text: 'u1' } },
    ];
    const told = (...more: readonly PastEntry[]): ChatState =>
      applyTranscript(here, { type: 'transcriptRead', since: 9_000_001, entries: [...entries, ...more] });
    assert.equal(told(), here);
    const later = told({ at: 5_000_004, event: text('x', 'Said in a terminal.') });
    assert.deepEqual(later.items.slice(here.items.length), [
      { kind: 'text', id: 'x', text: 'Said in a terminal.', streaming: false, at: 5_000_004 },
    ]);
  });

  it('is nothing of what has left the window since, where another program had the session open meanwhile', () => {
    const entries = entriesOf(text('v', 'Left the window.'), { type: 'promptSeen', id: 'u1', text: 'u1' }, seen);
    const windowed: ChatState = { ...here, hasOlder: true };
    const told = (news: { readonly latest?: number }): readonly string[] =>
      applyTranscript(windowed, { type: 'transcriptRead', since: 9, entries, ...news })
        .items.slice(here.items.length)
        .map(({ id }) => id);
    assert.deepEqual(told({}), ['there']);
    assert.deepEqual(told({ latest: 9 }), ['v', 'there'], 'what was written since the last look is new');
  });

  it('is nothing where nothing of it is new: the state is the same object', () => {
    assert.equal(read(here), here);
    assert.equal(read(here, { type: 'toolFinished', toolUseId: 'unknown', isError: false, text: '' }), here);
    assert.equal(read(here, { type: 'promptSeen', id: 'u1', text: 'u1' }), here);
    assert.equal(applyTranscript(here, { type: 'transcriptRead', since: 10, entries: entriesOf(seen) }), here);
  });
});

describe('a session that ran in a window that is gone', () => {
  it('runs nothing, and says of its turn only that it was cut off', () => {
    const busy = after(working, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }, { type: 'textStarted', id: 'm:0' });
    const state = restoredState(busy, 'auto', 20);
    assert.deepEqual([state.process, state.turn, statesOf(state)], ['none', 'idle', ['prompt sent', 'tool stopped', 'text', 'problem']]);
  });

  it('does not start again the process that was on its way out for a prompt that waited', () => {
    const waiting = after(working, ended, { type: 'processUnneeded' }, { type: 'promptSubmitted', uuid: 'u2', text: 'u2' });
    assert.deepEqual([waiting.process, waiting.turn], ['ending', 'starting']);
    const state = restoredState(waiting, 'auto', 20);
    assert.deepEqual([state.process, state.turn, statesOf(state)], ['none', 'idle', ['prompt sent', 'prompt failed']]);
  });

  it('ends its open questions when it is restored, whatever else the transcript tells', () => {
    const state = restoredState(after(working, asked('t')), 'auto', 20, { entries: entriesOf(seen), since: 9 });
    assert.deepEqual([questionOf(state).phase, questionOf(state).endedAt], ['lost', 20]);
  });

  it('had a process or had none, and the next answer to what it parked starts one', () => {
    const parked = after(working, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const state = restoredState(parked, 'auto', 20);
    assert.deepEqual([state.process, state.turn, questionOf(state).phase], ['none', 'idle', 'parked']);
  });

  it('has drafts of no host edits', () => {
    const edits: ChatEvent = { type: 'referenceAdded', toolUseId: 't', question: 0, field: 'note', text: '@a' };
    const state = after(working, asked('t'), edits, { type: 'parkRequested' });
    const { revision, hostEdits } = questionOf(restoredState(state, 'auto', 20));
    assert.deepEqual([revision, hostEdits], [1, []]);
    assert.deepEqual(Object.keys(restoredState(state, 'auto', 20).items[0] ?? {}), ['kind', 'id', 'text', 'state', 'uuid']);
  });
});
