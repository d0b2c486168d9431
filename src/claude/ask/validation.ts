// The types of question of `ask_user`, one record for each, and the `validation` of a question → the rules of its answer. Pure.
import type { FieldReader } from './fields.js';
import { nameOf, quotedList } from './fields.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import { compilePattern } from '../../shared/pattern.js';
import type { ProblemCode, Question } from '../../shared/question.js';
import { isDate } from '../../shared/kinds.js';

type Rules = Pick<
  Question,
  'min' | 'max' | 'integer' | 'pattern' | 'minLength' | 'maxLength' | 'earliest' | 'latest' | 'minChoices' | 'maxChoices' | 'messages'
>;

/** The rules that `validation` may have. */
export const ruleNames = ['pattern', 'minLength', 'maxLength', 'min', 'max', 'integer', 'minChoices', 'maxChoices'] as const;
type RuleName = (typeof ruleNames)[number];

const ofWords = ['pattern', 'minLength', 'maxLength'] as const;

/** What `ask_user` takes and says of one type of question. */
interface AskKind {
  /** What the type asks for, as the model reads it. */
  readonly asks: string;
  /** The names that `validation` may have. With options, the rules for words apply to the own answer. */
  readonly rules: readonly RuleName[];
  /** What `default` has to be, as the model reads it. */
  readonly right: string;
  /** Whether `default` is that. `labels`: those of the options. */
  readonly isRight: (given: unknown, labels: readonly string[]) => given is NonNullable<Question['defaultValue']>;
}

const isText = (given: unknown): given is string => typeof given === 'string';

const kinds = {
  radio: {
    asks: 'one option',
    rules: ofWords,
    right: 'the label of an option',
    isRight: (given, labels): given is string => isText(given) && labels.includes(given),
  },
  checkbox: {
    asks: 'several options',
    rules: ['minChoices', 'maxChoices', ...ofWords],
    right: 'a list of labels of options',
    isRight: (given, labels): given is string[] => Array.isArray(given) && given.every(one => isText(one) && labels.includes(one)),
  },
  text: { asks: 'own words', rules: ofWords, right: 'a text', isRight: isText },
  number: {
    asks: 'a number',
    rules: ['min', 'max', 'integer'],
    right: 'a number',
    isRight: (given): given is number => Number.isFinite(given),
  },
  date: {
    asks: 'a day',
    rules: ['min', 'max'],
    right: 'a date as YYYY-MM-DD',
    isRight: (given): given is string => isText(given) && isDate(given, false),
  },
} satisfies Readonly<Record<string, AskKind>>;

export type AskType = keyof typeof kinds;

/** Everything about a type of question that is the type's own: a new one is a record here. */
export const askKinds: Readonly<Record<AskType, AskKind>> = kinds;

// The names are those of the record.
export const askTypes = Object.keys(kinds) as readonly AskType[];

/** The most characters of an answer. */
const longestAnswer = 100_000;

export interface Asked {
  readonly type: AskType;
  /** How many options can be chosen, the own answer among them. */
  readonly choices: number;
}

export function readRules(fields: FieldReader, path: string, asked: Asked, given: unknown): Rules {
  if (given === undefined) return {};
  if (!isObject(given)) {
    fields.fault(path, `must be an object with ${quotedList(askKinds[asked.type].rules)}; got ${nameOf(given)}`);
    return {};
  }
  fields.onlyFields(path, given, askKinds[asked.type].rules);
  return new RuleReader(fields, path, asked).read(given);
}

class RuleReader {
  readonly #messages: { readonly code: ProblemCode; readonly text: string }[] = [];

  constructor(
    private readonly fields: FieldReader,
    private readonly path: string,
    private readonly asked: Asked,
  ) {}

  read(given: Loose): Rules {
    const rules = this.#rules(given);
    this.#ordered('min', 'max', rules.min ?? rules.earliest, rules.max ?? rules.latest);
    this.#ordered('minLength', 'maxLength', rules.minLength, rules.maxLength);
    this.#ordered('minChoices', 'maxChoices', rules.minChoices, rules.maxChoices);
    return this.#messages.length === 0 ? rules : { ...rules, messages: this.#messages };
  }

  #rules(given: Loose): Rules {
    const isDated = this.asked.type === 'date';
    const [min, max] = isDated ? [undefined, undefined] : [this.#number(given, 'min', 'tooSmall'), this.#number(given, 'max', 'tooLarge')];
    const [earliest, latest] = isDated ? [this.#date(given, 'min', 'tooEarly'), this.#date(given, 'max', 'tooLate')] : [];
    const pattern = this.#pattern(given);
    const integer = this.fields.flag(this.#pathOf('integer', given), this.#value(given, 'integer', 'notWhole'));
    const minLength = this.#whole(given, 'minLength', 'tooShort', longestAnswer);
    const maxLength = this.#whole(given, 'maxLength', 'tooLong', longestAnswer);
    const minChoices = this.#whole(given, 'minChoices', 'tooFewChoices', this.asked.choices);
    const maxChoices = this.#whole(given, 'maxChoices', 'tooManyChoices', this.asked.choices);
    return {
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(earliest !== undefined && { earliest }),
      ...(latest !== undefined && { latest }),
      ...(pattern !== undefined && { pattern }),
      ...(integer === true && { integer }),
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
      ...(minChoices !== undefined && { minChoices }),
      ...(maxChoices !== undefined && { maxChoices }),
    };
  }

  /** A rule is its value, or its value with a message. */
  #value(given: Loose, name: string, code: ProblemCode): unknown {
    const rule = given[name];
    if (!isObject(rule)) return rule;
    const path = `${this.path}.${name}`;
    this.fields.onlyFields(path, rule, ['value', 'message']);
    const message = this.fields.text(`${path}.message`, rule['message']);
    if (message !== undefined && message.trim() !== '') this.#messages.push({ code, text: message });
    if (rule['value'] === undefined) this.fields.fault(`${path}.value`, 'must be there');
    return rule['value'];
  }

  #pathOf(name: string, given: Loose): string {
    return isObject(given[name]) ? `${this.path}.${name}.value` : `${this.path}.${name}`;
  }

  #number(given: Loose, name: string, code: ProblemCode): number | undefined {
    return this.fields.number(this.#pathOf(name, given), this.#value(given, name, code));
  }

  #whole(given: Loose, name: string, code: ProblemCode, most: number): number | undefined {
    return this.fields.whole(this.#pathOf(name, given), this.#value(given, name, code), name.startsWith('max') ? 1 : 0, most);
  }

  #date(given: Loose, name: string, code: ProblemCode): string | undefined {
    const value = this.#value(given, name, code);
    if (value === undefined) return undefined;
    if (typeof value === 'string' && isDate(value, false)) return value;
    this.fields.fault(this.#pathOf(name, given), `must be a date as YYYY-MM-DD; got ${nameOf(value)}`);
    return undefined;
  }

  #pattern(given: Loose): string | undefined {
    const pattern = this.fields.text(this.#pathOf('pattern', given), this.#value(given, 'pattern', 'otherForm'));
    if (pattern === undefined || compilePattern(pattern) !== undefined) return pattern;
    this.fields.fault(
      this.#pathOf('pattern', given),
      'must be a regular expression of at most 500 characters, without look-around, back references, \\b and \\p',
    );
    return undefined;
  }

  #ordered(least: string, most: string, from: number | string | undefined, to: number | string | undefined): void {
    if (from !== undefined && to !== undefined && from > to)
      this.fields.fault(`${this.path}.${most}`, `must not be less than “${least}”; got ${nameOf(to)}`);
  }
}
