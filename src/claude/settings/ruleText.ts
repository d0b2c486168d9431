// The permission rules in the text of a file of the CLI's settings: which there are, and the text without one of them. Every other byte stays as it
// is, because the file is the person's. Pure.

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

/** From the first character to before the second. */
type Cut = readonly [number, number];

/** The cuts are in order. */
function without(text: string, cuts: readonly Cut[]): string {
  const starts = [0, ...cuts.map(([, end]) => end)];
  return starts.map((start, at) => text.slice(start, cuts[at]?.[0])).join('');
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutMark(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
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
const string = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const word = /[^\s,:[\]{}]+/y;
const unquoted = /[^"[\]{}]+/y;

function skipSpace(text: string, at: number): number {
  return endOfMatch(space, text, at);
}

function endOf(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfMatch(string, text, at);
  if (first !== '[' && first !== '{') return endOfMatch(word, text, at);
  // Counted, because a file may nest deeper than calls can.
  let depth = 0;
  let end = at;
  do {
    const sign = text[end];
    if (sign === '[' || sign === '{') depth += 1;
    if (sign === ']' || sign === '}') depth -= 1;
    end = sign === '"' ? endOfMatch(string, text, end) : '[]{}'.includes(sign ?? '') ? end + 1 : endOfMatch(unquoted, text, end);
  } while (depth > 0);
  return end;
}

/** A pattern that fits nothing here would be a fault of this file, because `JSON.parse` has taken the text. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(text)) throw new Error('The text is not what JSON.parse has read');
  return pattern.lastIndex;
}
