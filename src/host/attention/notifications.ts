// Notifications for the items that wait: each item once, and a question once more when it is overdue. A button in a notification
// answers as the card would.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { emptyAnswer } from '../../shared/answers.js';
import { isOfAgent } from '../../shared/agentQuestions.js';
import { kinds } from '../../shared/kinds.js';
import { plain } from '../../shared/plain.js';
import { serverName } from '../../shared/serverName.js';
import type { QuestionState } from '../../chat/state.js';
import { isElicitation } from '../../chat/state.js';
import type { Chat } from '../chats/chat.js';
import { worksIn } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { isShownWhole, showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import type { Waiting, WaitingItems } from './waitingItems.js';
import { textOf, wholeTextOf } from './waitingItems.js';
import { permissionSentence } from './waitingWords.js';

interface NotificationsDependencies {
  readonly chats: Chats;
  readonly waiting: WaitingItems;
  readonly isVisible: (chat: Chat) => boolean;
  /** Opens the view by the person's act, at this item where it waits, else at what waits in the chat. */
  readonly show: (chat: Chat, id: string) => Promise<void>;
  /** Opens the view by the person's act, at this item of the chat. */
  readonly showItem: (chat: Chat, id: string) => Promise<void>;
  /** Remembers for this workspace. */
  readonly remembered: vscode.Memento;
  /** Milliseconds. */
  readonly undoTime: () => number;
}

/** The most characters of a label that fit on a notification's buttons. */
const longestLabel = 24;
const mostButtons = 3;
/** Items that are in sight, the newest last: the id, a space, and the hash of what it says. */
const seenKey = 'parley.seenItems';
const mostSeen = 200;

export class Notifications {
  /** What was notified of each item that waits, by its id; `says` is compared, because another question may come under an id that came before. */
  readonly #told = new Map<string, { readonly says: string; readonly isReminded: boolean }>();
  /** What the items said, by id, that were in sight at the end of the window before. VS Code may take long to show their chats again. */
  readonly #seenBefore: ReadonlyMap<string, string>;
  /** What the next window reads as `#seenBefore`. */
  readonly #seen: Map<string, string>;
  /** The ids of what has come into sight here. */
  readonly #inSight = new Set<string>();

  constructor(private readonly dependencies: NotificationsDependencies) {
    const kept = dependencies.remembered.get<unknown>(seenKey);
    const lines = Array.isArray(kept) ? kept.filter(line => typeof line === 'string') : [];
    this.#seenBefore = new Map(lines.map(line => [line.slice(0, saidAt(line)), line.slice(saidAt(line) + 1)]));
    this.#seen = new Map(this.#seenBefore);
  }

  /** Keeps what is in sight, of which the next window tells nothing while VS Code shows it again. What has left the sight is told there. */
  keepSight({ item }: Waiting, isInSight: boolean): void {
    const says = hashOf(item);
    if (!isInSight) {
      if (!this.#inSight.delete(item.id)) return;
      this.#seen.delete(item.id);
    } else {
      this.#inSight.add(item.id);
      if (this.#seen.get(item.id) === says) return;
      this.#seen.delete(item.id);
      this.#seen.set(item.id, says);
      for (const id of [...this.#seen.keys()].slice(0, -mostSeen)) this.#seen.delete(id);
    }
    const lines = [...this.#seen].map(([id, said]) => `${id} ${said}`);
    void this.dependencies.remembered.update(seenKey, lines);
  }

  /** Drops what is known of items that wait no more. */
  forgetEnded(): void {
    const waiting = new Set(this.dependencies.waiting.all.map(({ item }) => item.id));
    for (const id of this.#told.keys()) if (!waiting.has(id)) this.#told.delete(id);
  }

  /** Notifies once when the item comes, and once more when it has waited for as long as the settings say. */
  notifyOnce(one: Waiting): void {
    const { chat, item } = one;
    const says = hashOf(item);
    const told = this.#told.get(item.id);
    const before = told?.says ?? this.#seenBefore.get(item.id);
    const isNew = before === undefined || before !== says;
    const isReminded = !isNew && told?.isReminded === true;
    const isOverdue = item.kind === 'question' && item.overdueAt !== undefined && !isReminded;
    this.#told.set(item.id, { says, isReminded: isReminded || isOverdue });
    const when = readSetting('parley.questions.notify');
    const isWanted = when === 'always' || (when === 'whenHidden' && !this.dependencies.isVisible(chat));
    if (isWanted && (isNew || isOverdue)) void this.#notify(one, isOverdue);
  }

  async #notify({ chat, item }: Waiting, again: boolean): Promise<void> {
    const show = vscode.l10n.t('Show');
    const labels = item.kind === 'question' ? labelsOf(item, show) : [];
    const message =
      item.kind === 'question'
        ? asked(item, labels.length === 0 ? textOf(item) : wholeTextOf(item), again)
        : permissionSentence(item, worksIn(chat));
    const pressed = await showMessage(message, [...labels, show]);
    if (pressed === undefined) return;
    if (pressed === labels.length) return this.dependencies.show(chat, item.id);
    await this.#answer(chat, item, pressed);
  }

  /** VS Code takes no notification back, so one that is out of date leads to the card instead of answering. */
  async #answer(chat: Chat, shown: Waiting['item'], position: number): Promise<void> {
    const { chats, waiting, undoTime, showItem } = this.dependencies;
    const now = waiting.all.find(({ item }) => item.id === shown.id)?.item;
    // A question that is asked anew may have other options at the same positions, and what was filled in meanwhile would not be sent.
    const isSame = now?.kind === 'question' && shown.kind === 'question' && isDeepStrictEqual(now.questions, shown.questions);
    if (!isSame || isBegun(now)) {
      const isOver = now === undefined;
      void showMessage(
        isOver
          ? vscode.l10n.t('This question is over. Nothing was sent.')
          : isSame
            ? vscode.l10n.t('You have begun to answer this question on its card. Nothing was sent.')
            : vscode.l10n.t('This question has changed since the notification came. Nothing was sent.'),
      );
      return showItem(chat, shown.id);
    }
    const answers = [{ ...emptyAnswer, selected: [position] }];
    chats.dispatch(chat, { type: 'questionAnswered', toolUseId: shown.id, answers, undoTime: undoTime() });
  }
}

/** Who asks, and what. `again`: as before. */
function asked(item: QuestionState, text: string, again: boolean): string {
  const server = item.elicitation && serverName(item.elicitation.server);
  const agent = item.otherAgent && serverName(item.otherAgent.name);
  if (agent !== undefined)
    return again ? vscode.l10n.t('{0} is still waiting: {1}', agent, text) : vscode.l10n.t('{0} asks: {1}', agent, text);
  if (server !== undefined)
    return again
      ? vscode.l10n.t('The MCP server “{0}” is still waiting: {1}', server, text)
      : vscode.l10n.t('The MCP server “{0}” asks: {1}', server, text);
  if (isOfAgent(item.id))
    return again ? vscode.l10n.t('Another agent is still waiting: {0}', text) : vscode.l10n.t('Another agent asks: {0}', text);
  return again ? vscode.l10n.t('Claude is still waiting: {0}', text) : vscode.l10n.t('Claude asks: {0}', text);
}

/**
 * The options of a question that buttons can answer: one, of a single choice, with few and short ones. No two of the buttons, `show`
 * among them, may look the same once VS Code shows them.
 */
function labelsOf(one: QuestionState, show: string): readonly string[] {
  // No buttons for an elicitation, because only its card says that the answer goes to a server.
  const [asked, ...others] = !isElicitation(one) && !isBegun(one) ? one.questions : [];
  if (asked === undefined || !kinds[asked.kind].hasOptions || others.length > 0 || asked.multiSelect) return [];
  // A button answers what the notification shows: all of the question, with all that its options say.
  if (!isShownWhole(wholeTextOf(one)) || asked.options.some(({ preview = '', image }) => preview !== '' || image !== undefined)) return [];
  const labels = asked.options.map(({ label }) => plain(label));
  const fit = labels.length <= mostButtons && labels.every(label => label !== '' && [...label].length <= longestLabel);
  return fit && new Set([...labels, show]).size === labels.length + 1 ? labels : [];
}

function saidAt(line: string): number {
  const space = line.lastIndexOf(' ');
  return space < 0 ? line.length : space;
}

/** The hashes by the questions, because each word of Claude's checks all that waits. */
const hashes = new WeakMap<object, string>();

/** A hash of what a question says. A permission needs none, because another permission has another id. */
function hashOf(item: Waiting['item']): string {
  if (item.kind === 'permission') return 'permission';
  const known = hashes.get(item.questions) ?? createHash('sha256').update(wholeTextOf(item)).digest('hex').slice(0, 16);
  hashes.set(item.questions, known);
  return known;
}

/** Something stands on its card that a button would not send, or an answer is on its way. */
function isBegun({ draft, unsent, held }: QuestionState): boolean {
  return unsent !== undefined || held !== undefined || draft.some(answer => !isDeepStrictEqual(answer, emptyAnswer));
}
