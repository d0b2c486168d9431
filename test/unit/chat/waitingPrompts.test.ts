// Prompts that wait in Parley while a turn runs: when each of them goes, and what the person can do with it until then.
import assert from 'node:assert/strict';
import { encode } from '../../../src/claude/stream/encode.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { viewItem, viewWaiting } from '../../../src/chat/view.js';
import { pick } from '../../support/questions.js';
import { after, asked, doneBy, effectsOf, ended, exited, prompt, statesOf, working as begun } from '../../support/chat.js';

const confirmed = (uuid: string): ChatEvent => ({ type: 'promptConfirmed', uuid });
const later = (uuid: string): ChatEvent => ({ type: 'promptSubmitted', uuid, text: uuid, way: 'after' });
const now = (uuid: string): ChatEvent => ({ type: 'promptSubmitted', uuid, text: uuid, way: 'now' });
const back = (id: string): ChatEvent => ({ type: 'promptWantedBack', id });
const stop: ChatEvent = { type: 'interruptRequested' };
const interrupted: ChatEvent = { type: 'turnEnded', outcome: 'interrupted' };
const failed: ChatEvent = { type: 'turnEnded', outcome: 'error' };
const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
const init: ChatEvent = {
  type: 'initReceived',
  sessionId: 's',
  capabilities: [],
  version: '2.1.329',
  tellsTasks: true,
  takesBack: true,
};
/** Claude works on its first prompt, which it has. */
const working = after(begun, init, confirmed('u1'));
const waits = ({ waiting }: ChatState): readonly string[] => waiting.map(({ uuid, way }) => `${uuid} ${way}`);
const writtenBy = (state: ChatState, ...events: readonly ChatEvent[]): readonly string[] =>
  effectsOf(state, ...events).flatMap(effect =>
    effect.type === 'writeToClaude' ? [effect.message.type === 'prompt' ? effect.message.uuid : effect.message.type] : [],
  );
const words = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined };
const untilOf = (state: ChatState): readonly string[] => viewWaiting(state).map(({ until }) => until);

