// Tells how likely it is that two questions ask for the same decision. Owns the measure and its threshold; must not know where the questions
// come from. Its numbers are fitted to the half `tune` of test/fixtures/likeness.json.
import type { Question } from '../shared/question.js';
import { fold, isKnownWord, stem, termsOf, wordsOf } from './terms.js';
import { weightOf } from './weakWords.js';
import { recommendedMarks, withoutEnd, withoutRecommended } from '../shared/textEnds.js';

/** Two questions that are at least this alike are called the same decision. */
export const threshold = 0.62;

type Likened = Pick<Question, 'question' | 'header' | 'options'>;

/** What `likenessOf` compares, made once for a question that is compared with many. */
export interface Profile {
  /** The terms of the question, each with its weight. */
  readonly asked: ReadonlyMap<string, number>;
  readonly header: ReadonlySet<string>;
  /** The terms of header and options. */
  readonly around: ReadonlySet<string>;
  /** Terms that say the same as the interrogative of the question. */
  readonly implied: ReadonlySet<string>;
  readonly sought: Sought | undefined;
  /** The terms of each option; undefined where there are none, or where they only say yes and no. */
  readonly options: readonly ReadonlySet<string>[] | undefined;
  /** Numbers, versions, and names of files and of code in the question. */
  readonly names: ReadonlySet<string>;
  /** The stems in the order in which they stand, and in alphabetical order. */
  readonly sentence: string;
  readonly bag: string;
}

export function profileOf({ question: asked, header: title, options }: Likened): Profile {
  const [question, header] = [compared(asked, longestQuestion), compared(title, longestLabel)];
  const labels = options.map(({ label }) => new Set(termsOf(withoutRecommended(compared(label, longestLabel), recommendedMarks))));
  const isYesNo = labels.every(({ size }) => size === 0) || options.every(({ label }) => yesNo.has(wordsOf(label)[0] ?? ''));
  const headerTerms = termsOf(header);
  const stems = wordsOf(question)
    .filter(word => word.length > 2)
    .map(stem);
  return {
    asked: new Map(termsOf(question).map(term => [term, weightOf(term)])),
    header: new Set(headerTerms),
    around: new Set([...headerTerms, ...labels.flatMap(label => [...label])]),
    implied: new Set(nounsOfSought(question)),
    sought: soughtIn(question),
    options: isYesNo ? undefined : labels,
    names: namesIn(question),
    sentence: stems.join(' '),
    bag: stems.sort().join(' '),
  };
}

/**
 * The most characters of a question that are compared: a model may ask with 500,000, and the patterns for names take the square of the length of a
 * run.
 */
const longestQuestion = 3_000;
const longestLabel = 300;
const longestRun = 200;

function compared(text: string, longest: number): string {
  return text.slice(0, longest).replace(/\S{201,}/g, run => run.slice(0, longestRun));
}

/** A number between 0, another decision, and 1, the same. Either order of the two gives the same number. */
export function likenessOf(a: Profile, b: Profile): number {
  const fits = haveOtherNames(a, b) ? 0 : areExchanged(a, b) ? exchangedLikeness : 1;
  return fits * wordsLikeness(a, b) * optionsLikeness(a.options, b.options) * soughtLikeness(a.sought, b.sought);
}

/** A word that only one question has adds to it; a word in place of another one makes it a question of another subject. */
function wordsLikeness(a: Profile, b: Profile): number {
  let shared = 0;
  for (const [term, weight] of a.asked) if (b.asked.has(term)) shared += weight;
  if (shared === 0) return 0;
  const [lackingOfA, lackingOfB] = [lacking(a, b), lacking(b, a)];
  const replaced = Math.min(lackingOfA, lackingOfB);
  const added = Math.max(lackingOfA, lackingOfB) - replaced;
  return (shared / (shared + added * addedCost)) * Math.exp(-replaced * replacedCost);
}

const addedCost = 0.8;
const replacedCost = 1.2;

/** The weight of the terms of `of` that the question of `other` lacks. */
function lacking(of: Profile, other: Profile): number {
  let sum = 0;
  for (const [term, weight] of of.asked) if (!other.asked.has(term)) sum += weight * shareOf(term, of, other);
  return sum;
}

/** How much of its weight a lacking term keeps: less where the other question says it by the way, more where it is the subject. */
function shareOf(term: string, of: Profile, other: Profile): number {
  if (other.implied.has(term)) return 0.1;
  if (other.around.has(term)) return 0.4;
  return of.header.has(term) ? 1.5 : 1;
}

function optionsLikeness(a: Profile['options'], b: Profile['options']): number {
  if (a === undefined && b === undefined) return withoutOptions;
  if (a === undefined || b === undefined) return optionsOnOneSide;
  const same = Math.min(sameLabels(a, b), sameLabels(b, a)) / Math.min(a.length, b.length);
  return otherOptions + (1 - otherOptions) * Math.min(1, same / enoughOptions);
}

/** How many labels of `of` are in `others`; one that is there in part counts in part. */
function sameLabels(of: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): number {
  let same = 0;
  for (const label of of) same += Math.max(...others.map(other => labelsLikeness(label, other)));
  return same;
}

