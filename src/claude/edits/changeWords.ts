// What Claude is told of an edit that the person has changed before it was allowed. Pure.
import type { LineHunk } from '../../shared/lineDiff.js';
import { lineHunks } from '../../shared/lineDiff.js';
import { longestNote } from '../../shared/longestNote.js';
import type { HunkState } from './hunks.js';

const linesAround = 3;
/** The most characters of the line that names a change that was left out. */
const longestName = 120;
const mostNamed = 20;
/** The characters that the sentences around the difference need at most. */
const intro = 300;

/** What Claude reads beside the result of the changed edit, which may have failed. `right`: what the person wanted to be written. */
export function changedText(proposal: string, right: string, hunks: readonly LineHunk[], states: readonly HunkState[]): string {
  const left = leftOutText(hunks, states);
  return [
    'The user changed this edit before allowing it, so it is not what you proposed. From your proposal to the user’s version:',
    `${differenceText(proposal, right, longestNote - intro - left.length)}${left === '' ? '' : `\n\n${left}`}`,
  ].join('\n');
}

/** The changes of the proposal that the person has left out, each with its place in the file; empty where there is none. */
function leftOutText(hunks: readonly LineHunk[], states: readonly HunkState[]): string {
  const out = hunks.filter((_, index) => states[index] === 'out');
  if (out.length === 0) return '';
  const named = out.slice(0, mostNamed).map(hunk => `- ${nameOf(hunk)}`);
  const more = out.length > mostNamed ? [`- and ${out.length - mostNamed} more`] : [];
  return ['Changes of yours that the user left out, by the line of the file before the edit:', ...named, ...more].join('\n');
}

function nameOf({ at, removed, added }: LineHunk): string {
  const line = (added.find(isSeen) ?? removed.find(isSeen) ?? '').trim();
  const shown = line.length > longestName ? `${line.slice(0, longestName)}…` : line;
  const place = removed.length > 1 ? `lines ${at + 1} to ${at + removed.length}` : `line ${at + 1}`;
  return `${place}: ${added.length > 0 ? shown : `deletion of ${shown}`}`;
}

const isSeen = (line: string): boolean => line.trim() !== '';

/**
 * The difference between Claude's proposal and what is written, as a unified diff. It is cut between two lines where all of it would not reach
 * Claude.
 */
function differenceText(proposal: string, right: string, longest: number): string {
  const lines = unified(proposal, right);
  let length = 0;
  const shown: string[] = [];
  for (const line of lines) {
    length += line.length + 1;
    if (length > longest) break;
    shown.push(line);
  }
  const missing = lines.length - shown.length;
  return missing === 0
    ? shown.join('\n')
    : [...shown, `(${missing} more lines of the difference are not shown. Read the file.)`].join('\n');
}

function unified(proposal: string, right: string): readonly string[] {
  const old = proposal.split('\n');
  const groups: LineHunk[][] = [];
  for (const hunk of lineHunks(proposal, right)) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && hunk.at - (last.at + last.removed.length) <= 2 * linesAround) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups.flatMap(group => groupText(group, old));
}

function groupText(group: readonly LineHunk[], old: readonly string[]): readonly string[] {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const start = Math.max(0, first.at - linesAround);
  const end = Math.min(old.length, last.at + last.removed.length + linesAround);
  const lines: string[] = [];
  let at = start;
  const upTo = (place: number): void => {
    lines.push(...old.slice(at, place).map(line => ` ${line}`));
    at = place;
  };
  for (const hunk of group) {
    upTo(hunk.at);
    lines.push(...hunk.removed.map(line => `-${line}`), ...hunk.added.map(line => `+${line}`));
    at += hunk.removed.length;
  }
  upTo(end);
  const grown = group.reduce((by, { removed, added }) => by + added.length - removed.length, 0);
  const nowStart = first.nowAt - (first.at - start);
  return [`@@ -${start + 1},${end - start} +${nowStart + 1},${end - start + grown} @@`, ...lines];
}
