// The permission rules in the text of a file of the CLI's settings: which there are, and the text without one of them. Every other byte stays as it
// is, because the file is the person's. Pure.
import { createScanner } from 'jsonc-parser';
import { isObject } from '../../shared/loose.js';

/** The lists of `permissions` in a file of settings. */
export const ruleBehaviors = ['allow', 'ask', 'deny'] as const;
type RuleBehavior = (typeof ruleBehaviors)[number];

export interface SettingsRule {
  readonly behavior: RuleBehavior;
  /** The rule's text in the file, such as `Bash(git push *)`. */
  readonly rule: string;
}

/** The rules in the order of the file's lists, each once; undefined where the text is no JSON object. */
export function rulesIn(text: string): readonly SettingsRule[] | undefined {
  if (!isJsonObject(text)) return undefined;
  return ruleBehaviors.flatMap(behavior => {
    const texts = listOf(text, behavior).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    return [...new Set(texts)].map(rule => ({ behavior, rule }));
  });
}

/** The text without the rule, each time it stands in its list; undefined where the text is no JSON object or does not have the rule. */
export function withoutRule(text: string, { behavior, rule }: SettingsRule): string | undefined {
  if (!isJsonObject(text)) return undefined;
  const entries = listOf(text, behavior);
  const kept = entries.filter(({ value }) => value !== rule);
  const [first, last, lastKept] = [entries[0], entries.at(-1), kept.at(-1)];
  if (first === undefined || last === undefined || kept.length === entries.length) return undefined;
  // Of a list that is empty now all between its brackets goes.
  if (lastKept === undefined) return without(text, [[text.lastIndexOf('[', first.start) + 1, text.indexOf(']', last.end)]]);
  // A comma goes with each rule: the one behind it, or the one before it where nothing that is kept follows.
  const cuts = entries.flatMap((entry, at): readonly Cut[] => {
    const next = entries[at + 1];
    return entry.value === rule && entry.start < lastKept.start && next !== undefined ? [[entry.start, next.start]] : [];
  });
  return without(text, [...cuts, [lastKept.end, last.end]]);
}

/** The positions of the first character that goes and of the first that stays. */
type Cut = readonly [number, number];

/** The cuts are in order. */
function without(text: string, cuts: readonly Cut[]): string {
  const starts = [0, ...cuts.map(([, end]) => end)];
  return starts.map((start, at) => text.slice(start, cuts[at]?.[0])).join('');
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutMark(text));
    return isObject(value);
  } catch {
    return false;
  }
}

/** A byte order mark is not JSON, and becomes a space, so that positions stay. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
}

/** A value of the text, from `start` to before `end`. */
interface Entry {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
}

const list = Symbol('a list');

/**
 * The entries of `permissions[behavior]`. Of a name that an object has twice, the last one counts, as the CLI reads it. By tokens, and not by the parser of
 * the same library, because a file may nest deeper than calls can.
 */
function listOf(given: string, behavior: RuleBehavior): readonly Entry[] {
  const text = withoutMark(given);
  const scanner = createScanner(text, true);
  /** What is open around the token: an object by the name that was read last, or a list. */
  const path: (string | typeof list)[] = [];
  let entries: Entry[] = [];
  let [name, start, end] = ['', -1, 0];
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const sign = text[offset] ?? '';
    const isInList = path.length === 3 && path[0] === 'permissions' && path[1] === behavior && path[2] === list;
    const endsEntry = isInList && (sign === ',' || sign === ']');
    if (endsEntry && start >= 0) entries.push({ start, end, value: JSON.parse(text.slice(start, end)) as unknown });
    if (endsEntry) start = -1;
    else if (isInList && start < 0) start = offset;
    if (sign === '{') path.push('');
    else if (sign === '[') path.push(list);
    else if (sign === '}' || sign === ']') path.pop();
    else if (sign === '"') name = scanner.getTokenValue();
    else if (sign === ':') {
      path[path.length - 1] = name;
      const replaces =
        (path.length === 1 && name === 'permissions') || (path.length === 2 && path[0] === 'permissions' && name === behavior);
      if (replaces) entries = [];
    }
    end = offset + scanner.getTokenLength();
  }
  return entries;
}