describe('a prompt for after the turn', () => {
  it('is not written while the turn runs, and has no place in the conversation yet', () => {
    const state = after(working, later('u2'));
    assert.deepEqual([waits(state), statesOf(state), untilOf(state)], [['u2 after'], ['prompt sent'], ['after']]);
    assert.deepEqual(effectsOf(working, later('u2')), []);
  });

  it('is written at once where no turn runs', () => {
    assert.deepEqual(writtenBy(after(working, ended), later('u2')), ['u2']);
  });

  it('goes when the turn has ended by itself, and the next one after the turn of this one', () => {
    const two = after(working, later('u2'), later('u3'));
    assert.deepEqual(writtenBy(two, ended), ['u2']);
    const second = after(two, ended);
    assert.deepEqual([second.turn, waits(second), statesOf(second)], ['running', ['u3 after'], ['prompt sent', 'prompt sending']]);
    assert.deepEqual(writtenBy(second, init, confirmed('u2'), ended), ['u3']);
  });

  for (const [how, events] of [
    ['Stop', [stop, interrupted]],
    ['an error', [failed]],
    ['the end of the process', [crashed]],
    ['a start that failed', [exited, later('u4'), { type: 'startFailed', problem: { code: 'notFound', detail: '' } }]],
  ] as const) {
    it(`stays where ${how} has ended the turn, until the person sends something`, () => {
      const two = after(working, later('u2'), later('u3'));
      const held = after(two, ...events);
      assert.deepEqual([waits(held), untilOf(held), held.turn], [['u2 after', 'u3 after'], ['person', 'person'], 'idle']);
      const sent = after(held, { type: 'promptHurried', uuid: 'u3', way: 'next' });
      assert.deepEqual([waits(sent), untilOf(sent)], [['u2 after'], ['after']]);
      assert.deepEqual(writtenBy(sent, { type: 'processStarted' }, init, confirmed('u3'), ended), ['u2']);
    });
  }

  it('stays as well where the CLI goes on with what was in its own queue', () => {
    for (const events of [[failed], [stop, interrupted]]) {
      const held = after(working, prompt('u2'), later('u3'), ...events);
      assert.deepEqual([held.turn, waits(held), untilOf(held)], ['running', ['u3 after'], ['person']]);
      assert.deepEqual(writtenBy(held, init, confirmed('u2'), ended), []);
    }
  });

  it('waits as well for a question that is open, also where the turn is over', () => {
    const open = after(working, later('u2'), asked('t'));
    assert.deepEqual(waits(open), ['u2 after']);
    for (const way of ['next', 'now'] as const) assert.equal(after(open, { type: 'promptHurried', uuid: 'u2', way }), open);
    const parked = after(open, { type: 'questionOverdue', toolUseId: 't', requestId: 'r-t', onTimeout: 'park' });
    assert.deepEqual(waits(after(parked, { type: 'turnEnded', outcome: 'deferred' })), ['u2 after']);
    const answered = after(open, { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 });
    assert.deepEqual(waits(answered), ['u2 after']);
    const echoed = after(answered, { type: 'toolFinished', toolUseId: 't', isError: false, text: 'ok' });
    assert.deepEqual(writtenBy(echoed, ended), ['u2']);
  });

  it('survives its window, and is not written by itself in the next', () => {
    const kept = JSON.parse(JSON.stringify(after(working, later('u2'), later('u3')))) as ChatState;
    const restored = restoredState(kept, 'auto', 1);
    assert.deepEqual([waits(restored), untilOf(restored)], [waits(kept), ['person', 'person']]);
    assert.deepEqual(waits(restoredState(after(working, now('u2')), 'auto', 1)), ['u2 after']);
    // The window ended between the write and the next save.
    const entry = { at: 2, event: { type: 'promptSeen' as const, id: 'u2', text: 'u2' } };
    const found = restoredState(kept, 'auto', 3, { entries: [entry], since: 1 });
    assert.deepEqual([waits(found), statesOf(found)], [['u3 after'], ['prompt sent', 'prompt sent', 'problem']]);
    const older = restoredState(kept, 'auto', 3, { entries: [entry], since: 2 });
    assert.deepEqual([waits(older), statesOf(older)], [['u3 after'], ['prompt sent', 'prompt sent', 'problem']]);
  });

  it('is not set going by what another program does to the session', () => {
    const open = after(working, later('u2'), asked('t'), { type: 'questionOverdue', toolUseId: 't', requestId: 'r-t', onTimeout: 'park' });
    const parked = after(open, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const settledThere: ChatEvent = {
      type: 'transcriptRead',
      since: 0,
      entries: [{ at: 1, event: { type: 'questionSettled', toolUseId: 't', settlement: { type: 'dismiss' }, isError: true, text: 'no' } }],
    };
    assert.deepEqual(doneBy(parked, settledThere), []);
    assert.deepEqual(untilOf(after(parked, settledThere)), ['person']);
  });

  it('can be moved, up to its neighbours', () => {
    const three = after(working, later('u2'), later('u3'), later('u4'));
    const move = (uuid: string, by: -1 | 1) => waits(after(three, { type: 'promptMoved', uuid, by }));
    assert.deepEqual(move('u3', -1), ['u3 after', 'u2 after', 'u4 after']);
    assert.deepEqual(move('u3', 1), ['u2 after', 'u4 after', 'u3 after']);
    assert.deepEqual([move('u2', -1), move('u4', 1), move('no', 1)], [waits(three), waits(three), waits(three)]);
    const urgent = after(three, now('u5'));
    assert.deepEqual(waits(after(urgent, { type: 'promptMoved', uuid: 'u2', by: -1 })), waits(urgent));
  });

  it('is taken out without a trace, or taken back with its words in the conversation', () => {
    const two = after(working, later('u2'), later('u3'));
    assert.deepEqual(waits(after(two, { type: 'promptTakenOut', uuid: 'u2' })), ['u3 after']);
    assert.equal(after(two, { type: 'promptTakenOut', uuid: 'u1' }), two);
    const taken = after(two, back('u2'));
    assert.deepEqual([waits(taken), statesOf(taken)], [['u3 after'], ['prompt sent', 'prompt takenBack']]);
    assert.deepEqual(writtenBy(taken, ended), ['u3']);
  });
});

describe('a prompt for now', () => {
  it('interrupts the turn, and is written once that has ended, before the others that wait', () => {
    const state = after(working, later('u2'), now('u3'));
    assert.deepEqual(doneBy(after(working, later('u2')), now('u3')), ['interrupt', 'awaitTurnEnd']);
    assert.deepEqual([state.turn, waits(state), untilOf(state)], ['stopping', ['u3 now', 'u2 after'], ['now', 'after']]);
    assert.deepEqual(writtenBy(state, interrupted), ['u3']);
    const running = after(state, interrupted, init, confirmed('u3'));
    assert.deepEqual([waits(running), untilOf(running)], [['u2 after'], ['after']]);
    assert.deepEqual(writtenBy(running, ended), ['u2']);
  });

  it('goes behind those that were sent for now before it', () => {
    assert.deepEqual(waits(after(working, now('u2'), now('u3'), later('u4'))), ['u2 now', 'u3 now', 'u4 now']);
  });

  it('goes together with the others that were sent for now', () => {
    const two = after(working, later('u4'), now('u2'), now('u3'));
    assert.deepEqual(writtenBy(two, interrupted), ['u2', 'u3']);
    assert.deepEqual(waits(after(two, interrupted)), ['u4 after']);
  });

  it('is what is sent while the person’s Stop is under way', () => {
    assert.deepEqual(writtenBy(after(working, stop, later('u2')), interrupted), ['u2']);
  });

  it('goes to the next process where the CLI obeys no interrupt and is ended for it', () => {
    const state = after(working, now('u2'));
    assert.deepEqual(doneBy(state, exited), ['startClaude', 'prompt']);
  });

  it('overtakes the prompts in the CLI’s queue', () => {
    const state = after(working, prompt('u2'), now('u3'));
    const [write] = effectsOf(state, interrupted);
    assert.ok(write?.type === 'writeToClaude' && write.message.type === 'prompt');
    assert.equal(write.message.priority, 'now');
    assert.match(encode(write.message, 'w'), /"priority":"now"/);
    const [alone] = effectsOf(after(working, now('u3')), interrupted);
    assert.ok(alone?.type === 'writeToClaude' && !encode(alone.message, 'w').includes('priority'));
  });

  it('is made of a prompt that waits', () => {
    const two = after(working, later('u2'), later('u3'));
    const hurried = after(two, { type: 'promptHurried', uuid: 'u3', way: 'now' });
    assert.deepEqual([waits(hurried), hurried.turn], [['u3 now', 'u2 after'], 'stopping']);
  });

  it('does not go while a question is open', () => {
    const open = after(working, asked('t'));
    assert.equal(after(open, now('u2')), open);
  });
});

describe('a prompt for the next step', () => {
  const next = after(working, prompt('u2'));
  const written = after(next, { type: 'writeAcknowledged', writeId: next.outbox[0]?.writeId ?? '' });
  const id = next.outbox[0]?.itemId ?? '';
  const shown = (state: ChatState): unknown => {
    const item = state.items.find(one => one.id === id);
    const {
      state: is,
      queue,
      canTakeBack,
    } = viewItem(item ?? assert.fail(), state, words) as {
      state: string;
      queue?: string;
      canTakeBack?: true;
    };
    return [is, queue, canTakeBack];
  };

  it('is in the CLI’s queue, says so, and can be taken back where the CLI can give it back', () => {
    assert.deepEqual(shown(next), ['sending', 'next', true]);
    assert.deepEqual(shown({ ...next, peer: { version: '2.0.77', capabilities: [] } }), ['sending', 'next', undefined]);
    assert.deepEqual(shown(after(next, confirmed('u2'))), ['sent', undefined, undefined]);
    assert.deepEqual(shown(after(next, crashed)), ['failed', undefined, undefined]);
    assert.deepEqual(statesOf(after(initialState('auto'), prompt('u1')))[0], 'prompt sending');
  });

  it('is taken back by the CLI once that has it, and asked for once', () => {
    assert.deepEqual(effectsOf(written, back(id)), [{ type: 'takeBackPrompt', uuid: 'u2' }]);
    const wanted = after(written, back(id));
    assert.deepEqual([shown(wanted), effectsOf(wanted, back(id))], [['sending', 'takingBack', undefined], []]);
    // The line that asks would overtake the prompt, which waits for its images.
    assert.deepEqual(effectsOf(next, back(id)), []);
    const early = after(next, back(id));
    const taken: ChatEvent = { type: 'writeAcknowledged', writeId: early.outbox[0]?.writeId ?? '' };
    assert.deepEqual(effectsOf(early, taken), [{ type: 'takeBackPrompt', uuid: 'u2' }]);
    assert.deepEqual(effectsOf(early, taken, taken), []);
  });

  it('is taken back only where the CLI says so', () => {
    const isBack = after(written, back(id), { type: 'promptBack', uuid: 'u2', isBack: true });
    assert.deepEqual([shown(isBack), isBack.outbox, isBack.turn], [['takenBack', undefined, undefined], [], 'running']);
    const late = after(written, back(id), { type: 'promptBack', uuid: 'u2', isBack: false });
    assert.deepEqual([shown(late), late.outbox.length], [['sending', 'late', undefined], 1]);
    assert.deepEqual(shown(after(late, confirmed('u2'))), ['sent', undefined, undefined]);
    assert.equal(after(isBack, confirmed('u2')), isBack);
  });

  it('goes back to the person by Stop, before that interrupts the turn', () => {
    assert.deepEqual(doneBy(written, stop), ['takeBackPrompt', 'interrupt', 'awaitTurnEnd']);
    const isBack = after(written, stop, { type: 'promptBack', uuid: 'u2', isBack: true });
    assert.deepEqual([shown(isBack), isBack.outbox, isBack.turn], [['failed', undefined, undefined], [], 'stopping']);
    const over = after(isBack, interrupted);
    assert.deepEqual([over.turn, statesOf(over)], ['idle', ['prompt sent', 'prompt failed', 'problem']]);
    const late = after(written, stop, { type: 'promptBack', uuid: 'u2', isBack: false });
    assert.deepEqual(shown(after(late, confirmed('u2'))), ['sent', undefined, undefined]);
    // A message for now interrupts alone.
    assert.deepEqual(doneBy(written, now('u3')), ['interrupt', 'awaitTurnEnd']);
  });

  it('goes back by Stop as well where it is on its way into the pipe, and one that the person wanted back stays theirs', () => {
    const taken: ChatEvent = { type: 'writeAcknowledged', writeId: next.outbox[0]?.writeId ?? '' };
    assert.deepEqual(doneBy(next, stop), ['interrupt', 'awaitTurnEnd']);
    assert.deepEqual(effectsOf(next, stop, taken), [{ type: 'takeBackPrompt', uuid: 'u2' }]);
    assert.deepEqual(shown(after(next, stop, taken, { type: 'promptBack', uuid: 'u2', isBack: true })), ['failed', undefined, undefined]);
    const unwritten: ChatEvent = { type: 'promptUnwritten', writeId: next.outbox[0]?.writeId ?? '' };
    assert.deepEqual(shown(after(next, stop, unwritten)), ['failed', undefined, undefined]);
    assert.deepEqual(shown(after(next, back(id), stop, unwritten)), ['takenBack', undefined, undefined]);
    const asked = after(next, back(id), stop, taken, { type: 'promptBack', uuid: 'u2', isBack: true });
    assert.deepEqual(shown(asked), ['takenBack', undefined, undefined]);
  });

  it('is sent again whole and under another uuid, because the CLI runs none of a uuid that it has given back', () => {
    const attachments = [{ kind: 'file' as const, id: 'a1', path: 'src/a.ts' }];
    const sent = after(working, { type: 'promptSubmitted', uuid: 'u2', text: 'u2', attachments });
    const taken: ChatEvent = { type: 'writeAcknowledged', writeId: sent.outbox[0]?.writeId ?? '' };
    const isBack = after(sent, taken, stop, { type: 'promptBack', uuid: 'u2', isBack: true }, interrupted);
    const again: ChatEvent = { type: 'promptResubmitted', id, uuid: 'u3' };
    const reopened = restoredState(JSON.parse(JSON.stringify(isBack)) as ChatState, 'auto', 1);
    const whole = { type: 'prompt', uuid: 'u3', text: 'u2', attachments };
    for (const effects of [effectsOf(isBack, again), effectsOf(reopened, again)])
      assert.deepEqual(
        effects.flatMap(effect => (effect.type === 'writeToClaude' ? [effect.message] : [])),
        [whole],
      );
    // A process that has ended may have read it, so the next one gets the uuid that it would know.
    assert.deepEqual(writtenBy(after(sent, taken, stop, crashed), again), ['u2']);
  });

  it('is not left waiting where the process ends before it has begun, and the next one gets the others', () => {
    const two = after(written, prompt('u3'), back(id), { type: 'promptsUnread' });
    assert.deepEqual(writtenBy(two, exited), ['u3']);
    const anew = after(two, exited);
    assert.deepEqual([shown(anew), anew.outbox.map(({ uuid }) => uuid)], [['failed', undefined, undefined], ['u3']]);
    const alone = after(written, back(id), { type: 'promptsUnread' }, exited);
    assert.deepEqual([shown(alone), alone.turn, alone.process], [['failed', undefined, undefined], 'idle', 'none']);
  });

  it('goes to no next process by itself once the person has stopped it, where the process ends before the pipe has taken it', () => {
    const stopped = after(begun, confirmed('u1'), prompt('u2'), stop, interrupted, { type: 'promptsUnread' });
    assert.deepEqual([stopped.process, stopped.outbox.map(entry => entry.stopped)], ['ending', [true]]);
    assert.deepEqual(
      [doneBy(stopped, exited).includes('startClaude'), shown(after(stopped, exited))],
      [false, ['failed', undefined, undefined]],
    );
    // One behind it that was not stopped goes on.
    assert.deepEqual(writtenBy(after(stopped, prompt('u3')), exited), ['u3']);
  });

  it('leaves one line where Stop takes back the only prompt of a turn that the CLI has not begun', () => {
    const over = after(written, ended, stop, { type: 'promptBack', uuid: 'u2', isBack: true });
    assert.deepEqual([over.turn, statesOf(over)], ['idle', ['prompt sent', 'prompt failed', 'problem']]);
    const urgent = after(written, ended, stop, later('u3'));
    assert.deepEqual(writtenBy(urgent, { type: 'promptBack', uuid: 'u2', isBack: true }), ['u3']);
  });

  it('leaves no turn behind that the CLI does not run', () => {
    const over = after(written, back(id), ended);
    assert.equal(over.turn, 'running');
    const isBack = after(over, { type: 'promptBack', uuid: 'u2', isBack: true });
    assert.deepEqual([isBack.turn, statesOf(isBack)], ['idle', ['prompt sent', 'prompt takenBack']]);
  });

  it('is made of a prompt that waits, where the CLI gives it to Claude once', () => {
    const waiting = after(working, later('u2'));
    const hurried: ChatEvent = { type: 'promptHurried', uuid: 'u2', way: 'next' };
    assert.deepEqual(writtenBy(waiting, hurried), ['u2']);
    const old = { ...waiting, peer: { version: '2.0.77', capabilities: [] } };
    assert.equal(after(old, hurried), old);
  });

  it('is not asked for where the CLI cannot give it back', () => {
    const old = { ...written, peer: { version: '2.0.77', capabilities: [] } };
    assert.equal(after(old, back(id)), old);
  });
});
