// An MCP server in the text of another program's configuration: the text with it and without it. Everything else stays as it is, comments and line ends
// too, because the file is the person's. Pure.
import { isDeepStrictEqual } from 'node:util';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import type { Changed } from './configJson.js';
import { changedJson, isDoubled, lineEndOf, mark, treeOf } from './configJson.js';
import { isListed, withListed, withoutListed } from './configList.js';

export interface ServerEntry {
  /** `list`: JSON in which the value is one of a list. */
  readonly format: 'json' | 'toml' | 'list';
  /** The names of the tables down to the server's own, or of the list. */
  readonly path: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
}

/** Whether the text has a server at this place, and whether it is this one: the same command. */
export function entryIn(text: string, { format, path, value }: ServerEntry): 'none' | 'same' | 'another' {
  if (format === 'list') return isListed(text, path, value) ? 'same' : 'none';
  if (format === 'toml') {
    const table = tableIn(text, path);
    if (table === undefined) return 'none';
    return table.lines.some(line => line === `command = ${asToml(value['command'])}`) ? 'same' : 'another';
  }
  const root = treeOf(text.replace(mark, ''));
  const node = root && findNodeAtLocation(root, [...path]);
  if (node === undefined) return 'none';
  if (isDoubled(root, path)) return 'another';
  const known = Object(getNodeValue(node)) as Readonly<Record<string, unknown>>;
  return JSON.stringify(known['command']) === JSON.stringify(value['command']) ? 'same' : 'another';
}

/** The text with the server, in place of one of its name. `text`: empty for a file that is not there. */
export function withEntry(text: string, entry: ServerEntry): Changed {
  if (entry.format === 'list') return withListed(text, entry.path, entry.value);
  if (entry.format === 'json') return changedJson(text, entry.path, entry.value);
  const cleared = entryIn(text, entry) === 'none' ? { text } : withoutEntry(text, entry);
  if ('problem' in cleared) return cleared;
  // A table that is written in another way must not be begun a second time.
  if (cleared.text.split('\n').some(line => entry.path.some(name => isBegunBy(line, name)))) return { problem: 'other' };
  const end = lineEndOf(text);
  const block = [`[${entry.path.join('.')}]`, ...Object.entries(entry.value).map(([name, value]) => `${name} = ${asToml(value)}`), ''];
  const before = cleared.text === '' ? '' : `${cleared.text}${/\n$/.test(cleared.text) ? '' : end}${end}`;
  return { text: before + block.join(end) };
}

/** The text without the server. */
export function withoutEntry(text: string, entry: ServerEntry): Changed {
  if (entry.format === 'list') return withoutListed(text, entry.path, entry.value);
  if (entry.format === 'json') return changedJson(text, entry.path, undefined);
  const table = tableIn(text, entry.path);
  if (table === undefined) return { text };
  // What is not a line of its own for each value was not written here, nor what goes on behind the table.
  const isPlain =
    !goesOn(text, table, entry.path) &&
    table.lines.slice(1).every(line => /^\s*[\w-]+\s*=\s*("(?:[^"\\]|\\.)*"|\[[^[\]]*\]|[\w.+-]+)\s*$/.test(line));
  return isPlain ? { text: text.slice(0, table.start).replace(/(\r?\n)\r?\n$/, '$1') + text.slice(table.end) } : { problem: 'other' };
}

interface Table {
  /** Its line, and the lines of its values. */
  readonly lines: readonly string[];
  /** Offset of the first character, and of the first behind the last line's end. */
  readonly start: number;
  readonly end: number;
}

/** The table with this name, up to an empty line, a comment or the next table; undefined without one. */
function tableIn(text: string, path: readonly string[]): Table | undefined {
  let [start, end] = [0, 0];
  let lines: string[] | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const words = line.trim();
    if (lines !== undefined && (words === '' || words.startsWith('#') || words.startsWith('['))) break;
    if (lines === undefined && isHeadOf(words, path)) [start, lines] = [end, []];
    lines?.push(words);
    end += line.length;
  }
  return lines && { lines, start, end };
}

/** Whether values of the table follow behind a comment or an empty line, or tables below it anywhere. */
function goesOn(text: string, { end }: Table, path: readonly string[]): boolean {
  const next = wordsOf(text.slice(end)).find(line => line !== '' && !line.startsWith('#'));
  const isBelow = (line: string): boolean => path.every((name, index) => name === headIn(line)[index]) && headIn(line).length > path.length;
  return (next !== undefined && !next.startsWith('[')) || wordsOf(text).some(isBelow);
}

function wordsOf(text: string): readonly string[] {
  return text.split('\n').map(line => line.trim());
}

function isHeadOf(line: string, path: readonly string[]): boolean {
  return isDeepStrictEqual(headIn(line), path);
}

/** The names in the first line of a table; empty for another line. */
function headIn(line: string): readonly string[] {
  return /^\[([^\]]*)\]/.exec(line)?.[1]?.split('.').map(unquoted) ?? [];
}

/** Whether a line begins such a table in another way: as a value, or by names with points between them. */
function isBegunBy(line: string, name: string): boolean {
  const key = line.split('=', 1)[0] ?? '';
  return key !== line && unquoted(key.split('.', 1)[0] ?? '') === name;
}

function unquoted(name: string): string {
  return name.trim().replace(/^(["'])(.*)\1$/, '$2');
}

/** Texts, numbers and lists of texts. A text of JSON is a text of TOML. */
function asToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(asToml).join(', ')}]` : JSON.stringify(value);
}
