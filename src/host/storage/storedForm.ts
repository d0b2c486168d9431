// The form of a chat as its journal and its archive hold it. Whoever can write a file there can write its checksums too, so what was read is checked before
// anything relies on it: `step`, and the page, which takes no snapshot in which one item has another form.
import * as z from 'zod/mini';
import type { ArchivedItem, StoredChat } from '../../chat/journalRecords.js';
import type { ChatFacts } from '../../chat/facts.js';
import { factChecks } from '../../chat/facts.js';
import { goOns, problemCodes } from '../../chat/problem.js';
import { itemKinds } from '../../chat/rows.js';
import type { ChatItem, ChatState } from '../../chat/state.js';
import * as attached from '../../shared/attachmentSchema.js';
import { leftOutFile } from '../../shared/features/review/news.js';
import { permissionUpdate } from '../../shared/permissionRuleSchema.js';
import { answer, elicitation, endReasons, epoch as time, otherAgent, wholeNumber } from '../../shared/question.js';
import { toldItem, wentBackItem } from '../../shared/transcript.js';
import * as shown from '../../shared/transcript.js';
import type { Owner } from '../windows/owner.js';
import { isObject } from '../../shared/loose.js';

/** What the list of chats shows of one; a change of it rewrites the journal. */
export interface ChatTitles {
  readonly title?: string;
  readonly sessionId?: string;
  /** The sessions of before `/clear`, and those of its other branches. */
  readonly formerSessions?: readonly string[];
  /** First line of the first prompt, cut. */
  readonly firstPrompt?: string;
}

/** The first line of a journal. */
export interface JournalHeader extends ChatTitles {
  readonly format: 3;
  readonly key: string;
  readonly generation: number;
  readonly owner: Owner;
}

export const journalFormat = 3;

/** A schema for each field: what has none would be lost, or go unchecked. */
type Fields<T> = { readonly [K in keyof T]-?: z.ZodMiniType<T[K] | undefined> };
type Item<K extends ChatItem['kind']> = Fields<Extract<ChatItem, { kind: K }>>;

const text = z.string();
const texts = z.array(text);
const optionalText = z.exactOptional(text);
const yes = z.exactOptional(z.literal(true));
const epoch = z.exactOptional(time);
const unproven = z.exactOptional(z.union([z.literal(true), z.literal('turnOver'), z.literal('exited')]));
const goOn = z.exactOptional(z.enum(goOns));
/** It becomes an argument of git. */
const tree = z.exactOptional(z.string().check(z.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)));
const argument = z.string().check(z.regex(/^\w[\w-]*$/));
/** It becomes a part of names of files. */
const branchId = z.string().check(z.regex(/^(?:first|[0-9a-f]{8})$/));
const route = z.enum(['control', 'toolResult']);
/** Kept as it is, because the CLI gets it back. */
const input = z.custom<Readonly<Record<string, unknown>>>(isObject);
const problem = z.strictObject({
  code: z.enum(problemCodes),
  detail: text,
  reason: optionalText,
  omitted: z.exactOptional(z.number()),
});

const attachments = z.exactOptional(
  z.array(
    z.discriminatedUnion('kind', [
      z.extend(attached.selection, { text }),
      z.extend(attached.terminalLines, { text }),
      z.extend(attached.problemLines, { text }),
      z.extend(attached.comment, { text }),
      attached.takenBack,
      attached.fileAttachment,
      attached.imageAttachment,
    ]),
  ),
);

const settlement = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('answer'), answers: z.array(answer) }),
  z.strictObject({ type: z.literal('dismiss'), byTimeout: yes, declined: yes }),
  z.strictObject({ type: z.literal('reply'), text, quotedFrom: z.exactOptional(z.number()) }),
]);

// Of an item, a field that is not known here is left out: a later version may have stored it, and the page takes none.
const { attachments: _, canTakeBack: __, ...promptFields } = shown.promptItem.shape;
const prompt = z.object({ ...promptFields, uuid: text, attachments, uuidSpent: yes } satisfies Item<'prompt'>);
const thought = z.object({ ...shown.thoughtItem.shape, since: epoch } satisfies Item<'thought'>);

