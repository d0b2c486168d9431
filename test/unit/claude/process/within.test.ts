// Work that may never end is waited for up to a limit.
import assert from 'node:assert/strict';
import { within } from '../../../../src/claude/process/within.js';
import { createManualClock } from '../../../support/manualClock.js';

describe('what is waited for within a time', () => {
  const never = new Promise<string>(() => undefined);

  it('is what the work gives, or its error, and the clock is let go', async () => {
    const cancelled: string[] = [];
    const clock = { after: () => (): void => void cancelled.push('cancelled') };
    assert.equal(await within(Promise.resolve('done'), 5, () => 'late', clock), 'done');
    await assert.rejects(
      within(Promise.reject(new Error('no')), 5, () => 'late', clock),
      /^Error: no$/,
    );
    assert.deepEqual(cancelled, ['cancelled', 'cancelled']);
  });

  it('is what stands for it once the time is over', async () => {
    const clock = createManualClock();
    const late = within(never, 5, () => 'late', clock);
    const failed = within(
      never,
      5,
      () => {
        throw new Error('too late');
      },
      clock,
    );
    for (const { run } of clock.all) run();
    assert.equal(await late, 'late');
    await assert.rejects(failed, /^Error: too late$/);
  });
});
