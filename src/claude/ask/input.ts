// The input of `ask_user` → questions, or every fault in it, each with its path and what would be right. Pure; owns the forms that the tool
// takes, and must not know how a question is shown.
import type { Fault } from './fields.js';
import { FieldReader, nameOf, quotedList } from './fields.js';
import { formOf, notAskedAnswer, skippedAnswer } from './names.js';
import { parsedBeginning } from './partialJson.js';
import type { AskType } from './validation.js';
import { askKinds, askTypes, readRules } from './validation.js';
import type { QuestionInput } from '../../chat/events.js';
import { defaultAnswer, kinds } from '../../shared/kinds.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import { isImageAddress } from '../../shared/optionImages.js';
import type { Question, QuestionOption, Condition } from '../../shared/question.js';
import { ruleProblem } from '../../shared/rules.js';
import { withoutRecommended } from '../../shared/textEnds.js';

export type { Fault };

export const mostQuestions = 10;
export const leastOptions = 2;
export const mostOptions = 20;
/** Bounds of `timeoutSeconds`. A shorter timeout would end before a person has read the questions. */
export const shortestTimeout = 60;
export const longestTimeout = 86_400;

const imageNeeded =
  'must be a data: address of a PNG, JPEG, GIF or WebP image of at most 300,000 characters, or the path of such a file in the workspace; nothing is fetched from the network';

type AskInput =
  | { readonly ok: true; readonly input: QuestionInput }
  | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

export function readAsk(raw: unknown): AskInput {
  const faults: Fault[] = [];
  const input = new Reader(faults).input(raw);
  const [first, ...others] = faults;
  if (first !== undefined) return { ok: false, faults: [first, ...others] };
  return { ok: true, input };
}

/**
 * The questions in the beginning of an input's JSON: whole ones, and what there is of the last. Undefined where there is nothing to show yet.
 * Tolerant, because the whole block, which comes next, tells the faults.
 */
export function readPartialAsk(json: string): QuestionInput | undefined {
  const raw = parsedBeginning(json);
  if (!isObject(raw)) return undefined;
  const given: readonly unknown[] = Array.isArray(raw['questions']) ? raw['questions'] : 'question' in raw ? [raw] : [];
  // A question that depends on an answer is not asked before there is one.
  const questions = given
    .slice(0, mostQuestions)
    .filter(isObject)
    .filter(one => !('showIf' in one))
    .map(partialQuestion);
  return questions.length === 0 ? undefined : { tool: 'ask_user', questions, raw };
}

function partialQuestion(given: Loose): Question {
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const listed: readonly unknown[] = [given['options'], given['choices']].find(Array.isArray) ?? [];
  const options = listed
    .slice(0, mostOptions)
    .flatMap(one =>
      typeof one === 'string' ? [{ label: one }] : isObject(one) && typeof one['label'] === 'string' ? [{ label: one['label'] }] : [],
    );
  return {
    kind: options.length > 0 ? 'choice' : 'text',
    question: text('question'),
    header: text('header'),
    multiSelect: given['type'] === 'checkbox' || given['multiSelect'] === true || given['multi_select'] === true,
    options,
  };
}

const topFields = {
  set: ['questions', 'title', 'timeoutSeconds'],
  text: ['question', 'context', 'title', 'timeoutSeconds'],
  choices: ['question', 'context', 'title', 'timeoutSeconds', 'choices', 'multi_select', 'allow_other'],
} as const;
const questionFields = [
  ...['question', 'header', 'context', 'type', 'options', 'multiSelect', 'allowOther', 'default', 'placeholder', 'unit'],
  ...['required', 'validation', 'showIf'],
];
const optionFields = ['label', 'description', 'preview', 'image'];

class Reader {
  readonly #fields: FieldReader;

  constructor(faults: Fault[]) {
    this.#fields = new FieldReader(faults);
  }

  input(raw: unknown): QuestionInput {
    if (!isObject(raw)) {
      this.#fields.fault('', `must be an object with “questions”, or with “question”; got ${nameOf(raw)}`);
      return { tool: 'ask_user', questions: [], raw: {} };
    }
    const form = formOf(raw);
    this.#fields.onlyFields('', raw, topFields[form]);
    const title = this.#fields.text('title', raw['title']);
    const timeoutSeconds = this.#fields.whole('timeoutSeconds', raw['timeoutSeconds'], shortestTimeout, longestTimeout);
    const questions = form === 'set' ? this.#set(raw['questions']) : [this.#single(raw)];
    return {
      tool: 'ask_user',
      questions,
      raw,
      ...(title !== undefined && title !== '' && { title }),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    };
  }

