// The input of `ask_user` → questions, or every fault in it, each with its path and what would be right. Pure; owns the forms that the tool
// takes, and must not know how a question is shown.
import { formOf, skippedAnswer } from './names.js';
import { parsedBeginning } from './partialJson.js';
import type { QuestionInput } from '../../session/events.js';
import type { Question, QuestionOption } from '../../shared/question.js';

export const mostQuestions = 10;
export const leastOptions = 2;
export const mostOptions = 20;

/** `path`: as in JavaScript, `questions[0].options`; empty for the input itself. */
export interface Fault {
  readonly path: string;
  /** What is wrong, and what would be right. */
  readonly problem: string;
}

export type AskInput =
  { readonly ok: true; readonly input: QuestionInput } | { readonly ok: false; readonly faults: readonly [Fault, ...Fault[]] };

type Loose = Readonly<Record<string, unknown>>;

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
  const questions = given.slice(0, mostQuestions).filter(isObject).map(partialQuestion);
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

const types = ['radio', 'checkbox', 'text', 'number'] as const;
type AskType = (typeof types)[number];

const topFields = {
  set: ['questions', 'title'],
  text: ['question', 'context', 'title'],
  choices: ['question', 'context', 'title', 'choices', 'multi_select', 'allow_other'],
} as const;
const questionFields = ['question', 'header', 'context', 'type', 'options', 'multiSelect', 'allowOther', 'default', 'placeholder', 'unit'];
const optionFields = ['label', 'description', 'preview'];

/** Reads on behind each fault, so that one call tells all of them. What it returns counts only without faults. */
class Reader {
  constructor(private readonly faults: Fault[]) {}

  input(raw: unknown): QuestionInput {
    if (!isObject(raw)) {
      this.#fault('', `must be an object with “questions”, or with “question”; got ${nameOf(raw)}`);
      return { tool: 'ask_user', questions: [], raw: {} };
    }
    const form = formOf(raw);
    this.#onlyFields('', raw, topFields[form]);
    const title = this.#text('title', raw['title']);
    const questions = form === 'set' ? this.#set(raw['questions']) : [this.#single(raw)];
    return { tool: 'ask_user', questions, raw, ...(title !== undefined && title !== '' && { title }) };
  }

