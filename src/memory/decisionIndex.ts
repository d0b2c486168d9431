// Finds decisions: those that are like a question, and those with typed words. Owns the index in memory; must not know where decisions are
// kept. It has postings of its own, because minisearch's scores do not separate like from unlike questions, and a typed prefix took it a second.
import type { Question } from '../shared/question.js';
import type { Asker, KnownDecision } from './decision.js';
import { likenessOf, profileOf, threshold } from './likeness.js';
import { Postings } from './postings.js';
import { ShardedMap } from './shardedMap.js';
import { searchWordsOf, termsOf } from './terms.js';
import { weightOf } from './weakWords.js';

export interface Like {
  readonly decision: KnownDecision;
  /** From `threshold` to 1. */
  readonly likeness: number;
}

export interface Filter {
  readonly limit: number;
  readonly asker?: Asker;
  /** Absolute path, as the decisions have it. */
  readonly folder?: string;
  /** Epoch milliseconds. */
  readonly since?: number;
}

/** A question as it was asked, in the same words and with the same options, once or more often. */
interface Asked {
  readonly question: Question;
  /** What its terms weigh together. */
  readonly weight: number;
  /** Slots of its decisions. */
  readonly slots: number[];
}

/** A frame of 60 Hz has 16 ms, and the thread has other work. */
const sliceMs = 4;
/** How many of the questions that are nearest by their words are compared in full. */
const mostCandidates = 100;

export class DecisionIndex {
  /** A removed decision leaves its slot empty. */
  readonly #decisions: (KnownDecision | undefined)[] = [];
  /** When each was decided, by slot: a search reads all of them, and the decisions themselves lie far apart in memory. */
  readonly #times: number[] = [];
  readonly #slots = new ShardedMap<number>();
  /** By slot: the number of its question in `#asked`. */
  readonly #askedOf: number[] = [];
  readonly #asked: Asked[] = [];
  readonly #askedNumbers = new ShardedMap<number>();
  /** Terms of the questions, and words of the questions with header and options, both by number in `#asked`. */
  readonly #terms = new Postings();
  readonly #askedWords = new Postings();
  /** Words of answers and notes, by slot. */
  readonly #saidWords = new Postings();

  /** Gives the thread back every few milliseconds. A decision that is known already is replaced. */
  async add(decisions: readonly KnownDecision[]): Promise<void> {
    let began = performance.now();
    for (const decision of decisions) {
      this.update(decision);
      if (performance.now() - began < sliceMs) continue;
      await new Promise(resolve => setImmediate(resolve));
      began = performance.now();
    }
  }

  /** Adds the decision, or replaces the one of the same id. */
  update(decision: KnownDecision): void {
    const slot = this.#slots.get(decision.id);
    const known = slot === undefined ? undefined : this.#decisions[slot];
    if (slot !== undefined && known !== undefined && textOf(known) === textOf(decision)) {
      this.#decisions[slot] = decision;
      this.#times[slot] = decision.at;
      return;
    }
    this.remove(decision.id);
    this.#insert(decision);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#decisions[slot] = undefined;
    const slots = this.#asked[this.#askedOf[slot] ?? -1]?.slots ?? [];
    slots.splice(slots.indexOf(slot), 1);
  }

  /**
   * The current decisions on a question that is like this one, the most alike first, the newer one first where two are equally alike; of those
   * with the same question text the newest. A decision that the person has called not the same is left out, with the earlier ones of the same text.
   */
  like(question: Question, { limit }: { readonly limit: number }): readonly Like[] {
    const profile = profileOf(question);
    const newest = new Map<string, Like>();
    /** When the newest of those that are not the same was decided, by the question's text. */
    const refused = new Map<string, number>();
    for (const asked of this.#candidates(profile.asked)) {
      const alike = likenessOf(profile, profileOf(asked.question));
      if (alike < threshold) continue;
      const text = asked.question.question;
      for (const slot of asked.slots) {
        const decision = this.#decisions[slot];
        if (decision?.notLike.includes(question.question) === true) refused.set(text, Math.max(refused.get(text) ?? 0, decision.at));
        if (decision?.status !== 'current') continue;
        const other = newest.get(text);
        if (other === undefined || other.decision.at < decision.at) newest.set(text, { decision, likeness: alike });
      }
    }
    return [...newest.values()]
      .filter(({ decision }) => decision.at > (refused.get(decision.question.question) ?? -Infinity))
      .sort((one, other) => other.likeness - one.likeness || other.decision.at - one.decision.at)
      .slice(0, limit);
  }

