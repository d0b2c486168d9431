// The input with which the CLI writes another text than Claude has proposed. Pure.
import type { ToolInput } from '../../shared/toolInput.js';
import { actOf } from '../../shared/tools.js';
import { placeOf } from './placeOf.js';
import type { Proposal } from './proposal.js';
import { withLineEnds } from './proposal.js';

/** Lines around the change that the card shows. */
const shownAround = 3;

/**
 * `right`: what the file is to hold, with `\n` as its line end; not `before`, which no edit can say. Of `Edit` one replacement that holds every
 * change, with as many lines around it as make it the only such place of the file: the CLI takes the first one.
 */
export function changedInput(toolName: string, input: ToolInput, proposal: Proposal, right: string): ToolInput {
  if (actOf(toolName) === 'write') return { ...input, content: withLineEnds(right, proposal.form.lineEnd) };
  const { replace_all: all, ...rest } = input;
  const [old, replacement] = replacementOf(proposal.before, right);
  return { ...rest, old_string: old, new_string: replacement, ...(all !== undefined && { replace_all: false }) };
}

function replacementOf(before: string, right: string): readonly [old: string, replacement: string] {
  const [was, is] = [before.split('\n'), right.split('\n')];
  const most = Math.min(was.length, is.length);
  let same = 0;
  while (same < most && was[same] === is[same]) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && was[was.length - 1 - sameEnd] === is[is.length - 1 - sameEnd]) sameEnd++;
  for (let around = shownAround; around < was.length; around *= 2) {
    const [start, end] = [Math.max(0, same - around), Math.max(0, sameEnd - around)];
    const old = was.slice(start, was.length - end).join('\n');
    const replacement = is.slice(start, is.length - end).join('\n');
    // With nothing in its place the CLI would take a line end more.
    if (old !== '' && replacement !== '' && isOnlyOne(before, old)) return [old, replacement];
  }
  return [before, right];
}

function isOnlyOne(text: string, part: string): boolean {
  return placeOf(text, part, placeOf(text, part) + 1) < 0;
}