  #set(given: unknown): readonly Question[] {
    if (!Array.isArray(given) || given.length < 1 || given.length > mostQuestions) {
      this.#fields.fault('questions', `must be a list of 1 to ${mostQuestions} questions; got ${nameOf(given)}`);
      return [];
    }
    const questions: Question[] = [];
    for (const [index, one] of (given as readonly unknown[]).entries())
      questions.push(this.#question(`questions[${index}]`, one, questions.slice()));
    this.#fields.noTwins(
      questions.map(({ question }) => question),
      index => `questions[${index}].question`,
      'is asked twice; ask each question once, because answers are known by it',
    );
    return questions;
  }

  /** The two simple forms. */
  #single(raw: Loose): Question {
    const question = this.#fields.needed('question', raw['question']);
    const description = this.#fields.text('context', raw['context']);
    const base = { question, header: '', ...(description !== undefined && { description }) };
    if (!('choices' in raw)) return { ...base, kind: 'text', multiSelect: false, options: [] };
    const options = this.#options('choices', raw['choices']);
    const multiSelect = this.#fields.flag('multi_select', raw['multi_select']) ?? false;
    const allowOther = this.#fields.flag('allow_other', raw['allow_other']);
    return { ...base, kind: 'choice', multiSelect, options, ...(allowOther === false && { onlyOptions: true }) };
  }

  #question(path: string, given: unknown, before: readonly Question[]): Question {
    const none: Question = { kind: 'text', question: '', header: '', multiSelect: false, options: [] };
    if (!isObject(given)) {
      this.#fields.fault(path, `must be an object with “question”; got ${nameOf(given)}`);
      return none;
    }
    this.#fields.onlyFields(path, given, questionFields);
    const type = this.#type(path, given);
    const hasOptions = type === 'radio' || type === 'checkbox';
    const description = this.#fields.text(`${path}.context`, given['context']);
    const placeholder = this.#fields.text(`${path}.placeholder`, given['placeholder']);
    const unit = this.#fields.text(`${path}.unit`, given['unit']);
    const allowOther = this.#fields.flag(`${path}.allowOther`, given['allowOther']);
    const options = hasOptions ? this.#options(`${path}.options`, given['options']) : this.#noOptions(path, type, given['options']);
    if (!hasOptions && allowOther !== undefined)
      this.#fields.fault(`${path}.allowOther`, `is for radio and checkbox only; leave it out of type “${type}”`);
    if (type !== 'number' && unit !== undefined) this.#fields.fault(`${path}.unit`, 'is for type “number” only');
    const choices = options.length + (hasOptions && allowOther !== false ? 1 : 0);
    const defaultValue = this.#default(`${path}.default`, type, options, given['default']);
    const required = this.#fields.flag(`${path}.required`, given['required']);
    const showIf = readCondition(this.#fields, `${path}.showIf`, before, given['showIf']);
    const question: Question = {
      kind: hasOptions ? 'choice' : type,
      question: this.#fields.needed(`${path}.question`, given['question']),
      header: this.#fields.text(`${path}.header`, given['header']) ?? '',
      multiSelect: type === 'checkbox',
      options,
      ...(description !== undefined && { description }),
      ...(placeholder !== undefined && { placeholder }),
      ...(unit !== undefined && { unit }),
      ...(defaultValue !== undefined && { defaultValue }),
      ...(allowOther === false && { onlyOptions: true }),
      ...(required === true && { required }),
      ...(showIf !== undefined && { showIf }),
      ...readRules(this.#fields, `${path}.validation`, { type, choices }, given['validation']),
    };
    const problem = defaultValue === undefined ? undefined : ruleProblem(question, defaultAnswer(question));
    if (problem !== undefined) this.#fields.fault(`${path}.default`, 'does not keep to the validation of the question');
    return question;
  }

  /** Claude Code's own form names no type: `multiSelect` and the options tell it. */
  #type(path: string, given: Loose): AskType {
    const multiSelect = this.#fields.flag(`${path}.multiSelect`, given['multiSelect']);
    const { type } = given;
    const known = askTypes.find(one => one === type);
    if (type !== undefined && known === undefined)
      this.#fields.fault(`${path}.type`, `must be one of ${quotedList(askTypes)}; got ${nameOf(type)}`);
    const told: AskType = multiSelect === true ? 'checkbox' : given['options'] === undefined ? 'text' : 'radio';
    if (known !== undefined && multiSelect !== undefined && (known === 'checkbox') !== multiSelect)
      this.#fields.fault(`${path}.multiSelect`, `contradicts type “${known}”; leave one of them out`);
    return known ?? told;
  }

  #options(path: string, given: unknown): QuestionOption[] {
    if (!Array.isArray(given) || given.length < leastOptions || given.length > mostOptions) {
      this.#fields.fault(
        path,
        `must be a list of ${leastOptions} to ${mostOptions} options, without one for “Other”; got ${nameOf(given)}`,
      );
      return [];
    }
    const options = given.map((one: unknown, index) => this.#option(`${path}[${index}]`, one));
    this.#fields.noTwins(
      options.map(({ label }) => label),
      index => `${path}[${index}]`,
      'has the label of another option; each label must be different',
    );
    const reserved = options.findIndex(({ label }) => label === skippedAnswer || label === notAskedAnswer);
    if (reserved >= 0) this.#fields.fault(`${path}[${reserved}]`, 'is what you read where the question has no answer; take another label');
    return options;
  }

  #option(path: string, given: unknown): QuestionOption {
    if (typeof given === 'string') return { label: this.#fields.needed(path, given) };
    if (!isObject(given)) {
      this.#fields.fault(path, `must be a text, or an object with “label”; got ${nameOf(given)}`);
      return { label: '' };
    }
    this.#fields.onlyFields(path, given, optionFields);
    const description = this.#fields.text(`${path}.description`, given['description']);
    const preview = this.#fields.text(`${path}.preview`, given['preview']);
    const image = this.#image(`${path}.image`, given['image']);
    return {
      label: this.#fields.needed(`${path}.label`, given['label']),
      ...(description !== undefined && { description }),
      ...(preview !== undefined && { preview }),
      ...(image !== undefined && { image }),
    };
  }

  #image(path: string, given: unknown): string | undefined {
    if (given === undefined || (typeof given === 'string' && isImageAddress(given))) return given;
    this.#fields.fault(path, imageNeeded);
    return undefined;
  }

  #noOptions(path: string, type: AskType, given: unknown): QuestionOption[] {
    const isNone = given === undefined || (Array.isArray(given) && given.length === 0);
    if (!isNone) this.#fields.fault(`${path}.options`, `are for radio and checkbox only; leave them out of type “${type}”`);
    return [];
  }

  #default(path: string, type: AskType, options: readonly QuestionOption[], given: unknown): Question['defaultValue'] {
    if (given === undefined) return undefined;
    const { right, isRight } = askKinds[type];
    const labels = options.map(({ label }) => label);
    if (isRight(given, labels)) return given;
    this.#fields.fault(path, `must be ${right} for type “${type}”; got ${nameOf(given)}`);
    return undefined;
  }
}

