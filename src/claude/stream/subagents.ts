// Owns: what Claude calls each subagent of a process, by all that a request names it with. Measured: `task_started` says it under the id with
// which the subagent asks (2.1.100, 2.1.329); 2.0.77 has no such line, and shows the calls of a subagent in the foreground below the call that
// began it. Of one in the background 2.0.77 tells nothing.
import type { ContentBlock } from './wire.js';

/** In characters. */
const longestName = 300;

export class SubagentNames {
  /** By the id of the subagent, of the call that began it, and of each of its own calls. */
  readonly #names = new Map<string, string>();

  /** The main conversation makes this call, which may begin a subagent: `Agent`, `Task` before 2.1.329. */
  called({ id, name, input }: { readonly id: string; readonly name: string; readonly input: Readonly<Record<string, unknown>> }): void {
    if ((name === 'Agent' || name === 'Task') && typeof input['description'] === 'string') this.#set(id, input['description']);
  }

  /** The CLI has begun a task. */
  started(taskId: string, description: string): void {
    this.#set(taskId, description);
  }

  /** The subagent that the call `parent` began says this, and makes the calls in it. */
  said(parent: string, content: readonly ContentBlock[]): void {
    const name = this.#names.get(parent);
    if (name !== undefined) for (const block of content) if ('input' in block) this.#set(block.id, name);
  }

  /** Undefined where nothing names it. */
  of(agentId: string | null | undefined, toolUseId: string): string | undefined {
    return this.#names.get(agentId ?? '') ?? this.#names.get(toolUseId);
  }

  #set(id: string, name: string): void {
    if (id !== '' && name !== '') this.#names.set(id, name.slice(0, longestName));
  }
}
