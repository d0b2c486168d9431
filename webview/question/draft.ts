// What is being filled in on a card: pure changes of one answer. A draft says nothing until a person has done something.
import type { Answer, Question } from '../../src/shared/question.js';
import { emptyAnswer, isAnswered } from '../../src/shared/answers.js';
import { strings } from '../strings.js';

export type Draft = readonly Answer[];

/** The host's draft as long as it fits the questions. */
export function initialDraft(questions: readonly Question[], kept: Draft): Draft {
  return questions.map((_, index) => kept[index] ?? emptyAnswer);
}

/** An option was picked: a single select moves, a multi select toggles. */
export function pick(asked: Question, given: Answer, position: number): Answer {
  if (!asked.multiSelect) return { ...given, selected: [position], other: false };
  const selected = given.selected.includes(position) ? given.selected.filter(other => other !== position) : [...given.selected, position];
  return { ...given, selected: selected.sort((left, right) => left - right) };
}

export function selectOther(asked: Question, given: Answer): Answer {
  return { ...given, other: true, selected: asked.multiSelect ? given.selected : [] };
}

/** Keeps the text. */
export function deselectOther(given: Answer): Answer {
  return { ...given, other: false };
}

/** Typing an own answer chooses it; taking the last letter away does not choose anything else. */
export function typeOther(asked: Question, given: Answer, otherText: string): Answer {
  return { ...selectOther(asked, given), otherText };
}

export function pickAll(asked: Question, given: Answer): Answer {
  return { ...given, selected: asked.options.map((_, position) => position) };
}

export function pickNone(given: Answer): Answer {
  return { ...given, selected: [], other: false };
}

/** What a question is called where it is spoken of. */
export function titleOf(asked: Question, index: number): string {
  return asked.header.trim() === '' ? strings.question.title(index + 1) : asked.header;
}

export function titlesOf(questions: readonly Question[]): readonly string[] {
  return questions.map(titleOf);
}

export function missingTitles(questions: readonly Question[], draft: Draft): readonly string[] {
  return titlesOf(questions).filter((_, index) => !isAnswered(draft[index]));
}

/** The next question without an answer after `index`, from the beginning again after the last. */
export function nextMissing(draft: Draft, index: number): number | undefined {
  for (let step = 1; step <= draft.length; step += 1) {
    const position = (index + step) % draft.length;
    if (!isAnswered(draft[position])) return position;
  }
  return undefined;
}
