// What a permission permits, in the parts that a card shows. Pure; the host makes the parts from the same input that it sends back.
import type { DiffRow } from './lineDiff.js';
import { beginDiff } from './lineDiff.js';
import type { InputField, ToolInput } from './toolInput.js';
import { inputFields } from './toolInput.js';
import { notSeen } from './plain.js';
import { actOf, toolOf } from './tools.js';
import type { PermissionPart } from './transcript.js';

/** What a card shows whole. Anything larger is opened in an editor before it can be allowed. */
const mostLines = 2_000;
const mostBytes = 100_000;

/** Runs of hidden characters. Each is an element of its own, and the browser takes seconds to lay out 50,000. */
const mostHidden = 5_000;

/** How much of a part of a larger input stands in the card, and how much of all parts but the path. */
const shownLines = 50;
const shownLength = 4_000;
const shownInAll = 12_000;
const shownFields = 50;
const longestName = 200;

const pathNames = ['file_path', 'notebook_path', 'path'] as const;

/** The path that the call is about; undefined where the tool has none, or is not the CLI's own. */
export function pathOf(toolName: string, input: ToolInput): string | undefined {
  const tool = toolOf(toolName);
  if (tool === undefined) return undefined;
  const name = [tool.path ?? 'file_path', ...pathNames].find(one => typeof input[one] === 'string' && input[one] !== '');
  return name && String(input[name]);
}

/** Whether a card cannot show the input whole. */
export function isTooLong(toolName: string, input: ToolInput): boolean {
  let lines = 0;
  let bytes = 0;
  let hidden = 0;
  for (const { name, text } of textsOf(toolName, input)) {
    // A text has at least as many bytes as UTF-16 units, so what is much too long need not be counted.
    if (text.length > mostBytes || name.length > longestName) return true;
    lines += newlinesIn(text) + 1;
    bytes += bytesIn(text);
    hidden += hiddenIn(name) + hiddenIn(text);
    if (lines > mostLines || bytes > mostBytes || hidden > mostHidden) return true;
  }
  return false;
}

/** The parts of the input, the most telling one first: all of it, or the beginnings of what is too long. */
export function permittedParts(toolName: string, input: ToolInput): readonly PermissionPart[] {
  const path = pathOf(toolName, input);
  if (isTooLong(toolName, input)) return beginnings(textsOf(toolName, input), input, path);
  const whole = edits(toolName, input);
  if (whole !== undefined) return whole;
  return textsOf(toolName, input).map(field => partOf(field.name, field.text, path));
}

/** Name and text of all that the input holds. The fields of Claude's own tools are read one by one, the input of any other is one JSON text. */
export function textsOf(toolName: string, input: ToolInput): readonly InputField[] {
  return toolOf(toolName) !== undefined ? inputFields(input) : [{ name: 'input', text: JSON.stringify(input, null, 2) }];
}

function partOf(name: string, text: string, path?: string): PermissionPart {
  return { as: isPath(name, text, path) ? 'path' : 'text', name, text, lines: linesIn(text), bytes: bytesIn(text) };
}

const isPath = (name: string, text: string, path: string | undefined): boolean => text === path && pathNames.some(one => one === name);

/** The path is always a part of its own, because its mark says where it leads. */
function beginnings(fields: readonly InputField[], input: ToolInput, path: string | undefined): readonly PermissionPart[] {
  const isShown = ({ name, text }: InputField, index: number): boolean => index < shownFields || isPath(name, text, path);
  const shown =
    fields.length <= shownFields ? fields : [...fields.filter(isShown), { name: 'input', text: JSON.stringify(input, null, 2) }];
  let left = shownInAll;
  return shown.map(({ name, text }) => {
    const part = beginning(name, text, path, Math.min(left, shownLength));
    if (part.as === 'text') left -= part.text.length;
    return part;
  });
}