// The `showIf` of a question of `ask_user` → its condition. Pure. A question depends only on questions before it: so there is no circle, and what
// appears or goes is below what the person has just answered.
/** `before`: the questions that come before this one. */
function readCondition(fields: FieldReader, path: string, before: readonly Question[], given: unknown): Condition | undefined {
  if (given === undefined) return undefined;
  if (!isObject(given)) {
    fields.fault(path, `must be an object with “question”, and with “is” or “isNot” or none of them; got ${nameOf(given)}`);
    return undefined;
  }
  fields.onlyFields(path, given, ['question', 'is', 'isNot']);
  const name = fields.needed(`${path}.question`, given['question']);
  const question = before.findIndex(({ question, header }) => question === name || (header !== '' && header === name));
  const other = before[question];
  if (other === undefined) {
    if (name !== '') fields.fault(`${path}.question`, `must be the text or the header of a question before this one; got ${nameOf(name)}`);
    return undefined;
  }
  const is = answersOf(fields, `${path}.is`, other, given['is']);
  const isNot = answersOf(fields, `${path}.isNot`, other, given['isNot']);
  return { question, ...(is !== undefined && { is: [...is] }), ...(isNot !== undefined && { isNot: [...isNot] }) };
}

function answersOf(fields: FieldReader, path: string, other: Question, given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const listed: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (listed.length === 0) fields.fault(path, 'must have an answer; leave it out where any answer will do');
  return listed.map((one, index) => answerOf(fields, Array.isArray(given) ? `${path}[${index}]` : path, other, one));
}

function answerOf(fields: FieldReader, path: string, { kind, options }: Question, given: unknown): string {
  if (typeof given !== 'string' && typeof given !== 'number') {
    fields.fault(path, `must be an answer to that question; got ${nameOf(given)}`);
    return '';
  }
  const text = String(given).trim();
  if (!kinds[kind].hasOptions) return kinds[kind].toCompare(text);
  const label =
    options.find(option => option.label === text) ?? options.find(option => withoutRecommended(option.label) === withoutRecommended(text));
  if (label === undefined) fields.fault(path, `must be the label of an option of that question; got ${nameOf(given)}`);
  return label?.label ?? '';
}
