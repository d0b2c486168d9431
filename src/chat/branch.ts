// What a state says of the branches of its chat. Types alone.

/** Where the CLI begins the session of a branch: a copy of this session up to and with this entry of its transcript. */
export interface ForkPoint {
  readonly session: string;
  /** The entry's uuid. */
  readonly at: string;
  /** The uuid of the message that it goes back to before. */
  readonly before: string;
}

/** A branch that is not shown. */
export interface Branch {
  readonly id: string;
  /** The beginning of the last message in it. */
  readonly text: string;
  /** The time at which it was left; epoch milliseconds. */
  readonly at: number;
  /** The CLI's ids of its conversations. */
  readonly sessions: readonly string[];
  /** The ids of the comments in messages that wait in it. */
  readonly comments?: readonly string[];
  /** The work folder as it was left: git's id of a snapshot's tree. Absent where there is none. */
  readonly tree?: string;
}

/** Two answers to one question, by the ids of their decisions: the one that holds, and the one in whose place it is. */
export interface Holding {
  readonly holds: string;
  readonly before: string;
}
