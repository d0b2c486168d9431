// How full the context is, what was spent and how much of the plan is used, from messages of the CLI as they were measured.
import assert from 'node:assert/strict';
import type { ControlReply, ControlRequest } from '../../../../../src/claude/stream/controlRequests.js';
import { createLineReader } from '../../../../../src/claude/stream/lineReader.js';
import { Meters } from '../../../../../src/host/features/meters/follow.js';
import type { PartContext } from '../../../../../src/host/features/part.js';
import { toldWords } from '../../../../../src/host/views/toldWords.js';
import type { ChatEvent } from '../../../../../src/chat/events.js';
import type { ChatNews } from '../../../../../src/shared/contract/news.js';
import { chatNews } from '../../../../../src/shared/contract/news.js';
import type { Variant } from '../../../../../src/shared/variant.js';
import { createManualClock } from '../../../../support/manualClock.js';

const summary = {
  categories: [
    { id: 'system_prompt', name: 'System prompt', tokens: 2347, kind: 'used' },
    { id: 'system_tools_deferred', name: 'System tools (deferred)', tokens: 12350, isDeferred: true, kind: 'deferred' },
    { id: 'a_new_part', name: 'A new part', tokens: 5, kind: 'used' },
    { id: 'autocompact_buffer', name: 'Autocompact buffer', tokens: 33000, kind: 'buffer' },
    { id: 'free_space', name: 'Free space', tokens: 952364, kind: 'free' },
  ],
  totalTokens: 14636,
  maxTokens: 1_000_000,
  rawMaxTokens: 1_000_000,
  autoCompactThreshold: 967_000,
  isAutoCompactEnabled: true,
};

function made(version: string, replies: Readonly<Record<string, object>> = {}, before?: Meters) {
  const told: ChatNews[] = [];
  const asked: string[] = [];
  const context: PartContext = {
    version,
    ask: ({ subtype }: ControlRequest): Promise<ControlReply> => {
      asked.push(subtype);
      const response = replies[subtype];
      return Promise.resolve(
        response === undefined ? { ok: false, why: 'unsupported', detail: '' } : { ok: true, response: { ...response } },
      );
    },
    knows: subtype => replies[subtype] !== undefined,
    chosen: () => ({}),
    choose: () => undefined,
    stopped: () => undefined,
    tell: news => {
      assert.ok(chatNews.safeParse(news).success, JSON.stringify(news));
      told.push(news);
    },
    log: { warn: text => assert.fail(text), debug: () => undefined },
    clock: createManualClock(),
  };
  const last = <Type extends ChatNews['type']>(type: Type) => told.findLast((news): news is Variant<ChatNews, Type> => news.type === type);
  return { meters: new Meters(context, before), told, asked, last };
}

const said = (usage: object, others: object = {}) => ({ message: { model: 'claude-opus-5-5', usage, content: [], ...others } });
const models = { 'claude-opus-5-5': { inputTokens: 2700, outputTokens: 11, costUSD: 0.0112, contextWindow: 1_000_000 } };