  /**
   * The decisions of any status in which all of the typed words stand, begin a word, or stand but for one letter, in question, options, answer
   * or note; the best matches first, the newer one first where two match equally well. Without a word: the newest.
   */
  search(words: string, { limit, asker, folder, since }: Filter): readonly KnownDecision[] {
    const marks = searchWordsOf(words).map(word => this.#marksOf(word));
    const best = new Best<KnownDecision>(limit);
    for (let slot = this.#decisions.length - 1; slot >= 0; slot--) {
      const decision = this.#decisions[slot];
      if (decision === undefined || (folder !== undefined && decision.folder !== folder)) continue;
      const at = this.#times[slot] ?? 0;
      if ((since !== undefined && at < since) || (asker !== undefined && !isSameAsker(decision.asker, asker))) continue;
      const asked = this.#askedOf[slot] ?? -1;
      let score = 0;
      for (const { byAsked, bySlot } of marks) {
        const mark = Math.max(byAsked[asked] ?? 0, bySlot[slot] ?? 0);
        if (mark === 0) {
          score = -1;
          break;
        }
        score += mark;
      }
      if (score >= 0) best.offer(decision, score, at);
    }
    return best.items();
  }

  #insert(decision: KnownDecision): void {
    const slot = this.#decisions.push(decision) - 1;
    this.#times.push(decision.at);
    this.#slots.set(decision.id, slot);
    const number = this.#numberOf(decision.question);
    this.#askedOf.push(number);
    this.#asked[number]?.slots.push(slot);
    const said = [decision.words ?? '', decision.note ?? '', ...notOffered(decision)].filter(text => text !== '');
    if (said.length > 0) this.#saidWords.add(slot, searchWordsOf(said.join('\n')));
  }

  /** Indexes the question the first time. */
  #numberOf(question: Question): number {
    const key = keyOf(question);
    const known = this.#askedNumbers.get(key);
    if (known !== undefined) return known;
    const terms = new Set(termsOf(question.question));
    let weight = 0;
    for (const term of terms) weight += weightOf(term);
    const number = this.#asked.push({ question, weight, slots: [] }) - 1;
    this.#askedNumbers.set(key, number);
    this.#terms.add(number, terms);
    this.#askedWords.add(number, searchWordsOf(key));
    return number;
  }

  /** Those whose terms are most nearly the same; later questions first where they are as near. */
  #candidates(terms: ReadonlyMap<string, number>): readonly Asked[] {
    const shared = new Float32Array(this.#asked.length);
    let total = 0;
    for (const [term, weight] of terms) {
      total += weight;
      for (const number of this.#terms.of(term)) shared[number] = (shared[number] ?? 0) + weight;
    }
    const best = new Best<Asked>(mostCandidates);
    for (let number = shared.length - 1; number >= 0; number--) {
      const weight = shared[number] ?? 0;
      const asked = weight === 0 ? undefined : this.#asked[number];
      if (asked !== undefined && asked.slots.length > 0) best.offer(asked, weight / (total + asked.weight - weight), number);
    }
    return best.items();
  }

  /** How well each question and each answer has the typed word. */
  #marksOf(word: string): { readonly byAsked: Uint8Array; readonly bySlot: Uint8Array } {
    const byAsked = new Uint8Array(this.#asked.length);
    const bySlot = new Uint8Array(this.#decisions.length);
    for (const term of termsOf(word)) this.#terms.markSame(term, byAsked);
    const isAsked = this.#askedWords.mark(word, byAsked);
    const isSaid = this.#saidWords.mark(word, bySlot);
    if (!isAsked && !isSaid) {
      this.#askedWords.markAlmost(word, byAsked);
      this.#saidWords.markAlmost(word, bySlot);
    }
    return { byAsked, bySlot };
  }
}

/** The best of what is offered, without sorting all of it. */
class Best<Item> {
  readonly #most: number;
  readonly #kept: { readonly item: Item; readonly score: number; readonly tie: number }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** `tie`: the higher one comes first where two scores are equal. */
  offer(item: Item, score: number, tie: number): void {
    const kept = this.#kept;
    let at = kept.length;
    if (at >= this.#most && !isBetter(score, tie, kept[at - 1])) return;
    while (at > 0 && isBetter(score, tie, kept[at - 1])) at -= 1;
    kept.splice(at, 0, { item, score, tie });
    if (kept.length > this.#most) kept.pop();
  }

  items(): readonly Item[] {
    return this.#kept.map(({ item }) => item);
  }
}

function isBetter(score: number, tie: number, than: { readonly score: number; readonly tie: number } | undefined): boolean {
  return than !== undefined && (score > than.score || (score === than.score && tie > than.tie));
}

/** All that is searched of the question; the same for questions of the same words. */
function keyOf({ question, header, options }: Question): string {
  return [question, header, ...options.map(({ label }) => label)].join('\n');
}

/** All that is searched of a decision. */
function textOf(decision: KnownDecision): string {
  return [keyOf(decision.question), decision.words ?? '', decision.note ?? '', ...decision.chosen].join('\n\n');
}

/** Chosen labels that are no option of the question, as in a decision from a file. */
function notOffered({ chosen, question }: KnownDecision): readonly string[] {
  return chosen.filter(label => !question.options.some(option => option.label === label));
}

/** Whether the filter lets the decision through. */
export function isWanted({ folder, at, asker }: KnownDecision, filter: Filter): boolean {
  if (filter.folder !== undefined && folder !== filter.folder) return false;
  return at >= (filter.since ?? -Infinity) && (filter.asker === undefined || isSameAsker(asker, filter.asker));
}

function isSameAsker(a: Asker, b: Asker): boolean {
  return a.kind === b.kind && (a.kind !== 'server' || b.kind !== 'server' || a.name === b.name);
}
