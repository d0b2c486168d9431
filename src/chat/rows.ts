// The kinds of items, a record for each: what the core asks of an item by its kind. A kind without a record does not compile. Must not know how an
// item looks (`host/commands/chatText` and the webview do). Pure.
import { isFinal } from '../shared/answers.js';
import { attachmentName } from '../shared/attachments.js';
import { answerTexts, questionTexts } from '../shared/questionTexts.js';
import { inputFields } from '../shared/toolInput.js';
import { titleIn } from '../shared/callTitle.js';
import { toolTitle } from '../shared/mcpTool.js';
import type { ChatItem, OutboxEntry } from './state.js';
import { isElicitation } from './state.js';

interface Row<Item> {
  /**
   * Whether the Claude of the conversation says or does something with the item. The others are the person's, and what Parley, the CLI itself, a server,
   * another agent and a subagent tell or ask. (The call with which Claude began a subagent is Claude's.)
   */
  readonly isClaudes: (item: Item) => boolean;
  /** The texts that a person can see, for a search outside of the transcript. Without what is folded away and no part of the answer. */
  readonly texts: (item: Item) => readonly string[];
  /** Whether something is still to come for this item from the CLI, apart from what a person does. */
  readonly isUnfinished: (item: Item) => boolean;
  /** Whether the transcript holds all of the item once it holds it, and nothing more is to come of it. */
  readonly isInTranscript: (item: Item, outbox: readonly OutboxEntry[]) => boolean;
}

/** The rules of an item that only Parley has and that is final from its beginning. */
const ours = { isClaudes: (): boolean => false, isUnfinished: (): boolean => false, isInTranscript: (): boolean => false };
const claudes = (): boolean => true;
const noTexts = (): readonly string[] => [];
const isStreaming = ({ streaming }: { readonly streaming: boolean }): boolean => streaming;
const isWhole = ({ streaming }: { readonly streaming: boolean }): boolean => !streaming;

const rows: { readonly [K in ChatItem['kind']]: Row<Extract<ChatItem, { readonly kind: K }>> } = {
  prompt: {
    isClaudes: ours.isClaudes,
    texts: ({ text, attachments = [] }) => [
      text,
      ...attachments.flatMap(one => [attachmentName(one), ...(one.kind === 'comment' ? [one.words] : [])]),
    ],
    isUnfinished: ({ state }) => state === 'sending',
    // The transcript has what was added to a prompt in another form: without names, and with the bytes of images.
    // Nor has it who has said the words of _Continue_.
    isInTranscript: ({ id, state, attachments, goOn }, outbox) =>
      state === 'sent' && attachments === undefined && goOn === undefined && !outbox.some(({ itemId }) => itemId === id),
  },
  text: { isClaudes: ({ by }) => by === undefined, texts: ({ text }) => [text], isUnfinished: isStreaming, isInTranscript: isWhole },
  thought: { isClaudes: claudes, texts: noTexts, isUnfinished: isStreaming, isInTranscript: isWhole },
  tool: {
    isClaudes: claudes,
    texts: ({ name, summary, result }) => [titleIn(name, summary), summary, result],
    isUnfinished: ({ state }) => state === 'running',
    isInTranscript: ({ state }) => state !== 'running',
  },
  question: {
    isClaudes: item => item.agent === undefined && item.otherAgent === undefined && !isElicitation(item),
    texts: ({ title, questions, draft, settlement, echoedText = '', detail = '' }) => [
      ...questionTexts(title, questions),
      ...answerTexts(draft),
      settlement?.type === 'reply' ? settlement.text : '',
      echoedText,
      detail,
    ],
    isUnfinished: ({ phase }) => !isFinal(phase),
    isInTranscript: ours.isInTranscript,
  },
  permission: {
    isClaudes: ({ agentId, otherAgent }) => agentId === undefined && otherAgent === undefined,
    texts: ({ state, toolName, summary, description, reason, input, note, added }) => [
      state === 'asked' ? titleIn(toolName, summary) : summary === '' ? toolTitle(toolName) : '',
      summary,
      description,
      reason,
      ...(input === undefined ? [] : inputFields(input).map(({ text }) => text)),
      note?.text ?? '',
      ...(added?.lines ?? []).map(({ text }) => text),
    ],
    isUnfinished: ({ state, note }) => state === 'asked' || note?.state === 'waiting',
    isInTranscript: ours.isInTranscript,
  },
  problem: { ...ours, texts: ({ problem }) => [problem.detail] },
  exit: { ...ours, texts: ({ stderr }) => [stderr] },
  told: { ...ours, texts: noTexts },
  changes: { ...ours, texts: noTexts },
  wentBack: { ...ours, texts: noTexts },
  docChange: { ...ours, texts: ({ change }) => [change.name, ...change.rows.map(({ pieces }) => pieces.join(''))] },
};

/** All kinds of items. */
export const itemKinds = Object.keys(rows) as readonly ChatItem['kind'][];

export function rowOf(item: ChatItem): Row<ChatItem> {
  // Safe to cast, because each record stands under its own kind.
  return rows[item.kind] as Row<ChatItem>;
}

/** Whether the Claude of the conversation says or does something with the item. */
export function isClaudes(item: ChatItem): boolean {
  return rowOf(item).isClaudes(item);
}
