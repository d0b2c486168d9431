// How full the context of one process is, what its session has cost, and how much of the plan is used. Owns what is known of these.
import type { ContextUsage } from '../../../claude/stream/contextUsage.js';
import { contextOf, contextUsageOf, hasSummary, limitsOf, limitsOfUsage, spentIn } from '../../../claude/stream/contextUsage.js';
import type { ContextPartsNews, MetersNews, PlanLimit } from '../../../shared/contract/news.js';
import { isObject } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';

/** Milliseconds that the CLI may take to say what is in the context; it takes 20 to 220, and 2.1.100 asks the API. */
const replyLimit = 20_000;

/**
 * Measured: `assistant` and `result` carry `usage`, `result` also `total_cost_usd` and `modelUsage` with `contextWindow` (2.0.77, 2.1.100,
 * 2.1.329), `system/status` the `status` `compacting` while a summary is made (all three).
 */
export class Meters implements ProcessPart {
  #known: MetersNews = { type: 'meters', compacting: false };
  /** What the session had cost at the last `result`. */
  #cost = 0;
  #model: string | undefined;
  /** The CLI has been asked what fits into its context. */
  #asked = false;
  #limits: readonly PlanLimit[] = [];

  /** `before`: of the process that this one goes on with the session of, so that the ring does not go empty. */
  constructor(
    private readonly context: PartContext,
    before?: Meters,
  ) {
    if (before === undefined) return;
    this.#known = before.#known;
    this.#limits = before.#limits;
  }

  observed(kind: string, message: Loose): void {
    if (kind === 'assistant') this.#said(message);
    else if (kind === 'result') this.#turnEnded(message);
    else if (kind === 'system/status') this.#change({ compacting: message['status'] === 'compacting' });
    else if (kind === 'system/compact_boundary') this.#compacted(message['compact_metadata']);
    else if (kind === 'rate_limit_event' && isObject(message['rate_limit_info'])) this.#limited(limitsOf(message['rate_limit_info']));
  }

  ended(): void {
    this.#change({ compacting: false });
  }

  /** Reads what the person sees in the table. */
  async read(): Promise<ContextPartsNews> {
    const [usage] = await Promise.all([this.#askUsage(), this.#askLimits()]);
    if (usage === undefined || usage === 'inVain') return { type: 'contextParts', parts: null, ...(usage && { inVain: true }) };
    const { parts, compactsAt } = usage;
    return { type: 'contextParts', parts, ...(compactsAt !== undefined && { compactsAt }) };
  }

  #said({ message, parent_tool_use_id: parent }: Loose): void {
    // A subagent has a context of its own.
    if (typeof parent === 'string' || !isObject(message)) return;
    const used = contextOf(message);
    if (used === undefined) return;
    if (typeof message['model'] === 'string') this.#model = message['model'];
    this.#change({ used });
    if (this.#known.window === undefined && !this.#asked) this.#refresh();
    this.#asked = true;
  }

  #turnEnded(message: Loose): void {
    const { turn, session, sinceStart, window } = spentIn(message, this.#cost, this.#model);
    if (typeof message['total_cost_usd'] === 'number') this.#cost = message['total_cost_usd'];
    this.#change({ turn, ...(session && { session }), ...(sinceStart && { sinceStart }), ...(window !== undefined && { window }) });
    // With what Claude has written last, which its messages do not count.
    this.#refresh();
  }

  /** Asks only a CLI that knows the numbers without asking the API. */
  #refresh(): void {
    if (hasSummary(this.context.version)) void this.#askUsage();
  }

  /** 2.1.329 says how much is left. */
  #compacted(metadata: unknown): void {
    const left = isObject(metadata) ? metadata['post_tokens'] : undefined;
    const { used: _, ...others } = this.#known;
    this.#known = { ...others, ...(typeof left === 'number' && { used: left }), compacting: false };
    this.context.tell(this.#known);
  }

  /** Undefined where this version does not list the parts, or has ended. `inVain`: no reply that says what is there. */
  async #askUsage(): Promise<ContextUsage | 'inVain' | undefined> {
    const { ask, log } = this.context;
    const reply = await ask({ subtype: 'get_context_usage', detail: 'summary' }, { limit: replyLimit });
    if (!reply.ok) {
      if (reply.why !== 'failed' && reply.why !== 'silent') return undefined;
      log.warn(`What is in the context is not known: ${reply.why} ${reply.detail}`);
      return 'inVain';
    }
    const usage = contextUsageOf(reply.response);
    if (usage === undefined) return 'inVain';
    this.#change({ used: usage.used, window: usage.window });
    return usage;
  }

  async #askLimits(): Promise<void> {
    const { ask, knows } = this.context;
    if (!knows('get_usage')) return;
    const reply = await ask({ subtype: 'get_usage', skip_behaviors: true }, { limit: replyLimit });
    if (reply.ok) this.#limited(limitsOfUsage(reply.response).map(limit => this.#withState(limit)));
  }

  #limited(limits: readonly PlanLimit[]): void {
    if (limits.length === 0) return;
    this.#limits = [...limits, ...this.#limits.filter(({ id }) => !limits.some(limit => limit.id === id))];
    this.context.tell({ type: 'limits', limits: [...this.#limits] });
  }

  /** Takes the state from the last event about the same time, because the reply to the request says nothing of thresholds. */
  #withState(limit: PlanLimit): PlanLimit {
    const before = this.#limits.find(({ id }) => id === limit.id);
    const isSame = before !== undefined && limit.state === 'open' && before.resetsAt === limit.resetsAt;
    return isSame ? { ...before, ...limit, state: before.state } : limit;
  }

  #change(change: Partial<MetersNews>): void {
    const next: MetersNews = { ...this.#known, ...change };
    const isNew = Object.entries(next).some(([name, value]) => this.#known[name as keyof MetersNews] !== value);
    this.#known = next;
    if (isNew) this.context.tell(next);
  }
}
