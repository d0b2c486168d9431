// One line of a transcript → the entry that it is: its links to others, and what it tells as events. Owns the ids that items made
// from a transcript have, which are the same in every reading; must not know which entries are still part of the conversation.
import type { ClaudeEvent, PastEntry, PastEvent, QuestionInput } from '../../chat/events.js';
import { settlementOf } from '../answers/answerFromRecord.js';
import type { ToolCall } from '../../shared/toolInput.js';
import { resultTextOf } from '../stream/resultPart.js';
import { createEventMapper, refusalOf } from '../stream/toEvents.js';
import type { ContentBlock } from '../stream/wire.js';
import { assistantMessage, permissionDecision, userMessage } from '../stream/wire.js';
import type { EntryLinks } from './conversation.js';
import type { TranscriptLine } from './transcriptLine.js';
import { resultFacts } from '../stream/resultFacts.js';
import { isUnknownCommand, promptOf, readTranscriptLine, sentUuidOf } from './transcriptLine.js';
import { isSentToBackground } from '../stream/sentToBackground.js';
import { objectOf } from '../../shared/loose.js';

export interface TranscriptEntry extends EntryLinks {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly past: readonly PastEntry[];
  /** False where the entry has a form that cannot be read: it leads on, and tells nothing. */
  readonly isReadable: boolean;
}

export interface EntryReader {
  /**
   * Undefined where the line is no entry of the conversation. Lines come in the order of the file: the result of a question is
   * read with the question, so it is a plain tool's result for a reader that has not been given the line of its call.
   */
  read(line: TranscriptLine): TranscriptEntry | undefined;
}

/** The model of what the CLI says in Claude's place: "No response requested.", or that the API failed. */
const standIn = '<synthetic>';

const none: readonly string[] = [];

export function createEntryReader(): EntryReader {
  const questions = new Map<string, QuestionInput | undefined>();
  let said: ClaudeEvent[] = [];
  let at = 0;
  const mapper = createEventMapper(event => said.push(event));

  /** The events of an answer or of a tool's result, as the live stream gives them; undefined where it cannot be read. */
  function told(line: TranscriptLine, uuid: string): readonly PastEvent[] | undefined {
    const parsed = line.type === 'assistant' ? assistantMessage.safeParse(line) : userMessage.safeParse(line);
    if (!parsed.success) return undefined;
    if (objectOf(line.message)?.['model'] === standIn) return [];
    said = [];
    mapper.read(parsed.data);
    const messageId = messageIdOf(line) ?? uuid;
    let texts = 0;
    return said.flatMap(event =>
      event.type === 'textFinished' ? [{ ...event, id: textId(messageId, uuid, texts++) }] : pastEvent(event, line),
    );
  }

  function pastEvent(event: ClaudeEvent, line: TranscriptLine): readonly PastEvent[] {
    if (event.type === 'questionFinished') questions.set(event.toolUseId, event.input);
    if (event.type === 'toolFinished' && questions.has(event.toolUseId)) {
      const settlement = settlementOf(questions.get(event.toolUseId), line.toolUseResult, event.text);
      return [{ ...event, type: 'questionSettled', settlement }];
    }
    if (event.type === 'toolFinished') {
      // Few lines have a decision, and a schema that fails costs as much as the line.
      const decision = line.permissionDecision === undefined ? undefined : permissionDecision.safeParse(line.permissionDecision).data;
      const refusal = refusalOf(line.toolDenialKind, decision);
      const isUnasked = decision?.decision === 'accept' && decision.source === 'config';
      const isSent = isSentToBackground(line.version ?? '', line.toolUseResult);
      const facts = event.isError ? undefined : resultFacts(line.toolUseResult);
      const told = { ...(refusal !== undefined && { refusal }), ...(isUnasked && { isUnasked }), ...(isSent && { isSent }) };
      return [{ ...event, ...(facts && { facts }), ...told }];
    }
    return event.type === 'toolStarted' || event.type === 'questionFinished' ? [event] : [];
  }

  function eventsOf(line: TranscriptLine, uuid: string): readonly PastEvent[] | undefined {
    if (isUnknownCommand(line)) return [];
    const text = promptOf(line);
    if (text !== undefined) return [{ type: 'promptSeen', id: sentUuidOf(line) ?? uuid, text }];
    return line.type === 'user' || line.type === 'assistant' ? told(line, uuid) : [];
  }

  return {
    read(line) {
      const { uuid } = line;
      if (uuid === undefined || line.isSidechain === true) return undefined;
      const events = eventsOf(line, uuid);
      const time = Date.parse(line.timestamp ?? '');
      if (!Number.isNaN(time)) at = time;
      const past = (events ?? []).map(event => ({ at, event }));
      return {
        uuid,
        // A compaction begins anew for Claude, not for the person.
        parent: line.parentUuid ?? line.logicalParentUuid,
        messageId: line.type === 'assistant' ? messageIdOf(line) : undefined,
        calls: toolsOf(past, beginsTool),
        results: toolsOf(past, isResult),
        at,
        past,
        isReadable: events !== undefined,
      };
    },
  };
}

