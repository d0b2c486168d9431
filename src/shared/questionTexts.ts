// The words on a question's card. Owns which of a question's fields a person can see; must not know how they are shown.
import type { Answer, Question } from './question.js';

/** All that a card shows of what was asked. */
export function questionTexts(title: string | undefined, questions: readonly Question[]): readonly string[] {
  return [title ?? '', ...questions.flatMap(askedTexts)].filter(text => text !== '');
}

/** The words that the person has typed. */
export function answerTexts(answers: readonly Answer[]): readonly string[] {
  return answers.flatMap(({ other, otherText, note }) => [other ? otherText : '', note]).filter(text => text !== '');
}

function askedTexts({ header, question, description, options }: Question): readonly string[] {
  return [header, question, description ?? '', ...options.flatMap(option => [option.label, option.description ?? ''])];
}
