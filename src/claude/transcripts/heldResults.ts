// Whether a transcript holds the results of calls in a way in which the next process reads them. Owns which branch of the entries that is; must not know
// what a result says.
import type { FileHandle } from 'node:fs/promises';
import type { FoundResults } from '../../chat/events.js';
import { withOpen } from '../../disk/smallFile.js';
import { eachLineBefore } from './linesBackward.js';
import { shortJson } from './shortJson.js';
import type { TranscriptLine } from './transcriptLine.js';
import { blocksOf, readTranscriptLine, sentUuidOf } from './transcriptLine.js';

/** Bytes that are read at once: an answer is among the last lines. */
const pieceBytes = 64 * 1024;

/**
 * Says for each of these calls whether this transcript holds its result and the CLI goes on from an entry that has it. 2.1.329 goes on from the
 * newest `leafUuid` of a record `last-prompt`, and from what has come behind that entry. Behind a deferred question the conversation branches off
 * before it, so a process that dies without a record of its own leaves a branch that no process reads, but for the result of the deferred call. A
 * result counts as read unless it is shown to stand on such a branch. `most`: how many bytes of the end are read; a result that these do not show
 * is not held.
 */
export async function resultsHeld(path: string, toolUseIds: readonly string[], most = Infinity): Promise<FoundResults> {
  return withOpen(path, 'links', async file => {
    const { size } = await file.stat();
    const { there, interrupted } = await resultsThere(file, size, toolUseIds, most);
    const leaf = there.size === 0 ? 'none' : await newestLeaf(file, size, most);
    const held = leaf === 'none' ? there : leaf === 'unknown' ? new Set<string>() : await onBranchOf(leaf.uuid, file, size, there, most);
    return Object.fromEntries(toolUseIds.map(id => [id, interrupted.has(id) ? 'interrupted' : held.has(id)]));
  });
}

/**
 * Those of these calls in whose place a process that resumed the session has written that they were interrupted, while the one that had asked lives:
 * a later process reads that (2.1.329). `most`: bytes of the end that are looked at.
 */
export async function resultsInterrupted(path: string, toolUseIds: readonly string[], most = Infinity): Promise<readonly string[]> {
  return withOpen(path, 'links', async file => {
    const { interrupted } = await resultsThere(file, (await file.stat()).size, toolUseIds, most);
    return toolUseIds.filter(id => interrupted.has(id));
  });
}

/** The prompts that stand in this transcript where the next process reads them, as of a result. */
export async function promptsHeld(path: string, uuids: readonly string[]): Promise<readonly string[]> {
  return withOpen(path, 'links', async file => {
    const { size } = await file.stat();
    const there = new Set<string>();
    await eachBefore(file, size, Infinity, bytes => {
      const isMeant = uuids.some(uuid => !there.has(uuid) && bytes.includes(uuid));
      const ids = isMeant ? promptsIn(readTranscriptLine(bytes.toString())) : [];
      for (const id of ids) if (uuids.includes(id)) there.add(id);
      return there.size === uuids.length;
    });
    const leaf = there.size === 0 ? 'none' : await newestLeaf(file, size, Infinity);
    const held = typeof leaf === 'string' ? there : await onBranchOf(leaf.uuid, file, size, there, Infinity);
    return uuids.filter(uuid => held.has(uuid));
  });
}

/** The ids under which this line may hold a prompt. */
function promptsIn(line: TranscriptLine | undefined): readonly string[] {
  return line === undefined ? [] : [line.uuid, sentUuidOf(line)].filter(id => id !== undefined);
}

/** Like `eachLineBefore`. */
function eachBefore(file: FileHandle, size: number, most: number, take: (bytes: Buffer) => boolean): Promise<boolean> {
  return eachLineBefore(file, size, pieceBytes, take, most);
}

interface ResultsThere {
  readonly there: ReadonlySet<string>;
  readonly interrupted: ReadonlySet<unknown>;
}

/**
 * Those of the calls that have a result in the file. Not where a process that resumed the session has written, in the place of one, that the call was
 * interrupted (2.1.329): the first result of a call is the one that is read, and the process that had asked may still live.
 */
