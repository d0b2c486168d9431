// The timeouts of an open question: that of its call, and that of the settings where nothing depends on what is in sight.
import assert from 'node:assert/strict';
import type { OnTimeout, ChatEvent } from '../../../../src/chat/events.js';
import { awaitAnswer } from '../../../../src/host/chats/answerTimeouts.js';
import { createManualClock } from '../../../support/manualClock.js';

describe('the timeout of an open question', () => {
  /** Milliseconds after which it ends, and the card's countdown to it. */
  async function ends(ms: number, then: OnTimeout, timeoutSeconds?: number): Promise<readonly number[]> {
    const countdowns: number[] = [];
    const dispatch = (event: ChatEvent): void => void (event.type === 'countdownStarted' && countdowns.push(event.until));
    const asked = { type: 'awaitAnswer', toolUseId: 't', requestId: 'r', ...(timeoutSeconds !== undefined && { timeoutSeconds }) } as const;
    const clock = createManualClock();
    awaitAnswer(asked, { waiting: () => ({ ms, then }), now: () => 0, dispatch, clock }, () => 0);
    const timers = clock.all.map(timer => timer.ms);
    await Promise.resolve();
    return [...timers, ...countdowns];
  }

  it('is that of its call, which the countdown says; a dismissal by the settings is none of this', async () => {
    assert.deepEqual(await ends(60, 'dismiss', 90), [90_000, 90_000]);
    assert.deepEqual(await ends(60, 'dismiss'), []);
  });

  it('reminds and parks when the setting says so, because nothing is lost by it', async () => {
    assert.deepEqual(await ends(60, 'remind'), [60]);
    assert.deepEqual(await ends(60, 'park'), [60]);
    assert.deepEqual(await ends(0, 'park'), []);
  });

  it('only reminds where the person has asked Claude about it since, because a parked question has no process that could reply', () => {
    const clock = createManualClock();
    const overdue: OnTimeout[] = [];
    let asides = 1;
    awaitAnswer(
      { type: 'awaitAnswer', toolUseId: 't', requestId: 'r' },
      {
        waiting: () => ({ ms: 60, then: 'park' }),
        now: () => 0,
        dispatch: event => void (event.type === 'questionOverdue' && overdue.push(event.onTimeout)),
        clock,
      },
      () => asides,
    );
    asides++;
    clock.all[0]?.run();
    assert.deepEqual(overdue, ['remind']);
  });
});