  #set(given: unknown): readonly Question[] {
    if (!Array.isArray(given) || given.length < 1 || given.length > mostQuestions) {
      this.#fault('questions', `must be a list of 1 to ${mostQuestions} questions; got ${nameOf(given)}`);
      return [];
    }
    const questions = given.map((one: unknown, index) => this.#question(`questions[${index}]`, one));
    this.#noTwins(
      questions.map(({ question }) => question),
      index => `questions[${index}].question`,
      'is asked twice; ask each question once, because answers are known by it',
    );
    return questions;
  }

  /** The two simple forms. */
  #single(raw: Loose): Question {
    const question = this.#needed('question', raw['question']);
    const description = this.#text('context', raw['context']);
    const base = { question, header: '', ...(description !== undefined && { description }) };
    if (!('choices' in raw)) return { ...base, kind: 'text', multiSelect: false, options: [] };
    const options = this.#options('choices', raw['choices']);
    const multiSelect = this.#flag('multi_select', raw['multi_select']) ?? false;
    const allowOther = this.#flag('allow_other', raw['allow_other']);
    return { ...base, kind: 'choice', multiSelect, options, ...(allowOther === false && { onlyOptions: true }) };
  }

  #question(path: string, given: unknown): Question {
    const none: Question = { kind: 'text', question: '', header: '', multiSelect: false, options: [] };
    if (!isObject(given)) {
      this.#fault(path, `must be an object with “question”; got ${nameOf(given)}`);
      return none;
    }
    this.#onlyFields(path, given, questionFields);
    const type = this.#type(path, given);
    const hasOptions = type === 'radio' || type === 'checkbox';
    const description = this.#text(`${path}.context`, given['context']);
    const placeholder = this.#text(`${path}.placeholder`, given['placeholder']);
    const unit = this.#text(`${path}.unit`, given['unit']);
    const allowOther = this.#flag(`${path}.allowOther`, given['allowOther']);
    const options = hasOptions ? this.#options(`${path}.options`, given['options']) : this.#noOptions(path, type, given['options']);
    if (!hasOptions && allowOther !== undefined)
      this.#fault(`${path}.allowOther`, `is for radio and checkbox only; leave it out of type “${type}”`);
    if (type !== 'number' && unit !== undefined) this.#fault(`${path}.unit`, 'is for type “number” only');
    const defaultValue = this.#default(`${path}.default`, type, options, given['default']);
    return {
      kind: hasOptions ? 'choice' : type,
      question: this.#needed(`${path}.question`, given['question']),
      header: this.#text(`${path}.header`, given['header']) ?? '',
      multiSelect: type === 'checkbox',
      options,
      ...(description !== undefined && { description }),
      ...(placeholder !== undefined && { placeholder }),
      ...(unit !== undefined && { unit }),
      ...(defaultValue !== undefined && { defaultValue }),
      ...(allowOther === false && { onlyOptions: true }),
    };
  }

  /** Claude Code's own form names no type: `multiSelect` and the options tell it. */
  #type(path: string, given: Loose): AskType {
    const multiSelect = this.#flag(`${path}.multiSelect`, given['multiSelect']);
    const { type } = given;
    const known = types.find(one => one === type);
    if (type !== undefined && known === undefined) this.#fault(`${path}.type`, `must be one of ${quotedList(types)}; got ${nameOf(type)}`);
    const told: AskType = multiSelect === true ? 'checkbox' : given['options'] === undefined ? 'text' : 'radio';
    if (known !== undefined && multiSelect !== undefined && (known === 'checkbox') !== multiSelect)
      this.#fault(`${path}.multiSelect`, `contradicts type “${known}”; leave one of them out`);
    return known ?? told;
  }

  #options(path: string, given: unknown): QuestionOption[] {
    if (!Array.isArray(given) || given.length < leastOptions || given.length > mostOptions) {
      this.#fault(path, `must be a list of ${leastOptions} to ${mostOptions} options, without one for “Other”; got ${nameOf(given)}`);
      return [];
    }
    const options = given.map((one: unknown, index) => this.#option(`${path}[${index}]`, one));
    this.#noTwins(
      options.map(({ label }) => label),
      index => `${path}[${index}]`,
      'has the label of another option; each label must be different',
    );
    const reserved = options.findIndex(({ label }) => label === skippedAnswer);
    if (reserved >= 0) this.#fault(`${path}[${reserved}]`, 'is what you read where the user skips the question; take another label');
    return options;
  }

  #option(path: string, given: unknown): QuestionOption {
    if (typeof given === 'string') return { label: this.#needed(path, given) };
    if (!isObject(given)) {
      this.#fault(path, `must be a text, or an object with “label”; got ${nameOf(given)}`);
      return { label: '' };
    }
    this.#onlyFields(path, given, optionFields);
    const description = this.#text(`${path}.description`, given['description']);
    const preview = this.#text(`${path}.preview`, given['preview']);
    return {
      label: this.#needed(`${path}.label`, given['label']),
      ...(description !== undefined && { description }),
      ...(preview !== undefined && { preview }),
    };
  }

  #noOptions(path: string, type: AskType, given: unknown): QuestionOption[] {
    const isNone = given === undefined || (Array.isArray(given) && given.length === 0);
    if (!isNone) this.#fault(`${path}.options`, `are for radio and checkbox only; leave them out of type “${type}”`);
    return [];
  }

  #default(path: string, type: AskType, options: readonly QuestionOption[], given: unknown): Question['defaultValue'] {
    if (given === undefined) return undefined;
    const isLabel = (one: unknown): one is string => options.some(({ label }) => label === one);
    if (type === 'text' && typeof given === 'string') return given;
    if (type === 'number' && Number.isFinite(given)) return Number(given);
    if (type === 'radio' && isLabel(given)) return given;
    if (type === 'checkbox' && Array.isArray(given) && given.every(isLabel)) return given;
    const right = { text: 'a text', number: 'a number', radio: 'the label of an option', checkbox: 'a list of labels of options' }[type];
    this.#fault(path, `must be ${right} for type “${type}”; got ${nameOf(given)}`);
    return undefined;
  }

  #needed(path: string, given: unknown): string {
    if (typeof given === 'string' && seenOf(given) !== '') return given;
    this.#fault(path, `must be a text that is not empty; got ${nameOf(given)}`);
    return '';
  }

  #text(path: string, given: unknown): string | undefined {
    if (given === undefined || typeof given === 'string') return given;
    this.#fault(path, `must be a text; got ${nameOf(given)}`);
    return undefined;
  }

  #flag(path: string, given: unknown): boolean | undefined {
    if (given === undefined || typeof given === 'boolean') return given;
    this.#fault(path, `must be true or false; got ${nameOf(given)}`);
    return undefined;
  }

  #onlyFields(path: string, given: Loose, fields: readonly string[]): void {
    for (const name of Object.keys(given)) {
      if (fields.includes(name)) continue;
      this.#fault(path === '' ? cut(name) : `${path}.${cut(name)}`, `is not known here; the fields are ${quotedList(fields)}`);
    }
  }

  #noTwins(texts: readonly string[], pathOf: (index: number) => string, problem: string): void {
    const seen = new Set<string>();
    for (const [index, text] of texts.map(seenOf).entries()) {
      if (text !== '' && seen.has(text)) this.#fault(pathOf(index), problem);
      seen.add(text);
    }
  }

  #fault(path: string, problem: string): void {
    this.faults.push({ path, problem });
  }
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quotedList(names: readonly string[]): string {
  return names.map(name => `“${name}”`).join(', ');
}

/** In the characters of a value that a message shows. */
const longestShown = 40;

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** What a person sees of the text: two texts that look the same are the same question or option to them. */
function seenOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
