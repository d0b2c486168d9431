// What the CLI's own record of a tool's result says in numbers: what a search found, what an edit changed, how long the call took. Measured in the
// types of 2.0.77, 2.1.100 and 2.1.329 (`sdk-tools.d.ts`). A field of another form says nothing.
import type { Loose } from '../../shared/loose.js';
import { isObject } from '../../shared/loose.js';
import type { ToolFacts } from '../../shared/toolFacts.js';

/** `result`: `tool_use_result` of stdout, `toolUseResult` of a transcript, of whatever form. Undefined where nothing is told. */
export function resultFacts(result: unknown): ToolFacts | undefined {
  if (!isObject(result)) return undefined;
  const found = foundIn(result);
  const changes = changesIn(result);
  const seconds = secondsIn(result);
  if (found === undefined && changes === undefined && seconds === undefined) return undefined;
  return { ...(found && { found }), ...(changes && { changes }), ...(seconds !== undefined && { seconds }) };
}

/** Reads the results of `Grep` {mode, numFiles, numLines, numMatches} and of `Glob` {filenames, numFiles}. */
function foundIn({ mode, filenames, numFiles, numLines, numMatches }: Loose): ToolFacts['found'] {
  if (!Array.isArray(filenames)) return undefined;
  if (mode === 'content') return isCount(numLines) ? { count: numLines, of: 'lines' } : undefined;
  if (mode === 'count') return isCount(numMatches) ? { count: numMatches, of: 'places' } : undefined;
  return isCount(numFiles) ? { count: numFiles, of: 'files' } : undefined;
}

/** Reads the results of `Edit`, `MultiEdit` and `Write` {structuredPatch, originalFile, content}; the patch of a new file is empty. */
function changesIn({ structuredPatch: patch, originalFile, content, type }: Loose): ToolFacts['changes'] {
  if (!Array.isArray(patch)) return undefined;
  if (patch.length === 0)
    return type === 'create' && typeof content === 'string' && typeof originalFile !== 'string'
      ? { added: linesOf(content), removed: 0 }
      : undefined;
  let [added, removed] = [0, 0];
  for (const hunk of patch as readonly unknown[]) {
    if (!isObject(hunk) || !Array.isArray(hunk['lines'])) return undefined;
    for (const line of hunk['lines'] as readonly unknown[]) {
      if (typeof line !== 'string') return undefined;
      if (line.startsWith('+')) added++;
      else if (line.startsWith('-')) removed++;
    }
  }
  return { added, removed };
}

/** Reads the results of `WebFetch` and `Glob` {durationMs}, of `Agent` {totalDurationMs}, and of `WebSearch` {durationSeconds}. */
function secondsIn({ durationMs, totalDurationMs, durationSeconds }: Loose): number | undefined {
  const told = [durationMs, totalDurationMs].find(isCount);
  if (told !== undefined) return Math.round(told / 1_000);
  return isCount(durationSeconds) ? Math.round(durationSeconds) : undefined;
}

/** Counts lines as an editor does: a newline at the end begins no line. */
function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
