// When items began: seen here, told by the transcript, kept by the journal; and where nobody knows it, no time.
import assert from 'node:assert/strict';
import type { ChatEvent, PastEntry, PastEvent } from '../../../src/chat/events.js';
import { applyRecord, emptyChat, filledFrom, recordsBetween } from '../../../src/chat/journalRecords.js';
import type { StoredChat } from '../../../src/chat/journalRecords.js';
import { atPlace } from '../../../src/chat/confirmedItems.js';
import { applyTranscript, pastItems, pastState } from '../../../src/chat/past.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { ended, exited, permissionFor, prompt } from '../../support/chat.js';

const noon = Date.UTC(2026, 10, 21, 12);
const began = (state: ChatState): readonly unknown[] => state.items.map(item => [item.kind, 'at' in item ? item.at : undefined]);
const at = (state: ChatState, ...events: readonly (readonly [number, ChatEvent])[]): ChatState =>
  events.reduce((before, [time, event]) => step(before, event, time).state, state);
const entries = (...events: readonly (readonly [number, PastEvent])[]): readonly PastEntry[] =>
  events.map(([time, event]) => ({ at: time, event }));

describe('the time of an item', () => {
  it('is when it was sent or begun here, and what comes later leaves it', () => {
    const state = at(
      initialState('auto'),
      [noon, prompt('u1')],
      [noon + 1, { type: 'processStarted', version: '2.1.329' }],
      [noon + 2, { type: 'writeAcknowledged', writeId: 'w0' }],
      [noon + 3, { type: 'textStarted', id: 'm:0' }],
      [noon + 4, { type: 'textGrew', id: 'm:0', text: 'Hi.' }],
      [noon + 5, { type: 'textFinished', id: 'm:0', text: 'Hi.' }],
      [noon + 6, { type: 'textFinished', id: 'm:1', text: 'Whole.' }],
      [noon + 7, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }],
      [noon + 8, permissionFor('b')],
      [noon + 9, { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' }],
    );
    const permission = ['permission', undefined];
    assert.deepEqual(began(state), [['prompt', noon], ['text', noon + 3], ['text', noon + 6], ['tool', noon + 7], permission]);
  });

  it('is when a message that waited was sent', () => {
    const busy = at(initialState('auto'), [noon, prompt('u1')], [noon + 1, { type: 'writeAcknowledged', writeId: 'w0' }]);
    const waits = at(busy, [noon + 2, { type: 'promptSubmitted', uuid: 'u2', text: 'u2', way: 'after' }]);
    assert.deepEqual(began(at(waits, [noon + 3, ended])), [
      ['prompt', noon],
      ['prompt', noon + 3],
    ]);
  });

  it('is when a message that had failed was sent again', () => {
    const failed = at(initialState('auto'), [noon, prompt('u1')], [noon + 1, exited]);
    const id = failed.items.find(({ kind }) => kind === 'prompt')?.id ?? '';
    const [again] = began(at(failed, [noon + 9, { type: 'promptResubmitted', id, uuid: 'u2' }]));
    assert.deepEqual(
      [began(failed)[0], again],
      [
        ['prompt', noon],
        ['prompt', noon + 9],
      ],
    );
  });

  it('is what the transcript says, also of what was cut off here; without one there is none', () => {
    const told = entries(
      [noon, { type: 'promptSeen', id: 'a', text: 'a' }],
      [noon + 1, { type: 'textFinished', id: 'm:u', text: 'Hi.' }],
      [noon + 2, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }],
    );
    assert.deepEqual(began(pastState('s', told, 'auto')), [
      ['prompt', noon],
      ['text', noon + 1],
      ['tool', noon + 2],
    ]);
    const [unknown] = pastItems(entries([0, { type: 'promptSeen', id: 'a', text: 'a' }]));
    assert.equal(unknown?.item.kind === 'prompt' && 'at' in unknown.item, false);
    const old: ChatState = { ...initialState('auto'), items: [{ kind: 'text', id: 'm:0', text: 'H', streaming: false }] };
    const whole = applyTranscript(old, { type: 'transcriptRead', since: 0, entries: told.slice(1, 2) });
    assert.deepEqual(began(whole), [['text', noon + 1]]);
    // No event after that invents one for what is older.
    assert.deepEqual(began(at(old, [noon, exited])), [['text', undefined]]);
  });

  it('is in the journal; of a call that the transcript holds the journal has how long it ran here', () => {
    const chat = (state: ChatState) => ({ key: 'k', usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0, state });
    const ran = at(
      initialState('auto'),
      [noon, prompt('u1')],
      [noon + 1, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'npm test' }],
      [noon + 12_001, { type: 'toolFinished', toolUseId: 'b', isError: false, text: 'ok' }],
      [noon + 12_002, { type: 'textFinished', id: 'm:0', text: 'Done.' }],
    );
    const records = recordsBetween(undefined, chat(ran), new Set(['b']));
    const parsed = JSON.parse(JSON.stringify(records)) as typeof records;
    const stored = parsed.reduce<StoredChat>(applyRecord, emptyChat('k', initialState('auto')));
    const read = pastState('s', entries([noon, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'npm test' }]), 'auto');
    const { state } = filledFrom(stored, place => read.items[0] && atPlace(read.items[0], place));
    assert.deepEqual(began(state), [
      ['prompt', noon],
      ['tool', noon],
      ['text', noon + 12_002],
    ]);
    assert.equal(state.items[1]?.kind === 'tool' && state.items[1].seconds, 12);
  });

  it('tells how long a call of the transcript ran where nobody was asked for it and it waited for no other', () => {
    const call = (toolUseId: string): PastEvent => ({ type: 'toolStarted', toolUseId, name: 'Bash', summary: 'npm test' });
    const over = (toolUseId: string, more: { readonly isUnasked?: true }): PastEvent => ({
      type: 'toolFinished',
      toolUseId,
      isError: false,
      text: '',
      ...more,
    });
    const { items } = pastState(
      's',
      entries(
        [noon, call('alone')],
        [noon + 12_300, over('alone', { isUnasked: true })],
        [noon + 20_000, call('asked')],
        [noon + 90_000, over('asked', {})],
        [noon + 100_000, call('first')],
        [noon + 100_100, call('behind')],
        [noon + 104_100, over('first', { isUnasked: true })],
        [noon + 109_000, over('behind', { isUnasked: true })],
        [noon + 110_000, call('short')],
        [noon + 110_900, over('short', { isUnasked: true })],
      ),
      'auto',
    );
    assert.deepEqual(
      items.map(item => [item.id, item.kind === 'tool' ? item.seconds : 0]),
      [
        ['alone', 12],
        ['asked', undefined],
        ['first', 4],
        ['behind', undefined],
        ['short', undefined],
      ],
    );
  });
});
