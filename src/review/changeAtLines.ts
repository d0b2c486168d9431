// Which change of a text stands at some of its lines. Pure.
import type { LineHunk } from '../shared/lineDiff.js';
import { exactHunks } from '../shared/lineDiff.js';

/**
 * The changes from `before` to `now` that touch the lines from `first` to `last` of `now`, counted from 0. Of lines that went, the two beside them count.
 * Undefined where the texts have too many changes to find each.
 */
export function changesAt(before: string, now: string, first: number, last: number): readonly LineHunk[] | undefined {
  return exactHunks(before, now)?.filter(({ nowAt, added }) =>
    added.length === 0 ? nowAt - 1 <= last && nowAt >= first : nowAt <= last && nowAt + added.length - 1 >= first,
  );
}

/** Whether the change is one from `before` to `after`, so nobody has written in its place since. */
export function isOf(change: LineHunk, before: string, after: string): boolean {
  const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n');
  const isChange = ({ at, removed, added }: LineHunk): boolean =>
    at === change.at && removed.length === change.removed.length && isSame(removed, change.removed) && isSame(added, change.added);
  return exactHunks(before, after)?.some(isChange) ?? false;
}

/** `now` without these changes. */
export function without(now: string, changes: readonly LineHunk[]): string {
  const lines = now.split('\n');
  for (const { nowAt, added, removed } of changes.toReversed()) lines.splice(nowAt, added.length, ...removed);
  return lines.join('\n');
}
