// The items of a conversation as the webview shows them. Whole items travel; only streaming text grows by appending.
import * as z from 'zod/mini';
import { attachment } from './attachmentSchema.js';
import { ruleLine } from './permissionRuleSchema.js';
import { rulePlaces } from './permissionRules.js';
import { planChoice } from './features/plan/choice.js';
import { toolFacts } from './toolFacts.js';
import { answer, elicitation, endReasons, epoch, hostEdit, otherAgent, question, questionPhases, wholeNumber } from './question.js';

/** Actions of the buttons under a notice; host/commands/actions.ts performs them. */
export const actionIds = [
  'openInstallGuide',
  'updateCli',
  'openSettings',
  'logIn',
  'useApiKey',
  'showLog',
  'openFolder',
  'manageTrust',
  'openSnapshotSetting',
] as const;
export type ActionId = (typeof actionIds)[number];

const begun = {
  /** The time at which it was sent or begun, or at which it came by the CLI's transcript; absent where that is not known. */
  at: z.optional(epoch),
};

export const promptItem = z.strictObject({
  kind: z.literal('prompt'),
  id: z.string(),
  text: z.string(),
  /**
   * `sending`: not confirmed by the CLI. `failed`: did not reach Claude as far as is known; the person can send it again. `takenBack`: by the
   * person, before Claude read it.
   */
  state: z.enum(['sending', 'sent', 'failed', 'takenBack']),
  /**
   * Set only while `state` is `sending`. `next`: the CLI has it in its queue and gives it to Claude at the next step of the turn. `takingBack`: the
   * CLI is asked to give it back. `late`: the CLI has not given it back.
   */
  queue: z.optional(z.enum(['next', 'takingBack', 'late'])),
  /** This CLI can give it back. */
  canTakeBack: z.optional(z.literal(true)),
  /** Absent where there are none. */
  attachments: z.optional(z.array(attachment)),
  /** The person has let Claude go on where it was cut off. The words are Parley's. */
  goOn: z.optional(z.literal(true)),
  ...begun,
});

export const textItem = z.strictObject({
  kind: z.literal('text'),
  id: z.string(),
  /** Markdown from the model: untrusted. */
  text: z.string(),
  streaming: z.boolean(),
  /** The words are the Claude CLI's, and not Claude's. */
  by: z.optional(z.literal('cli')),
  ...begun,
});

/** Claude's thinking, which is no part of its answer. */
export const thoughtItem = z.strictObject({
  kind: z.literal('thought'),
  id: z.string(),
  /** Markdown from the model: untrusted. Empty where the model does not show its thinking. */
  text: z.string(),
  streaming: z.boolean(),
  /** How long it took; absent where nobody has seen it begin and end. */
  seconds: z.optional(wholeNumber),
});

export const toolItem = z.strictObject({
  kind: z.literal('tool'),
  id: z.string(),
  name: z.string(),
  /** The most telling argument of the call: a path, a command, a pattern. May be empty. */
  summary: z.string(),
  /** The place in which a search looks; absent where the call names none. */
  where: z.optional(z.string()),
  /** `denied`: by the person. `stopped`: by the person's Stop, or by the end of the turn or of the process. */
  state: z.enum(['running', 'done', 'failed', 'denied', 'stopped']),
  /**
   * Says more than `state`; absent where `state` says all. A call without a result is `asked`, where the person must permit it, or `waiting` behind
   * one that is asked. A call that is done runs on in the `background`, was `cutShort` by the end of its process, or was `sent` to the background
   * by a CLI that does not say when it ends.
   */
  standing: z.optional(z.enum(['asked', 'waiting', 'background', 'cutShort', 'sent'])),
  /** The beginning of the tool's result; empty while running. */
  result: z.string(),
  /** Number of characters of the result behind `result`. */
  omitted: z.optional(z.int()),
  ...toolFacts,
  ...begun,
});

