// One line of the CLI's transcript → what of it we read. Owns the form of the lines and which words in them are the person's;
// must not know where transcripts lie, nor which of their lines belong together. Measured on 2.0.77, 2.1.100 and 2.1.329.
import * as z from 'zod/mini';
import { orElse } from '../../shared/orElse.js';
import { isAtLeast } from '../version.js';
import type { Loose } from '../../shared/loose.js';
import { objectOf, objectsIn } from '../../shared/loose.js';

export interface TranscriptLine {
  /** `user`, `assistant`, `attachment` and `system` are entries of the conversation; others only tell something about it. */
  readonly type: string;
  /** Entries alone have one, and a parent (null: the first one, or the first after a compaction). */
  readonly uuid?: string | undefined;
  readonly parentUuid?: string | undefined;
  /** What came before a compaction. */
  readonly logicalParentUuid?: string | undefined;
  /** True for a line of a subagent: before 2.1 these lie beside the sessions, as `agent-<id>.jsonl`. */
  readonly isSidechain?: boolean | undefined;
  /** The CLI's own words to Claude, such as "Continue from where you left off." before an answer to a deferred question. */
  readonly isMeta?: boolean | undefined;
  readonly isCompactSummary?: boolean | undefined;
  /** 2.1.329: `human`, or whatever else has sent this, such as `task-notification`. */
  readonly origin?: { readonly kind: string } | undefined;
  readonly timestamp?: string | undefined;
  readonly cwd?: string | undefined;
  /** `relocated` (2.1.329): where the session works from then on, whose transcript has moved to that folder's place. */
  readonly relocatedCwd?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly message?: unknown;
  readonly attachment?: unknown;
  readonly toolUseResult?: unknown;
  /** The version of the CLI that has written the line. */
  readonly version?: string | undefined;
  /** 2.1.329, of a tool's result: why the call did not run, and what was decided about its permission. */
  readonly toolDenialKind?: string | undefined;
  readonly permissionDecision?: unknown;
  /** `custom-title` (the person's), `ai-title`. */
  readonly customTitle?: string | undefined;
  readonly aiTitle?: string | undefined;
  /** `summary`: of the conversation that ends with the entry `leafUuid`, which may be one of another file. */
  readonly summary?: string | undefined;
  readonly leafUuid?: string | undefined;
}

const optional = <T>(schema: z.ZodMiniType<T>) => orElse(z.optional(schema), undefined);

const content = z.union([z.string(), z.array(z.object({ type: z.string(), text: optional(z.string()) }))]);
type Content = z.infer<typeof content>;
/** A message sent in mid-turn (2.1.329; 2.0.77 keeps it nowhere). */
const queuedCommand = z.object({
  type: z.literal('queued_command'),
  prompt: content,
  /** The uuid that the prompt was sent with; the line has another one. */
  source_uuid: optional(z.string()),
  commandMode: z._default(z.string(), 'prompt'),
  origin: optional(z.object({ kind: z.string() })),
});

const deferredTool = z.object({ type: z.literal('hook_deferred_tool'), toolUseID: z.string() });

/** The id of the tool use that the CLI keeps, where the line tells of one. */
export function deferralOf(line: TranscriptLine | undefined): string | undefined {
  return deferredTool.safeParse(line?.attachment).data?.toolUseID;
}

/**
 * Undefined where the line is not what the CLI writes: half of one, from a crash or because it is being written now. Checks by hand,
 * because a chat that is opened reads hundreds of lines, and a schema costs each of them more than its parse.
 */
export function readTranscriptLine(text: string): TranscriptLine | undefined {
  const line = parsedFields(text);
  const type = line?.['type'];
  if (line === undefined || typeof type !== 'string') return undefined;
  return {
    type,
    uuid: asText(line['uuid']),
    parentUuid: asText(line['parentUuid']),
    logicalParentUuid: asText(line['logicalParentUuid']),
    isSidechain: asFlag(line['isSidechain']),
    isMeta: asFlag(line['isMeta']),
    isCompactSummary: asFlag(line['isCompactSummary']),
    origin: originOf(line['origin']),
    timestamp: asText(line['timestamp']),
    cwd: asText(line['cwd']),
    relocatedCwd: asText(line['relocatedCwd']),
    sessionId: asText(line['sessionId']),
    version: asText(line['version']),
    message: line['message'],
    attachment: line['attachment'],
    toolUseResult: line['toolUseResult'],
    toolDenialKind: asText(line['toolDenialKind']),
    permissionDecision: line['permissionDecision'],
    customTitle: asText(line['customTitle']),
    aiTitle: asText(line['aiTitle']),
    summary: asText(line['summary']),
    leafUuid: asText(line['leafUuid']),
  };
}

