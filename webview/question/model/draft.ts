// Pure changes of one answer of a draft. A draft holds no answer until the person has acted, and answering a question also ends its
// being skipped.
import type { Answer, Question } from '../../../src/shared/question.js';
import { isAnsweredOrSkipped, emptyAnswer } from '../../../src/shared/answers.js';
import { splitRecommended } from '../../ui/recommended.js';
import { questionWords } from '../words.js';

export type Draft = readonly Answer[];

/** The host's draft where it fits the questions; it holds their defaults already. */
export function initialDraft(questions: readonly Question[], kept: Draft): Draft {
  return questions.map((_, index) => kept[index] ?? emptyAnswer);
}

/** The answer after picking an option: a single select moves, a multi select toggles. */
export function pick(asked: Question, given: Answer, position: number): Answer {
  if (!asked.multiSelect) return { ...given, selected: [position], other: false, skipped: false };
  const selected = given.selected.includes(position) ? given.selected.filter(other => other !== position) : [...given.selected, position];
  return { ...given, selected: ascending(selected), skipped: false };
}

export function selectOther(asked: Question, given: Answer): Answer {
  return { ...given, other: true, selected: asked.multiSelect ? given.selected : [], skipped: false };
}

/** Deselects Other and keeps its text. */
export function deselectOther(given: Answer): Answer {
  return { ...given, other: false, skipped: false };
}

/** The answer after typing own words, which selects Other. Deleting the last letter selects nothing else. */
export function typeOther(asked: Question, given: Answer, otherText: string): Answer {
  return { ...selectOther(asked, given), otherText };
}

/** The answer with a note. A note is no answer, so a skipped question stays skipped. */
export function typeNote(given: Answer, note: string): Answer {
  return { ...given, note };
}

/** Skips the question or takes that back; the answer is kept. */
export function toggleSkipped(given: Answer): Answer {
  return { ...given, skipped: !given.skipped };
}

/** Picks every shown option; a filter may hide the others. */
export function pickAll(given: Answer, shown: readonly number[]): Answer {
  return { ...given, selected: ascending([...new Set([...given.selected, ...shown])]), skipped: false };
}

export function pickNone(given: Answer): Answer {
  return { ...given, selected: [], other: false };
}

/** Whether every question has options and recommends one of them. */
export function allRecommended(questions: readonly Question[]): boolean {
  return questions.length > 1 && questions.every(asked => recommendedIn(asked).length > 0);
}

/** Picks the recommended options where the person has neither answered nor skipped; words and notes stay. */
export function pickRecommended(questions: readonly Question[], draft: Draft): Draft {
  return draft.map((given, index) => {
    const asked = questions[index];
    return asked === undefined || isAnsweredOrSkipped(asked, given) ? given : { ...given, selected: recommendedIn(asked), other: false };
  });
}

function recommendedIn({ options, multiSelect }: Question): number[] {
  const positions = options.flatMap(({ label }, position) => (splitRecommended(label).recommended ? [position] : []));
  return multiSelect ? positions : positions.slice(0, 1);
}

/** The short title of a question. */
export function questionTitle(asked: Question, index: number): string {
  return asked.header.trim() === '' ? questionWords.title(index + 1) : asked.header;
}

export function questionTitles(questions: readonly Question[]): readonly string[] {
  return questions.map(questionTitle);
}

function ascending(positions: number[]): number[] {
  return positions.sort((left, right) => left - right);
}
