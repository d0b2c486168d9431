// Permission mode, model and effort: what the CLI says of them, what the person chooses, and what outlives the process.
import assert from 'node:assert/strict';
import { steeringArguments } from '../../../../../src/claude/process/steeringArguments.js';
import type { ControlReply, ControlRequest } from '../../../../../src/claude/stream/controlRequests.js';
import { createLineReader } from '../../../../../src/claude/stream/lineReader.js';
import { Steered, steeringNewsOf } from '../../../../../src/host/features/steering/follow.js';
import { restoredState } from '../../../../../src/chat/restore.js';
import { initialState } from '../../../../../src/chat/state.js';
import { step } from '../../../../../src/chat/step.js';
import type { ChatNews } from '../../../../../src/shared/contract/news.js';
import { chatNews } from '../../../../../src/shared/contract/news.js';
import type { Steering } from '../../../../../src/shared/features/steering/modes.js';
import { bypass } from '../../../../../src/shared/features/steering/modes.js';
import { readRecording } from '../../../../support/replay.js';

/** One process, and the chat that it belongs to. */
class Chat {
  chosen: Steering;
  ran: string | undefined;
  news: ChatNews | undefined;
  readonly asked: ControlRequest[] = [];
  readonly timers: (() => void)[] = [];
  /** The replies in place of `reply`. */
  replies: Promise<ControlReply> | undefined;
  readonly steered: Steered;
  reply: ControlReply = { ok: true, response: {} };

  constructor({ chosen = {}, version = '2.1.329' }: { readonly chosen?: Steering; readonly version?: string } = {}) {
    this.chosen = chosen;
    this.steered = new Steered({
      version,
      ask: request => {
        this.asked.push(request);
        return this.replies ?? Promise.resolve(this.reply);
      },
      knows: () => true,
      tell: news => (this.news = chatNews.parse(news)),
      chosen: () => ({ ...this.chosen, ...(this.ran !== undefined && { ran: this.ran }) }),
      stopped: () => undefined,
      choose: ({ ran, ...change }) => {
        this.ran = ran ?? (change.model === undefined ? this.ran : undefined);
        this.chosen = { ...this.chosen, ...change };
      },
      log: { warn: () => undefined, debug: () => undefined },
      clock: {
        after: (_, run) => {
          this.timers.push(run);
          return () => undefined;
        },
      },
    });
  }

  turn(mode: string, model = 'claude-opus-5-5'): void {
    this.steered.observed('system/init', { permissionMode: mode, model });
  }
}

const refusal: ControlReply = { ok: false, why: 'failed', detail: 'not launched for it' };