export const questionItem = z.strictObject({
  kind: z.literal('question'),
  /** The `tool_use_id`. Unlike the request's id it stays the same when a question is asked again. */
  id: z.string(),
  phase: z.enum(questionPhases),
  /** Empty while the block is still streaming. */
  questions: z.array(question),
  /** A line above the whole set. */
  title: z.optional(z.string()),
  /** An MCP server asks, and not Claude; `title` is its message. */
  elicitation: z.optional(elicitation),
  otherAgent: z.optional(otherAgent),
  /** A subagent asks: what Claude calls it, empty where the CLI does not tell. */
  agent: z.optional(z.string()),
  /** The person has declined the elicitation. */
  declined: z.optional(z.literal(true)),
  /** The draft that the host keeps; in a final phase the answers that were sent or would have been. */
  draft: z.array(answer),
  /** Every host edit of the draft, oldest first. A card with a newer draft applies the later ones to it. */
  hostEdits: z.array(hostEdit),
  /**
   * The `tool_result` that the draft would become if sent now; in `answered`, `dismissed` and `replied` the text that Claude has
   * read.
   */
  reads: z.optional(z.string()),
  /** `reads` is too long: Claude would read only its beginning and the name of a file. */
  readsInFile: z.optional(z.boolean()),
  /** End of the hold in which submitted answers can be undone. Epoch milliseconds. */
  heldUntil: z.optional(z.number()),
  /** Nothing was sent: the window ended before, or the questions have `changed`. */
  unsent: z.optional(z.union([z.literal(true), z.literal('changed')])),
  /** The time at which the question is dismissed unless the person begins to answer. Epoch milliseconds. */
  dismissAt: z.optional(z.number()),
  /** The free reply to the whole set, when the question ended by one. */
  reply: z.optional(z.string()),
  reason: z.optional(z.enum(endReasons)),
  /** Claude's own reason for refusing the question; absent where it gave none. */
  detail: z.optional(z.string()),
  /** The answers of this lost question went out as an ordinary prompt, which happens once. */
  resent: z.optional(z.boolean()),
  /** Lost before the person had submitted. */
  unanswered: z.optional(z.literal(true)),
  endedAt: z.optional(epoch),
});

const textPart = {
  /** The name of the input's field. */
  name: z.string(),
  text: z.string(),
  /** The lines of the whole field, as an editor counts them, and its bytes in UTF-8. */
  lines: z.int(),
  bytes: z.int(),
  /** `text` is only the beginning of the field. */
  cut: z.optional(z.boolean()),
};

const diffPart = z.strictObject({
  as: z.literal('diff'),
  name: z.string(),
  /** `DiffRow`s of the whole texts. */
  rows: z.array(z.strictObject({ sign: z.enum([' ', '-', '+']), pieces: z.array(z.string()) })),
  added: z.int(),
  removed: z.int(),
});

/** One part of what a permission permits. */
export const permissionPart = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('text'), ...textPart }),
  /** The path that the call is about, as it stands in the input; `place` of the item says where that leads. */
  z.strictObject({ as: z.literal('path'), ...textPart }),
  diffPart,
]);
export type PermissionPart = z.infer<typeof permissionPart>;

/** The place to which a path leads, as the host has found when the permission was asked, or when *Allow* was pressed. */
export const pathPlace = z.strictObject({
  /** Relative to the work folder; only where that names the same file as the path, letter by letter. */
  relative: z.optional(z.string()),
  /** The target is not in the work folder. */
  outside: z.boolean(),
  /** The absolute path of the target, where `..`, `~` or a symbolic link makes it another than the path says. */
  target: z.optional(z.string()),
});
export type PathPlace = z.infer<typeof pathPlace>;

/** `unknown`: it could not be found out. `otherComputer`: it is not looked at, because Windows would log in there. */
export const place = z.union([pathPlace, z.enum(['unknown', 'otherComputer'])]);
export type Place = z.infer<typeof place>;

