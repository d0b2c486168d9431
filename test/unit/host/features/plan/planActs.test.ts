// Approving a plan: the mode first, the approval only once the CLI has it; in a new chat the plan and nothing of the planning.
import assert from 'node:assert/strict';
import type { ControlReply } from '../../../../../src/claude/stream/controlRequests.js';
import type { ActContext } from '../../../../../src/host/features/actContext.js';
import { PlanModes } from '../../../../../src/host/features/plan/follow.js';
import type { PartContext } from '../../../../../src/host/features/part.js';
import { approval } from '../../../../../src/host/features/plan/approval.js';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import type { ChatState } from '../../../../../src/chat/state.js';
import { permittedParts } from '../../../../../src/shared/permitted.js';
import { writePlanWords } from '../../../../../src/shared/features/plan/planComments.js';
import { planOf } from '../../../../../src/shared/features/plan/plan.js';
import { after, permissionFor, working } from '../../../../support/chat.js';

const plan = '# Plan\n\nRead @secret.txt';
const waits = after(
  working,
  { type: 'steered', change: { model: 'opus', mode: 'plan' } },
  { ...permissionFor('t'), toolName: 'ExitPlanMode', input: { plan } },
);
const act = { type: 'approvePlan' as const, id: 'p-t', mode: 'acceptEdits' as const, fresh: false, note: 'Slowly.' };