describe('what the CLI says of how a chat is steered', () => {
  it('is shown, and not kept as a choice where nothing was chosen', () => {
    const chat = new Chat();
    chat.steered.began({ current_permission_mode: 'plan' });
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan' });
    chat.turn('plan');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan', runs: 'claude-opus-5-5' });
    assert.deepEqual([chat.chosen, chat.ran], [{}, 'claude-opus-5-5']);
  });

  it('is what was chosen, until the CLI has said something', () => {
    const chat = new Chat({ chosen: { mode: 'plan', model: 'opus', effort: 'low' }, version: '2.1.100' });
    chat.steered.began({});
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan', model: 'opus', effort: 'low' });
  });

  it('is kept where Claude changes the mode by itself, by a status or, on the oldest CLI, by the call of a hook', () => {
    const chat = new Chat();
    chat.turn('plan');
    chat.steered.observed('system/status', { status: null, permissionMode: 'acceptEdits' });
    assert.deepEqual(chat.chosen, { mode: 'acceptEdits' });
    const hook = (input: object): void =>
      chat.steered.observed('control_request', { request: { subtype: 'hook_callback', input: { tool_name: 'Read', ...input } } });
    hook({ permission_mode: 'default' });
    assert.deepEqual(chat.chosen, { mode: 'default' });
    // A subagent may have a mode of its own.
    hook({ permission_mode: 'plan', agent_id: 'a' });
    assert.deepEqual(chat.chosen, { mode: 'default' });
    assert.ok(chat.news?.type === 'steering' && chat.news.mode === 'default');
  });

  it('names the model that runs in place of the one that failed, was declined or has refused, until a turn names its own', () => {
    const chat = new Chat({ chosen: { model: 'opus' } });
    const runs = () => (chat.news?.type === 'steering' ? chat.news.runs : assert.fail());
    const refusal = 'system/model_refusal_fallback';
    for (const [kind, scope, model] of [
      ['system/model_fallback', {}, 'claude-sonnet-5-5'],
      ['system/model_consent_fallback', {}, 'claude-sonnet-5-5'],
      [refusal, {}, 'claude-sonnet-5-5'],
      [refusal, { scope: 'session' }, 'claude-sonnet-5-5'],
      [refusal, { scope: 'local' }, 'claude-opus-5-5'],
    ] as const) {
      chat.turn('default');
      assert.equal(runs(), 'claude-opus-5-5');
      chat.steered.observed(kind, { original_model: 'claude-opus-5-5', fallback_model: 'claude-sonnet-5-5', ...scope });
      assert.equal(runs(), model);
    }
    chat.turn('default');
    assert.deepEqual([runs(), chat.chosen], ['claude-opus-5-5', { model: 'opus' }]);
  });

  it('is told with the mode before planning, while Claude plans', () => {
    const chat = new Chat();
    const before = () => (chat.news?.type === 'steering' ? chat.news.beforePlan : assert.fail());
    chat.turn('acceptEdits');
    assert.equal(before(), undefined);
    chat.steered.observed('system/status', { status: null, permissionMode: 'plan' });
    assert.equal(before(), 'acceptEdits');
    chat.turn('plan', 'another');
    assert.equal(before(), 'acceptEdits');
    chat.turn('default');
    assert.equal(before(), undefined);
  });

  it('is told with the mode before planning also where an approval did not come about', async () => {
    const chat = new Chat();
    chat.turn('default');
    chat.turn('plan');
    const before = chat.steered.beforePlan;
    await chat.steered.setMode('acceptEdits');
    await chat.steered.planAgain(before);
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan', beforePlan: 'default', runs: 'claude-opus-5-5' });
  });

  it('is not a mode that only a subagent of the oldest CLI may have, which does not name its agents', () => {
    const chat = new Chat({ version: '2.0.77' });
    chat.turn('default');
    const hook = (mode: string): void =>
      chat.steered.observed('control_request', { request: { subtype: 'hook_callback', input: { permission_mode: mode } } });
    for (const mode of [bypass, 'acceptEdits']) hook(mode);
    assert.deepEqual(chat.chosen, {});
    assert.ok(chat.news?.type === 'steering' && chat.news.mode === 'default');
    // Claude begins to plan, and has its plan approved.
    hook('plan');
    assert.deepEqual(chat.chosen, { mode: 'plan' });
    for (const mode of [bypass, 'acceptEdits']) hook(mode);
    assert.deepEqual(chat.chosen, { mode: 'plan' });
    chat.steered.observed('control_request', { request: { subtype: 'can_use_tool', tool_name: 'ExitPlanMode' } });
    hook('acceptEdits');
    assert.deepEqual(chat.chosen, { mode: 'acceptEdits' });
  });

  it('is no mode of a subagent’s either where the person has sent the plan back', () => {
    const chat = new Chat({ version: '2.0.77' });
    chat.turn('plan');
    const request = (of: object): void => chat.steered.observed('control_request', { request: of });
    const result = (id: string, isError = true): void =>
      chat.steered.observed('user', { message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: isError, content: 'So' }] } });
    request({ subtype: 'can_use_tool', tool_name: 'ExitPlanMode', tool_use_id: 'call1' });
    result('call1');
    request({ subtype: 'hook_callback', input: { permission_mode: 'acceptEdits' } });
    assert.deepEqual(chat.chosen, {});
    request({ subtype: 'can_use_tool', tool_name: 'ExitPlanMode', tool_use_id: 'call2' });
    result('another');
    result('call2', false);
    request({ subtype: 'hook_callback', input: { permission_mode: 'acceptEdits' } });
    assert.deepEqual(chat.chosen, { mode: 'acceptEdits' });
  });

  it('is no mode of a subagent’s in a later turn, whose plan the person has not been shown', () => {
    const chat = new Chat({ version: '2.0.77' });
    chat.turn('plan');
    const request = (of: object): void => chat.steered.observed('control_request', { request: of });
    request({ subtype: 'can_use_tool', tool_name: 'ExitPlanMode', tool_use_id: 'call1' });
    chat.turn('plan');
    request({ subtype: 'hook_callback', input: { permission_mode: 'acceptEdits' } });
    assert.deepEqual(chat.chosen, {});
  });

  it('replaces a mode in which the CLI did not start', () => {
    for (const [mode, refused] of [
      [bypass, 'bypass'],
      ['auto', 'mode'],
    ] as const) {
      const chat = new Chat({ chosen: { mode } });
      chat.steered.began({ current_permission_mode: 'default' });
      assert.deepEqual(chat.news, { type: 'steering', mode: 'default', refused });
      assert.deepEqual(chat.chosen, { mode: 'default' });
    }
  });

  for (const name of ['chatRequests', 'chatRequests.middle', 'chatRequests.oldest'])
    it(`is read from the recorded lines (${name})`, () => {
      const chat = new Chat();
      const read = createLineReader({
        emit: () => undefined,
        observed: (kind, message) => chat.steered.observed(kind, message),
        trace: () => undefined,
        warn: text => assert.fail(text),
      });
      for (const { dir, line } of readRecording(name).lines) if (dir === 'out') read(line);
      assert.ok(chat.news?.type === 'steering' && chat.news.mode !== undefined && chat.news.runs !== undefined);
    });
});

