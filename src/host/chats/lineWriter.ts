// Writes the lines to one process of the CLI, in their order. What a person has decided is on the disk before the CLI gets it: after a crash in between
// nobody would know of it any more.
import type { Outgoing } from '../../chat/effects.js';
import type { ClaudeConnection, Due, WriteOutcome } from './claudeConnection.js';
import type { ChatDependencies } from './chatDependencies.js';
import { within } from '../../claude/process/within.js';
import type { Clock } from '../../shared/clock.js';

/** Milliseconds. A disk that does not answer keeps no decision from the CLI, also where the window ends and leaves the CLI `parkTimeout` for it. */
export const storeTimeout = 500;

const decisions: ReadonlySet<Outgoing['type']> = new Set(['settleQuestion', 'allowTool', 'denyTool']);

/** Neither a prompt nor Stop overtakes a prompt, which may wait for disks and for the person. */
const waitsForPrompts: ReadonlySet<Outgoing['type']> = new Set(['prompt', 'interrupt']);

export interface Line {
  readonly message: Outgoing;
  readonly writeId: string;
  readonly due: Due;
}

export class LineWriter {
  #decisions: Promise<unknown> = Promise.resolve();
  /** Resolves when the prompts so far are written, or are not to be. */
  #prompts: Promise<unknown> = Promise.resolve();

  /**
   * @param connection undefined where the start has failed
   * @param later calls back once after `ms`; returns how to cancel
   */
  constructor(
    private readonly connection: Promise<ClaudeConnection | undefined>,
    private readonly dependencies: Pick<ChatDependencies, 'store' | 'log'>,
    private readonly clock: Clock,
  ) {}

  /** `told` gets the outcome before a line goes that has waited for this one. */
  async write(line: Line, told: (outcome: WriteOutcome) => void): Promise<void> {
    const prompts = waitsForPrompts.has(line.message.type) ? this.#prompts : undefined;
    const work = this.#write(line, prompts).then(told);
    if (line.message.type === 'prompt') this.#prompts = Promise.allSettled([this.#prompts, work]).then(() => undefined);
    await work;
  }

  async #write({ message, writeId, due }: Line, prompts: Promise<unknown> | undefined): Promise<WriteOutcome> {
    const connection = await (message.type === 'prompt' ? Promise.race([this.connection, due.over]) : this.connection);
    await this.#mayGo(message);
    if (message.type === 'interrupt') await prompts;
    if (!due.isDue()) return { ok: false, dropped: true };
    return (await connection?.write(message, writeId, { ...due, before: prompts })) ?? { ok: false, reason: 'the CLI is not running' };
  }

  /** A decision may go once it is stored, or `storeTimeout` is over; any other line, such as Stop, once the decisions before it may. */
  async #mayGo({ type }: Outgoing): Promise<void> {
    const { store, log } = this.dependencies;
    if (store !== undefined && decisions.has(type)) this.#decisions = Promise.all([this.#decisions, this.#storedInTime(store)]);
    const began = performance.now();
    await this.#decisions;
    log.trace(`To the CLI: ${type}, which has waited for the disk for ${(performance.now() - began).toFixed(1)} ms.`);
  }

  async #storedInTime(store: () => Promise<unknown>): Promise<void> {
    await within(store(), storeTimeout, () => undefined, this.clock);
  }
}
