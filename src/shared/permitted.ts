// What a permission permits, in the parts that a card shows. Pure; the host makes the parts from the same input that it sends back.
import { DiffBudget, diffRows } from './lineDiff.js';
import type { ToolInput } from './toolInput.js';
import { inputFields } from './toolInput.js';
import type { PermissionPart } from './transcript.js';

/** What a card shows whole. Anything larger is opened in an editor before it can be allowed. */
const mostLines = 2_000;
const mostBytes = 100_000;

/** How much of a part of a larger input stands in the card. */
const shownLines = 50;
const shownLength = 4_000;

/** The CLI's own tools whose fields are read one by one. The input of any other tool is shown as one JSON text. */
const readByField = new Set([
  ...['Bash', 'BashOutput', 'Edit', 'ExitPlanMode', 'Glob', 'Grep', 'KillShell', 'LS', 'MultiEdit', 'NotebookEdit', 'Read', 'Skill'],
  ...['Agent', 'Task', 'TodoWrite', 'WebFetch', 'WebSearch', 'Write'],
]);

const pathNames = ['file_path', 'notebook_path', 'path'] as const;

/** The path that the call is about; undefined where the tool has none, or is not the CLI's own. */
export function pathOf(toolName: string, input: ToolInput): string | undefined {
  if (!readByField.has(toolName)) return undefined;
  const name = pathNames.find(one => typeof input[one] === 'string' && input[one] !== '');
  return name && String(input[name]);
}

/** Whether a card cannot show the input whole. */
export function isTooLong(toolName: string, input: ToolInput): boolean {
  let lines = 0;
  let bytes = 0;
  for (const { text } of textsOf(toolName, input)) {
    // A text has at least as many bytes as UTF-16 units, so what is much too long need not be counted.
    if (text.length > mostBytes) return true;
    lines += linesIn(text);
    bytes += bytesIn(text);
    if (lines > mostLines || bytes > mostBytes) return true;
  }
  return false;
}

/** The parts of the input, the most telling one first: all of it, or the beginnings of what is too long. */
export function permittedParts(toolName: string, input: ToolInput): readonly PermissionPart[] {
  const path = pathOf(toolName, input);
  if (isTooLong(toolName, input)) return textsOf(toolName, input).map(field => beginning(field.name, field.text, path));
  const whole = edits(toolName, input);
  if (whole !== undefined) return whole;
  return textsOf(toolName, input).map(field => partOf(field.name, field.text, path));
}

/** Name and text of all that the input holds. */
export function textsOf(toolName: string, input: ToolInput): readonly { readonly name: string; readonly text: string }[] {
  return readByField.has(toolName) ? inputFields(input) : [{ name: 'input', text: JSON.stringify(input, null, 2) }];
}

function partOf(name: string, text: string, path?: string): PermissionPart {
  if (text === path && pathNames.some(one => one === name)) return { as: 'path', name, text };
  return { as: 'text', name, text, lines: linesIn(text), bytes: bytesIn(text) };
}

function beginning(name: string, text: string, path: string | undefined): PermissionPart {
  const cut = text.split('\n', shownLines).join('\n').slice(0, shownLength);
  if (cut.length === text.length) return partOf(name, text, path);
  // Not the first half of a surrogate pair, which would be shown as a character that is not there.
  return { as: 'text', name, text: cut.replace(/[\ud800-\udbff]$/, ''), lines: linesIn(text), bytes: bytesIn(text), cut: true };
}

/** Of an edit: the path, a diff for each replacement, and every other field. Undefined for other tools, and for an edit of another form. */
function edits(toolName: string, input: ToolInput): readonly PermissionPart[] | undefined {
  if (toolName !== 'Edit' && toolName !== 'MultiEdit') return undefined;
  const { edits: several, ...others } = input;
  const list: readonly unknown[] = toolName === 'Edit' ? [input] : Array.isArray(several) ? several : [];
  const changes = list.map(changeOf);
  if (changes.length === 0 || changes.includes(undefined)) return undefined;
  const budget = new DiffBudget();
  const diffs = changes.flatMap((change, index) =>
    change === undefined ? [] : diffParts(change, toolName === 'Edit' ? undefined : index, budget),
  );
  const rest = toolName === 'Edit' ? (changes[0]?.rest ?? {}) : others;
  const path = pathOf(toolName, input);
  const fields = inputFields(rest).map(({ name, text }) => partOf(name, text, path));
  const isPath = (part: PermissionPart): boolean => part.as === 'path';
  return [...fields.filter(isPath), ...diffs, ...fields.filter(part => !isPath(part))];
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

/** `index`: of an edit among several, whose own fields stand behind its diff. */
function diffParts({ before, after, rest }: Change, index: number | undefined, budget: DiffBudget): readonly PermissionPart[] {
  const rows = diffRows(before, after, budget);
  const count = (sign: string): number => rows.filter(row => row.sign === sign).length;
  const place = index === undefined ? '' : `edits[${index}].`;
  const diff = {
    ...{ as: 'diff' as const, name: `${place}old_string → new_string` },
    ...{ rows: rows.map(({ sign, pieces }) => ({ sign, pieces: [...pieces] })), added: count('+'), removed: count('-') },
  };
  return index === undefined ? [diff] : [diff, ...inputFields(rest).map(({ name, text }) => partOf(`${place}${name}`, text))];
}

function linesIn(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** In UTF-8. */
function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
