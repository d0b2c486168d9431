// One line of the CLI's transcript → what of it we read. Owns the form of the lines and which words in them are the person's;
// must not know where transcripts lie, nor which of their lines belong together. Measured on 2.0.77, 2.1.100 and 2.1.329.
import * as z from 'zod/mini';

const optional = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);

const transcriptLine = z.object({
  /** `user`, `assistant`, `attachment` and `system` are entries of the conversation; others only tell something about it. */
  type: z.string(),
  /** Entries alone have one, and a parent (null: the first one, or the first after a compaction). */
  uuid: optional(z.string()),
  parentUuid: optional(z.string()),
  /** What came before a compaction. */
  logicalParentUuid: optional(z.string()),
  /** Of a subagent: before 2.1 these lie beside the sessions, as `agent-<id>.jsonl`. */
  isSidechain: optional(z.boolean()),
  /** The CLI's own words to Claude, such as "Continue from where you left off." before an answer to a deferred question. */
  isMeta: optional(z.boolean()),
  isCompactSummary: optional(z.boolean()),
  /** 2.1.329: `human`, or whatever else has sent this, such as `task-notification`. */
  origin: optional(z.object({ kind: z.string() })),
  timestamp: optional(z.string()),
  cwd: optional(z.string()),
  sessionId: optional(z.string()),
  message: z.optional(z.unknown()),
  attachment: z.optional(z.unknown()),
  toolUseResult: z.optional(z.unknown()),
  /** `custom-title` (the person's), `ai-title`. */
  customTitle: optional(z.string()),
  aiTitle: optional(z.string()),
  /** `summary`: of the conversation that ends with the entry `leafUuid`, which may be one of another file. */
  summary: optional(z.string()),
  leafUuid: optional(z.string()),
});
export type TranscriptLine = z.infer<typeof transcriptLine>;

const content = z.union([z.string(), z.array(z.object({ type: z.string(), text: optional(z.string()) }))]);
const message = z.object({ content });
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

/** Undefined where the line is not what the CLI writes: half of one, from a crash or because it is being written now. */
export function readTranscriptLine(text: string): TranscriptLine | undefined {
  try {
    return transcriptLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the person said with this line; undefined where it is not theirs. Images in it are left out. */
export function promptOf(line: TranscriptLine): string | undefined {
  const asked = askedWith(line);
  if (asked === undefined || line.isSidechain === true || line.isMeta === true || line.isCompactSummary === true) return undefined;
  const texts = typeof asked === 'string' ? [asked] : asked.map(block => (block.type === 'text' ? (block.text ?? '') : ''));
  const own = texts.map(ownWords).filter(text => text !== '');
  return own.length === 0 ? undefined : own.join('\n');
}

/** The uuid that a mid-turn prompt was sent with, where its line has another; other prompts are kept under the uuid they were sent with. */
export function sentUuidOf(line: TranscriptLine): string | undefined {
  return queuedCommand.safeParse(line.attachment).data?.source_uuid;
}

function askedWith(line: TranscriptLine): z.infer<typeof content> | undefined {
  if (line.type === 'attachment') {
    const queued = queuedCommand.safeParse(line.attachment).data;
    return queued?.commandMode === 'prompt' && isHuman(queued.origin) ? queued.prompt : undefined;
  }
  const asked = line.type === 'user' && isHuman(line.origin) ? message.safeParse(line.message).data?.content : undefined;
  const isResult = typeof asked === 'object' && asked.some(block => block.type === 'tool_result');
  return isResult ? undefined : asked;
}

function isHuman(origin: { readonly kind: string } | undefined): boolean {
  return origin === undefined || origin.kind === 'human';
}

/** What the CLI puts among the person's words: commands of its own with their output, notices, what is open in an editor. */
const notTheirs =
  /^<(command-(name|message|args|contents)|local-command-\w+|bash-(stdout|stderr|exit-code)|task-notification|ide_\w+)[\s>]|^\[Request interrupted by user[^\]]*\]$/;

function ownWords(text: string): string {
  const words = text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();
  const command = /^<bash-input>([\s\S]*?)<\/bash-input>/.exec(words)?.[1];
  // As the terminal shows it, and as it was typed.
  if (command !== undefined) return `! ${command.trim()}`;
  return notTheirs.test(words) ? '' : words;
}
