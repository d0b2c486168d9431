// An answer is final long before the end of a turn that goes on for hours: as soon as the transcript holds its result. Other chats are told of it then.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultsHeld } from '../../../../src/claude/transcripts/heldResults.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import type { ChatState } from '../../../../src/chat/state.js';
import { asked as askedPeer, answer, settled } from '../../../support/peer.js';
import type { Peer } from '../../../support/peer.js';
import { pick } from '../../../support/questions.js';
import { after, asked, doneBy, effectsOf, ended, working } from '../../../support/chat.js';

const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const echoed: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Your questions have been answered' };
const killed: ChatEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
const wentOn: ChatEvent = { type: 'textStarted', id: 'm:0' };
const read = after(working, asked('t'), answered, echoed);
const remembers = (state: ChatState, event: ChatEvent): boolean => doneBy(state, event).includes('rememberAnswers');

/** It has taken the answer, and its turn goes on. */
async function answeredPeer(): Promise<Peer> {
  const peer = await askedPeer();
  peer.loop.dispatch(answer);
  await settled();
  peer.say({
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'Your questions have been answered' }] },
  });
  return peer;
}

describe('an answer that the CLI has taken', () => {
  it('is final, and a decision, once the transcript holds it, while the turn goes on', () => {
    const taken = after(working, asked('t'), answered);
    assert.deepEqual(effectsOf(taken, echoed), [{ type: 'awaitResult', toolUseId: 't', call: 't', sessionId: 's' }]);
    const seen: ChatEvent = { type: 'resultSeen', toolUseId: 't' };
    assert.equal(remembers(after(read, wentOn), seen), true);
    const over = after(read, wentOn, seen);
    assert.deepEqual([over.turn, remembers(over, ended), doneBy(over, killed)], ['running', false, []]);
    assert.deepEqual(after(working, asked('t'), answered, seen), taken, 'nothing of one that the CLI has not taken');
  });

  it('is looked for in the transcript while the turn goes on, each time after a longer pause, and no more once it has ended', async () => {
    const peer = await answeredPeer();
    const due = async (hasResults: boolean | undefined): Promise<number> => {
      peer.hasResults = hasResults;
      const { length } = peer.timers;
      peer.timers.at(-1)?.run();
      await settled();
      return peer.timers.length - length;
    };
    const question = () => peer.items.find(item => item.kind === 'question');
    const more = [await due(false), await due(undefined), await due(true)];
    assert.deepEqual(more, [1, 1, 0]);
    assert.deepEqual([peer.timers.slice(-3).map(({ ms }) => ms), question()?.unproven], [[1000, 2000, 4000], undefined]);

    const other = await answeredPeer();
    other.say({ type: 'result', subtype: 'success', is_error: false });
    const { length } = other.timers;
    other.timers.at(-1)?.run();
    await settled();
    assert.equal(other.timers.length, length);
  });

  it('is lost at the end of the turn where another process has noted in its place that the call was interrupted', async () => {
    for (const interrupted of [['t'], []]) {
      const peer = await answeredPeer();
      interrupted.forEach(id => peer.interrupted.add(id));
      peer.say({ type: 'result', subtype: 'success', is_error: false });
      await settled();
      const question = peer.items.find(item => item.kind === 'question');
      assert.deepEqual([question?.phase, question?.unproven], [interrupted.length > 0 ? 'lost' : 'answered', undefined]);
    }
  });

  it('is looked for at the end of the transcript only, which costs the same in a chat of any length', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-awaited-'));
    const path = join(folder, 's.jsonl');
    const result = { type: 'user', uuid: 'r', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] } };
    const other = { type: 'user', uuid: 'o', message: { content: 'x'.repeat(90_000) } };
    writeFileSync(path, [result, ...Array<object>(9).fill(other)].map(entry => `${JSON.stringify(entry)}\n`).join(''));
    assert.deepEqual([await resultsHeld(path, ['t'], 100_000), await resultsHeld(path, ['t'])], [{ t: false }, { t: true }]);
    rmSync(folder, { recursive: true });
  });
});
