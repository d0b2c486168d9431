// What the subagents of one process say and do. Owns their last entries.
import { toolSummary } from '../../../claude/stream/toolSummary.js';
import type { AgentEntry, AgentWorkNews } from '../../../shared/contract/news.js';
import { mostEntries } from '../../../shared/contract/news.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';
import { isObject, objectsIn, textOf } from '../../../shared/loose.js';

interface Agent {
  /** The last ones. `id`: of a tool call. */
  readonly entries: readonly (AgentEntry & { readonly id?: string })[];
  readonly count: number;
  readonly isOver: boolean;
}

/** Subagents that are kept; an older one has its row, and the CLI's transcript. */
const mostAgents = 20;
/** The most characters of a text. */
const longestText = 1_000;
const longestSummary = 200;

/**
 * Follows the subagents of a process. With `forwardSubagentText` their messages come whole, with `parent_tool_use_id`; 2.0.77 and 2.1.100 forward
 * their calls only. A subagent in the background goes on behind the result of its call, so each further message says that it is not over (2.0.77,
 * 2.1.100, 2.1.329).
 */
export class Agents implements ProcessPart {
  readonly #agents = new Map<string, Agent>();

  constructor(private readonly context: PartContext) {}

  observed(kind: string, message: Loose): void {
    if (kind === 'system/task_notification') return this.#over([textOf(message['tool_use_id'])]);
    if (kind !== 'assistant' && kind !== 'user') return;
    const { parent_tool_use_id: parent, message: body } = message;
    const blocks = isObject(body) ? objectsIn(body['content']) : [];
    if (typeof parent !== 'string') return this.#over(blocks.map(({ tool_use_id: id }) => textOf(id)));
    if (kind === 'assistant') return this.#said(parent, blocks);
    this.#failed(parent, blocks);
  }

  ended(): void {
    this.#over([...this.#agents.keys()]);
  }

  /** Undefined where nothing of it is kept. */
  work(id: string): AgentWorkNews | undefined {
    const agent = this.#agents.get(id);
    return agent && { type: 'agentWork', id, count: agent.count, entries: agent.entries.map(({ id: _, ...entry }) => entry) };
  }

  #said(parent: string, blocks: readonly Loose[]): void {
    const added = blocks.flatMap(entryOf);
    if (added.length === 0) return;
    const { entries, count } = this.#agents.get(parent) ?? { entries: [], count: 0 };
    this.#agents.set(parent, { entries: [...entries, ...added].slice(-mostEntries), count: count + added.length, isOver: false });
    const [oldest] = this.#agents.keys();
    if (this.#agents.size > mostAgents && oldest !== undefined) this.#agents.delete(oldest);
    this.#tell();
  }

  #failed(parent: string, results: readonly Loose[]): void {
    const agent = this.#agents.get(parent);
    const failed = results.flatMap(({ is_error: isError, tool_use_id: id }) => (isError === true ? [textOf(id)] : []));
    if (agent === undefined || failed.length === 0) return;
    const entries = agent.entries.map(entry =>
      entry.type === 'tool' && failed.includes(entry.id ?? '') ? { ...entry, failed: true as const } : entry,
    );
    this.#agents.set(parent, { ...agent, entries });
    this.#tell();
  }

  #over(ids: readonly string[]): void {
    const ended = ids.filter(id => this.#agents.get(id)?.isOver === false);
    for (const id of ended) {
      const agent = this.#agents.get(id);
      if (agent !== undefined) this.#agents.set(id, { ...agent, isOver: true });
    }
    if (ended.length > 0) this.#tell();
  }

  #tell(): void {
    const agents = [...this.#agents].flatMap(([id, { entries, count, isOver }]) => {
      const last = entries.at(-1);
      if (last === undefined) return [];
      const { id: _, ...now } = last;
      return [{ id, now: { ...now, text: now.text.slice(0, longestSummary) }, count, isOver }];
    });
    this.context.tell({ type: 'agents', agents });
  }
}

function entryOf({ type, text, id, name, input }: Loose): readonly Agent['entries'][number][] {
  if (type === 'text' && typeof text === 'string' && text.trim() !== '') return [{ type: 'text', text: text.slice(0, longestText) }];
  if (type !== 'tool_use' || typeof name !== 'string' || !isObject(input)) return [];
  return [{ type: 'tool', id: textOf(id), name, text: toolSummary(name, input).slice(0, longestSummary) }];
}