/** The parts of two chats that the act uses. */
class Chats {
  state: ChatState = waits;
  readonly asked: string[] = [];
  readonly done: ChatEvent[] = [];
  readonly told: unknown[] = [];
  reply: ControlReply = { ok: true, response: { mode: 'acceptEdits' } };
  /** The reply to the requests behind the first. */
  replyThen: ControlReply | undefined;
  readonly current = { key: 'new', loop: this.#loop('new') };
  readonly chat = { key: 'k', hasTab: false, loop: this.#loop('old') };

  #loop(name: string) {
    const { asked, done } = this;
    const setMode = (mode: string): Promise<ControlReply> => {
      asked.push(`${mode} in ${name}`);
      return Promise.resolve(asked.length > 1 ? (this.replyThen ?? this.reply) : this.reply);
    };
    const loop = {
      state: this.state,
      parts: () =>
        Promise.resolve({ steered: { setMode, planAgain: (before: string) => setMode(`plan after ${before}`), beforePlan: 'auto' } }),
      dispatch: (event: ChatEvent) => {
        done.push(event);
        if (event.type === 'permissionDecided' || event.type === 'interruptRequested') this.state = after(this.state, event);
      },
    };
    Object.defineProperty(loop, 'state', { get: () => this.state });
    return loop;
  }

  get context(): ActContext {
    const chats = {
      tell: (_: string, news: unknown) => this.told.push(news),
      newChat: () => undefined,
      current: this.current,
      dispatch: (_: unknown, event: ChatEvent) => this.done.push(event),
    };
    return { chat: this.chat, chats, log: { warn: () => undefined } } as unknown as ActContext;
  }
}

describe('approving a plan', () => {
  it('sets the mode, then allows the plan with the note', async () => {
    const chats = new Chats();
    await approval(act, chats.context);
    assert.deepEqual(chats.asked, ['acceptEdits in old']);
    assert.deepEqual(chats.done, [{ type: 'permissionDecided', requestId: 'p-t', decision: 'allow', note: 'Slowly.' }]);
  });

  it('approves nothing in a mode that the CLI refuses, and says so', async () => {
    const chats = new Chats();
    chats.reply = { ok: false, why: 'failed', detail: 'not here' };
    await approval({ ...act, mode: 'auto' }, chats.context);
    assert.deepEqual(chats.done, []);
    assert.deepEqual(chats.told, [{ type: 'planRefused', id: 'p-t', mode: 'auto', detail: 'not here' }]);
  });

  it('approves once when it is pressed twice', async () => {
    const chats = new Chats();
    await Promise.all([approval(act, chats.context), approval(act, chats.context)]);
    await approval(act, chats.context);
    assert.equal(chats.asked.length, 1);
    assert.equal(chats.done.length, 1);
  });

  it('goes back to planning where the plan was stopped meanwhile', async () => {
    const chats = new Chats();
    const approved = approval(act, chats.context);
    chats.state = working;
    await approved;
    assert.deepEqual(chats.asked, ['acceptEdits in old', 'plan after auto in old']);
    assert.deepEqual(chats.done, []);
  });

  it('begins the next process planning where the plan was stopped and the CLI has ended meanwhile', async () => {
    const chats = new Chats();
    const approved = approval(act, chats.context);
    chats.state = working;
    // The reply to the first request is under way already.
    chats.replyThen = { ok: false, why: 'ended', detail: '' };
    await approved;
    assert.deepEqual(chats.done, [{ type: 'steered', change: { mode: 'plan' } }]);
  });

  it('in a new chat: the plan is its first message, in which nothing names a file by itself, and the planning is stopped', async () => {
    const chats = new Chats();
    assert.equal(await approval({ ...act, fresh: true }, chats.context), true);
    const [steered, prompt, ...others] = chats.done;
    assert.deepEqual(steered, { type: 'steered', change: { model: 'opus', mode: 'acceptEdits' } });
    assert.ok(prompt?.type === 'promptSubmitted');
    assert.equal(
      prompt.text,
      'Implement the following plan:\n\n# Plan\n\nRead \u2060@secret.txt\n\nThe user says about the plan:\nSlowly.',
    );
    assert.deepEqual(others, [
      { type: 'noteDrafted', requestId: 'p-t', text: '' },
      { type: 'planMoved', requestId: 'p-t', chat: 'new' },
      { type: 'interruptRequested' },
    ]);
    assert.deepEqual(chats.asked, []);
    assert.equal(await approval({ ...act, fresh: true }, chats.context), false);
    assert.equal(chats.done.length, 5);
  });

  it('in a new chat: the old one keeps where the plan goes on, also when the planning has ended', () => {
    const moved = after(waits, { type: 'planMoved', requestId: 'p-t', chat: 'new' }, { type: 'interruptRequested' });
    const over = after(moved, { type: 'turnEnded', outcome: 'interrupted' });
    const item = over.items.find(({ id }) => id === 'p-t');
    assert.ok(item?.kind === 'permission');
    assert.deepEqual([item.state, item.movedTo], ['withdrawn', 'new']);
    // The person has not stopped the planning, and is not offered to plan again.
    assert.ok(!over.items.some(({ kind }) => kind === 'problem'));
  });

  it('in a new chat: a comment that quotes the plan names no file either', async () => {
    const chats = new Chats();
    const lines = ['# Plan', '', 'Read @secret.txt'];
    const note = writePlanWords({ general: 'See @mine.txt', comments: [{ first: 3, last: 3, text: 'and @this' }] }, lines);
    await approval({ ...act, fresh: true, note }, chats.context);
    const prompt = chats.done[1];
    assert.ok(prompt?.type === 'promptSubmitted');
    assert.match(prompt.text, /See @mine\.txt\n\nLine 3 of the plan:\n> Read \u2060@secret\.txt\nand @this$/);
  });

  it('is no way to set a mode for a call that has a path too, which would wait for another card', async () => {
    const chats = new Chats();
    const input = { plan, path: '/etc/hosts' };
    chats.state = after(working, { ...permissionFor('t'), toolName: 'ExitPlanMode', input });
    await approval(act, chats.context);
    assert.deepEqual([chats.asked, chats.done], [[], []]);
    assert.equal(planOf({ toolName: 'ExitPlanMode', input: [...permittedParts('ExitPlanMode', input)] }), undefined);
    assert.equal(planOf({ toolName: 'ExitPlanMode', input: [...permittedParts('ExitPlanMode', { plan })] }), plan);
  });

  it('is for a plan that waits and that the card has shown whole', async () => {
    const chats = new Chats();
    chats.state = after(working, { ...permissionFor('t'), toolName: 'ExitPlanMode', input: { plan: 'x\n'.repeat(3_000) } });
    await approval(act, chats.context);
    chats.state = after(working, permissionFor('t'));
    await approval({ ...act, fresh: true }, chats.context);
    assert.deepEqual([chats.asked, chats.done], [[], []]);
  });
});

describe('the modes of a plan', () => {
  const modesOf = (models: unknown): unknown => {
    const told: unknown[] = [];
    // Only `tell` is used.
    new PlanModes({ tell: (news: unknown) => told.push(news) } as unknown as PartContext).began({ models });
    return told;
  };
  it('have auto where a model of the CLI has it', () => {
    const [news] = [modesOf([{ value: 'a' }, { value: 'b', supportsAutoMode: true }])];
    assert.deepEqual(news, [{ type: 'planModes', modes: ['default', 'acceptEdits', 'auto'] }]);
    assert.deepEqual(modesOf([{ value: 'a' }]), [{ type: 'planModes', modes: ['default', 'acceptEdits'] }]);
    assert.deepEqual(modesOf(undefined), [{ type: 'planModes', modes: ['default', 'acceptEdits'] }]);
  });
});
