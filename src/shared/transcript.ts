// The items of a conversation as the webview shows them. Whole items travel; only streaming text grows by appending.
import * as z from 'zod/mini';
import { answer, endReasons, hostEdit, question, questionPhases, questionRoutes } from './question.js';

/** What a button under a notice does; the host knows how (host/problems.ts). */
export const actionIds = ['openInstallGuide', 'openSettings', 'logIn', 'showLog', 'openFolder', 'manageTrust'] as const;
export type ActionId = (typeof actionIds)[number];

export const promptItem = z.strictObject({
  kind: z.literal('prompt'),
  id: z.string(),
  text: z.string(),
  /** `sending`: the CLI has not confirmed it. `failed`: it has not reached Claude as far as is known; the person can send it again. */
  state: z.enum(['sending', 'sent', 'failed']),
});

export const textItem = z.strictObject({
  kind: z.literal('text'),
  id: z.string(),
  /** Markdown from the model: untrusted. */
  text: z.string(),
  streaming: z.boolean(),
});

export const toolItem = z.strictObject({
  kind: z.literal('tool'),
  id: z.string(),
  name: z.string(),
  /** The one thing about the call worth a line: a path, a command, a pattern. May be empty. */
  summary: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** What came back, cut to a few lines; empty while running. */
  result: z.string(),
});

export const questionItem = z.strictObject({
  kind: z.literal('question'),
  /** The `tool_use_id`: the request's id changes when a question comes back, this does not. */
  id: z.string(),
  phase: z.enum(questionPhases),
  /** Empty while the block is still streaming. */
  questions: z.array(question),
  /** A line above the whole set. */
  title: z.optional(z.string()),
  /** What is filled in, kept by the host; in a final phase what was sent or would have been. */
  draft: z.array(answer),
  /** All that the host has put into the draft, oldest first: a card whose own draft is newer puts the last ones into that. */
  hostEdits: z.array(hostEdit),
  /** The `tool_result` that the draft would become if it were sent now; in `answered`, `dismissed` and `replied` what Claude has read. */
  reads: z.optional(z.string()),
  /** `reads` is too long: Claude would read at once no more than its beginning and the name of a file. */
  readsInFile: z.optional(z.boolean()),
  /** Submitted, and held back so that it can be undone until then. Epoch milliseconds. */
  heldUntil: z.optional(z.number()),
  /** The window ended while the answers were held: nothing was sent. */
  unsent: z.optional(z.boolean()),
  /** Dismissed by itself then, unless the person begins to answer. Epoch milliseconds. */
  dismissAt: z.optional(z.number()),
  /** The free reply to the whole set, when that was how it ended. */
  reply: z.optional(z.string()),
  route: z.optional(z.enum(questionRoutes)),
  reason: z.optional(z.enum(endReasons)),
  /** Claude's own words on why it refused, when there are any. */
  detail: z.optional(z.string()),
  /** A lost question whose answers went out as an ordinary prompt: they go once. */
  resent: z.optional(z.boolean()),
  /** Epoch milliseconds. */
  endedAt: z.optional(z.number()),
});

export const permissionItem = z.strictObject({
  kind: z.literal('permission'),
  id: z.string(),
  toolName: z.string(),
  /** One line of the input, for a permission that is over; may be empty. */
  summary: z.string(),
  /** All that would be permitted, the most telling field first; absent once it is over. */
  input: z.optional(z.array(z.strictObject({ name: z.string(), text: z.string() }))),
  /** What Claude says about its act; may be empty. */
  description: z.string(),
  /** Why the CLI asks, in its own words; may be empty. */
  reason: z.string(),
  state: z.enum(['asked', 'allowed', 'denied', 'withdrawn']),
});

export const noticeItem = z.strictObject({
  kind: z.literal('notice'),
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  actions: z.array(z.strictObject({ id: z.enum(actionIds), label: z.string() })),
});

export const transcriptItem = z.discriminatedUnion('kind', [promptItem, textItem, toolItem, questionItem, permissionItem, noticeItem]);

/** How the person wants things shown. */
export const preferences = z.strictObject({
  /** All questions of a set at once, or one at a time. */
  layout: z.enum(['stacked', 'tabs']),
});
export type Preferences = z.infer<typeof preferences>;

/** A conversation that an empty chat offers to go on with. */
export const earlierChat = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Epoch milliseconds. */
  usedAt: z.number(),
});
export type EarlierChat = z.infer<typeof earlierChat>;

export type PromptItem = z.infer<typeof promptItem>;
export type TextItem = z.infer<typeof textItem>;
export type ToolItem = z.infer<typeof toolItem>;
export type QuestionItem = z.infer<typeof questionItem>;
export type PermissionItem = z.infer<typeof permissionItem>;
export type NoticeItem = z.infer<typeof noticeItem>;
export type TranscriptItem = z.infer<typeof transcriptItem>;

/** Why Send is off: a question waits; there is no folder; the folder is not trusted; another window or a terminal has the session. */
export const blockReasons = ['question', 'noFolder', 'untrusted', 'otherWindow', 'terminal'] as const;

/** Why words come back to the message box; `questionEnded`: they were a reply to it. `notStarted`: the CLI could not be started for it. */
export const returnReasons = [...blockReasons, 'questionEnded', 'notStarted'] as const;
export type ReturnReason = (typeof returnReasons)[number];

/** What the composer may do now. */
export const chatStatus = z.strictObject({
  /** `starting`: the CLI is being started; `stopping`: Stop was pressed and Claude has not ended its turn yet. */
  turn: z.enum(['idle', 'starting', 'running', 'stopping']),
  blocked: z.optional(z.enum(blockReasons)),
});
export type ChatStatus = z.infer<typeof chatStatus>;