export const permissionItem = z.strictObject({
  kind: z.literal('permission'),
  id: z.string(),
  /** The id of the tool's row, where it has one: a subagent's call has none. */
  toolUseId: z.string(),
  toolName: z.string(),
  /** One line of the input, shown after the decision; may be empty. */
  summary: z.string(),
  /** All of the input, the most telling part first; absent after the decision. */
  input: z.optional(z.array(permissionPart)),
  /** Absent while it is being found out. */
  place: z.optional(place),
  /** *Allow* was pressed and did nothing, because `place` was another one than the card had shown. */
  lookAgain: z.optional(z.literal(true)),
  /** Set with `lookAgain`: the place on the card where *Allow* was pressed; absent where that was not known then. */
  wasShown: z.optional(place),
  /** The card shows only a part of the input. `opened`: the person has opened all of it in an editor, so it can be allowed. */
  tooLong: z.optional(z.enum(['unopened', 'opened'])),
  /** Claude's description of its action; may be empty. */
  description: z.string(),
  /** Why the CLI asks, in its own words; may be empty. */
  reason: z.string(),
  /** A path that the CLI does not touch without being allowed to. */
  blockedPath: z.optional(z.string()),
  /** Whose rule makes the CLI ask, such as `projectSettings`. */
  ruleSource: z.optional(z.string()),
  /** The CLI's id of the subagent that asks. */
  agentId: z.optional(z.string()),
  /** What Claude calls it; absent where the CLI does not tell. */
  agentName: z.optional(z.string()),
  /** A Claude in a terminal asks, and not the one of this chat. */
  otherAgent: z.optional(otherAgent),
  /** What *always* would add, where the CLI suggests it; absent after the decision. */
  always: z.optional(z.array(z.strictObject({ line: ruleLine, places: z.array(z.enum(rulePlaces)) }))),
  /** How many calls wait, this one among them, where others wait behind it. */
  waiting: z.optional(z.int()),
  /** The CLI wants the person to think twice: no key allows. */
  defaultToNo: z.optional(z.literal(true)),
  /** How often the person has changed the edit; absent for never. *Allow* names it, because it allows what the card has shown. */
  changes: z.optional(z.int()),
  /** The edit is not Claude's own any more. `why`: it cannot be allowed, because it would change `nothing`, or its file has changed (`stale`). */
  edit: z.optional(z.strictObject({ why: z.optional(z.enum(['nothing', 'stale'])) })),
  /** *Allow* was pressed and did nothing, because the edit had changed since the card was shown. */
  editAgain: z.optional(z.literal(true)),
  /** What Claude is told of an edit that the person has changed; in a withdrawn permission nothing was written and nothing told. */
  changed: z.optional(z.string()),
  /** What was added with the decision, and where. */
  added: z.optional(z.strictObject({ lines: z.array(ruleLine), place: z.enum(rulePlaces) })),
  /** The person's note to Claude, not sent yet; absent after the decision. */
  draft: z.optional(z.string()),
  /** What the person has chosen on the card of a plan, not approved yet. */
  planChoice: z.optional(planChoice),
  /** The note that went with the decision. `untold`: the call has ended without it, as far as is known. */
  note: z.optional(z.strictObject({ text: z.string(), state: z.enum(['waiting', 'told', 'untold']) })),
  /** The key of the chat in which this plan goes on. */
  movedTo: z.optional(z.string()),
  state: z.enum(['asked', 'allowed', 'denied', 'withdrawn']),
  /** Decided, and Claude does not know it when the conversation goes on: the CLI has lost it, or another program has noted the call as interrupted. */
  lost: z.optional(z.union([z.literal(true), z.literal('openElsewhere')])),
});