async function resultsThere(file: FileHandle, size: number, calls: readonly string[], most: number): Promise<ResultsThere> {
  /** The calls whose beginning has not been read yet. */
  const open = new Set<unknown>(calls);
  const there = new Set<unknown>();
  const interrupted = new Set<unknown>();
  await eachBefore(file, size, most, bytes => {
    // A turn can have a thousand calls: looking for each of them in each line costs more than reading the line.
    if (!bytes.includes('"tool_result"') && !bytes.includes('"tool_use"')) return false;
    for (const { type, id, tool_use_id: call, content } of blocksOf(readTranscriptLine(bytes.toString()))) {
      if (type === 'tool_use') open.delete(id);
      else if (type === 'tool_result' && open.has(call)) (isInterrupted(content) ? interrupted : there).add(call);
    }
    return open.size === 0;
  });
  return { there: new Set(calls.filter(id => there.has(id) && !interrupted.has(id))), interrupted };
}

function isInterrupted(content: unknown): boolean {
  return typeof content === 'string' && content.startsWith('[Tool call interrupted: the session ended');
}

/** The records of 2.1.100 name no entry, and neither does one by which 2.1.329 takes an earlier one back. */
async function newestLeaf(file: FileHandle, size: number, most: number): Promise<{ readonly uuid: string } | 'none' | 'unknown'> {
  let uuid: string | undefined;
  const isWhole = await eachBefore(file, size, most, bytes => {
    const line = bytes.includes('"last-prompt"') ? readTranscriptLine(bytes.toString()) : undefined;
    uuid = line?.type === 'last-prompt' ? line.leafUuid : undefined;
    return line?.type === 'last-prompt';
  });
  return uuid !== undefined ? { uuid } : isWhole ? 'none' : 'unknown';
}

/** A result, or a prompt, while its ancestors are looked for. */
interface Walk {
  readonly calls: readonly string[];
  /** The entry of the call. A prompt has none: it is read on its own branch only. */
  readonly parent: string | undefined;
}

/**
 * Those of the results that stand on a branch with the entry `leaf`: before it, behind it, or at a call that stands before it. Goes up from each of them,
 * and from `leaf`, to the entry at which they meet; where they do not, a compaction or another file is between them.
 */
async function onBranchOf(
  leaf: string,
  file: FileHandle,
  size: number,
  there: ReadonlySet<string>,
  most: number,
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const missing = new Set<unknown>(there);
  /** The walks by the entry that each of them reaches next. */
  const walks = new Map<string, readonly Walk[]>();
  let next: string | undefined = leaf;
  const hold = (of: readonly Walk[]): void => of.forEach(({ calls }) => calls.forEach(call => held.add(call)));
  const walk = (to: string | undefined, of: readonly Walk[]): void => {
    if (to === undefined) hold(of);
    else if (to !== next) walks.set(to, [...(walks.get(to) ?? []), ...of]);
    else hold(to === leaf ? of : of.filter(({ parent }) => parent === to));
  };
  const isWhole = await eachBefore(file, size, most, bytes => {
    const line = readTranscriptLine(shortJson(bytes));
    if (line?.uuid === undefined) return false;
    const { uuid } = line;
    const above = line.parentUuid ?? line.logicalParentUuid;
    const results = blocksOf(line).flatMap(({ type, tool_use_id: call }) =>
      type === 'tool_result' && typeof call === 'string' ? [call] : [],
    );
    const calls = results.filter(call => missing.delete(call));
    const prompts = promptsIn(line).filter(id => missing.delete(id));
    if (uuid === next) {
      [...calls, ...prompts].forEach(id => held.add(id));
      next = above;
      const met = above === undefined ? undefined : walks.get(above);
      if (above !== undefined && met !== undefined && walks.delete(above)) walk(above, met);
    } else {
      const passing = walks.get(uuid) ?? [];
      walks.delete(uuid);
      const begun = [
        { calls, parent: above },
        { calls: prompts, parent: undefined },
      ];
      walk(above, [...passing, ...begun.filter(({ calls: ids }) => ids.length > 0)]);
    }
    return missing.size === 0 && walks.size === 0;
  });
  // Nothing shows that they are not read.
  if (isWhole) for (const of of walks.values()) hold(of);
  return held;
}
