// A ledger whose answers are not lost while the disk refuses them: they are held in memory, found like all others, and written with the next
// write that succeeds. The end of the process loses them; the conversations still have the answers. Knows nothing of files.
import type { Decisions, Judgement, KnownDecision, NewDecision } from './decision.js';
import { byAge } from './storedDecision.js';

interface Held {
  readonly decision: NewDecision;
  readonly known: KnownDecision;
}

export class HeldDecisions implements Decisions {
  readonly #held = new Map<string, Held>();
  /** Ids of those that a write under way has with it. */
  readonly #writing = new Set<string>();
  readonly #writes = new Set<Promise<void>>();
  readonly #listeners = new Set<() => void>();

  constructor(private readonly ledger: Decisions) {}

  /** The decisions that are not on the disk, in no order. */
  get held(): readonly KnownDecision[] {
    return [...this.#held.values()].map(({ known }) => known);
  }

  /** Adds the decisions, and holds them where the disk refuses; then it rejects too. */
  async keep(decisions: readonly NewDecision[]): Promise<void> {
    try {
      await this.add(decisions);
    } catch (error) {
      for (const decision of decisions)
        this.#held.set(decision.id, { decision, known: { ...decision, status: decision.status ?? 'current', notLike: [] } });
      this.#tell();
      throw error;
    }
  }

  /** Resolves once none is held any more; rejects where the disk refuses. */
  async writeHeld(): Promise<void> {
    do {
      // A write under way that fails leaves those that it has held.
      while (this.#writing.size > 0) await Promise.allSettled(this.#writes);
      await this.add([]);
    } while (this.#held.size > 0);
  }

  async add(decisions: readonly NewDecision[]): Promise<void> {
    const write = this.#write(decisions);
    this.#writes.add(write);
    await write.finally(() => this.#writes.delete(write));
  }

  async #write(decisions: readonly NewDecision[]): Promise<void> {
    const held = [...this.#held.values()].filter(({ decision }) => !this.#writing.has(decision.id)).map(({ decision }) => decision);
    for (const { id } of held) this.#writing.add(id);
    try {
      await this.ledger.add([...held, ...decisions]);
      for (const { id } of held) this.#held.delete(id);
      if (held.length > 0) this.#tell();
    } finally {
      for (const { id } of held) this.#writing.delete(id);
    }
  }

  /** Writes the held decisions first, because the ledger judges only what it has. */
  async judge(id: string, judgement: Judgement): Promise<void> {
    await this.writeHeld();
    await this.ledger.judge(id, judgement);
  }

  deleted(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.ledger.deleted(ids);
  }

  async delete(ids: readonly string[]): Promise<void> {
    const taken = ids.flatMap(id => this.#held.get(id) ?? []);
    for (const { decision } of taken) this.#held.delete(decision.id);
    try {
      // Also those that were held: a write that has failed may have left them on the disk.
      await this.ledger.delete(ids);
    } catch (error) {
      for (const one of taken) this.#held.set(one.decision.id, one);
      throw error;
    } finally {
      if (taken.length > 0) this.#tell();
    }
  }

  async *newest(): AsyncGenerator<KnownDecision> {
    const given = new Set<string>();
    for (const known of [...this.held].sort((one, other) => byAge(other, one))) {
      given.add(known.id);
      yield known;
    }
    for await (const known of this.ledger.newest()) if (!given.has(known.id)) yield known;
  }

  async find(ids: readonly string[]): Promise<readonly KnownDecision[]> {
    const onDisk = await this.ledger.find(ids.filter(id => !this.#held.has(id)));
    return ids.flatMap(id => this.#held.get(id)?.known ?? onDisk.find(known => known.id === id) ?? []);
  }

  async all(): Promise<readonly KnownDecision[]> {
    const all = await this.ledger.all();
    if (this.#held.size === 0) return all;
    const missing = new Map(this.held.map(known => [known.id, known]));
    for (const { id } of all) missing.delete(id);
    return [...all, ...missing.values()].sort(byAge);
  }

  onDidChange(listener: () => void): () => void {
    const own = (): void => listener();
    this.#listeners.add(own);
    const stop = this.ledger.onDidChange(own);
    return () => {
      this.#listeners.delete(own);
      stop();
    };
  }

  end(): Promise<void> {
    return this.ledger.end();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
