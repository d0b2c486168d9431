// The form that an MCP server asks for (`requested_schema` of an elicitation) → its fields, and a typed answer → the field's JSON value. The
// form is a flat object of MCP's revisions 2025-11-25 and 2026-07-28. Pure; what a field looks like on the card is in elicitation.ts.
import { isAnswered } from '../../shared/answers.js';
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import { visible } from '../../shared/plain.js';
import type { Answer, Question } from '../../shared/question.js';
import { isDate, sentDate } from '../../shared/kinds.js';

/** One property of the form. */
export interface Field {
  readonly name: string;
  /** The form is not complete without it. */
  readonly required: boolean;
  readonly question: Question;
  /** The JSON value of an answer; undefined where the property is to be left out. The answer keeps to the rules of `question`. */
  readonly valueOf: (given: Answer) => unknown;
}

/** Words of the options of a yes-or-no field. */
export interface YesNo {
  readonly yes: string;
  readonly no: string;
}

/** What no card can show. `message` ends a sentence that names the server, in English, because the log and the server's author read it. */
export class CannotShow extends Error {}

/** Bounds of a form. A larger one is declined, because no person would fill it in. */
const mostFields = 100;
const mostOptions = 1_000;
/** The most characters of one title or description. */
const longestText = 10_000;

/**
 * The fields in their order: that of `order` first, because JSON itself moves names such as `1` to the front. Throws `CannotShow` where a
 * property is none of the kinds that the protocol allows.
 */
export function fieldsOf(schema: unknown, order: readonly string[], words: YesNo): readonly Field[] {
  if (!isObject(schema) || !isObject(schema['properties'] ?? {})) throw new CannotShow('asks with something that is no form');
  const properties = new Map(Object.entries(isObject(schema['properties']) ? schema['properties'] : {}));
  if (properties.size > mostFields) throw new CannotShow(`asks for ${properties.size} fields; ${mostFields} are the most`);
  const required = new Set(strings(schema['required']) ?? []);
  const unknown = [...required].find(name => !properties.has(name));
  if (unknown !== undefined) throw new CannotShow(`requires the field “${unknown}”, which its form does not have`);
  const names = [...new Set([...order.filter(name => properties.has(name)), ...properties.keys()])];
  return names.map(name => fieldOf(name, properties.get(name), required.has(name), words));
}

function fieldOf(name: string, property: unknown, required: boolean, words: YesNo): Field {
  if (!isObject(property)) throw new CannotShow(`asks for the field “${name}”, which has no type`);
  const field = { name, required, property };
  const { type } = property;
  if (type === 'array') return severalOf(field);
  const choices = choicesOf(name, property);
  if (choices !== undefined) return oneOf(field, choices);
  if (type === 'boolean') return yesOrNo(field, words);
  if (type === 'number' || type === 'integer') return numberField(field, type === 'integer');
  if (type === 'string') return property['format'] === 'date' || property['format'] === 'date-time' ? dateField(field) : textField(field);
  throw new CannotShow(`asks for the field “${name}” of the type ${typeof type === 'string' ? type : 'unknown'}, which no form may have`);
}

interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly property: Loose;
}

/**
 * What every question has, with a name for each sign that nobody sees, because it could turn the words around. A title that is no text counts as
 * absent, because nobody needs it in order to answer.
 */
function asked({ name, required, property }: Property, kind: Question['kind']): Question {
  const title = text(property['title']);
  const heading = visible(title === undefined || title.trim() === '' ? name : title);
  const description = text(property['description']);
  return {
    kind,
    question: heading,
    header: heading,
    multiSelect: false,
    options: [],
    ...(description !== undefined && { description: visible(description) }),
    ...(required && { required: true as const }),
  };
}