function parsedFields(text: string): Loose | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function originOf(value: unknown): TranscriptLine['origin'] {
  const kind = objectOf(value)?.['kind'];
  return typeof kind === 'string' ? { kind } : undefined;
}

/** The blocks of what was said. None of a line in which the CLI notes what it has sent (2.1.329: `api-request-blob`). */
export function blocksOf(line: { readonly type?: unknown; readonly message?: unknown } | undefined): readonly Loose[] {
  const said = line?.type === 'user' || line?.type === 'assistant' ? objectOf(line.message)?.['content'] : undefined;
  return objectsIn(said);
}

/** What the person said with this line; undefined where it is not theirs. Images and selections stand for themselves only where there are no words. */
export function promptOf(line: TranscriptLine): string | undefined {
  const asked = promptContentOf(line);
  if (asked === undefined || line.isSidechain === true || line.isMeta === true || line.isCompactSummary === true) return undefined;
  const texts = typeof asked === 'string' ? [asked] : asked.map(block => (block.type === 'text' ? (block.text ?? '') : ''));
  const own = texts.map(stripCliMarkup).filter(text => text !== '');
  if (own.length > 0) return own.join('\n');
  if (typeof asked === 'string') return undefined;
  if (asked.some(({ type }) => type === 'image')) return '[Image]';
  // In the words of claude/stream/promptContent.
  return asked.some(({ text = '' }) => text.startsWith('<ide_selection>The user added')) ? '[Selection]' : undefined;
}

/** The uuid that a mid-turn prompt was sent with, where its line has another; other prompts are kept under the uuid they were sent with. */
export function sentUuidOf(line: TranscriptLine): string | undefined {
  return queuedCommand.safeParse(line.attachment).data?.source_uuid;
}

function promptContentOf(line: TranscriptLine): Content | undefined {
  if (line.type === 'attachment') {
    const queued = queuedCommand.safeParse(line.attachment).data;
    return queued?.commandMode === 'prompt' && isHuman(queued.origin) ? queued.prompt : undefined;
  }
  if (line.type !== 'user' || !isHuman(line.origin)) return undefined;
  const said = objectOf(line.message)?.['content'];
  // Most lines of this type are results of tools, which need no schema.
  const isResult = Array.isArray(said) && said.some(block => objectOf(block)?.['type'] === 'tool_result');
  return isResult ? undefined : content.safeParse(said).data;
}

function isHuman(origin: { readonly kind: string } | undefined): boolean {
  return origin === undefined || origin.kind === 'human';
}

/** A command that Claude was given, as the person has typed it; one that the CLI runs by itself begins with its name instead. */
const givenCommand =
  /^<command-message>[^<]*<\/command-message>\s*<command-name>\/?([^<]+)<\/command-name>(?:\s*<command-args>([\s\S]*)<\/command-args>)?$/;

/** 2.0.77 keeps a command under another uuid than it was sent with, so that nobody knows whether it is the one that was sent. */
export function isUnknownCommand({ type, version = '', message }: TranscriptLine): boolean {
  const said = type === 'user' && objectOf(message)?.['content'];
  return typeof said === 'string' && givenCommand.test(said) && !isAtLeast(version, '2.1.100');
}

/** What the CLI puts among the person's words: commands of its own with their output, notices, what is open in an editor. */
const notTheirs =
  /^<(command-(name|message|args|contents)|local-command-\w+|bash-(stdout|stderr|exit-code)|task-notification|ide_\w+)[\s>]|^\[Request interrupted by user[^\]]*\]$/;

function stripCliMarkup(text: string): string {
  const words = withoutReminders(text).trim();
  const command = /^<bash-input>([\s\S]*?)<\/bash-input>/.exec(words)?.[1];
  // As the terminal shows it, and as it was typed.
  if (command !== undefined) return `! ${command.trim()}`;
  const [, name, args = ''] = givenCommand.exec(words) ?? [];
  if (name !== undefined) return `/${name} ${args}`.trim();
  return notTheirs.test(words) ? '' : words;
}

/** Removes the reminders by their positions, because a pattern would search an end behind each of thousands of beginnings. */
function withoutReminders(text: string): string {
  const [begin, end] = ['<system-reminder>', '</system-reminder>'];
  const parts: string[] = [];
  for (let at = 0; ;) {
    const start = text.indexOf(begin, at);
    const stop = start < 0 ? -1 : text.indexOf(end, start);
    parts.push(text.slice(at, stop < 0 ? undefined : start));
    if (stop < 0) return parts.join('');
    at = stop + end.length;
  }
}