describe('what is known of context, cost and limits', () => {
  it('begins with the first message, without a request per message, and ends a turn with what the CLI knows', async () => {
    const { meters, asked, last } = made('2.1.329', { get_context_usage: summary });
    meters.observed('assistant', said({ input_tokens: 700, cache_read_input_tokens: 2000, output_tokens: 1 }));
    assert.equal(last('meters')?.used, 2701);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual([last('meters')?.used, last('meters')?.window], [14636, 1_000_000]);
    for (const input of [3000, 3100]) meters.observed('assistant', said({ input_tokens: input, output_tokens: 1 }));
    assert.deepEqual([last('meters')?.used, asked], [3101, ['get_context_usage']]);
    meters.observed('result', { total_cost_usd: 0.0112, usage: {}, modelUsage: models, model_usage_since_last_result: models });
    assert.deepEqual(asked, ['get_context_usage', 'get_context_usage']);
    assert.deepEqual(last('meters')?.turn, { input: 2700, cached: 0, output: 11, cost: 0.0112 });
    assert.deepEqual(last('meters')?.session, { input: 2700, cached: 0, output: 11, cost: 0.0112 });
    assert.equal(last('meters')?.sinceStart, undefined);
  });

  it('asks older CLIs nothing by itself, and counts the cost of a turn from the total', () => {
    const { meters, asked, last } = made('2.0.77');
    const window = { 'claude-opus-5-5': { ...models['claude-opus-5-5'], contextWindow: 200_000 } };
    meters.observed('assistant', said({ input_tokens: 26, output_tokens: 11 }));
    const usage = { input_tokens: 26, cache_creation_input_tokens: 4, output_tokens: 11 };
    meters.observed('result', { total_cost_usd: 0.5, usage, modelUsage: window });
    meters.observed('result', { total_cost_usd: 0.75, usage, modelUsage: window });
    assert.deepEqual(last('meters'), {
      type: 'meters',
      compacting: false,
      used: 37,
      window: 200_000,
      sinceStart: true,
      turn: { input: 26, cached: 4, output: 11, cost: 0.25 },
      session: { input: 2700, cached: 0, output: 11, cost: 0.75 },
    });
    // After a command of its own 2.0.77 gives no models.
    meters.observed('result', { total_cost_usd: 0.8, usage: {}, modelUsage: {} });
    assert.equal(last('meters')?.session?.cost, 0.75);
    assert.deepEqual(asked, []);
  });

  it('goes on with what was known when the session goes on in another process', () => {
    const first = made('2.1.329');
    first.meters.observed('assistant', said({ input_tokens: 5000, output_tokens: 1 }));
    const second = made('2.1.329', {}, first.meters);
    second.meters.observed('system/status', { status: 'compacting' });
    assert.deepEqual(second.last('meters'), { type: 'meters', compacting: true, used: 5001 });
  });

  it('leaves out subagents and the CLI’s own messages, whose usage says nothing of the context', () => {
    const { meters, told } = made('2.1.329');
    meters.observed('assistant', { ...said({ input_tokens: 9, output_tokens: 1 }), parent_tool_use_id: 'toolu_1' });
    meters.observed('assistant', said({ input_tokens: 0, output_tokens: 0 }, { model: '<synthetic>' }));
    meters.observed('assistant', said({}));
    meters.observed('assistant', { message: 'odd' });
    assert.deepEqual(told, []);
  });

  it('lists the parts for whoever reads them, of 2.1.100 by their names', async () => {
    const newest = made('2.1.329', { get_context_usage: summary });
    assert.deepEqual(await newest.meters.read(), {
      type: 'contextParts',
      parts: [
        { id: 'system_prompt', tokens: 2347, kind: 'used' },
        { id: 'A new part', tokens: 5, kind: 'used' },
        { id: 'autocompact_buffer', tokens: 33000, kind: 'buffer' },
        { id: 'free_space', tokens: 952364, kind: 'free' },
      ],
      compactsAt: 967_000,
    });
    const categories = summary.categories.map(({ name, tokens, isDeferred }) => ({ name, tokens, isDeferred }));
    const middle = await made('2.1.100', { get_context_usage: { ...summary, categories, isAutoCompactEnabled: false } }).meters.read();
    assert.deepEqual(middle, { type: 'contextParts', parts: (await newest.meters.read()).parts });
    assert.deepEqual(await made('2.0.77').meters.read(), { type: 'contextParts', parts: null });
    assert.deepEqual(await made('2.1.329', { get_context_usage: { odd: 1 } }).meters.read(), {
      type: 'contextParts',
      parts: null,
      inVain: true,
    });
  });

  it('tells the limits that an event and the reply to a request name, with what the event has said of thresholds', async () => {
    const rate_limits = {
      five_hour: { utilization: 93, resets_at: '2026-11-24T23:14:55.000Z' },
      seven_day_opus: null,
      model_scoped: [{ display_name: 'Fable', utilization: 3, resets_at: null }],
      extra_usage: { utilization: 1, is_enabled: true },
    };
    const { meters, last } = made('2.1.329', { get_usage: { rate_limits } });
    const five = { status: 'allowed_warning', utilization: 0.92, resetsAt: 1_795_562_095, surpassedThreshold: 0.9 };
    const seven = { status: 'allowed', utilization: 0.4, resetsAt: 1_795_648_495 };
    const near = { ...five, rateLimitType: 'five_hour', unifiedWindows: { five_hour: five, seven_day: seven } };
    meters.observed('rate_limit_event', { rate_limit_info: near });
    const told = { id: 'five_hour', state: 'near', used: 92, resetsAt: 1_795_562_095_000, threshold: 90 };
    const week = { id: 'seven_day', state: 'open', used: 40, resetsAt: 1_795_648_495_000 };
    assert.deepEqual(last('limits')?.limits, [told, week]);
    await meters.read();
    assert.deepEqual(last('limits')?.limits, [{ ...told, used: 93 }, { id: 'model:Fable', state: 'open', used: 3 }, week]);
    const rejected = { status: 'rejected', resetsAt: 1_795_562_095, rateLimitType: 'five_hour' };
    meters.observed('rate_limit_event', { rate_limit_info: rejected });
    assert.deepEqual(last('limits')?.limits[0], { id: 'five_hour', state: 'reached', resetsAt: 1_795_562_095_000 });
    meters.observed('rate_limit_event', { rate_limit_info: { status: 'allowed', isUsingOverage: false } });
    meters.observed('rate_limit_event', { rate_limit_info: { status: 'a_new_one', rateLimitType: 'five_hour' } });
    assert.equal(last('limits')?.limits.length, 3);
  });

  it('reads no name of a part or a limit with hidden characters or without end', async () => {
    const name = `part\u202e${'x'.repeat(1_000)}`;
    const rate_limits = { 'odd\u200b': { utilization: 1 }, model_scoped: [{ display_name: 'Fa\u202eble', utilization: 3 }] };
    const { meters, last } = made('2.1.329', {
      get_context_usage: { ...summary, categories: [{ id: 'new', name, tokens: 5 }] },
      get_usage: { rate_limits },
    });
    const [part] = (await meters.read()).parts ?? [];
    assert.deepEqual([part?.id.slice(0, 13), part?.id.length], ['part⟨U+202E⟩x', 100]);
    assert.deepEqual(
      last('limits')?.limits.map(({ id }) => id),
      ['odd⟨U+200B⟩', 'model:Fa⟨U+202E⟩ble'],
    );
  });

  it('says that the CLI compacts, and what is left of the context where the CLI says so', () => {
    const { meters, last } = made('2.1.329');
    meters.observed('assistant', said({ input_tokens: 5000, output_tokens: 1 }));
    meters.observed('system/status', { status: 'compacting' });
    assert.equal(last('meters')?.compacting, true);
    meters.observed('system/status', { status: null });
    meters.observed('system/compact_boundary', { compact_metadata: { trigger: 'manual', pre_tokens: 5001, post_tokens: 900 } });
    assert.deepEqual([last('meters')?.compacting, last('meters')?.used], [false, 900]);
    meters.observed('system/status', { status: 'compacting' });
    meters.ended();
    assert.equal(last('meters')?.compacting, false);
  });
});