const asked = shown.questionItem.shape;
const question = z.object({
  kind: asked.kind,
  tool: z.exactOptional(z.enum(['ask_user', 'elicitation'])),
  elicitation: z.exactOptional(elicitation),
  id: text,
  call: optionalText,
  phase: z.union([asked.phase, z.literal('parked')]),
  questions: asked.questions,
  title: optionalText,
  otherAgent: z.exactOptional(otherAgent),
  raw: input,
  draft: asked.draft,
  revision: z.number(),
  hostEdits: asked.hostEdits,
  held: z.exactOptional(z.strictObject({ id: text, until: z.number(), settlement })),
  unsent: z.exactOptional(z.union([z.literal(true), z.literal('changed')])),
  typed: z.exactOptional(z.array(answer)),
  requestId: optionalText,
  hook: z.exactOptional(z.boolean()),
  route: z.exactOptional(route),
  agent: z.exactOptional(z.enum(['echoed', 'silent'])),
  agentName: optionalText,
  resume: z.exactOptional(z.enum(['wanted', 'started'])),
  overdueAt: epoch,
  dismissAt: epoch,
  settlement: z.exactOptional(settlement),
  writeId: optionalText,
  written: z.exactOptional(z.boolean()),
  sentAsMessage: z.exactOptional(z.boolean()),
  again: z.exactOptional(z.strictObject({ of: text, from: optionalText, uuid: text })),
  reason: z.exactOptional(z.enum(endReasons)),
  detail: optionalText,
  unproven,
  echoedText: optionalText,
  askedAt: epoch,
  endedAt: epoch,
} satisfies Item<'question'>);

const { input: ___, always: ____, edit: _____, ...permissionFields } = shown.permissionItem.shape;
const permission = z.object({
  ...permissionFields,
  edit: z.exactOptional(z.strictObject({ input, told: text, why: z.exactOptional(z.enum(['nothing', 'stale'])) })),
  suggestions: z.exactOptional(z.array(permissionUpdate)),
  writeId: optionalText,
  unproven,
  noteWriteId: optionalText,
  noteRequestId: optionalText,
  noteWritten: yes,
  input: z.exactOptional(input),
} satisfies Item<'permission'>);

const storedItems = [
  prompt,
  z.object(shown.textItem.shape satisfies Item<'text'>),
  thought,
  z.object({ ...shown.toolItem.shape, since: epoch } satisfies Item<'tool'>),
  question,
  permission,
  z.object({
    kind: z.literal('problem'),
    id: text,
    problem,
    again: optionalText,
    againAttachments: attachments,
    goOn,
  } satisfies Item<'problem'>),
  z.object({
    kind: z.literal('exit'),
    id: text,
    goOn,
    code: z.nullable(z.number()),
    signal: z.nullable(text),
    stderr: text,
  } satisfies Item<'exit'>),
  z.object(toldItem.shape satisfies Item<'told'>),
  z.object(shown.docChangeItem.shape satisfies Item<'docChange'>),
  z.object({
    ...shown.changesItem.shape,
    before: tree,
    after: tree,
    byPerson: z.exactOptional(texts),
    isAgents: yes,
    left: z.exactOptional(z.object({ files: z.array(leftOutFile), more: wholeNumber })),
  } satisfies Item<'changes'>),
  z.object({ ...wentBackItem.shape, branch: z.exactOptional(branchId), from: tree, to: tree } satisfies Item<'wentBack'>),
] as const;
type Unchanged<T> = T extends readonly (infer E)[]
  ? readonly Unchanged<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Unchanged<T[K]> }
    : T;
type Taken<K> = Extract<Unchanged<z.output<(typeof storedItems)[number]>>, { kind: K }>;
type RefusedOf<I, T> = { [F in keyof I]-?: F extends keyof T ? (I[F] extends T[F] ? never : F) : F }[keyof I];
type Refused = { [K in ChatItem['kind']]: RefusedOf<Extract<ChatItem, { kind: K }>, Taken<K>> }[ChatItem['kind']];
/** The compiler takes it only where each field takes all that Parley writes: a chat with one that it refuses would not open. */
const items = storedItems satisfies [Refused] extends [never] ? readonly z.ZodMiniType[] : Refused;
const transcriptKind = z.enum(['prompt', 'text', 'thought', 'tool']);
const place = z.object({ kind: z.literal('confirmed'), of: transcriptKind, id: text, seconds: z.exactOptional(wholeNumber) });

