// What kind of answer the words of a question ask for, in English and German. Owns the interrogatives; must not know the options.
import { termsOf } from './terms.js';

/** Undefined where anything may be the answer: "which", "what", "how". */
export type Sought = 'whether' | 'place' | 'time' | 'person' | 'number' | 'size' | 'duration' | 'frequency';

export function soughtIn(question: string): Sought | undefined {
  if (isOpen.test(question)) return undefined;
  return soughtShapes.find(([, shape]) => shape.test(question))?.[0];
}

/** The nouns with which another question asks for the same: "where" and "in which folder". As terms. */
export function nounsOfSought(question: string): readonly string[] {
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
