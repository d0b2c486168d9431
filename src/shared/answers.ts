// What an answer must have to be one, and which phases are the last. Without schemas, so that nothing is built to use it.
import type { Answer, HostEdit, Question, QuestionPhase } from './question.js';

export const emptyAnswer: Answer = { selected: [], other: false, otherText: '', note: '', skipped: false };

/** What a question begins with: nothing, unless it names a default. */
export function firstAnswer(asked: Question): Answer {
  const { kind, defaultValue, options, multiSelect } = asked;
  if (defaultValue === undefined) return emptyAnswer;
  if (kind !== 'choice') return { ...emptyAnswer, other: true, otherText: String(defaultValue) };
  const labels = Array.isArray(defaultValue) ? defaultValue : [String(defaultValue)];
  const selected = options.flatMap(({ label }, position) => (labels.includes(label) ? [position] : []));
  return { ...emptyAnswer, selected: multiSelect ? selected : selected.slice(0, 1) };
}

/** The answer with what the host puts in: behind the text of the box, with a blank before and after. Own words are chosen by it. */
export function editedByHost(asked: Question, given: Answer, { field, text }: HostEdit): Answer {
  const old = given[field];
  const grown = `${old}${/(?:^|\s)$/.test(old) ? '' : ' '}${text} `;
  const own = field === 'otherText' ? { other: true, selected: asked.multiSelect ? given.selected : [] } : {};
  return { ...given, ...own, skipped: false, [field]: grown };
}

/**
 * An answer that was edited when only the first `on` of the host's edits had been seen, with the others put in. Card and
 * host both do this, so neither takes a letter from the person, and both end with the same.
 */
export function withLaterEdits(asked: Question, given: Answer, index: number, edits: readonly HostEdit[], on: number): Answer {
  const later = edits.slice(on).filter(({ question }) => question === index);
  return later.reduce((grown, edit) => editedByHost(asked, grown, edit), given);
}

/** Whether this answer says anything that is sent: an option, or own words. A note alone answers nothing. */
export function isAnswered(given: Answer | undefined): boolean {
  if (given === undefined || given.skipped) return false;
  return given.other ? given.otherText.trim() !== '' || given.selected.length > 0 : given.selected.length > 0;
}

/** What a question's own words were, with the unit of a number; undefined where they do not count. */
export function ownWords(asked: Question, given: Answer | undefined): string | undefined {
  const words = given?.otherText.trim() ?? '';
  if (given?.other !== true || words === '') return undefined;
  return asked.kind === 'number' && asked.unit !== undefined ? `${words} ${asked.unit}` : words;
}

/** What was chosen and written, as labels and words; nothing where there is no answer. */
export function answerParts(asked: Question, given: Answer | undefined): readonly string[] {
  if (given === undefined || !isAnswered(given)) return [];
  const labels = given.selected.map(position => asked.options[position]?.label ?? '');
  const own = ownWords(asked, given);
  return own === undefined ? labels : [...labels, own];
}

export type NumberProblem = 'notANumber' | 'tooSmall' | 'tooLarge';

/** What keeps what is typed from being an answer to a number question; undefined where there is nothing. */
export function numberProblem(asked: Question, given: Answer | undefined): NumberProblem | undefined {
  const text = given?.otherText.trim() ?? '';
  if (asked.kind !== 'number' || text === '') return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return 'notANumber';
  if (asked.min !== undefined && value < asked.min) return 'tooSmall';
  return asked.max !== undefined && value > asked.max ? 'tooLarge' : undefined;
}

/** Whether this answer can be sent as the answer to this question; skipped is one too. */
export function canSend(asked: Question, given: Answer | undefined): boolean {
  return given?.skipped === true || (isAnswered(given) && numberProblem(asked, given) === undefined);
}

/** Whether these answers can be sent for these questions: one for each, at least one that says something, positions that exist, one pick in a single select. */
export function fits(questions: readonly Question[], answers: readonly Answer[]): boolean {
  return (
    questions.length === answers.length &&
    answers.some(isAnswered) &&
    questions.every((asked, index) => {
      const given = answers[index];
      if (given === undefined || !canSend(asked, given)) return false;
      const inRange = given.selected.every(position => position < asked.options.length);
      const distinct = new Set(given.selected).size === given.selected.length;
      const parts = given.selected.length + (given.other ? 1 : 0);
      return inRange && distinct && (asked.multiSelect || parts <= 1);
    })
  );
}

/** The answers as they are sent now: what has no answer yet counts as skipped, and words that do not count are left out. */
export function toSend(questions: readonly Question[], draft: readonly Answer[]): readonly Answer[] {
  return questions.map((asked, index) => {
    const given = draft[index] ?? emptyAnswer;
    if (!canSend(asked, given) || given.skipped) return { ...emptyAnswer, note: given.note, skipped: true };
    return given.other && given.otherText.trim() !== '' ? given : { ...given, other: false, otherText: '' };
  });
}

const finalPhases: readonly string[] = ['answered', 'dismissed', 'replied', 'withdrawn', 'refused', 'lost'] satisfies QuestionPhase[];

export function isFinal(phase: string): boolean {
  return finalPhases.includes(phase);
}
