// Where a session has to be copied to, so that the copy goes on as if a prompt had never been sent. Owns which entry that is; must not know who asks.
import { withOpen } from '../../disk/smallFile.js';
import { eachLineBefore } from './linesBackward.js';
import type { TranscriptLine } from './transcriptLine.js';
import { blocksOf, readTranscriptLine, sentUuidOf } from './transcriptLine.js';

/**
 * `at`: the uuid of the last entry that is copied. `beginning`: nothing is in front of the prompt, so there is nothing to copy. `compacted`: the
 * conversation was summarised behind the prompt, and no CLI goes on in front of a summary (_No message found with message.uuid_, 2.1.329).
 */
export type ForkPointFound = { readonly at: string } | 'beginning' | 'compacted';

/** Bytes that are read at once. */
const pieceBytes = 256 * 1024;

/**
 * For the prompt that was sent with this uuid, or for the call of this id, which was never made then. The entry is the nearest message above it: an answer, a result, or the note of an interrupt (all of them
 * measured on 2.0.77, 2.1.100 and 2.1.329); none with a call in it, because the copy would lack the result (2.0.77 then sends what the API refuses).
 * Undefined where the file does not hold it. Rejects where it cannot be read.
 */
export async function forkPoint(path: string, prompt: string): Promise<ForkPointFound | undefined> {
  return withOpen(path, 'links', async file => {
    let found: ForkPointFound | 'unsafe' | undefined;
    let isCompacted = false;
    /** The uuid of the entry that is looked for; undefined before the prompt's own. */
    let above: string | undefined;
    await eachLineBefore(file, (await file.stat()).size, pieceBytes, bytes => {
      if (above === undefined) {
        isCompacted ||= bytes.includes('"compact_boundary"') && isBoundary(readTranscriptLine(bytes.toString()));
        const line = bytes.includes(prompt) ? readTranscriptLine(bytes.toString()) : undefined;
        if (line?.uuid === undefined || line.isSidechain === true || !isFor(line, prompt)) return false;
        above = line.parentUuid;
        if (isCompacted) found = 'compacted';
        else if (above === undefined) found = 'beginning';
        return found !== undefined;
      }
      const line = bytes.includes(above) ? readTranscriptLine(bytes.toString()) : undefined;
      if (line?.uuid !== above) return false;
      if (isMessage(line) && !hasCall(line)) found = isArgument(above) ? { at: above } : 'unsafe';
      else if (line.parentUuid === undefined) found = 'beginning';
      else above = line.parentUuid;
      return found !== undefined;
    });
    return found === 'unsafe' ? undefined : found;
  });
}

/** The uuid comes from a file that something else may have changed, and becomes an argument of the CLI. */
function isArgument(uuid: string): boolean {
  return /^\w[\w-]*$/.test(uuid);
}

function isMessage({ type }: TranscriptLine): boolean {
  return type === 'user' || type === 'assistant';
}

function isFor(line: TranscriptLine, id: string): boolean {
  return line.uuid === id || sentUuidOf(line) === id || callsIn(line).includes(id);
}

function hasCall(line: TranscriptLine): boolean {
  return callsIn(line).length > 0;
}

/** The ids of the calls. */
function callsIn(line: TranscriptLine): readonly unknown[] {
  return blocksOf(line).flatMap(block => (block['type'] === 'tool_use' ? [block['id']] : []));
}

/** Whether the conversation goes on with a summary here. The line may also hold the words in something that was said. */
export function isBoundary(line: TranscriptLine | undefined): boolean {
  return line?.type === 'system' && line.logicalParentUuid !== undefined;
}
