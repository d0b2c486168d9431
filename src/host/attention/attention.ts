// Tells the person that Claude waits: an item in the status bar, notifications, a list. Opens nothing and takes no focus by itself. The badge is
// the view of chats'.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { realClock } from '../../disk/clock.js';
import { isOfAgent } from '../../shared/agentQuestions.js';
import { isElicitation } from '../../chat/state.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { chatTitle } from '../chats/chat.js';
import type { ChatViews } from '../views/chatViews.js';
import { undoTime } from '../vscode/settings.js';
import { StatusItem, pickItem, showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import { waitText } from '../vscode/timeText.js';
import { Dismissals } from './dismissals.js';
import { Notifications } from './notifications.js';
import type { Waiting, WentTo } from './waitingItems.js';
import { WaitingItems, nextOf, sinceOf, waitingTitle } from './waitingItems.js';
import { waitingText } from './waitingWords.js';

interface AttentionDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
  /** Remembers for this workspace. */
  readonly remembered: vscode.Memento;
}

/** Milliseconds after which the waiting time in the status bar has changed. */
const tick = 60_000;
/** Milliseconds after the start in which VS Code restores visible views. Items that become visible again need no notification. */
const startTime = 3_000;

export class Attention implements vscode.Disposable {
  readonly #item = new StatusItem('parley.waiting', vscode.l10n.t('Parley: waiting questions'), 'parley.showWaitingQuestions');
  readonly #waiting = new WaitingItems();
  readonly #notifications: Notifications;
  readonly #dismissals: Dismissals;
  readonly #subscriptions: vscode.Disposable;
  readonly #startedAt = Date.now();
  /** Where `goToFirst` has led last. */
  #wentTo: WentTo | undefined;
  #timer: NodeJS.Timeout | undefined;
  #start: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(private readonly dependencies: AttentionDependencies) {
    const { chats, views, remembered } = dependencies;
    this.#notifications = new Notifications({
      chats,
      remembered,
      undoTime,
      waiting: this.#waiting,
      isVisible: chat => views.isVisible(chat),
      show: (chat, id) => this.#goTo(chat, id),
      showItem: (chat, id) => views.show(chat, { target: 'item', id }),
    });
    this.#dismissals = new Dismissals({
      setting: () => ({ ms: readSetting('parley.questions.timeout') * 60_000, then: readSetting('parley.questions.onTimeout') }),
      isVisible: chat => views.isVisible(chat),
      dispatch: (chat, event) => chats.dispatch(chat, event),
      now: () => Date.now(),
      clock: realClock,
    });
    const changed = (chat: Chat): void => {
      if (this.#waiting.update(chat, chats.get(chat.key) === chat)) this.#update();
    };
    this.#subscriptions = vscode.Disposable.from(
      chats.onDidChange(changed),
      chats.onDidClose(changed),
      chats.onDidShow(chat => {
        changed(chat);
        this.#update();
      }),
      views.onDidChangeVisibility(() => this.#update()),
    );
    this.#start = setTimeout(() => {
      this.#start = undefined;
      this.#update();
    }, startTime);
  }

  dispose(): void {
    this.#disposed = true;
    this.#dismissals.dispose();
    clearInterval(this.#timer);
    clearTimeout(this.#start);
    this.#subscriptions.dispose();
    this.#item.dispose();
  }

  /** The person goes to `wanted`, the `{ chat, id }` of something that waits, else to what waits (see `nextOf`), or to the active chat where nothing does. */
  goToFirst(wanted?: unknown): Promise<void> {
    const { views } = this.dependencies;
    const named = this.#waiting.all.find(({ chat, item }) => isDeepStrictEqual(wanted, { chat: chat.key, id: item.id }));
    if (named !== undefined) return this.#goTo(named.chat, named.item.id);
    const last = views.focused === this.#wentTo?.chat ? this.#wentTo : undefined;
    const next = nextOf(this.#waiting.all, last, one => views.isVisible(one));
    const [chat, id] = [next?.chat ?? views.active, next?.item.id];
    const there = this.#waiting.all.filter(one => one.chat === chat).map(({ item }) => item.id);
    this.#wentTo = { chat, id, passed: id === undefined ? [] : there.slice(0, there.indexOf(id)) };
    return this.#goTo(chat, there.length < 2 ? undefined : id);
  }

  /** The chat in sight in which something has waited longest. */
  get first(): Chat | undefined {
    return this.#waiting.all.find(({ chat }) => this.dependencies.views.isVisible(chat))?.chat;
  }

  /** The person goes to the only item that waits, or the only one that is not in sight; else a list of all that wait opens, for one to be picked. */
  async showWaiting(): Promise<void> {
    const { all } = this.#waiting;
    if (all.length === 0) {
      void showMessage(vscode.l10n.t('Claude is not waiting for an answer.'));
      return;
    }
    const only = onlyOne(this.#hidden) ?? onlyOne(all);
    if (only !== undefined) return this.#goTo(only.chat, only.item.id);
    const items = all.map(({ chat, item, since }) => ({
      chat,
      id: item.id,
      label: waitingTitle(item, planTitle()),
      description: [waitText(since), chatTitle(chat) ?? ''].join(' · '),
      detail: waitingText({ chat, item }),
    }));
    const picked = await pickItem(items, {
      title: vscode.l10n.t('Waiting questions'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked !== undefined) await this.#goTo(picked.chat, picked.id);
  }

  /** `id`: of what waits, where the chat may have more. */
  #goTo(chat: Chat, id?: string): Promise<void> {
    return this.dependencies.views.show(chat, { target: 'question', ...(id !== undefined && { id }) });
  }

  #update(): void {
    if (this.#disposed) return;
    this.#showCount();
    this.#notifications.forgetEnded();
    this.#dismissals.update(() => this.#waiting.all);
    for (const one of this.#waiting.all) {
      this.#notifications.keepSight(one, this.dependencies.views.isVisible(one.chat));
      if (this.#isTold(one)) this.#notifications.notifyOnce(one);
    }
  }

  /** What waits from before the start is told once VS Code has had the time to show its chat again. */
  #isTold({ item }: Waiting): boolean {
    return this.#start === undefined || sinceOf(item) >= this.#startedAt;
  }

  get #hidden(): readonly Waiting[] {
    return this.#waiting.all.filter(({ chat }) => !this.dependencies.views.isVisible(chat));
  }

  #showCount(): void {
    const hidden = this.#hidden.filter(one => this.#isTold(one));
    clearInterval(this.#timer);
    this.#timer = undefined;
    const [oldest] = hidden;
    if (oldest === undefined) {
      this.#item.hide();
      return;
    }
    const count = hidden.length;
    const [one, asks] = wordsFor(oldest.item);
    const text = count === 1 ? one : vscode.l10n.t('{0} items are waiting for you', count);
    const showTime = (): void => {
      const time = waitText(oldest.since);
      this.#item.show({
        codicon: 'question',
        text: `${count === 1 ? asks : vscode.l10n.t('{0} waiting', count)} · ${time}`,
        tooltipLines: [text, ...titlesOf(hidden)],
        accessibleName: `${text}, ${time}`,
      });
    };
    showTime();
    this.#timer = setInterval(showTime, tick);
  }
}

function planTitle(): string {
  return vscode.l10n.t('Claude has a plan');
}

function onlyOne([first, ...others]: readonly Waiting[]): Waiting | undefined {
  return others.length === 0 ? first : undefined;
}

/** The most lines of a tooltip that fit on the screen. */
const mostTitles = 20;

function titlesOf(hidden: readonly Waiting[]): readonly string[] {
  const titles = hidden.slice(0, mostTitles).map(({ item }) => waitingTitle(item, planTitle()));
  return hidden.length > mostTitles ? [...titles, '…'] : titles;
}

/** That the first of all waits, and that it asks. */
function wordsFor(item: Waiting['item']): readonly [waits: string, asks: string] {
  const { t } = vscode.l10n;
  if (item.kind === 'question' && isElicitation(item)) return [t('An MCP server waits for you'), t('An MCP server asks')];
  if (item.otherAgent?.terminal === true) return [t('Claude in a terminal waits for you'), t('Claude in a terminal asks')];
  if (isOfAgent(item.id)) return [t('Another agent waits for you'), t('Another agent asks')];
  return [t('Claude waits for you'), t('Claude asks')];
}
