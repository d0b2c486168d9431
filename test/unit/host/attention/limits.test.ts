// Which limits of the plan are told, and when they have ended.
import assert from 'node:assert/strict';
import type { EndedLimit } from '../../../../src/host/attention/limits.js';
import { Limits } from '../../../../src/host/attention/limits.js';
import type { PlanLimit } from '../../../../src/shared/contract/news.js';

const near: PlanLimit = { id: 'five_hour', state: 'near', used: 92, resetsAt: 5_000, threshold: 90 };
const reached: PlanLimit = { id: 'five_hour', state: 'reached', used: 100, resetsAt: 5_000 };

/** Windows that share what is remembered. */
class Windows {
  now = 1_000;
  readonly remembered = new Map<string, unknown>();
  readonly told: string[] = [];
  readonly ended: EndedLimit[] = [];
  timers: { readonly callback: () => void; readonly at: number }[] = [];

  /** `runs`: whether the window runs the chat. */
  open(runs: (chat: string) => boolean = () => true): Limits {
    const limits = new Limits({
      now: () => this.now,
      clock: {
        after: (ms, callback) => {
          const timer = { callback, at: this.now + ms };
          this.timers.push(timer);
          return () => (this.timers = this.timers.filter(other => other !== timer));
        },
      },
      read: key => this.remembered.get(key),
      write: (key, value) => this.remembered.set(key, structuredClone(value)),
      isHere: runs,
      ended: limit => this.ended.push(limit),
      near: (chat, told) => this.told.push(`${chat}: ${told}`),
    });
    limits.begin();
    return limits;
  }

  pass(to: number): void {
    this.now = to;
    const due = this.timers.filter(({ at }) => at <= to);
    this.timers = this.timers.filter(({ at }) => at > to);
    for (const { callback } of due) callback();
  }
}

describe('the limits of a plan', () => {
  let windows: Windows;
  beforeEach(() => {
    windows = new Windows();
  });

  it('are told once for each threshold of each period, also after a restart', () => {
    const first = windows.open();
    first.heard('a', [near]);
    first.heard('b', [near, { ...near, used: 93 }]);
    windows.open().heard('a', [near]);
    assert.deepEqual(windows.told, ['a: nearLimit five_hour 92 5000']);
    first.heard('a', [{ ...near, used: 96, threshold: 95 }]);
    first.heard('a', [{ id: 'seven_day', state: 'near' }]);
    first.heard('a', [{ ...near, resetsAt: 23_000 }]);
    assert.deepEqual(windows.told.slice(1), [
      ...['a: nearLimit five_hour 96 5000', 'a: nearLimit seven_day  ', 'a: nearLimit five_hour 92 23000'],
    ]);
  });

  it('are told as ended once, when their time is over', () => {
    const limits = windows.open();
    limits.heard('a', [reached]);
    limits.heard('b', [reached]);
    assert.equal(windows.timers.length, 1);
    windows.pass(4_999);
    assert.deepEqual(windows.ended, []);
    windows.pass(5_000);
    assert.deepEqual(windows.ended, [{ id: 'five_hour', resetsAt: 5_000, chat: 'a' }]);
    limits.check();
    limits.heard('a', [reached]);
    assert.equal(windows.ended.length, 1);
  });

  it('are told as ended by the window that runs the chat, and by another one only where there is none', () => {
    const first = windows.open(chat => chat === 'a');
    first.heard('a', [reached]);
    const second = windows.open(() => false);
    windows.pass(5_000);
    assert.equal(windows.ended.length, 1);
    windows.pass(20_000);
    second.check();
    assert.equal(windows.ended.length, 1);
    first.heard('a', [{ ...reached, resetsAt: 30_000 }]);
    first.dispose();
    windows.open(() => false);
    windows.pass(34_999);
    assert.equal(windows.ended.length, 1);
    windows.pass(35_000);
    assert.equal(windows.ended.length, 2);
  });

  it('are waited for after a restart, but nothing is told of one that has ended meanwhile', () => {
    windows.open().heard('a', [reached, { id: 'seven_day', state: 'reached', resetsAt: 9_000 }]);
    windows.timers = [];
    windows.now = 6_000;
    windows.open();
    assert.deepEqual(windows.ended, []);
    windows.pass(9_000);
    assert.deepEqual(windows.ended, [{ id: 'seven_day', resetsAt: 9_000, chat: 'a' }]);
  });

  it('are waited for until the last time that was named, and not at all where Claude works again before', () => {
    const limits = windows.open();
    limits.heard('a', [reached]);
    limits.heard('a', [{ ...reached, resetsAt: 7_000 }]);
    windows.pass(6_999);
    assert.deepEqual(windows.ended, []);
    limits.heard('b', [{ id: 'five_hour', state: 'open', used: 1, resetsAt: 7_000 }]);
    windows.pass(8_000);
    assert.deepEqual([windows.ended, windows.timers], [[], []]);
  });

  it('are told by a look at the clock where the timer stood still', () => {
    const limits = windows.open();
    limits.heard('a', [reached]);
    windows.now = 5_001;
    limits.check();
    assert.equal(windows.ended.length, 1);
    windows.pass(9_000);
    assert.equal(windows.ended.length, 1);
  });

  it('leave no timer behind, and do without what is remembered wrongly', () => {
    windows.remembered.set('limitsTold', 'odd');
    windows.remembered.set('limitsWaitedFor', [{ id: 3 }, null, 'odd']);
    const limits = windows.open();
    limits.heard('a', [near, { id: 'seven_day', state: 'reached', resetsAt: 9_000 }]);
    assert.equal(windows.told.length, 1);
    limits.dispose();
    assert.deepEqual(windows.timers, []);
  });
});