const jobs = z.exactOptional(
  z.array(z.object({ id: text, call: text, name: text, until: z.number(), repeats: yes, comesBack: yes, announced: yes })),
);
const turnPrompt = z.object({ id: text, text, attachments });
const state = z.looseObject({
  items: z.array(z.discriminatedUnion('kind', [...items, place])),
  hasOlder: z.boolean(),
  turnStart: wholeNumber,
  turn: z.enum(['idle', 'starting', 'running', 'stopping']),
  turnBegan: z.boolean(),
  turnPrompts: z.array(turnPrompt),
  interruptId: optionalText,
  endsProcess: yes,
  endsWithTurn: yes,
  mayForget: z.exactOptional(texts),
  restarts: yes,
  outbox: z.array(
    z.object({ uuid: text, itemId: text, writeId: text, written: z.boolean(), queued: z.boolean(), takeBack: yes, stopped: yes }),
  ),
  waiting: z.array(z.object({ text, attachments, uuid: text, way: z.enum(['after', 'now']) })),
  waitsForPerson: yes,
  process: z.enum(['none', 'starting', 'running', 'ending']),
  backgroundTasks: z.number(),
  subagents: z.number(),
  inBackground: texts,
  leftInBackground: z.exactOptional(z.array(z.object({ id: z.string(), name: z.string() }))),
  cutShort: texts,
  scheduled: jobs,
  scheduledBefore: jobs,
  sessionId: optionalText,
  formerSessions: z.exactOptional(texts),
  borrowed: z.exactOptional(texts),
  /** It becomes an argument of the CLI. */
  forkOf: z.exactOptional(z.object({ session: argument, at: argument, before: text })),
  branch: z.exactOptional(branchId),
  branches: z.exactOptional(
    z.array(z.object({ id: branchId, text, at: z.number(), sessions: texts, comments: z.exactOptional(texts), tree })),
  ),
  followed: z.exactOptional(
    z.object({
      since: optionalText,
      besideAgents: yes,
      before: tree,
      unasked: z.exactOptional(texts),
      saved: z.exactOptional(texts),
      until: epoch,
    }),
  ),
  holds: z.exactOptional(z.array(z.object({ holds: text, before: text }))),
  sessionUnknown: yes,
  steering: z.exactOptional(
    z.object({
      mode: optionalText,
      model: optionalText,
      ran: optionalText,
      effort: z.optional(text),
      folder: optionalText,
      at: z.optional(text),
      returnsTo: z.optional(text),
    }),
  ),
  told: z.exactOptional(z.object({ decisions: texts, card: z.array(z.object({ section: text, text, isOwn: yes })), isOlder: yes })),
  askUserKeptAway: yes,
  folderRefused: yes,
  startRefused: z.exactOptional(problem),
  retrying: z.exactOptional(z.object({ reason: text, attempt: z.number(), of: z.number() })),
  queued: z.array(permission),
  peer: z.object({
    version: text,
    capabilities: texts,
    defers: z.exactOptional(z.literal(false)),
    confirms: yes,
    takesBack: yes,
    tellsTasks: yes,
  }),
  sendsControlRequests: z.boolean(),
  routeSetting: z.enum(['auto', 'control', 'toolResult']),
  counter: z.number(),
} satisfies Fields<Omit<ChatState, 'items'>> & { readonly items: z.ZodMiniType<StoredChat['state']['items']> });

type RefusedState = RefusedOf<Omit<ChatState, 'items'>, Unchanged<z.output<typeof state>>>;
type Form<T> = undefined extends T ? z.ZodMiniOptional<z.ZodMiniType<T>> : z.ZodMiniType<T>;
const factForms = Object.entries(factChecks).map(([name, isValid]) => {
  const form = z.custom(isValid);
  return [name, isValid(undefined) ? z.optional(form) : form];
});
// The checks have the names of the facts.
const facts = Object.fromEntries(factForms) as { readonly [K in keyof ChatFacts]-?: Form<ChatFacts[K]> };
const chat = z.looseObject({
  ...facts,
  key: text,
  firstPrompt: optionalText,
  composerDraft: text,
  composerAttachments: attachments,
  composerRevision: z.number(),
  state: state satisfies [RefusedState] extends [never] ? z.ZodMiniType : RefusedState,
});

const archived = z.object({
  item: z.discriminatedUnion('kind', items),
  next: z.exactOptional(z.tuple([z.enum(itemKinds), text])),
});

const header = z.object({
  format: z.literal(journalFormat),
  key: text,
  generation: z.number(),
  owner: z.object({ window: text, host: text, boot: text, socket: text, folder: text }),
  // A chat can do without these.
  title: z.catch(optionalText, undefined as never),
  sessionId: z.catch(optionalText, undefined as never),
  formerSessions: z.catch(z.exactOptional(texts), undefined as never),
  firstPrompt: z.catch(optionalText, undefined as never),
} satisfies Fields<JournalHeader>);

/** Undefined where this is no first line of a journal: without its owner it says less than none, because nobody can be asked for the chat. */
export function journalHeader(line: unknown): JournalHeader | undefined {
  return header.safeParse(line).data;
}

/** The chat without what its items do not have. Throws where it has not the form of a chat, and names the first field at fault. */
export function checkedChat(stored: unknown): StoredChat {
  const { data, error } = chat.safeParse(stored);
  if (data !== undefined) return data;
  throw new Error(`what is stored of the chat has another form (${error?.issues[0]?.path.join('.') ?? ''})`);
}

/** Undefined where this is no item of an archive. */
export function archivedItem(stored: unknown): ArchivedItem | undefined {
  return archived.safeParse(stored).data;
}