const noticeItem = z.strictObject({
  kind: z.literal('notice'),
  id: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  actions: z.array(z.strictObject({ id: z.enum(actionIds), label: z.string() })),
  /** Label of the button that sends the prompt of this turn again (`resendPrompt` with the notice's id). */
  again: z.optional(z.string()),
  /** A line across the conversation: Claude has nothing of what is above. */
  divides: z.optional(z.literal(true)),
  /** The person has stopped the turn. */
  stopped: z.optional(z.literal(true)),
});

/** Claude has changed a section of the Product Doc, or wanted to. */
export const docChangeItem = z.strictObject({
  kind: z.literal('docChange'),
  /** An id of its own, because the call itself has a row under its `tool_use_id`. */
  id: z.string(),
  /** `name`: the section's title. From the model, so untrusted. */
  change: diffPart,
  /** The change made the section, so *Undo* deletes it. Without it the section was there, with or without text. */
  isNew: z.optional(z.literal(true)),
  /** `conflict`: the person had changed the section meanwhile, so nothing was written. */
  state: z.enum(['done', 'undone', 'conflict']),
});

/** The files that a turn has changed, as the snapshots before and behind it say. The view asks for the list with `readChanges` when the row is unfolded. */
export const changesItem = z.strictObject({
  kind: z.literal('changes'),
  id: z.string(),
  files: wholeNumber,
  /** Lines. */
  plus: wholeNumber,
  minus: wholeNumber,
  /** There is no snapshot from before the turn: the first one took too long. Nothing is known of its files. */
  isLate: z.optional(z.literal(true)),
  /** The window ended in the turn, and another one has told its files: others may have changed some of them by then. With `isLate` nothing is known of them. */
  isCut: z.optional(z.literal(true)),
  /** There is no git: these are the files that Claude's edits have changed, and nothing is known of its commands. */
  isEdits: z.optional(z.literal(true)),
});

/** Claude was told what is remembered of this folder. The view asks for the lines with `readTold` when the row is unfolded. */
export const toldItem = z.strictObject({
  kind: z.literal('told'),
  id: z.string(),
  /** The number of the lines. */
  count: wholeNumber,
  /** The project card has changed since, and this conversation goes on with the older one. */
  isOlder: z.optional(z.literal(true)),
});

/** The chat, files, or both went back to before a message of the person's. What came from that message on is another branch of the chat. */
export const wentBackItem = z.strictObject({
  kind: z.literal('wentBack'),
  id: z.string(),
  /** The beginning of the message; empty where it had no words. */
  text: z.string(),
  /** `text` is the beginning of a question, which stands behind the row and is open again. */
  isQuestion: z.optional(z.literal(true)),
  /** The branch that was left; absent where files went back alone. */
  branch: z.optional(z.string()),
  /** `writing`: the window has ended while they were written, where that stays. `left`: how many stayed as they were. Absent where no file went back. */
  files: z.optional(z.strictObject({ state: z.enum(['writing', 'done', 'undone']), written: wholeNumber, left: wholeNumber })),
  /** A message has been sent since. */
  isOver: z.optional(z.literal(true)),
});

export const transcriptItem = z.discriminatedUnion('kind', [
  promptItem,
  textItem,
  thoughtItem,
  toolItem,
  questionItem,
  permissionItem,
  noticeItem,
  toldItem,
  docChangeItem,
  changesItem,
  wentBackItem,
]);

export type PromptItem = z.infer<typeof promptItem>;
export type TextItem = z.infer<typeof textItem>;
export type ThoughtItem = z.infer<typeof thoughtItem>;
export type ToolItem = z.infer<typeof toolItem>;
export type QuestionItem = z.infer<typeof questionItem>;
export type PermissionItem = z.infer<typeof permissionItem>;
export type NoticeItem = z.infer<typeof noticeItem>;
export type DocChangeItem = z.infer<typeof docChangeItem>;
export type ChangesItem = z.infer<typeof changesItem>;
export type ToldItem = z.infer<typeof toldItem>;
export type WentBackItem = z.infer<typeof wentBackItem>;
export type TranscriptItem = z.infer<typeof transcriptItem>;
