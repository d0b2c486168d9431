// A time dismisses a question whose card was in sight for 30 seconds, and no other: where it was not, the person is reminded.
import assert from 'node:assert/strict';
import type { OnTimeout, ChatEvent } from '../../../../src/chat/events.js';
import type { ChatState } from '../../../../src/chat/state.js';
import { waitingQuestions } from '../../../../src/chat/state.js';
import { step } from '../../../../src/chat/step.js';
import { Dismissals } from '../../../../src/host/attention/dismissals.js';
import type { Waiting } from '../../../../src/host/attention/waitingItems.js';
import type { Chat } from '../../../../src/host/chats/chat.js';
import { asked, questionInput, working } from '../../../support/chat.js';

class Window {
  now = 0;
  isVisible = true;
  setting: { ms: number; then: OnTimeout } = { ms: 60, then: 'dismiss' };
  state: ChatState = { ...working };
  readonly #chat = { loop: this } as unknown as Chat;
  #timers: { readonly at: number; readonly run: () => void }[] = [];
  readonly #dismissals = new Dismissals({
    setting: () => this.setting,
    isVisible: () => this.isVisible,
    dispatch: (_, event) => this.say(event),
    now: () => this.now,
    clock: {
      after: (ms, run) => {
        const timer = { at: this.now + ms, run };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter(one => one !== timer));
      },
    },
  });

  say(...events: readonly ChatEvent[]): void {
    for (const event of events) this.state = step(this.state, event, this.now).state;
    this.look();
  }

  look(): void {
    const waiting = (): readonly Waiting[] => waitingQuestions(this.state).map(item => ({ chat: this.#chat, item, since: 0 }));
    this.#dismissals.update(waiting);
  }

  async show(isVisible: boolean): Promise<void> {
    this.isVisible = isVisible;
    this.look();
    await Promise.resolve();
  }

  /** Each timer runs at its time. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      const next = Math.min(end, ...this.#timers.map(({ at }) => at));
      await this.sleep(next - this.now);
      if (next === end) return;
    }
  }

  /** The machine does nothing for so long, and what is due is done behind that. */
  async sleep(ms: number): Promise<void> {
    this.now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { run } of due) run();
    await Promise.resolve();
  }

  /** What became of the question, and whether the person was reminded. */
  get outcome(): readonly unknown[] {
    const question = this.state.items.find(item => item.kind === 'question');
    return [question?.phase, question?.overdueAt !== undefined];
  }

  /** Milliseconds from now on that the card says are left. */
  get left(): number | undefined {
    const question = this.state.items.find(item => item.kind === 'question');
    return question?.dismissAt === undefined ? undefined : question.dismissAt - this.now;
  }
}

describe('a question that a time dismisses', () => {
  let window: Window;
  const ask = async (): Promise<void> => {
    window.say(asked('t'));
    await Promise.resolve();
  };
  beforeEach(() => {
    window = new Window();
  });
  const [waits, isDismissed] = [
    ['asked', false],
    ['sending', false],
  ];

  it('was in sight for 30 seconds before, which the countdown says too', async () => {
    await ask();
    assert.equal(window.left, 30_000);
    await window.pass(29_999);
    assert.deepEqual(window.outcome, waits);
    await window.pass(1);
    assert.deepEqual(window.outcome, isDismissed);
  });

  it('waits for as long as the setting says, where that is longer', async () => {
    window.setting = { ms: 45_000, then: 'dismiss' };
    await ask();
    assert.equal(window.left, 45_000);
    await window.pass(44_999);
    assert.deepEqual(window.outcome, waits);
    await window.pass(1);
    assert.deepEqual(window.outcome, isDismissed);
  });

  it('waits for ever where a Claude in a terminal asks it, which the person may be about to answer there', async () => {
    const otherAgent = { name: 'Claude in a terminal', folder: '/work', terminal: true as const };
    window.say(asked('t1', { input: { ...questionInput, otherAgent } }));
    await window.show(true);
    await window.pass(3_600_000);
    assert.deepEqual(window.outcome, waits);
  });

  it('waits out of sight, and the person is reminded; the seconds in sight count together', async () => {
    await ask();
    await window.pass(20_000);
    await window.show(false);
    await window.pass(3_600_000);
    assert.deepEqual(window.outcome, waits);
    await window.show(true);
    assert.equal(window.left, 10_000);
    await window.pass(10_000);
    assert.deepEqual(window.outcome, isDismissed);

    window = new Window();
    window.isVisible = false;
    await ask();
    await window.pass(60);
    assert.deepEqual(window.outcome, ['asked', true]);
  });

  it('has not been in sight while the machine slept, in which nobody can have seen it, nor while its clock was set', async () => {
    for (const jump of [3_600_000, -3_600_000]) {
      window = new Window();
      window.now = 3_600_000;
      await ask();
      await window.pass(10_000);
      await window.sleep(jump);
      await window.pass(jump < 0 ? -jump : 0);
      if (jump > 0) {
        assert.ok((window.left ?? 0) >= 18_000, String(window.left));
        await window.pass(17_999);
        assert.deepEqual(window.outcome, waits);
      }
      await window.pass(20_000);
      assert.deepEqual(window.outcome, isDismissed);
    }
  });

  it('has not been in sight where the machine slept, and something came into sight behind that', async () => {
    await ask();
    await window.pass(10_000);
    window.now += 3_600_000;
    await window.show(false);
    await window.show(true);
    assert.ok((window.left ?? 0) >= 18_000, String(window.left));
  });

  it('waits for ever once the person has begun to answer, also when its card comes into sight again', async () => {
    await ask();
    window.say({ type: 'answerBegun', toolUseId: 't' });
    for (const isVisible of [false, true]) await window.show(isVisible);
    await window.pass(3_600_000);
    assert.deepEqual([window.left, ...window.outcome], [undefined, ...waits]);
  });

  it('waits where the settings have changed meanwhile, and the person is reminded unless they say never', async () => {
    for (const setting of [
      { ms: 60, then: 'remind' },
      { ms: 0, then: 'dismiss' },
    ] as const) {
      window = new Window();
      await ask();
      window.setting = setting;
      await window.pass(30_000);
      assert.deepEqual([window.left, ...window.outcome], [undefined, 'asked', setting.ms > 0]);
    }
  });

  it('ends as its call says, where that is sooner', async () => {
    for (const [until, left] of [
      [10_000, 10_000],
      [90_000, 30_000],
    ] as const) {
      window = new Window();
      window.say(asked('t'), { type: 'countdownStarted', toolUseId: 't', requestId: 'r-t', until });
      await Promise.resolve();
      assert.equal(window.left, left);
    }
  });
});
