// The difference of two texts in lines, and in words where lines were replaced. Nothing is ignored: white space, line ends and hidden
// characters count like any other character.
import { diffArrays } from 'diff';

/** A line of the old text (`-`), of the new one (`+`), or of both (` `). */
export interface DiffRow {
  readonly sign: ' ' | '-' | '+';
  /** The line without its line end; every second piece differs from the other text. */
  readonly pieces: readonly string[];
}

/** Differences beyond which the rest counts as replaced, so that no input takes longer than some milliseconds. */
const mostLineEdits = 1_000;
const mostWordEdits = 300;

/** Steps that all differences of a permission may take. A difference of n edits takes about n² steps, and all of them together 0.1 to 0.2 s. */
export class DiffBudget {
  #left = 1_000_000;

  /** Undefined where the difference has more than `most` edits, or more than the budget has steps for. */
  diff(before: string[], after: string[], most: number): ReturnType<typeof diffArrays<string>> | undefined {
    const maxEditLength = Math.min(most, Math.floor(Math.sqrt(this.#left)));
    const changes = diffArrays(before, after, { maxEditLength });
    const edits = changes?.reduce((sum, { removed, added, count }) => (removed || added ? sum + count : sum), 0) ?? maxEditLength;
    this.#left -= edits ** 2;
    return changes;
  }
}

/** A replaced block whose shorter text has less than this share in common is shown without marks, because they would only make it hard to read. */
const leastCommon = 0.3;

interface Run {
  readonly text: string;
  readonly changed: boolean;
}

/**
 * Every line of both texts. The rows without `+` are the lines of `before`, those without `-` the lines of `after`, joined by `\n`. A text
 * that ends with a line end has an empty last line, and an empty text has none.
 */
export function diffRows(before: string, after: string, budget = new DiffBudget()): readonly DiffRow[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = budget.diff(old, now, mostLineEdits);
  if (changes === undefined) return replaced(old, now, budget);
  const rows: DiffRow[] = [];
  let removed: readonly string[] = [];
  let added: readonly string[] = [];
  for (const change of changes) {
    if (change.removed) removed = [...removed, ...change.value];
    else if (change.added) added = [...added, ...change.value];
    else {
      rows.push(...replaced(removed, added, budget), ...change.value.map(line => ({ sign: ' ' as const, pieces: [line] })));
      removed = added = [];
    }
  }
  return [...rows, ...replaced(removed, added, budget)];
}

/** Lines that were replaced by others. Both texts are taken apart at `\n`, so that joining the lines gives the text again. */
export interface LineHunk {
  /** Index of the first line in the old text. */
  readonly at: number;
  readonly removed: readonly string[];
  /** Index of the first line in the new text. */
  readonly nowAt: number;
  readonly added: readonly string[];
}

export function lineHunks(before: string, after: string, budget = new DiffBudget()): readonly LineHunk[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // A new file is one change: the only line of an empty text is none of the file's own empty lines.
  const changes = before === '' && after !== '' ? undefined : budget.diff(old, now, mostLineEdits);
  return hunksOf(changes ?? wholly(old, now));
}

/** The same; undefined where there are too many differences to find them all, which `lineHunks` gives as one. */
export function exactHunks(before: string, after: string): readonly LineHunk[] | undefined {
  const changes = new DiffBudget().diff(before.split('\n'), after.split('\n'), mostLineEdits);
  return changes && hunksOf(changes);
}

/**
 * How many lines are new and how many are gone, counted as git does: a line has its line end with it. Where there are too many differences to find them
 * all, a line that stands in both texts counts as the same wherever it stands.
 */
export function lineCounts(before: string, after: string): { readonly plus: number; readonly minus: number } {
  const linesIn = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));
  const [old, now] = [linesIn(before), linesIn(after)];
  const changes = new DiffBudget().diff(old, now, mostLineEdits);
  if (changes === undefined) return countsWithoutOrder(old, now);
  const sum = (kind: 'added' | 'removed'): number => changes.reduce((all, change) => (change[kind] ? all + change.count : all), 0);
  return { plus: sum('added'), minus: sum('removed') };
}

function countsWithoutOrder(old: readonly string[], now: readonly string[]): { readonly plus: number; readonly minus: number } {
  const left = new Map<string, number>();
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1);
  let plus = 0;
  for (const line of now) {
    const times = left.get(line) ?? 0;
    if (times === 0) plus++;
    else left.set(line, times - 1);
  }
  const minus = old.length - (now.length - plus);
  return plus + minus > 0 ? { plus, minus } : countsOfMoved(old, now);
}

