// The lines of one transcript → the conversation as events. Owns which entries are still part of it; must not know where the
// lines come from. Of an entry only its events are kept: lines can be large, and there can be many.
import * as z from 'zod/mini';
import type { ClaudeEvent, PastEntry, PastEvent, QuestionInput } from '../session/events.js';
import { settlementOf } from './pastAnswers.js';
import { createEventMapper } from './toEvents.js';
import type { TranscriptLine } from './transcript.js';
import { promptOf, sentUuidOf } from './transcript.js';
import { assistantMessage, userMessage } from './wire.js';

export interface PastReader {
  /** In the order of the file. False where the line is an entry in a form that cannot be read. */
  read(line: TranscriptLine): boolean;
  conversation(): readonly PastEntry[];
}

interface Entry {
  readonly uuid: string;
  /** Undefined for the first. */
  readonly parent: string | undefined;
  /** The model's answer that it is a part of: each block is an entry of its own. */
  readonly messageId: string | undefined;
  readonly past: readonly PastEntry[];
}

const answer = z.object({ id: z.string() });

/** What the CLI says in Claude's place: "No response requested.", or that the API failed. */
const standIn = z.object({ model: z.literal('<synthetic>') });

const toolCalls = ['toolUsed', 'questionSeen'];
const toolEnds = ['toolFinished', 'questionSettled'];

export function createPastReader(): PastReader {
  const entries: Entry[] = [];
  const questions = new Map<string, QuestionInput | undefined>();
  let said: ClaudeEvent[] = [];
  let at = 0;
  const mapper = createEventMapper(event => said.push(event));

  /** The events of an answer or of a tool's result, as the live stream gives them; undefined where it cannot be read. */
  function told(line: TranscriptLine): readonly PastEvent[] | undefined {
    const parsed = line.type === 'assistant' ? assistantMessage.safeParse(line) : userMessage.safeParse(line);
    if (!parsed.success) return undefined;
    if (standIn.safeParse(line.message).success) return [];
    said = [];
    mapper.read(parsed.data);
    return said.flatMap(event => pastEvent(event, line.toolUseResult));
  }

  function pastEvent(event: ClaudeEvent, record: unknown): readonly PastEvent[] {
    if (event.type === 'questionSeen') questions.set(event.toolUseId, event.input);
    if (event.type === 'toolFinished' && questions.has(event.toolUseId)) {
      const settlement = settlementOf(questions.get(event.toolUseId), record, event.text);
      return [{ ...event, type: 'questionSettled', settlement }];
    }
    return isPast(event) ? [event] : [];
  }

  function eventsOf(line: TranscriptLine, uuid: string): readonly PastEvent[] | undefined {
    const text = promptOf(line);
    if (text !== undefined) return [{ type: 'promptSeen', id: sentUuidOf(line) ?? uuid, text }];
    return line.type === 'user' || line.type === 'assistant' ? told(line) : [];
  }

  return {
    read(line) {
      const { uuid } = line;
      if (uuid === undefined || line.isSidechain === true) return true;
      const events = eventsOf(line, uuid);
      const time = Date.parse(line.timestamp ?? '');
      if (!Number.isNaN(time)) at = time;
      entries.push({
        uuid,
        // A compaction begins anew for Claude, not for the person.
        parent: line.parentUuid ?? line.logicalParentUuid,
        messageId: line.type === 'assistant' ? answer.safeParse(line.message).data?.id : undefined,
        past: (events ?? []).map(event => ({ at, event })),
      });
      return events !== undefined;
    },
    conversation: () => remaining(entries).flatMap(({ past }) => past),
  };
}

function isPast(event: ClaudeEvent): event is Extract<PastEvent, ClaudeEvent> {
  return event.type === 'textFinished' || event.type === 'toolUsed' || event.type === 'toolFinished' || event.type === 'questionSeen';
}

/**
 * The entries that lead to the last one, and what belongs to these: of an answer with several tool calls each block hangs on
 * the one before, but each result on its call, so that only one of them leads on.
 */
function remaining(entries: readonly Entry[]): readonly Entry[] {
  const leading = leadingToLast(entries);
  const answers = new Set([...leading].map(({ messageId }) => messageId).filter(id => id !== undefined));
  const parts = entries.filter(entry => leading.has(entry) || (entry.messageId !== undefined && answers.has(entry.messageId)));
  const calls = new Set(parts.flatMap(entry => toolsOf(entry, toolCalls)));
  const ended = new Set(parts.flatMap(entry => toolsOf(entry, toolEnds)));
  const isMissing = (id: string): boolean => calls.has(id) && !ended.has(id);
  const taken = new Set(parts);
  return entries.filter(entry => taken.has(entry) || toolsOf(entry, toolEnds).some(isMissing));
}

function leadingToLast(entries: readonly Entry[]): ReadonlySet<Entry> {
  const positions = new Map(entries.map(({ uuid }, position) => [uuid, position]));
  const leading = new Set<Entry>();
  let entry = entries.at(-1);
  while (entry !== undefined && !leading.has(entry)) {
    leading.add(entry);
    if (entry.parent === undefined) break;
    // One that is not there was in a line that could not be read: then what stands before this one takes its place.
    entry = entries[positions.get(entry.parent) ?? (positions.get(entry.uuid) ?? 0) - 1];
  }
  return leading;
}

/** The tool calls of this entry that it tells such events of. */
function toolsOf({ past }: Entry, types: readonly string[]): readonly string[] {
  return past.flatMap(({ event }) => ('toolUseId' in event && types.includes(event.type) ? [event.toolUseId] : []));
}
