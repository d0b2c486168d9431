// The `showIf` of a question of `ask_user` → its condition. Pure. A question depends only on questions before it: so there is no circle, and what
// appears or goes is below what the person has just answered.
import type { FieldReader } from './fields.js';
import { nameOf } from './fields.js';
import { kinds } from '../../shared/kinds.js';
import { isObject } from '../../shared/loose.js';
import type { Condition, Question } from '../../shared/question.js';
import { withoutRecommended } from '../../shared/textEnds.js';

/** `before`: the questions that come before this one. */
export function readCondition(fields: FieldReader, path: string, before: readonly Question[], given: unknown): Condition | undefined {
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