describe('the person steers a chat', () => {
  it('in the mode that the CLI replies with', async () => {
    const chat = new Chat();
    chat.turn('default');
    chat.reply = { ok: true, response: { mode: 'plan' } };
    assert.equal((await chat.steered.setMode('plan')).ok, true);
    assert.deepEqual(chat.asked, [{ subtype: 'set_permission_mode', mode: 'plan' }]);
    assert.deepEqual(chat.chosen, { mode: 'plan' });
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan', beforePlan: 'default', runs: 'claude-opus-5-5' });
  });

  it('and nothing changes where the CLI refuses, which is said until something is chosen again', async () => {
    const chat = new Chat();
    chat.turn('default');
    chat.reply = refusal;
    await chat.steered.setMode('auto');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', runs: 'claude-opus-5-5', refused: 'mode' });
    await chat.steered.setModel('opus');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', runs: 'claude-opus-5-5', refused: 'model' });
    await chat.steered.setEffort('low');
    assert.deepEqual(chat.chosen, {});
    chat.reply = { ok: true, response: {} };
    await chat.steered.setEffort('low');
    assert.deepEqual(chat.asked.at(-1), { subtype: 'apply_flag_settings', settings: { effortLevel: 'low' } });
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', runs: 'claude-opus-5-5', effort: 'low' });
  });

  it('with an effort that is taken back: at once where the CLI does that, else with its next start, which is said', async () => {
    const newest = new Chat({ chosen: { mode: 'plan', effort: 'low' } });
    await newest.steered.setEffort(undefined);
    assert.deepEqual(newest.asked, [{ subtype: 'apply_flag_settings', settings: { effortLevel: null } }]);
    assert.deepEqual([newest.news, newest.chosen.effort], [{ type: 'steering', mode: 'plan' }, undefined]);
    const older = new Chat({ chosen: { mode: 'plan', effort: 'low' }, version: '2.1.100' });
    await older.steered.setEffort(undefined);
    assert.deepEqual(older.asked, []);
    assert.deepEqual([older.news, older.chosen.effort], [{ type: 'steering', mode: 'plan', effortStays: true }, undefined]);
    assert.deepEqual(steeringArguments(older.chosen, '2.1.100'), ['--permission-mode', 'plan']);
    await older.steered.setEffort('high');
    assert.deepEqual(older.news, { type: 'steering', mode: 'plan', effort: 'high' });
    await older.steered.setEffort(undefined);
    older.steered.ended();
    assert.deepEqual(older.news, { type: 'steering', mode: 'plan' });
  });

  it('and reads no name with hidden characters or without end', () => {
    const chat = new Chat();
    chat.turn('pl\u202ean', 'm'.repeat(1_000));
    assert.ok(chat.news?.type === 'steering');
    assert.deepEqual([chat.news.mode, chat.news.runs?.length], ['pl⟨U+202E⟩an', 200]);
  });

  it('with a model whose own id is known from the reply, or with the next turn', async () => {
    const chat = new Chat();
    chat.turn('default');
    chat.reply = { ok: true, response: { model: 'claude-haiku-5-5' } };
    await chat.steered.setModel('haiku');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', model: 'haiku', runs: 'claude-haiku-5-5' });
    chat.reply = { ok: true, response: {} };
    // The older CLIs say nothing, and go on with the model of the turn.
    await chat.steered.setModel('sonnet');
    const waits = { type: 'steering', mode: 'default', model: 'sonnet', nextModel: 'sonnet', runs: 'claude-haiku-5-5' };
    assert.deepEqual(chat.news, waits);
    chat.turn('default', 'claude-sonnet-4-6');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', model: 'sonnet', runs: 'claude-sonnet-4-6' });
    chat.steered.observed('result', {});
    await chat.steered.setModel('sonnet');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', model: 'sonnet' });
    chat.turn('default', 'claude-sonnet-4-6');
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', model: 'sonnet', runs: 'claude-sonnet-4-6' });
  });

  it('to bypass, which waits for another process: what Claude does meanwhile does not take the choice away', async () => {
    const chat = new Chat();
    chat.turn('plan');
    chat.reply = refusal;
    assert.equal((await chat.steered.setMode(bypass)).ok, false);
    // The caller keeps the choice.
    chat.chosen = { mode: bypass };
    chat.steered.tell();
    assert.deepEqual(chat.news, { type: 'steering', mode: 'plan', nextMode: bypass, runs: 'claude-opus-5-5' });
    chat.steered.observed('system/status', { permissionMode: 'default' });
    assert.deepEqual(chat.news, { type: 'steering', mode: 'default', nextMode: bypass, runs: 'claude-opus-5-5' });
    assert.deepEqual(chat.chosen, { mode: bypass });
    chat.steered.ended();
    assert.deepEqual(chat.news, { type: 'steering', mode: bypass, runs: 'claude-opus-5-5' });
  });

  it('and waits for no CLI without end; a reply that comes later counts', async () => {
    const chat = new Chat();
    let reply: (reply: ControlReply) => void = () => undefined;
    chat.replies = new Promise(resolve => (reply = resolve));
    const setting = chat.steered.setMode('acceptEdits');
    chat.timers[0]?.();
    const silent = await setting;
    assert.ok(!silent.ok && silent.why === 'silent');
    assert.deepEqual([chat.news, chat.chosen], [{ type: 'steering', refused: 'mode' }, {}]);
    reply({ ok: true, response: {} });
    await chat.replies;
    await Promise.resolve();
    assert.deepEqual([chat.news, chat.chosen], [{ type: 'steering', mode: 'acceptEdits' }, { mode: 'acceptEdits' }]);
  });

  it('away from bypass, for good', () => {
    const chat = new Chat({ chosen: { mode: bypass } });
    chat.steered.began({ current_permission_mode: bypass });
    assert.equal(chat.steered.needsStartForBypass, false);
    chat.steered.observed('system/status', { permissionMode: 'default' });
    assert.deepEqual(chat.chosen, { mode: 'default' });
  });

  it('and only where the CLI needs it is started again for bypass', () => {
    assert.equal(new Chat().steered.needsStartForBypass, true);
    assert.equal(new Chat({ version: '2.1.100' }).steered.needsStartForBypass, true);
    assert.equal(new Chat({ version: '2.0.77' }).steered.needsStartForBypass, false);
  });
});

