// How a chat is steered: what can be chosen for it. Read at activation, so without schemas, which `steeringNews` has.

/** What was chosen for a chat, by the person or by Claude, and outlives the process: the next process begins with it. */
export interface Steering {
  /** A mode that `set_permission_mode` takes. */
  readonly mode?: string;
  /** A model that `set_model` takes. */
  readonly model?: string;
  /** The id of the model that ran last, as the CLI has said it; nobody chooses it. Absent from the choice of another model on. */
  readonly ran?: string;
  /** An effort such as `low`. `undefined` in a change takes back what was chosen. */
  readonly effort?: string | undefined;
  /** The root of the workspace in which the chat works: absolute. Absent in a window of one folder, and before the chat begins. */
  readonly folder?: string;
  /**
   * The absolute path of the folder in which Claude is and from which it reads paths. The CLI says it; nobody chooses it. Absent as long as that is
   * where the CLI was started; `undefined` in a change takes it back.
   */
  readonly at?: string | undefined;
  /** The folder in which the next process will be, in the same way: a worktree, to which the CLI goes back by itself. */
  readonly returnsTo?: string | undefined;
}

/** The mode in which Claude asks for nothing. */
export const bypass = 'bypassPermissions';

/** The permission modes that a person can choose, from the most careful on. */
export const modes = ['plan', 'default', 'acceptEdits', 'auto', 'dontAsk', bypass] as const;
export type Mode = (typeof modes)[number];
