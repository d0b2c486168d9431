// The input of a tool that Parley does not know, such as one of an MCP server, as a person reads it: names in words, and each value. Pure.
import { nameInWords } from '../../src/shared/mcpTool.js';
import { toolOf } from '../../src/shared/tools.js';
import type { PermissionPart } from '../../src/shared/transcript.js';
import { t } from '../l10n.js';

/** What stands in a field: a text, Parley's word for another value, or further fields. */
export type FieldValue =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'word'; readonly word: string }
  | { readonly as: 'fields'; readonly fields: readonly InputField[] };

export interface InputField {
  readonly name: string;
  /** Whether the name is words, the input’s own where words would not tell it from another one, or the number of an entry in a list. */
  readonly of: 'words' | 'input' | 'list';
  readonly value: FieldValue;
}

/** Fields in fields, beyond which the rest is one text: the page has no room for more. */
const deepest = 4;

/** The fields of the whole input. Undefined for a part of one of Claude's own tools, for one that is not whole, and for an input without fields. */
export function fieldsOfInput(toolName: string, part: PermissionPart): readonly InputField[] | undefined {
  if (toolOf(toolName) !== undefined || part.as !== 'text' || part.name !== 'input' || part.cut === true) return undefined;
  const input: unknown = JSON.parse(part.text);
  const { as, ...value } = valueOf(input, 1);
  return as === 'fields' && 'fields' in value ? value.fields : undefined;
}

function valueOf(value: unknown, depth: number): FieldValue {
  const word = wordFor(value);
  if (word !== undefined) return { as: 'word', word };
  if (typeof value === 'string') return { as: 'text', text: isSurelyText(value, depth) ? value : JSON.stringify(value) };
  if (typeof value !== 'object' || value === null || depth > deepest) return { as: 'text', text: JSON.stringify(value, null, 2) };
  return { as: 'fields', fields: Array.isArray(value) ? entriesOf(value, depth) : namedOf(value, depth) };
}

function wordFor(value: unknown): string | undefined {
  if (value === true) return t('yes');
  if (value === false) return t('no');
  if (value === null) return t('none');
  if (value === '') return t('empty text');
  if (typeof value !== 'object' || Object.keys(value).length > 0) return undefined;
  return Array.isArray(value) ? t('empty list') : t('no fields');
}

const allWords = (): readonly unknown[] => [true, false, null, '', [], {}].map(wordFor);

/** Whether the text can be taken for nothing else: a word for another value, a number, a text in quotes, or the text without the spaces at its edges. */
function isSurelyText(text: string, depth: number): boolean {
  if (allWords().includes(text) || (!text.includes('\n') && /^ | $/.test(text))) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && depth <= deepest;
  } catch {
    return true;
  }
}

function entriesOf(list: readonly unknown[], depth: number): readonly InputField[] {
  return list.map((value, at) => ({ name: `${at + 1}.`, of: 'list', value: valueOf(value, depth + 1) }));
}

function namedOf(object: object, depth: number): readonly InputField[] {
  const entries = Object.entries(object).map(([name, value]) => ({ name, words: wordsOf(name), value: valueOf(value, depth + 1) }));
  const looks = entries.map(({ name, words }) => lookOf(words || name));
  const times = new Map<string, number>();
  for (const look of looks) times.set(look, (times.get(look) ?? 0) + 1);
  return entries.map(({ name, words, value }, at) => {
    const isSurelyThis = words !== '' && times.get(looks[at] ?? '') === 1;
    return isSurelyThis ? { name: words, of: 'words', value } : { name, of: 'input', value };
  });
}

/** The same for two names that a person could take for one. */
function lookOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}

/** "Due date" for `due_date`, `due-date` and `dueDate`; empty where words would hide something of the name. */
function wordsOf(name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/.test(name) || name.length > 60) return '';
  return nameInWords(name).replace(/ [A-Z](?=[a-z])/g, letter => letter.toLowerCase());
}
