// How far an open card is: which questions are asked now, what each of them lacks, whether the draft can be submitted and why it cannot. Pure.
import type { Answer, Question } from '../../../src/shared/question.js';
import { answerParts, askedNow, isAnsweredOrSkipped } from '../../../src/shared/answers.js';
import type { Draft } from './draft.js';
import { questionTitle } from './draft.js';
import { questionWords } from '../words.js';
import { strings } from '../../strings.js';

export type AnswerState = 'answered' | 'skipped' | 'notAnswered';

export interface Progress {
  /** False while the condition of the question does not hold: then it is out of sight and counts for nothing. */
  readonly asked: boolean;
  readonly state: AnswerState;
  /** The sentence that says why what is filled in is no answer. */
  readonly problem?: string | undefined;
}

/** `problemOf`: the sentence for what is wrong with an answer; undefined where nothing is. */
export function progressOf(
  questions: readonly Question[],
  draft: Draft,
  problemOf: (asked: Question, given: Answer | undefined) => string | undefined,
): readonly Progress[] {
  const shown = askedNow(questions, draft);
  return questions.map((asked, index) => {
    const given = draft[index];
    const state = stateOf(asked, given);
    const problem = state === 'skipped' ? undefined : problemOf(asked, given);
    return { asked: shown[index] === true, state: problem === undefined ? state : 'notAnswered', problem };
  });
}

export function stateOf(asked: Question, given: Answer | undefined): AnswerState {
  if (!isAnsweredOrSkipped(asked, given)) return 'notAnswered';
  return given?.skipped === true ? 'skipped' : 'answered';
}

/** Why Submit is off; undefined when it is on. `mayBeEmpty`: an MCP server takes an empty form too, as far as it requires nothing. */
export function offReason(questions: readonly Question[], progress: readonly Progress[], mayBeEmpty: boolean): string | undefined {
  const wrong = questions.flatMap((asked, index) => {
    const { asked: isAsked, problem } = progress[index] ?? {};
    return isAsked === true && problem !== undefined ? [questionWords.card.about(questionTitle(asked, index), problem)] : [];
  });
  if (wrong.length > 0) return wrong[0];
  const now = progress.filter(({ asked }) => asked);
  const required = missingTitles(questions, progress, ({ required }) => required === true);
  if (questions.length > 1 && required.length > 0) return questionWords.card.needsAnswer(required);
  if ((mayBeEmpty && required.length === 0) || now.some(({ state }) => state === 'answered')) return undefined;
  if (now.every(({ state }) => state === 'skipped')) return questionWords.card.allSkipped;
  if (questions.length > 1) return questionWords.answerOne;
  return (questions[0]?.options.length ?? 0) > 0 ? questionWords.chooseAnswer : questionWords.typeAnswer;
}

/** The question to which Submit leads while it is off: one that is wrong, else one that is missing. */
export function culprit(questions: readonly Question[], progress: readonly Progress[], from: number): number | undefined {
  const found = [
    progress.findIndex(({ asked, problem }) => asked && problem !== undefined),
    progress.findIndex(({ asked, state }, index) => asked && state === 'notAnswered' && questions[index]?.required === true),
  ].find(index => index >= 0);
  return found ?? nextMissing(progress, from);
}

/** The titles of the questions that are asked and neither answered nor skipped. */
export function missingTitles(
  questions: readonly Question[],
  progress: readonly Progress[],
  which: (asked: Question) => boolean = () => true,
): readonly string[] {
  return questions.flatMap((asked, index) => (isMissing(progress[index]) && which(asked) ? [questionTitle(asked, index)] : []));
}

/** The next question after `index` that is asked and neither answered nor skipped, from the beginning again after the last. */
export function nextMissing(progress: readonly Progress[], index: number): number | undefined {
  for (let step = 1; step <= progress.length; step += 1) {
    const position = (index + step) % progress.length;
    if (isMissing(progress[position])) return position;
  }
  return undefined;
}

function isMissing(one: Progress | undefined): boolean {
  return one?.asked === true && one.state === 'notAnswered';
}

/** The next page in this direction that is asked; the review comes after the last question. */
export function pageBeside(progress: readonly Progress[], page: number, step: 1 | -1): number {
  let next = page + step;
  while (progress[next]?.asked === false) next += step;
  return next;
}

/** How far a set is, in words: "1 answered, 1 skipped, 2 left". */
export function progressWords(progress: readonly Progress[]): string {
  const [answered, skipped, left] = [countOf(progress, 'answered'), countOf(progress, 'skipped'), countOf(progress, 'notAnswered')];
  return questionWords.progress(answered, skipped, left);
}

/** How many of the questions that are asked are in this state. */
export function countOf(progress: readonly Progress[], wanted: AnswerState): number {
  return progress.filter(({ asked, state }) => asked && state === wanted).length;
}

/** The answer in one line; `Skipped` or `Not answered` where it has no content. */
export function answerWords(asked: Question, given: Answer, state: AnswerState): string {
  return state === 'answered' ? strings.list(answerParts(asked, given)) : questionWords.card[state];
}