function textField(field: Property): Field {
  const { property } = field;
  const { format, pattern } = property;
  const [minLength, maxLength] = [count(property['minLength']), count(property['maxLength'])];
  const defaultValue = wholeText(property['default']);
  const question: Question = {
    ...asked(field, 'text'),
    ...((format === 'email' || format === 'uri') && { format }),
    ...(format === 'password' && { secret: true as const }),
    ...(typeof pattern === 'string' && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
  // Trimmed, because `shared/rules` checks the trimmed text.
  return { ...field, question, valueOf: typed };
}

function dateField(field: Property): Field {
  const withTime = field.property['format'] === 'date-time';
  const given = text(field.property['default']) ?? '';
  const local = withTime ? localOf(given) : given;
  const hasDefault = local !== undefined && isDate(local, withTime);
  const question: Question = {
    ...asked(field, 'date'),
    ...(withTime && { withTime: true as const }),
    ...(hasDefault && { defaultValue: local }),
  };
  return {
    ...field,
    question,
    valueOf: answer => {
      const text = typed(answer);
      if (text === undefined || !withTime) return text;
      const value = sentDate(text);
      // The field has no seconds and no offset: a default that was left as it is goes as it came.
      return hasDefault && value === local ? given : withOffset(value);
    },
  };
}

function numberField(field: Property, isInteger: boolean): Field {
  const { property } = field;
  const [min, max, defaultValue] = [number(property['minimum']), number(property['maximum']), number(property['default'])];
  const question: Question = {
    ...asked(field, 'number'),
    ...(isInteger && { integer: true as const }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
  return {
    ...field,
    question,
    valueOf: answer => {
      const value = typed(answer);
      return value === undefined ? undefined : Number(value);
    },
  };
}

function yesOrNo(field: Property, { yes, no }: YesNo): Field {
  const byDefault = field.property['default'];
  const question: Question = {
    ...asked(field, 'choice'),
    options: [{ label: yes }, { label: no }],
    onlyOptions: true,
    ...(typeof byDefault === 'boolean' && { defaultValue: byDefault ? yes : no }),
  };
  return {
    ...field,
    question,
    valueOf: answer => {
      const [position] = chosen(answer);
      return position === undefined ? undefined : position === 0;
    },
  };
}

interface Choice {
  readonly value: unknown;
  readonly label: string;
}

function oneOf(field: Property, choices: readonly Choice[]): Field {
  const byDefault = choices.find(({ value }) => value === field.property['default']);
  const question: Question = {
    ...withChoices(asked(field, 'choice'), choices),
    ...(byDefault !== undefined && { defaultValue: byDefault.label }),
  };
  return {
    ...field,
    question,
    valueOf: answer => {
      const [position] = chosen(answer);
      return position === undefined ? undefined : choices[position]?.value;
    },
  };
}

function severalOf(field: Property): Field {
  const { property, name } = field;
  const { items } = property;
  const choices = isObject(items) ? choicesOf(name, items) : undefined;
  if (choices === undefined) throw new CannotShow(`asks for the list “${name}” without saying what may be in it`);
  const [minChoices, maxChoices] = [count(property['minItems']), count(property['maxItems'])];
  const byDefault = Array.isArray(property['default']) ? new Set<unknown>(property['default']) : new Set<unknown>();
  const defaults = choices.filter(({ value }) => byDefault.has(value)).map(({ label }) => label);
  // A list that may be empty is complete without a choice.
  const { required: _, ...plain } = asked(field, 'choice');
  const question: Question = {
    ...withChoices(plain, choices),
    multiSelect: true,
    ...(field.required && (minChoices ?? 0) > 0 && { required: true as const }),
    ...(minChoices !== undefined && { minChoices }),
    ...(maxChoices !== undefined && { maxChoices }),
    ...(defaults.length > 0 && { defaultValue: defaults }),
  };
  return {
    ...field,
    question,
    valueOf: answer => {
      const values = chosen(answer).map(position => choices[position]?.value);
      return values.length === 0 && !field.required ? undefined : values;
    },
  };
}

function withChoices(question: Question, choices: readonly Choice[]): Question {
  return { ...question, options: choices.map(({ label }) => ({ label })), onlyOptions: true };
}

/** `enum`, with the names of `enumNames`, or `oneOf` and `anyOf` of constants with titles; undefined where there is none of them. */
function choicesOf(name: string, schema: Loose): readonly Choice[] | undefined {
  const { enum: values, enumNames, oneOf: one, anyOf: any } = schema;
  const titled = Array.isArray(one) ? one : Array.isArray(any) ? any : undefined;
  if (titled !== undefined) {
    const constants: readonly unknown[] = titled;
    if (!constants.every(hasConst)) throw new CannotShow(`asks for the field “${name}” with options that are no constants`);
    return distinct(constants.map(part => ({ value: part.const, label: text(part['title']) })));
  }
  if (!Array.isArray(values)) return undefined;
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
  const given: readonly unknown[] = values;
  return distinct(given.map((value, position) => ({ value, label: text(names[position]) })));
}

function hasConst(part: unknown): part is Loose & { readonly const: string | number | boolean } {
  return isObject(part) && ['string', 'number', 'boolean'].includes(typeof part['const']);
}

/** A label that another choice has too gets the value behind it, because a default goes by label and the person has to tell them apart. */
function distinct(choices: readonly { readonly value: unknown; readonly label: string | undefined }[]): readonly Choice[] {
  if (choices.length === 0 || choices.length > mostOptions) throw new CannotShow(`offers ${choices.length} options in one field`);
  const labels = choices.map(({ value, label }) => visible(label === undefined || label.trim() === '' ? valueText(value) : label));
  const named = choices.map(({ value }, position) => {
    const label = labels[position] ?? '';
    return { value, label: labels.indexOf(label) === labels.lastIndexOf(label) ? label : `${label} (${valueText(value)})` };
  });
  return named.map((choice, position) => {
    const isTaken = named.findIndex(({ label }) => label === choice.label) < position;
    return isTaken ? { ...choice, label: `${choice.label} (${position + 1})` } : choice;
  });
}

function valueText(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value);
}

/** The typed text; undefined where there is none. */
function typed(answer: Answer): string | undefined {
  return isAnswered(answer) && answer.other ? answer.otherText.trim() : undefined;
}

function chosen(answer: Answer): readonly number[] {
  return isAnswered(answer) ? answer.selected : [];
}

/** Undefined where it is no text. A text without end is cut, because it would fill the card. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}

/** Undefined also for a text that is too long: cut, it would go back to the server as an answer. */
function wholeText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= longestText ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A whole number from 0 on. */
function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

export function strings(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : undefined;
}

// A moment as MCP sends it, with its offset (RFC 3339), and as the card's field has it: `YYYY-MM-DDTHH:MM` by this computer's clock. Pure but for
// the time zone.
/** The moment by this computer's clock; undefined where the text is no moment with an offset. */
export function localOf(moment: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/.test(moment)) return undefined;
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return undefined;
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `local` with seconds and the offset that this computer's clock has at that moment. */
export function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${local}:00${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}
