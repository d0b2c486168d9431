// The lines of a ledger and what they mean together. The order of the lines and how often one is there do not matter, so that files which
// several windows have written can be read as one. Pure; knows nothing of files.
import type { Decision, DecisionStatus, Judgement, KnownDecision, NewDecision } from './decision.js';

export interface AddRecord {
  readonly type: 'add';
  readonly decision: NewDecision;
  /** The line may be in the ledger a second time, so a judgement of the decision may stand before this line. */
  readonly again?: true;
}

export interface JudgeRecord {
  readonly type: 'judge';
  /** The record's own id: it decides between two of the same millisecond. */
  readonly record: string;
  /** The decision's id. The ledger may not hold it. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly judgement: Judgement;
}

export type LedgerRecord = AddRecord | JudgeRecord;

/** Undefined where it is neither. The checksum has proved that Parley wrote the line, so only the outline is checked. */
export function parseRecord(value: unknown): LedgerRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { type, decision, judgement } = value;
  if (type === 'add' && isRecord(decision) && typeof decision['id'] === 'string') return value as unknown as AddRecord;
  if (type === 'judge' && isRecord(judgement) && typeof value['id'] === 'string') return value as unknown as JudgeRecord;
  return undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record whose line may be in the ledger already. */
export function writtenAgain(record: LedgerRecord): LedgerRecord {
  return record.type === 'add' ? { ...record, again: true } : record;
}

/** Id of the decision that the record is about. */
export function subjectOf(record: LedgerRecord): string {
  return record.type === 'add' ? record.decision.id : record.id;
}

interface Added {
  readonly decision: NewDecision;
  /** Length of its line. */
  readonly bytes: number;
  known?: KnownDecision | undefined;
}

interface Judged {
  readonly record: JudgeRecord;
  readonly bytes: number;
}

export class LedgerFold {
  readonly #added = new Map<string, Added>();
  /** By the decision's id, and by what the judgement is about: a later one takes the place of an earlier one about the same. */
  readonly #judged = new Map<string, Map<string, Judged>>();
  readonly #forgotten = new Set<string>();
  /** Questions of deleted decisions. A judgement of another decision may quote them. */
  readonly #deletedQuestions = new Set<string>();
  #liveBytes = 0;
  /** Something was deleted since: other decisions may name it. */
  #hasDeleted = false;
  /** Ids of decisions that are others than when `takeChanged` was last called; undefined where that may be any. */
  #changed: Set<string> | undefined;

  get forgotten(): ReadonlySet<string> {
    return this.#forgotten;
  }

