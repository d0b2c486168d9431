// What a person has decided is on the disk before the CLI gets it: after a crash in between nobody would know of it any more.
import type { Outgoing } from '../../session/effects.js';

/** Milliseconds. A disk that does not answer keeps no decision from the CLI, also where the window ends and leaves the CLI `parkTimeout` for it. */
export const storeTimeout = 500;

const decisions: ReadonlySet<Outgoing['type']> = new Set(['settleQuestion', 'allowTool', 'denyTool']);

/** Lets the lines to the CLI go in the order in which they came: what comes behind a decision, such as Stop, does not overtake it. */
export class StoredFirst {
  #decisions: Promise<unknown> = Promise.resolve();

  /** @param later calls back once after `ms`; returns how to cancel */
  constructor(private readonly later: (callback: () => void, ms: number) => () => void) {}

  /**
   * Resolves when the line may go: a decision once it is stored, or `storeTimeout` is over, and any other line once those before it may. Never rejects.
   * @param store resolves when the chat is on the disk, or the disk has refused it
   */
  async mayGo({ type }: Outgoing, store: (() => Promise<unknown>) | undefined): Promise<void> {
    if (store !== undefined && decisions.has(type)) this.#decisions = Promise.all([this.#decisions, this.#storedInTime(store)]);
    await this.#decisions;
  }

  async #storedInTime(store: () => Promise<unknown>): Promise<void> {
    let cancel = (): void => undefined;
    const overdue = new Promise<void>(resolve => (cancel = this.later(resolve, storeTimeout)));
    await Promise.race([store(), overdue]).finally(cancel);
  }
}
