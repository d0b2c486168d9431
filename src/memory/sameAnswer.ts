// Turns the answer of an earlier decision into a draft for a question that is asked now. Owns which option a label of then is now; must not
// know whether the two questions are alike, nor who fills in the draft. It never sends anything.
import { emptyAnswer } from '../shared/answers.js';
import { kinds } from '../shared/kinds.js';
import type { Answer, Question } from '../shared/question.js';
import { areValidAnswers } from '../shared/rules.js';
import type { Decision } from './decision.js';
import { recommendedMarks, withoutEnd, withoutRecommended } from '../shared/textEnds.js';

/**
 * The same answer for `asked`, without its note. A label that is not offered any more becomes words of the person's own. Undefined where the
 * question cannot take the answer: it has no Other, allows one choice where there were two, counts in another unit, or sets bounds that the
 * answer breaks.
 */
export function sameAnswer(decision: Decision, asked: Question): Answer | undefined {
  const drafted = kinds[asked.kind].hasOptions ? chosenAnswer(decision, asked) : wordsAnswer(decision, asked);
  if (drafted === undefined) return undefined;
  // The condition counts positions of questions that are not here.
  const { showIf: _, ...alone } = asked;
  return areValidAnswers([alone], [drafted]) ? drafted : undefined;
}

function chosenAnswer(decision: Decision, asked: Question): Answer | undefined {
  const positions = new Set<number>();
  const words: string[] = [];
  for (const label of decision.chosen) {
    const position = positionOf(label, asked);
    if (position === undefined) words.push(label.trim());
    else positions.add(position);
  }
  const own = ownWords(decision);
  if (own !== undefined) words.push(own);
  if (words.length > 0 && asked.onlyOptions === true) return undefined;
  // One sentence of two labels would be an answer that the person never gave.
  if (!asked.multiSelect && positions.size + words.length > 1) return undefined;
  const selected = [...positions].sort((one, other) => one - other);
  return { ...emptyAnswer, selected, other: words.length > 0, otherText: words.join(', ') };
}

/** An answer of one label is words as well: "60" was an option, and is now typed. */
function wordsAnswer(decision: Decision, asked: Question): Answer | undefined {
  const { question, chosen } = decision;
  if (question.unit !== undefined && question.unit !== asked.unit) return undefined;
  const parts = [...chosen.map(label => label.trim()), ...[ownWords(decision) ?? []].flat()];
  const [words, ...others] = parts;
  return words === undefined || others.length > 0 ? undefined : { ...emptyAnswer, other: true, otherText: words };
}

/** The words that the person typed: `words` has the unit of a number behind it. A decision from a file has no typed text. */
function ownWords({ answer, words }: Decision): string | undefined {
  const typed = answer.other ? answer.otherText.trim() : '';
  const own = typed === '' ? (words?.trim() ?? '') : typed;
  return own === '' ? undefined : own;
}

/** Undefined where no option has this label, or two have it but for case, blanks and marks. */
function positionOf(label: string, { options }: Question): number | undefined {
  const exact = options.findIndex(option => option.label === label);
  if (exact >= 0) return exact;
  const key = labelKey(label);
  const [found, ...others] = options.flatMap((option, position) => (labelKey(option.label) === key ? [position] : []));
  return others.length > 0 ? undefined : found;
}

/** Claude marks an option that it recommends, and writes the same label in another case or with another hyphen the next time. */
function labelKey(label: string): string {
  const words = withoutRecommended(label.normalize('NFKC').toLowerCase(), recommendedMarks)
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .replace(/^[\s"'“”„‘’`]+/, '');
  return withoutEnd(words, /[\s"'“”„‘’`.!]/);
}
