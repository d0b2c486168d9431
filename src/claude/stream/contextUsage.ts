// Reading what the CLI says of the context, of tokens and cost, and of the plan's limits. Versions differ: each field is read with care.
import type { ContextPart, PlanLimit, Spent } from '../../shared/contract/news.js';
import { idOfModelLimit } from '../../shared/modelLimits.js';
import { plain } from '../../shared/plain.js';
import { isAtLeast } from '../version.js';
import type { Loose } from '../../shared/loose.js';
import { isObject, objectsIn } from '../../shared/loose.js';

/** The first version that knows `detail`. An older one asks the API to count the tokens of each part. */
const firstWithSummary = '2.1.329';

export function hasSummary(version: string | undefined): boolean {
  return version !== undefined && isAtLeast(version, firstWithSummary);
}

export interface ContextUsage {
  readonly parts: ContextPart[];
  readonly used: number;
  readonly window: number;
  readonly compactsAt?: number;
}

/** The reply to `get_context_usage`; undefined where it cannot be read. Parts that are not in the context (`deferred`) are left out. */
export function contextUsageOf(reply: Loose): ContextUsage | undefined {
  const { totalTokens: used, rawMaxTokens, maxTokens: window = rawMaxTokens, autoCompactThreshold: at, isAutoCompactEnabled: isOn } = reply;
  if (typeof used !== 'number' || typeof window !== 'number' || window <= 0) return undefined;
  return {
    used,
    window,
    parts: objectsIn(reply['categories']).flatMap(partOf),
    ...(typeof at === 'number' && isOn !== false && { compactsAt: at }),
  };
}

/** 2.1.100 has neither `id` nor `kind`; its English names are the ids of 2.1.329 in other letters. */
function partOf({ id, name, kind, tokens, isDeferred }: Loose): ContextPart[] {
  if (typeof name !== 'string' || typeof tokens !== 'number' || tokens <= 0) return [];
  const key = typeof id === 'string' ? id : name.toLowerCase().replaceAll(' ', '_');
  if (kind === 'deferred' || isDeferred === true) return [];
  const isBuffer = kind === 'buffer' || /^(auto)?compact_buffer$/.test(key);
  return [
    { id: known.has(key) ? key : plain(name, longestName), tokens, kind: isBuffer ? 'buffer' : key === 'free_space' ? 'free' : 'used' },
  ];
}

/** The most code points of a name. */
const longestName = 100;

const known: ReadonlySet<string> = new Set([
  ...['system_prompt', 'system_tools', 'mcp_tools', 'mcp_instructions', 'custom_agents', 'memory_files', 'skills', 'messages'],
  ...['autocompact_buffer', 'compact_buffer', 'free_space'],
]);

/** Tokens of the context when this message of the main conversation was made; undefined where the message is the CLI's own. */
export function contextOf({ model, usage }: Loose): number | undefined {
  if (!isObject(usage) || model === '<synthetic>') return undefined;
  const { input, cached, output } = tokensOf(usage);
  return input + cached === 0 ? undefined : input + cached + output;
}

/** The tokens by the fields of the API, which a message and the `usage` of a `result` share. */
function tokensOf(usage: Loose): Omit<Spent, 'cost'> {
  const cached = numberOf(usage['cache_read_input_tokens']) + numberOf(usage['cache_creation_input_tokens']);
  return { input: numberOf(usage['input_tokens']), cached, output: numberOf(usage['output_tokens']) };
}

/** `modelUsage` of a `result`, summed over the models. */
function spentOf(models: unknown): Spent {
  const spent = { input: 0, cached: 0, output: 0, cost: 0 };
  for (const model of objectsIn(isObject(models) ? Object.values(models) : [])) {
    spent.input += numberOf(model['inputTokens']);
    spent.cached += numberOf(model['cacheReadInputTokens']) + numberOf(model['cacheCreationInputTokens']);
    spent.output += numberOf(model['outputTokens']);
    spent.cost += numberOf(model['costUSD']);
  }
  return spent;
}

