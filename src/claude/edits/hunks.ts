// The changes of a proposal one by one: each can be left out of what is written, and taken again. Pure.
import type { LineHunk } from '../../shared/lineDiff.js';
import { lineHunks } from '../../shared/lineDiff.js';

/** `own`: the person has changed it in the editor. */
export type HunkState = 'in' | 'out' | 'own';

/** `before` with the hunks of which `taken` says so. */
export function composed(before: string, hunks: readonly LineHunk[], taken: readonly boolean[]): string {
  const lines = before.split('\n');
  for (const [index, { at, removed, added }] of [...hunks.entries()].reverse())
    if (taken[index] === true) lines.splice(at, removed.length, ...added);
  return lines.join('\n');
}

/** A proposal, its hunks, and which of them the person has left on the card. */
export interface Choice {
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly LineHunk[];
  readonly taken: readonly boolean[];
}

/** What became of each hunk in `right`. Where lines are alike, only the choice on the card tells which one was left out. */
export function hunkStates({ before, after, hunks, taken }: Choice, right: string): readonly HunkState[] {
  if (composed(before, hunks, taken) === right) return taken.map(isTaken => (isTaken ? 'in' : 'out'));
  const [fromAfter, fromBefore] = [lineHunks(after, right), lineHunks(before, right)];
  return hunks.map(hunk => {
    if (isUntouched(fromAfter, hunk.nowAt, hunk.added.length)) return 'in';
    return isUntouched(fromBefore, hunk.at, hunk.removed.length) ? 'out' : 'own';
  });
}

/** `right` with this hunk left out, or taken; undefined where the person has changed its lines. */
export function withHunk(choice: Choice, right: string, index: number, take: boolean): string | undefined {
  const { before, after, hunks, taken } = choice;
  const hunk = hunks[index];
  if (hunk === undefined || hunkStates(choice, right)[index] !== (take ? 'out' : 'in')) return undefined;
  if (composed(before, hunks, taken) === right) return composed(before, hunks, taken.with(index, take));
  const changes = lineHunks(take ? before : after, right);
  const [at, old, now] = take ? [hunk.at, hunk.removed, hunk.added] : [hunk.nowAt, hunk.added, hunk.removed];
  // A line that was put in front of them moves them too.
  const isBefore = ({ at: place, removed }: LineHunk): boolean => place < at || (place === at && removed.length === 0);
  const moved = changes.filter(isBefore).reduce((by, { removed, added }) => by + added.length - removed.length, 0);
  return right
    .split('\n')
    .toSpliced(at + moved, old.length, ...now)
    .join('\n');
}

/** Whether none of the changes is in these lines, or where there are none, at their place. */
function isUntouched(changes: readonly LineHunk[], start: number, length: number): boolean {
  return !changes.some(({ at, removed }) => {
    if (length === 0) return at <= start && at + removed.length >= start;
    return removed.length === 0 ? at > start && at < start + length : at < start + length && at + removed.length > start;
  });
}
