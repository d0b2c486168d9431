// The questions and permissions that wait in the chats of this window, and their texts. A change of a chat costs only that chat's
// own items. Knows nothing of VS Code.
import { toolTitle } from '../../shared/mcpTool.js';
import { planTool } from '../../shared/tools.js';
import { serverName } from '../../shared/serverName.js';
import { isSameButDraft } from '../../chat/drafts.js';
import type { PermissionState, QuestionState, ChatState } from '../../chat/state.js';
import { openPermissions, waitingQuestions } from '../../chat/state.js';
import type { Chat } from '../chats/chat.js';

export interface Waiting {
  readonly chat: Chat;
  /** The present item, which each typed draft replaces. */
  item: QuestionState | PermissionState;
  /** The time since which it waits; epoch milliseconds. */
  readonly since: number;
}

export class WaitingItems {
  readonly #byChat = new Map<string, readonly Waiting[]>();
  #all: readonly Waiting[] = [];

  /** Every item that waits, the oldest first. */
  get all(): readonly Waiting[] {
    return this.#all;
  }

  /** The chat has changed, or is gone (`isThere` false). True when another item waits in it than before. */
  update(chat: Chat, isThere: boolean): boolean {
    const before = this.#byChat.get(chat.key) ?? [];
    // The owner of a chat tells of it.
    const items = isThere && chat.otherOwner === undefined ? waitingIn(chat.loop.state) : [];
    if (items.length === before.length && before.every((one, index) => isSameItem(one, items[index]))) return false;
    const since = new Map(before.map(one => [one.item.id, one.since]));
    const now = items.map(item => ({ chat, item, since: since.get(item.id) ?? sinceOf(item) }));
    if (now.length === 0) this.#byChat.delete(chat.key);
    else this.#byChat.set(chat.key, now);
    this.#all = [...this.#byChat.values()].flat().sort((one, other) => one.since - other.since);
    return true;
  }
}

/** An item to which the person was led; without `id` a chat in which nothing waited. */
export interface WentTo {
  readonly chat: Chat;
  readonly id: string | undefined;
  /** The ids of the items of its chat that waited in front of it. */
  readonly passed: readonly string[];
}

/**
 * The item to which the person goes next: behind `last`, where that is given, the next one of its chat, then of the next chat, and around; else the oldest one
 * that is in sight, else the oldest. `last`: where this has led before, and the person still is; what waits behind it counts also where it waits no longer.
 * Undefined where nothing waits.
 */
export function nextOf(all: readonly Waiting[], last: WentTo | undefined, isVisible: (chat: Chat) => boolean): Waiting | undefined {
  const chats = [...new Set(all.map(({ chat }) => chat))];
  const inTurn = chats.flatMap(chat => all.filter(one => one.chat === chat));
  const at = last === undefined ? -1 : inTurn.findIndex(({ chat, item }) => chat === last.chat && item.id === last.id);
  if (at >= 0) return inTurn[(at + 1) % inTurn.length];
  const there = inTurn.filter(({ chat }) => chat === last?.chat);
  return (
    there.find(({ item }) => last?.passed.includes(item.id) !== true) ?? there[0] ?? inTurn.find(({ chat }) => isVisible(chat)) ?? inTurn[0]
  );
}

/** The same item, apart from what is filled in, with the newest draft put into `one`: a keystroke sorts nothing. */
function isSameItem(one: Waiting, item: Waiting['item'] | undefined): boolean {
  if (item === undefined || (one.item !== item && !isSameButDraft(one.item, item))) return false;
  one.item = item;
  return true;
}

function waitingIn(state: ChatState): readonly (QuestionState | PermissionState)[] {
  return [...waitingQuestions(state), ...openPermissions(state)];
}

export function sinceOf(one: Waiting['item']): number {
  return (one.kind === 'question' ? one.askedAt : undefined) ?? Date.now();
}

export function isPlan(one: Waiting['item']): boolean {
  return one.kind === 'permission' && one.toolName === planTool;
}

/** `plan`: what a plan is called. */
export function waitingTitle(one: Waiting['item'], plan: string): string {
  if (one.kind === 'permission') return isPlan(one) ? plan : toolTitle(one.toolName);
  const titles = one.questions.map(({ header, question }) => header || question).join(', ');
  return one.elicitation === undefined ? titles : `${serverName(one.elicitation.server)}: ${titles || (one.title ?? '')}`;
}

export function textOf(one: QuestionState): string {
  const asked = one.questions.map(({ question }) => question);
  // The message of a server says what its fields are for.
  const said = one.elicitation === undefined ? asked : [one.title ?? '', one.elicitation.page?.host ?? '', ...asked];
  return said.filter(part => part !== '').join(' · ');
}

/** The question's text with the descriptions of its options. */
export function wholeTextOf(one: QuestionState): string {
  const said = one.questions.flatMap(({ question, description, options }) => {
    const described = options.filter(option => option.description !== undefined && option.description !== '');
    return [question, description ?? '', ...described.map(option => `${option.label}: ${option.description}`)];
  });
  return [one.title ?? '', ...said].filter(part => part !== '').join(' · ');
}