/** Options that say nothing are no sign against it, and none for it. */
const withoutOptions = 0.95;
const optionsOnOneSide = 0.8;
const otherOptions = 0.4;
/** The share of labels that makes the options the same, because an agent thinks of other alternatives each time. */
const enoughOptions = 0.6;

function labelsLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared === 0 ? 0 : (shared / Math.min(a.size, b.size) + shared / Math.max(a.size, b.size)) / 2;
}

function soughtLikeness(a: Sought | undefined, b: Sought | undefined): number {
  if (a === b) return 1;
  if (a !== undefined && b !== undefined) return 0.6;
  return a === 'whether' || b === 'whether' ? 0.9 : 1;
}

/** Each has a name that the other lacks: `parser.test.ts` and `lexer.test.ts`, version 18 and 19. */
function haveOtherNames(a: Profile, b: Profile): boolean {
  const lacksName = (of: Profile, other: Profile): boolean => [...of.names].some(name => !other.names.has(name));
  return lacksName(a, b) && lacksName(b, a);
}

/** The same words in another order: "from npm to pnpm" and "from pnpm to npm". */
function areExchanged(a: Profile, b: Profile): boolean {
  return a.bag === b.bag && a.sentence !== b.sentence;
}

const exchangedLikeness = 0.4;

function namesIn(question: string): ReadonlySet<string> {
  const names = question.match(nameShape) ?? [];
  return new Set(
    names
      .map(name => fold(withoutEnd(name.replace(beforeName, ''), besideName)))
      .filter((name, at) => names[at]?.startsWith('`') || !isKnownWord(name)),
  );
}

/** Matches in this order: code, a route, a path or dotted name, a number or version, `camelCase`, `PascalCase`. */
const nameShape = new RegExp(
  [
    '`[^`]+`',
    String.raw`(?<![\p{L}\p{N}])\/\p{L}[\p{L}\p{N}/_.-]*`,
    String.raw`(?<![\p{L}\p{N}_.-])[\p{L}\p{N}_.-]*[\p{L}\p{N}](?:[/\\._][\p{L}\p{N}_-]+)+`,
    String.raw`(?<!\p{L})\p{L}*\p{N}[\p{L}\p{N}]*`,
    String.raw`(?<!\p{Ll})\p{Ll}+\p{Lu}[\p{L}\p{N}]*`,
    String.raw`(?:\p{Lu}\p{Ll}+){2,}`,
  ].join('|'),
  'gu',
);
const beforeName = /^[`'"./]+/;
const besideName = /[`'"./]/;

const yesNo = new Set(['yes', 'no', 'not', 'ja', 'nein', 'noch']);

/** Undefined where anything may be the answer: "which", "what", "how". */
type Sought = 'whether' | 'place' | 'time' | 'person' | 'number' | 'size' | 'duration' | 'frequency';

function soughtIn(question: string): Sought | undefined {
  if (isOpen.test(question)) return undefined;
  return soughtShapes.find(([, shape]) => shape.test(question))?.[0];
}

/** The nouns with which another question asks for the same: "where" and "in which folder". As terms. */
function nounsOfSought(question: string): readonly string[] {
  return nounShapes.flatMap(([shape, nouns]) => (shape.test(question) ? termsOf(nouns) : []));
}

const isOpen = /\b(?:which|what|welche[mnrs]?|was)\b/i;
const spans = '(?:milli)?(?:seconds|minutes|hours|days|sekunden|minuten|stunden|tagen?)';

/** The first one that fits counts: a question that counts seconds asks for a duration. */
const soughtShapes: readonly (readonly [Sought, RegExp])[] = [
  ['duration', new RegExp(String.raw`\b(?:how long|wie lange|(?:how many|wie viele[nr]?) ${spans})\b`, 'i')],
  ['frequency', /\b(?:how often|wie oft)\b/i],
  ['size', /\b(?:how (?:large|big)|wie gro(?:ß|ss))/i],
  ['number', /\b(?:how (?:many|much)|wie viele?n?)\b/i],
  ['place', /\b(?:where|wo|wohin)\b/i],
  ['time', /\b(?:when|wann) (?:should|do|does|may|can|will|soll|sollen|wird|werden|darf)\b/i],
  ['person', /\b(?:who|whom|wer|wem|wen)\b/i],
  [
    'whether',
    /(?:^|[.:?!,] )(?:should|shall|do|does|may|can|is|are|soll|sollen|darf|dürfen|möchtest|willst|ist|sind)\b(?!.* (?:or|oder) )/i,
  ],
];

const nounShapes: readonly (readonly [RegExp, string])[] = [
  [/\b(?:where|wo|wohin)\b/i, 'place location folder platform region'],
  [/\b(?:when|wann)\b/i, 'time date day'],
  [/\b(?:how often|wie oft)\b/i, 'interval time'],
  [/\b(?:how (?:many|much)|wie viele?n?)\b/i, 'number limit amount length'],
  [/\b(?:how (?:large|big)|wie gro(?:ß|ss))/i, 'size limit'],
  [/\b(?:how long|wie lange?)\b/i, 'duration length time'],
  [/\b(?:who|whom|wer|wem|wen)\b/i, 'role user member person access permission'],
];
