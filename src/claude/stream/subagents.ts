// Owns: what Claude calls each subagent of a process, by all that a request names it with. Measured: `task_started` says it under the id with
// which the subagent asks (2.1.100, 2.1.329); 2.0.77 has no such line, and shows the calls of a subagent in the foreground below the call that
// began it. Of one in the background 2.0.77 tells nothing.
import { beginsAgent } from '../../shared/tools.js';
import type { ContentBlock } from './wire.js';

/** The most characters of a name. */
const longestName = 300;

export class SubagentNames {
  /** The names by the id of the subagent, and by that of the call that began it. */
  readonly #names = new Map<string, string>();
  /** The subagents by the id of each call that one of them has made and that has no result yet. */
  readonly #calls = new Map<string, string>();

  /** The main conversation makes this call, which may begin a subagent. */
  called({ id, name, input }: { readonly id: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> }): void {
    if (beginsAgent(name) && typeof input['description'] === 'string') setName(this.#names, id, input['description']);
  }

  /** The CLI has begun a task. */
  started(taskId: string, description: string): void {
    setName(this.#names, taskId, description);
  }

  /** The subagent that the call `parent` began says this, and makes the calls in it. */
  said(parent: string, content: readonly ContentBlock[]): void {
    const name = this.#names.get(parent);
    if (name === undefined) return;
    // The result of a call that begins a subagent may come at once, and the subagent makes its calls behind it.
    for (const block of content) if ('input' in block) setName(beginsAgent(block.name) ? this.#names : this.#calls, block.id, name);
  }

  /** This call of a subagent has its result: nothing asks for it any more. */
  ended(toolUseId: string): void {
    this.#calls.delete(toolUseId);
  }

  /** Undefined where nothing names it. */
  of(agentId: string | null | undefined, toolUseId: string): string | undefined {
    return this.#names.get(agentId ?? '') ?? this.#names.get(toolUseId) ?? this.#calls.get(toolUseId);
  }
}

function setName(names: Map<string, string>, id: string, name: string): void {
  if (id !== '' && name !== '') names.set(id, name.slice(0, longestName));
}
