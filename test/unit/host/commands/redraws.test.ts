// When a list is drawn again.
import assert from 'node:assert/strict';
import { behindPress, Redraws } from '../../../../src/host/commands/redraws.js';
import { createManualClock } from '../../../support/manualClock.js';

describe('drawing a list again', () => {
  const begin = () => {
    const clock = createManualClock();
    const drawn: string[] = [];
    const redraws = new Redraws(() => drawn.push('drawn'), clock);
    return { clock, drawn, redraws };
  };

  it('leaves the processor to the CLI behind a press, and then draws once for all that has changed', async () => {
    const { clock, drawn, redraws } = begin();
    redraws.soon();
    redraws.soon();
    assert.deepEqual(drawn, []);
    const timer = await clock.next();
    assert.equal(timer.ms, behindPress);
    timer.run();
    assert.equal(clock.all.length, 1);
    assert.deepEqual(drawn, ['drawn']);
    redraws.soon();
    assert.equal(clock.all.length, 2, 'the next change is drawn too');
  });

  it('draws what cannot wait at once, and what was put off with it', async () => {
    const { clock, drawn, redraws } = begin();
    redraws.soon();
    redraws.now();
    assert.deepEqual(drawn, ['drawn']);
    assert.equal((await clock.next()).isCalledOff, true);
  });

  it('draws nothing behind its end', async () => {
    const { clock, drawn, redraws } = begin();
    redraws.soon();
    redraws.end();
    assert.equal((await clock.next()).isCalledOff, true);
    assert.deepEqual(drawn, []);
  });
});