function beginning(name: string, text: string, path: string | undefined, longest: number): PermissionPart {
  const as = isPath(name, text, path) ? 'path' : 'text';
  const cut = cutTo(text.split('\n', shownLines).join('\n'), as === 'path' ? shownLength : longest);
  const shortName = cutTo(name, longestName);
  const head = { as, name: shortName === name ? name : `${shortName}…`, text: cut, lines: linesIn(text), bytes: bytesIn(text) } as const;
  return cut.length === text.length ? head : { ...head, cut: true };
}

/** Cuts the text, and never in the middle of a surrogate pair, whose half would be shown as a character that is not there. */
function cutTo(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}

/** The parts of an edit: the path, a diff for each replacement, and every other field. Undefined for other tools, and for an edit of another form. */
function edits(toolName: string, input: ToolInput): readonly PermissionPart[] | undefined {
  const isOne = actOf(toolName) === 'edit';
  if (!isOne && actOf(toolName) !== 'edits') return undefined;
  const { edits: several, ...others } = input;
  const list: readonly unknown[] = isOne ? [input] : Array.isArray(several) ? several : [];
  const changes = list.map(changeOf);
  if (changes.length === 0 || changes.includes(undefined)) return undefined;
  const rowsOf = beginDiff();
  const diffs = changes.flatMap((change, index) => (change === undefined ? [] : diffParts(change, isOne ? undefined : index, rowsOf)));
  const rest = isOne ? (changes[0]?.rest ?? {}) : others;
  const path = pathOf(toolName, input);
  const fields = inputFields(rest).map(({ name, text }) => partOf(name, text, path));
  return [...fields.filter(part => part.as === 'path'), ...diffs, ...fields.filter(part => part.as !== 'path')];
}

interface Change {
  readonly before: string;
  readonly after: string;
  readonly rest: ToolInput;
}

function changeOf(edit: unknown): Change | undefined {
  if (typeof edit !== 'object' || edit === null || Array.isArray(edit)) return undefined;
  const { old_string: before, new_string: after, ...rest }: Record<string, unknown> = { ...edit };
  return typeof before === 'string' && typeof after === 'string' ? { before, after, rest } : undefined;
}

type RowsOf = (before: string, after: string) => readonly DiffRow[];

/** `index`: of an edit among several, whose own fields stand behind its diff. */
function diffParts({ before, after, rest }: Change, index: number | undefined, rowsOf: RowsOf): readonly PermissionPart[] {
  const rows = rowsOf(before, after);
  const count = (sign: string): number => rows.filter(row => row.sign === sign).length;
  const place = index === undefined ? '' : `edits[${index}].`;
  const diff = {
    as: 'diff' as const,
    name: `${place}old_string → new_string`,
    rows: rows.map(({ sign, pieces }) => ({ sign, pieces: [...pieces] })),
    added: count('+'),
    removed: count('-'),
  };
  return index === undefined ? [diff] : [diff, ...inputFields(rest).map(({ name, text }) => partOf(`${place}${name}`, text))];
}

/** Counts lines as an editor does: a newline at the end begins no line. */
function linesIn(text: string): number {
  return Math.max(1, newlinesIn(text) + (text.endsWith('\n') ? 0 : 1));
}

function newlinesIn(text: string): number {
  let newlines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) newlines++;
  return newlines;
}

/** Counts the bytes in UTF-8 without a pattern, which takes ten times as long for a content that can have 64 MB. */
function bytesIn(text: string): number {
  if (!/[\u0080-\uffff]/.test(text)) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit < 0x800 ? 1 : 2;
    // The two units of a pair make four bytes together.
    if (isFirstHalf(unit) && isSecondHalf(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

function hiddenIn(text: string): number {
  let runs = 0;
  for (const _ of text.matchAll(hiddenRuns)) if (++runs > mostHidden) break;
  return runs;
}

/** A newline ends a line of the card, and with it the run. */
const hiddenRuns = new RegExp(`(?:(?!\\n)(?:${notSeen}))+`, 'gu');
