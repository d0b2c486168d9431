// The permission rules in the text of a file of the CLI's settings: which there are, and the text without one of them. Every other byte stays as it
// is, because the file is the person's. Pure.
import { isTooDeep } from '../../shared/depth.js';

/** The lists of `permissions` in a file of settings. */
export const ruleBehaviors = ['allow', 'ask', 'deny'] as const;
export type RuleBehavior = (typeof ruleBehaviors)[number];

export interface SettingsRule {
  readonly behavior: RuleBehavior;
  /** As the file has it, such as `Bash(git push *)`. */
  readonly rule: string;
}

/** In the order of the file's lists, each rule once; undefined where the text is no JSON object. */
export function rulesIn(text: string): readonly SettingsRule[] | undefined {
  if (!isObject(text)) return undefined;
  return ruleBehaviors.flatMap(behavior => {
    const texts = listOf(text, behavior).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    return [...new Set(texts)].map(rule => ({ behavior, rule }));
  });
}

/** The text without the rule, each time it stands in its list; undefined where the text is no JSON object or does not have the rule. */
export function withoutRule(text: string, { behavior, rule }: SettingsRule): string | undefined {
  if (!isObject(text)) return undefined;
  let left = text;
  for (;;) {
    const entries = listOf(left, behavior);
    const at = entries.findIndex(({ value }) => value === rule);
    const [entry, before, next] = [entries[at], entries[at - 1], entries[at + 1]];
    if (entry === undefined) return left === text ? undefined : left;
    // A comma goes with it, and of a list that is empty now all between its brackets.
    const [start, end] =
      next === undefined ? (before === undefined ? around(left, entry) : [before.end, entry.end]) : [entry.start, next.start];
    left = left.slice(0, start) + left.slice(end);
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutMark(text));
    // What is nested without end is no settings of anybody's, and looking for a place in it would end with the stack.
    return typeof value === 'object' && value !== null && !Array.isArray(value) && !isTooDeep(value);
  } catch {
    return false;
  }
}

/** A byte order mark is not JSON, and becomes a space, so that positions stay. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
}

/** A value of the text, from `start` to before `end`. */
interface Place {
  readonly start: number;
  readonly end: number;
}

interface Entry extends Place {
  readonly value: unknown;
}

function around(text: string, { start, end }: Place): readonly [number, number] {
  return [text.lastIndexOf('[', start) + 1, text.indexOf(']', end)];
}

/** The entries of `permissions[behavior]`. Of a name that an object has twice, the last one counts, as the CLI reads it. */
function listOf(given: string, behavior: RuleBehavior): readonly Entry[] {
  const text = withoutMark(given);
  const permissions = valueOf(text, { start: skipSpace(text, 0), end: text.length }, 'permissions');
  const list = permissions && valueOf(text, permissions, behavior);
  if (list === undefined || text[list.start] !== '[') return [];
  return partsOf(text, list.start).map(part => ({ ...part, value: JSON.parse(text.slice(part.start, part.end)) as unknown }));
}

function valueOf(text: string, { start }: Place, name: string): Place | undefined {
  if (text[start] !== '{') return undefined;
  const parts = partsOf(text, start);
  const at = parts.findLastIndex((part, index) => index % 2 === 0 && JSON.parse(text.slice(part.start, part.end)) === name);
  return at < 0 ? undefined : parts[at + 1];
}

/** The values of the list, or the names and values of the object, that begins at `start`. The text is valid JSON. */
function partsOf(text: string, start: number): readonly Place[] {
  const parts: Place[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== ']' && text[at] !== '}') {
    const end = endOf(text, at);
    parts.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',' || text[at] === ':') at = skipSpace(text, at + 1);
  }
  return parts;
}

const space = /[ \t\r\n]*/y;
const string = /"(?:[^"\\]|\\.)*"/y;
const word = /[^\s,:[\]{}]+/y;

function skipSpace(text: string, at: number): number {
  return endOfMatch(space, text, at);
}

function endOf(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfMatch(string, text, at);
  if (first !== '[' && first !== '{') return endOfMatch(word, text, at);
  const last = partsOf(text, at).at(-1);
  return skipSpace(text, last?.end ?? at + 1) + 1;
}

/** A pattern that fits nothing here would be a fault of this file, because `JSON.parse` has taken the text. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(text)) throw new Error('The text is not what JSON.parse has read');
  return pattern.lastIndex;
}