interface TurnSpent {
  readonly turn: Spent;
  readonly session?: Spent;
  readonly sinceStart?: true;
  /** Tokens that fit into the context of the model that works most. */
  readonly window?: number;
}

/**
 * What a `result` says. `before`: what the session had cost before, as the CLI counts it. `model`: of the main conversation. 2.0.77 leaves
 * `modelUsage` empty after a command of its own, so that says nothing. 2.1.329 gives the turn by itself, and goes
 * on counting in a session that it resumes, where 2.1.100 and 2.0.77 begin at nothing.
 */
export function spentIn(result: Loose, before: number, model: string | undefined): TurnSpent {
  const { modelUsage, model_usage_since_last_result: since, total_cost_usd: total, usage } = result;
  const all = spentOf(modelUsage);
  const turn = isObject(since)
    ? spentOf(since)
    : { ...tokensOf(isObject(usage) ? usage : {}), cost: Math.max(0, numberOf(total) - before) };
  const models = isObject(modelUsage) ? modelUsage : {};
  const [own] = objectsIn([model === undefined ? undefined : models[model]]);
  const window = own === undefined ? undefined : numberOf(own['contextWindow']);
  return {
    turn,
    ...(!isObject(since) && { sinceStart: true }),
    ...(Object.keys(models).length > 0 && { session: { ...all, cost: typeof total === 'number' ? total : all.cost } }),
    ...(window !== undefined && window > 0 && { window }),
  };
}

const states: ReadonlyMap<unknown, PlanLimit['state']> = new Map([
  ['allowed', 'open'],
  ['allowed_warning', 'near'],
  ['rejected', 'reached'],
]);

/**
 * `rate_limit_info` of a `rate_limit_event` (2.1.100, 2.1.329; none for an API key): the limit that counts most, and `unifiedWindows` (2.1.329)
 * with each. Epoch seconds and shares of one.
 */
export function limitsOf(info: Loose): readonly PlanLimit[] {
  const { rateLimitType: id, unifiedWindows: windows } = info;
  const main = typeof id === 'string' ? limitOf(id, info) : [];
  const others = isObject(windows) ? Object.entries(windows).flatMap(([name, one]) => (isObject(one) ? limitOf(name, one) : [])) : [];
  // The share stands only with the window where the limit is reached.
  const used = others.find(other => other.id === main[0]?.id)?.used;
  return [...main.map(one => ({ ...(used !== undefined && { used }), ...one })), ...others.filter(other => other.id !== main[0]?.id)];
}

function limitOf(id: string, { status, utilization, resetsAt, surpassedThreshold }: Loose): readonly PlanLimit[] {
  const state = states.get(status);
  if (state === undefined) return [];
  return [
    {
      id: plain(id, longestName),
      state,
      ...(typeof utilization === 'number' && { used: Math.round(utilization * 100) }),
      ...(typeof resetsAt === 'number' && { resetsAt: resetsAt * 1000 }),
      ...(typeof surpassedThreshold === 'number' && { threshold: Math.round(surpassedThreshold * 100) }),
    },
  ];
}

/** `rate_limits` of the reply to `get_usage` (2.1.329): shares in percent, times as text. Says nothing of thresholds. */
export function limitsOfUsage(reply: Loose): readonly PlanLimit[] {
  const { rate_limits: limits } = reply;
  if (!isObject(limits)) return [];
  const named = Object.entries(limits).flatMap(([id, one]) => (id !== 'extra_usage' && isObject(one) ? usageOf(id, one) : []));
  const scoped = objectsIn(limits['model_scoped']).flatMap(one =>
    typeof one['display_name'] === 'string' ? usageOf(idOfModelLimit(one['display_name']), one) : [],
  );
  return [...named, ...scoped];
}

function usageOf(id: string, { utilization, resets_at: resets }: Loose): readonly PlanLimit[] {
  if (typeof utilization !== 'number') return [];
  const resetsAt = typeof resets === 'string' ? Date.parse(resets) : Number.NaN;
  const state = utilization >= 100 ? 'reached' : 'open';
  return [{ id: plain(id, longestName), state, used: Math.round(utilization), ...(Number.isFinite(resetsAt) && { resetsAt }) }];
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