describe('what was chosen for a chat', () => {
  const chosen = step(initialState('auto'), { type: 'steered', change: { mode: 'plan', model: 'opus' } }, 0).state;

  it('is joined, and comes back with the chat', () => {
    const { state, effects } = step(chosen, { type: 'steered', change: { effort: 'low', model: 'haiku' } }, 0);
    assert.deepEqual(effects, []);
    assert.deepEqual(restoredState(state, 'auto', 1).steering, { mode: 'plan', model: 'haiku', effort: 'low' });
  });

  it('is said with the model that ran last before the next process runs, unless another one was chosen', () => {
    const ran = step(chosen, { type: 'steered', change: { ran: 'claude-opus-5-5' } }, 0).state;
    const after = (change: Steering): Steering => restoredState(step(ran, { type: 'steered', change }, 0).state, 'auto', 1).steering ?? {};
    assert.equal(steeringNewsOf(after({ effort: 'low' })).runs, 'claude-opus-5-5');
    assert.equal(steeringNewsOf(after({ model: 'haiku' })).runs, undefined);
  });

  it('starts the next process', () => {
    // Or the folder's settings would decide the mode.
    assert.deepEqual(steeringArguments({}, '2.1.329'), ['--permission-mode', 'default']);
    assert.deepEqual(steeringArguments({ mode: 'plan', model: 'opus', effort: 'low' }, '2.1.329'), [
      ...['--permission-mode', 'plan', '--model', 'opus'],
      ...['--effort', 'low'],
    ]);
    assert.deepEqual(steeringArguments({ mode: bypass }, '2.1.100'), ['--permission-mode', bypass, '--allow-dangerously-skip-permissions']);
  });

  it('keeps no CLI from starting that does not know it', () => {
    assert.deepEqual(steeringArguments({ mode: 'auto', model: 'opus', effort: 'low' }, '2.0.77'), [
      '--permission-mode',
      'default',
      '--model',
      'opus',
    ]);
    assert.deepEqual(steeringArguments({ mode: 'auto' }, '2.1.100'), ['--permission-mode', 'auto']);
    // `delegate` is a mode of 2.0.77 that the person cannot choose here, `xhigh` an effort of 2.1.329.
    const others = { mode: 'delegate', effort: 'xhigh' };
    assert.deepEqual(steeringArguments(others, '2.1.100'), ['--permission-mode', 'default']);
    assert.deepEqual(steeringArguments(others, '2.1.329'), ['--permission-mode', 'default', '--effort', 'xhigh']);
  });
});
