// Finds decisions among all of a folder: those that are like a question, and those with typed words. Looks at each of them, which takes a few
// milliseconds for 10,000. Must not know where decisions are kept.
import type { Question } from '../shared/question.js';
import type { Asker, KnownDecision } from './decision.js';
import { likenessOf, profileOf, threshold } from './likeness.js';
import { searchWordsOf, termsOf } from './terms.js';
import { weightOf } from './weakWords.js';

/** A decision and its words, which are taken out of its texts once. */
export interface Findable {
  readonly decision: KnownDecision;
  /** All that is searched of the question; the same for questions of the same words. */
  readonly asked: string;
  /** The terms of the question, each once. */
  readonly terms: readonly string[];
  /** What the terms weigh together. */
  readonly weight: number;
  /** The words of question, header, options, answer and note as they may be typed, each between two blanks. */
  readonly words: string;
}

export interface Like {
  readonly decision: KnownDecision;
  /** A number between `threshold` and 1. */
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

export function findable(decision: KnownDecision): Findable {
  const { question, header, options } = decision.question;
  const asked = [question, header, ...options.map(({ label }) => label)].join('\n');
  const said = [decision.words ?? '', decision.note ?? '', ...notOffered(decision)];
  const terms = [...new Set(termsOf(question))];
  let weight = 0;
  for (const term of terms) weight += weightOf(term);
  return { decision, asked, terms, weight, words: ` ${searchWordsOf([asked, ...said].join('\n')).join(' ')} ` };
}

/**
 * The current decisions on a question that is like this one, the most alike first, the newer one first where two are equally alike; of those
 * with the same question text the newest. A decision that the person has called not the same is left out, with the earlier ones of the same text.
 */
export function decisionsLike(question: Question, all: Iterable<Findable>, limit: number): readonly Like[] {
  const profile = profileOf(question);
  const newest = new Map<string, Like>();
  /** The time of the newest decision that the person has called not the same, by the question's text. */
  const refused = new Map<string, number>();
  for (const same of nearestByWords(profile.asked, all)) {
    const [first] = same;
    const alike = first === undefined ? 0 : likenessOf(profile, profileOf(first.decision.question));
    if (alike < threshold) continue;
    for (const { decision } of same) {
      const text = decision.question.question;
      if (decision.notLike.includes(question.question)) refused.set(text, Math.max(refused.get(text) ?? 0, decision.at));
      if (decision.status !== 'current') continue;
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
export function decisionsWith(typed: string, all: Iterable<Findable>, filter: Filter): readonly KnownDecision[] {
  let found = [...all].filter(({ decision }) => isWanted(decision, filter)).map(one => ({ one, score: 0 }));
  for (const word of searchWordsOf(typed)) {
    const marked = markedBy(word, found);
    found = found.flatMap(({ one, score }, at) => ((marked[at] ?? 0) > 0 ? [{ one, score: score + (marked[at] ?? 0) }] : []));
  }
  return found
    .sort((a, b) => b.score - a.score || b.one.decision.at - a.one.decision.at)
    .slice(0, filter.limit)
    .map(({ one }) => one.decision);
}

/** Whether the filter lets the decision through. */
export function isWanted({ folder, at, asker }: KnownDecision, filter: Filter): boolean {
  if (filter.folder !== undefined && folder !== filter.folder) return false;
  return at >= (filter.since ?? -Infinity) && (filter.asker === undefined || isSameAsker(asker, filter.asker));
}

/** Whether one letter is added, left out, another one, or changed places with the next. */
export function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [endOfA, endOfB] = [a.length, b.length];
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1]) {
    endOfA -= 1;
    endOfB -= 1;
  }
  const [restOfA, restOfB] = [a.slice(start, endOfA), b.slice(start, endOfB)];
  if (restOfA.length <= 1 && restOfB.length <= 1) return true;
  return restOfA.length === 2 && restOfB.length === 2 && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0];
}

/** How many of the questions that are nearest by their words are compared in full, which takes long. */
const mostCompared = 100;

/** The decisions on each of the questions whose terms are most nearly the same. `terms`: each with its weight. */
function nearestByWords(terms: ReadonlyMap<string, number>, all: Iterable<Findable>): readonly (readonly Findable[])[] {
  let total = 0;
  for (const weight of terms.values()) total += weight;
  const questions = new Map<string, { readonly near: number; readonly same: Findable[] }>();
  for (const one of all) {
    let shared = 0;
    for (const term of one.terms) shared += terms.get(term) ?? 0;
    if (shared === 0) continue;
    const known = questions.get(one.asked);
    if (known === undefined) questions.set(one.asked, { near: shared / (total + one.weight - shared), same: [one] });
    else known.same.push(one);
  }
  const nearest = [...questions.values()].sort((one, other) => other.near - one.near);
  return nearest.slice(0, mostCompared).map(({ same }) => same);
}

/** How well a word of a decision is the typed one; 0 is not at all. */
const marks = { almost: 1, begins: 2, same: 3 } as const;

function markedBy(word: string, all: readonly { readonly one: Findable }[]): readonly number[] {
  const [begun, whole, terms] = [` ${word}`, ` ${word} `, termsOf(word)];
  let isThere = false;
  const marked = all.map(({ one }) => {
    const begins = one.words.includes(begun);
    isThere ||= begins;
    if (terms.some(term => one.terms.includes(term))) return marks.same;
    return begins ? (one.words.includes(whole) ? marks.same : marks.begins) : 0;
  });
  // Short words are too like each other.
  if (isThere || word.length < 4) return marked;
  return marked.map(
    (mark, at) => mark || (all[at]?.one.words.split(' ').some(other => differsByOne(word, other)) === true ? marks.almost : 0),
  );
}

/** Chosen labels that are no option of the question, as in a decision from a file. */
function notOffered({ chosen, question }: KnownDecision): readonly string[] {
  return chosen.filter(label => !question.options.some(option => option.label === label));
}

function isSameAsker(a: Asker, b: Asker): boolean {
  return a.kind === b.kind && nameOf(a) === nameOf(b);
}

function nameOf(asker: Asker): string | undefined {
  return 'name' in asker ? asker.name : undefined;
}
