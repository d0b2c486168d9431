// Which call of an agent gets which answer, in whatever order the person, the clocks and the agent act.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from '../../../../src/host/agents/agentWaits.js';
import { AgentWaits } from '../../../../src/host/agents/agentWaits.js';
import { MovedTime } from '../../../support/movedTime.js';
import { settled } from '../../../support/peer.js';

const limit = 50_000;

class Scene {
  readonly time = new MovedTime();
  /** What the card was told: whether a call waits. */
  readonly told: boolean[] = [];
  readonly outcomes: Outcome<string>[] = [];
  readonly waits = new AgentWaits<string>({ clock: this.time, attended: (_id, waits) => void this.told.push(waits) });
  withdrawals = 0;
  answer: (words: string) => void = () => undefined;

  constructor() {
    const result = new Promise<string>(resolve => (this.answer = resolve));
    this.waits.add('q', result, () => ++this.withdrawals > 0);
  }

  wait(signal = new AbortController().signal): void {
    void this.waits.wait('q', limit, signal).then(outcome => this.outcomes.push(outcome));
  }
}

describe('a call that waits for an answer', () => {
  for (const [when, ms] of [
    ['a second before its limit', limit - 1_000],
    ['at its limit', limit],
    ['ten minutes after its limit', limit + 600_000],
  ] as const)
    it(`gets the answer that is given ${when}, or the next call does, once`, async () => {
      const scene = new Scene();
      scene.wait();
      await scene.time.move(ms);
      scene.answer('A');
      await settled();
      const isLate = ms >= limit;
      assert.deepEqual(scene.outcomes, isLate ? ['later'] : [{ answer: 'A' }]);
      assert.equal(scene.told.at(-1), !isLate, 'the card says whether a call waits');
      scene.wait();
      scene.wait();
      await settled();
      assert.deepEqual(scene.outcomes.slice(1), isLate ? [{ answer: 'A' }, 'unknown'] : ['unknown', 'unknown']);
      assert.equal(scene.told.at(-1), true);
    });

  it('is withdrawn by its agent, and no later than that', async () => {
    const scene = new Scene();
    const cancelling = new AbortController();
    scene.wait(cancelling.signal);
    assert.equal(scene.withdrawals, 0);
    cancelling.abort();
    await settled();
    assert.deepEqual([scene.outcomes, scene.withdrawals, scene.told.at(-1)], [['withdrawn'], 1, false]);
    await scene.time.move(limit);
    assert.equal(scene.outcomes.length, 1);
  });

  it('that has ended at its limit withdraws nothing when its connection closes, and the next call waits on', async () => {
    const scene = new Scene();
    const [first, second] = [new AbortController(), new AbortController()];
    scene.wait(first.signal);
    await scene.time.move(limit);
    scene.wait(second.signal);
    first.abort();
    await settled();
    assert.deepEqual([scene.outcomes, scene.withdrawals, scene.told.at(-1)], [['later'], 0, true]);
    scene.answer('A');
    await settled();
    assert.deepEqual(scene.outcomes, ['later', { answer: 'A' }]);
  });

  it('for a question that is asked again under its name gets nothing of the one that was withdrawn', async () => {
    const scene = new Scene();
    const cancelling = new AbortController();
    scene.wait(cancelling.signal);
    cancelling.abort();
    let answerSecond: (words: string) => void = () => undefined;
    scene.waits.add('q', new Promise(resolve => (answerSecond = resolve)), () => true);
    scene.answer('withdrawn');
    await settled();
    scene.wait();
    answerSecond('B');
    await settled();
    assert.deepEqual(scene.outcomes, ['withdrawn', { answer: 'B' }]);
  });

  it('ends with its window, which withdraws nothing', async () => {
    const scene = new Scene();
    scene.wait();
    scene.waits.leaveAll();
    await settled();
    assert.deepEqual([scene.outcomes, scene.withdrawals, scene.told.at(-1)], [['later'], 0, false]);
  });

  it('gives way to a newer one for the same question', async () => {
    const scene = new Scene();
    scene.wait();
    scene.wait();
    await settled();
    scene.answer('A');
    await settled();
    assert.deepEqual(scene.outcomes, ['later', { answer: 'A' }]);
  });

  it('finds the answers of a day and the newest hundred; an older one is on its card', async () => {
    const time = new MovedTime();
    const dropped: string[] = [];
    const waits = new AgentWaits<string>({ clock: time, attended: () => undefined, dropped: id => void dropped.push(id) });
    const answer = async (id: string): Promise<void> => {
      waits.add(id, Promise.resolve(id), () => false);
      await settled();
    };
    const get = (id: string): Promise<Outcome<string>> => waits.wait(id, limit, new AbortController().signal);
    let answerFirst: (words: string) => void = () => undefined;
    waits.add('first asked', new Promise(resolve => (answerFirst = resolve)), () => false);
    for (let index = 0; index < 100; index++) await answer(`${index}`);
    answerFirst('last answered');
    await settled();
    assert.deepEqual(dropped, ['0']);
    assert.deepEqual([await get('0'), await get('1'), await get('first asked')], ['unknown', { answer: '1' }, { answer: 'last answered' }]);
    await time.move(86_400_000);
    assert.equal(await get('50'), 'unknown');
    assert.equal(dropped.length, 99, 'what was handed over is dropped no more');
  });

  it('gets the answer exactly once, in each of 300 orders of calls, clocks and the person', async () => {
    const act = fc.oneof(
      fc.constant({ type: 'call' as const }),
      fc.constant({ type: 'answer' as const }),
      fc.integer({ min: 1, max: 2 * limit }).map(ms => ({ type: 'time' as const, ms })),
      fc.constantFrom(limit - 1, limit, limit + 1).map(ms => ({ type: 'time' as const, ms })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async acts => {
        const scene = new Scene();
        let isAnswered = false;
        for (const one of acts) {
          if (one.type === 'call') scene.wait();
          else if (one.type === 'time') await scene.time.move(one.ms);
          else {
            scene.answer('A');
            isAnswered = true;
          }
        }
        await settled();
        const before = scene.outcomes.filter(outcome => typeof outcome === 'object').length;
        scene.answer('A');
        await settled();
        scene.wait();
        await scene.time.move(limit);
        const got = scene.outcomes.filter(outcome => typeof outcome === 'object');
        assert.equal(got.length, 1);
        assert.ok(isAnswered || before === 0);
        // No call is left without words.
        assert.equal(scene.outcomes.length, acts.filter(({ type }) => type === 'call').length + 1);
      }),
      { numRuns: 300 },
    );
  });
});