describe('a compaction in the conversation', () => {
  const english = ((text: string, ...given: string[]) => text.replaceAll(/\{(\d)\}/g, (_, at: string) => given[Number(at)] ?? '')) as never;
  const rowOf = (metadata: object): string | undefined => {
    const events: ChatEvent[] = [];
    const warnings: string[] = [];
    const read = createLineReader({ emit: event => events.push(event), trace: () => undefined, warn: text => warnings.push(text) });
    read(JSON.stringify({ type: 'system', subtype: 'compact_boundary', compact_metadata: metadata }));
    const [event] = events;
    assert.deepEqual(warnings, []);
    return event?.type === 'problemSeen' ? toldWords(english, event.problem.reason ?? '')?.text : undefined;
  };

  it('is a row with the one who wanted it and its sizes, and no error', () => {
    assert.equal(
      rowOf({ trigger: 'manual', pre_tokens: 2741, post_tokens: 3131 }),
      'Compacted as you asked: Claude continues with a summary of what is above. 2,741 tokens before, 3,131 after.',
    );
    assert.equal(
      rowOf({ trigger: 'auto', pre_tokens: 160_417 }),
      'The context was full, so Claude compacted it: it continues with a summary of what is above. 160,417 tokens before.',
    );
  });

  it('stands beside a limit that is near, and nothing else has such words', () => {
    assert.equal(toldWords(english, 'nearLimit five_hour 92 ')?.text, '92 % of a limit is used: 5-hour limit.');
    assert.equal(toldWords(english, 'nearLimit seven_day  ')?.text, 'Almost all of a limit is used: Weekly limit.');
    assert.match(toldWords(english, `nearLimit seven_day 80 ${Date.now() + 1000}`)?.text ?? '', / It resets .*\.$/);
    assert.equal(toldWords(english, 'nearLimit model:Fable 5 80 ')?.text, '80 % of a limit is used: Weekly limit for Fable 5.');
    assert.equal(toldWords(english, 'nearLimit a new one  ')?.text, 'Almost all of a limit is used: Limit “a new one”.');
    assert.equal(toldWords(english, 'other'), undefined);
  });
});