  /** Bytes of the lines that a new file would have. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  has(id: string): boolean {
    return this.#added.has(id);
  }

  /** `bytes`: length of the record's line. */
  apply(record: LedgerRecord, bytes: number): void {
    if (record.type === 'add') this.#add(record.decision, bytes);
    else if (!this.#forgotten.has(record.id)) this.#judge(record, bytes);
  }

  /** Those decisions go for ever, whether they are known already or are still to be read. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.#forgotten.has(id)) continue;
      this.#forgotten.add(id);
      const added = this.#added.get(id);
      if (added !== undefined) this.#deletedQuestions.add(added.decision.question.question);
      this.#liveBytes -= (added?.bytes ?? 0) + this.#judgementsOf(id).reduce((sum, { bytes }) => sum + bytes, 0);
      this.#added.delete(id);
      this.#judged.delete(id);
      this.#hasDeleted = true;
      this.#changed = undefined;
    }
  }

  /** A new file is in the place of all that was read: nothing quotes a deleted decision any more. */
  settle(): void {
    for (const judgements of this.#judged.values())
      for (const [about, { record, bytes }] of judgements) {
        if (!this.quotesDeleted(record)) continue;
        judgements.delete(about);
        this.#liveBytes -= bytes;
      }
    this.#deletedQuestions.clear();
  }

  /** The lines of a new file, judgements behind: whoever reads from the end knows them before the decisions. */
  *records(inOrder: readonly KnownDecision[]): Generator<LedgerRecord> {
    for (const { id } of inOrder) {
      const added = this.#added.get(id);
      if (added !== undefined) yield { type: 'add', decision: added.decision };
    }
    for (const judgements of this.#judged.values())
      for (const { record } of judgements.values()) if (!this.quotesDeleted(record)) yield record;
  }

  /** The record holds the question of a deleted decision. */
  quotesDeleted(record: LedgerRecord): boolean {
    return record.type === 'judge' && 'question' in record.judgement && this.#deletedQuestions.has(record.judgement.question);
  }

  /** Ids of decisions that are new, or of which something was said, since the last call; undefined where more has changed. */
  takeChanged(): ReadonlySet<string> | undefined {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** In no order. */
  get ids(): Iterable<string> {
    return this.#added.keys();
  }

  known(id: string): KnownDecision | undefined {
    if (this.#hasDeleted) for (const other of this.#added.values()) other.known = undefined;
    this.#hasDeleted = false;
    const added = this.#added.get(id);
    return added && (added.known ??= this.judged(added.decision));
  }

  /** Whether the decision is already what the judgement would make of it. False where the decision is not there. */
  holds(id: string, judgement: Judgement): boolean {
    const known = this.known(id);
    if (known === undefined) return false;
    const { status, superseded, untold, notLike } = known;
    switch (judgement.type) {
      case 'supersede':
        return status === 'superseded' && superseded?.reason === judgement.reason && superseded.by === judgement.by;
      case 'once':
      case 'accept':
        return status === statusAfter(judgement);
      case 'notLike':
      case 'like':
        return notLike.includes(judgement.question) === (judgement.type === 'notLike');
      case 'tell':
        return (untold !== true) === judgement.told;
    }
  }

  /** Epoch milliseconds; `-Infinity` where nothing was said of the decision. */
  lastJudgedAt(id: string): number {
    return Math.max(-Infinity, ...this.#judgementsOf(id).map(({ record }) => record.at));
  }

  /** A decision with what is said of it so far, also one that the fold does not hold. */
  judged(decision: NewDecision): KnownDecision {
    const judgements = this.#judgementsOf(decision.id).map(({ record }) => record);
    const last = (about: string): JudgeRecord | undefined => this.#judged.get(decision.id)?.get(about)?.record;
    const notLike = judgements
      .filter(record => !this.quotesDeleted(record))
      .flatMap(({ judgement }) => (judgement.type === 'notLike' ? [judgement.question] : []))
      // By their words: by time, a judgement that says again what holds already would change the decision.
      .sort();
    const told = last('tell')?.judgement;
    return {
      ...(decision as Decision),
      ...this.#statusOf(decision, last('status')),
      notLike,
      ...(told?.type === 'tell' && !told.told && { untold: true as const }),
    };
  }

  #statusOf(decision: NewDecision, record: JudgeRecord | undefined): Pick<KnownDecision, 'status' | 'superseded'> {
    if (record === undefined) return { status: decision.status ?? 'current' };
    const { judgement, at } = record;
    if (judgement.type !== 'supersede') return { status: statusAfter(judgement) };
    const { reason, by } = judgement;
    return { status: 'superseded', superseded: { reason, at, ...(by !== undefined && !this.#forgotten.has(by) && { by }) } };
  }

  #add(decision: NewDecision, bytes: number): void {
    if (this.#forgotten.has(decision.id)) {
      this.#deletedQuestions.add(decision.question.question);
      this.#hasDeleted = true;
      this.#changed = undefined;
      return;
    }
    const known = this.#added.get(decision.id);
    if (known !== undefined && isFirst(known.decision, decision)) return;
    // The decision that this one replaces may have another time, so the order is made anew.
    if (known !== undefined) this.#changed = undefined;
    this.#changed?.add(decision.id);
    this.#liveBytes += bytes - (known?.bytes ?? 0);
    this.#added.set(decision.id, { decision, bytes });
  }

  #judge(record: JudgeRecord, bytes: number): void {
    const judgements = this.#judged.get(record.id) ?? new Map<string, Judged>();
    const about = aboutOf(record.judgement);
    const earlier = judgements.get(about);
    if (earlier !== undefined && byTime(earlier.record, record) >= 0) return;
    this.#liveBytes += bytes - (earlier?.bytes ?? 0);
    judgements.set(about, { record, bytes });
    this.#judged.set(record.id, judgements);
    const added = this.#added.get(record.id);
    if (added === undefined) return;
    added.known = undefined;
    this.#changed?.add(record.id);
  }

  #judgementsOf(id: string): readonly Judged[] {
    return [...(this.#judged.get(id)?.values() ?? [])];
  }
}

/** Oldest first; ids decide between two of the same millisecond. */
export function byAge(one: Decision, other: Decision): number {
  return one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

function byTime(one: JudgeRecord, other: JudgeRecord): number {
  return one.at - other.at || (one.record < other.record ? -1 : one.record > other.record ? 1 : 0);
}

/** Whether `one` stays where two decisions have one id: two windows may have kept the same answer at the same moment. */
function isFirst(one: Decision, other: Decision): boolean {
  return one.at < other.at || (one.at === other.at && JSON.stringify(one) <= JSON.stringify(other));
}

function aboutOf(judgement: Judgement): string {
  if ('question' in judgement) return `notLike ${judgement.question}`;
  return judgement.type === 'tell' ? 'tell' : 'status';
}

function statusAfter({ type }: Judgement): DecisionStatus {
  return type === 'once' ? 'once' : 'current';
}