/** The tool call with this id that the line of an entry begins; undefined where the line is another by now. */
export function toolCallIn(text: string, id: string): ToolCall | undefined {
  const line = readTranscriptLine(text);
  const blocks = line && assistantMessage.safeParse(line).data?.message.content;
  return blocks?.find((block): block is Extract<ContentBlock, { readonly name: string }> => 'input' in block && block.id === id);
}

/** The whole result of the tool call with this id that the line of an entry holds; undefined where the line is another by now. */
export function toolResultIn(text: string, id: string): string | undefined {
  const line = readTranscriptLine(text);
  const content = line && userMessage.safeParse(line).data?.message.content;
  for (const block of typeof content === 'string' ? [] : (content ?? []))
    if ('tool_use_id' in block && block.tool_use_id === id) return resultTextOf(block);
  return undefined;
}

/** The images in that result, each as base64, in their order. */
export function resultImagesIn(text: string, id: string): readonly string[] {
  const line = readTranscriptLine(text);
  const content = line && userMessage.safeParse(line).data?.message.content;
  for (const block of typeof content === 'string' ? [] : (content ?? [])) {
    if (!('tool_use_id' in block) || block.tool_use_id !== id) continue;
    const parts = typeof block.content === 'string' ? [] : (block.content ?? []);
    return parts.flatMap(({ type, source }) => (type === 'image' && source?.data !== undefined ? [source.data] : []));
  }
  return [];
}

/** Whether this event is the result of a tool call or a question. */
export function isResult({ type }: PastEvent): boolean {
  return type === 'toolFinished' || type === 'questionSettled';
}

/** Number of items of the conversation that begin with these events. */
export function itemsIn(past: readonly PastEntry[]): number {
  return past.filter(({ event }) => !isResult(event)).length;
}

/**
 * The uuids that stand in a line of which no entry is made: it cannot be read, or is one of a subagent. An entry that names one of
 * them as its parent will not find it.
 */
export function lostUuids(text: string, parsed: TranscriptLine | undefined): readonly string[] {
  if (parsed !== undefined) return parsed.uuid !== undefined && parsed.isSidechain === true ? [parsed.uuid] : none;
  return [...text.matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid = '']) => uuid);
}

function beginsTool({ type }: PastEvent): boolean {
  return type === 'toolStarted' || type === 'questionFinished';
}

function toolsOf(past: readonly PastEntry[], isWanted: (event: PastEvent) => boolean): readonly string[] {
  const ids = past.flatMap(({ event }) => ('toolUseId' in event && isWanted(event) ? [event.toolUseId] : []));
  return ids.length === 0 ? none : ids;
}

function messageIdOf({ message }: TranscriptLine): string | undefined {
  const id = objectOf(message)?.['id'];
  return typeof id === 'string' ? id : undefined;
}

/** `nth` counts the texts of one line from 0. A text that is streamed has the id `messageId:index` instead. */
function textId(messageId: string, uuid: string, nth: number): string {
  return nth === 0 ? `${messageId}:${uuid}` : `${messageId}:${uuid}:${nth}`;
}
