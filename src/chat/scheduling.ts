// A job that Claude has scheduled, and what a call says of the schedule. Types alone.

export interface ScheduledJob {
  /** The CLI's, by which a later call deletes the job; of a wake-up, of which the CLI has one at a time, the same for each. */
  readonly id: string;
  /** The `tool_use_id` of the call that has scheduled it. */
  readonly call: string;
  /** What Claude calls it. */
  readonly name: string;
  /** When it runs, or when the CLI deletes one that `repeats`; epoch milliseconds, 0 where the CLI does not say when it runs (2.1.100). */
  readonly until: number;
  readonly repeats?: true;
  /** The next process that resumes the session has the job too (not a wake-up). */
  readonly comesBack?: true;
  /** The CLI says when its turn begins (`jobBegan`). */
  readonly announced?: true;
}

/** What the result of a call says of the CLI's schedule. `at`: epoch milliseconds, where the CLI says when the job runs. */
export type Scheduling =
  | ({ readonly type: 'begun'; readonly at?: number } & Pick<ScheduledJob, 'id' | 'repeats' | 'comesBack' | 'announced'>)
  | { readonly type: 'deleted'; readonly ids: readonly string[] };