/** The same lines in another order: all between the first and the last one that has moved. */
function countsOfMoved(old: readonly string[], now: readonly string[]): { readonly plus: number; readonly minus: number } {
  const isMoved = (line: string, at: number): boolean => line !== now[at];
  const moved = old.findLastIndex(isMoved) - old.findIndex(isMoved) + 1;
  return { plus: moved, minus: moved };
}

function hunksOf(changes: NonNullable<ReturnType<DiffBudget['diff']>>): readonly LineHunk[] {
  const hunks: LineHunk[] = [];
  let [at, nowAt] = [0, 0];
  let open: LineHunk | undefined;
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      if (open !== undefined) hunks.push(open);
      open = undefined;
      [at, nowAt] = [at + value.length, nowAt + value.length];
      continue;
    }
    open ??= { at, removed: [], nowAt, added: [] };
    open = added ? { ...open, added: [...open.added, ...value] } : { ...open, removed: [...open.removed, ...value] };
    if (added) nowAt += value.length;
    else at += value.length;
  }
  return open === undefined ? hunks : [...hunks, open];
}

/** Too many differences to find them all: what is between the first and the last one counts as replaced. */
function wholly(old: string[], now: string[]): NonNullable<ReturnType<DiffBudget['diff']>> {
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - same && old.at(-1 - end) === now.at(-1 - end)) end++;
  const part = (value: string[], kind: { added: boolean; removed: boolean }) => ({ value, count: value.length, ...kind });
  return [
    part(old.slice(0, same), { added: false, removed: false }),
    part(old.slice(same, old.length - end), { added: false, removed: true }),
    part(now.slice(same, now.length - end), { added: true, removed: false }),
    part(old.slice(old.length - end), { added: false, removed: false }),
  ].filter(({ value }) => value.length > 0);
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function replaced(removed: readonly string[], added: readonly string[], budget: DiffBudget): readonly DiffRow[] {
  const words = removed.length > 0 && added.length > 0 ? changedWords(removed.join('\n'), added.join('\n'), budget) : undefined;
  return [...rowsOf('-', removed, words?.removed), ...rowsOf('+', added, words?.added)];
}

/** The words of both texts, changed or not; undefined where too little is common. */
function changedWords(before: string, after: string, budget: DiffBudget): Record<'removed' | 'added', readonly Run[]> | undefined {
  const changes = budget.diff(tokensOf(before), tokensOf(after), mostWordEdits);
  if (changes === undefined) return undefined;
  const runs = changes.map(({ value, ...kind }) => ({ text: value.join(''), ...kind }));
  const common = runs.filter(({ removed, added }) => !removed && !added);
  const kept = common.reduce((length, { text }) => length + text.trim().length, 0);
  if (kept < leastCommon * Math.min(before.trim().length, after.trim().length)) return undefined;
  const without = (left: 'removed' | 'added'): readonly Run[] =>
    runs.filter(run => !run[left]).map(({ text, removed, added }) => ({ text, changed: removed || added }));
  return { removed: without('added'), added: without('removed') };
}

function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|[^]/gu) ?? [];
}

function rowsOf(sign: DiffRow['sign'], lines: readonly string[], runs: readonly Run[] | undefined): readonly DiffRow[] {
  if (runs === undefined) return lines.map(line => ({ sign, pieces: [line] }));
  const rows: { sign: DiffRow['sign']; pieces: string[] }[] = lines.map(() => ({ sign, pieces: [''] }));
  let at = 0;
  for (const { text, changed } of runs) {
    for (const [index, words] of text.split('\n').entries()) {
      if (index > 0) at++;
      if (words === '') continue;
      const pieces = rows[at]?.pieces ?? [];
      // An even number of pieces ends with a changed one.
      if ((pieces.length % 2 === 0) === changed) pieces[pieces.length - 1] += words;
      else pieces.push(words);
    }
  }
  return rows;
}

/** A function whose calls share one budget of steps. */
export function beginDiff(): (before: string, after: string) => readonly DiffRow[] {
  const budget = new DiffBudget();
  return (before, after) => diffRows(before, after, budget);
}
