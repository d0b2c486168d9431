// Where Claude is: in the folder in which the CLI was started, in a worktree that it has gone to, or where a command has taken it.
import { isAtLeast } from '../../../claude/version.js';
import { isObject } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import { worktreeTools } from '../../../shared/tools.js';
import type { PartContext, ProcessPart } from '../part.js';

/** The first version measured that goes back into its worktree when the session is resumed; 2.1.100 does not. */
const firstToGoBack = '2.1.329';

/**
 * Measured: `system/init` comes with each turn and names `cwd` (all versions). In mid-turn the result of `EnterWorktree` names `worktreePath`, that of
 * `ExitWorktree` `restoredCwd` (2.1.329) or `originalCwd` (2.1.100).
 */
export class WorkingPlace implements ProcessPart {
  /** The CLI was started there, as far as its first turn has said. */
  #begun: string | undefined;
  #worktree: string | undefined;
  readonly #calls = new Set<unknown>();

  constructor(private readonly context: PartContext) {
    this.#worktree = context.chosen().at;
  }

  observed(kind: string, { cwd, parent_tool_use_id: parent, message, tool_use_result: result }: Loose): void {
    if (kind === 'system/init' && typeof cwd === 'string') {
      // A process that has not gone back into the worktree of before is where it was started.
      if (this.#begun === undefined && cwd !== this.#worktree) this.#worktree = undefined;
      this.#begun ??= this.#worktree === undefined ? cwd : '';
      this.#isAt(cwd);
    }
    // A subagent has a place of its own.
    if (typeof parent === 'string' || !isObject(message)) return;
    for (const block of Array.isArray(message['content']) ? message['content'].filter(isObject) : []) {
      if (block['type'] === 'tool_use' && worktreeTools.includes(String(block['name']))) this.#calls.add(block['id']);
      if (block['type'] === 'tool_result' && this.#calls.delete(block['tool_use_id']) && isObject(result)) this.#went(result);
    }
  }

  ended(): void {
    // Where a command has taken Claude ends with the process.
    this.#keep(this.#returnsTo);
  }

  #went({ worktreePath, restoredCwd, originalCwd }: Loose): void {
    const left = [restoredCwd, originalCwd].find(place => typeof place === 'string');
    if (typeof left === 'string') {
      this.#worktree = undefined;
      this.#isAt(left);
    } else if (typeof worktreePath === 'string') {
      this.#worktree = worktreePath;
      this.#isAt(worktreePath);
    }
  }

  #isAt(place: string): void {
    this.#keep(place === this.#begun ? undefined : place);
  }

  get #returnsTo(): string | undefined {
    return isAtLeast(this.context.version ?? '', firstToGoBack) ? this.#worktree : undefined;
  }

  /** Both at once: nobody may be left to hear of the end of the process, because the window ends before it. */
  #keep(at: string | undefined): void {
    const change = { at, returnsTo: this.#returnsTo };
    const chosen = this.context.chosen();
    if (at !== chosen.at || change.returnsTo !== chosen.returnsTo) this.context.choose(change);
  }
}
