// The view _Parley: Chats_. Owns which rows are shown, when the list is read, and the badge. It reads nothing before it is visible.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { Subscription } from '../chats/emitter.js';
import type { ChatListAct } from '../vscode/contributions.js';
import { actCommand, chatsViewId } from '../vscode/contributions.js';
import { allWorkFolders } from '../vscode/folders.js';
import type { TreeRow } from '../vscode/plainLater.js';
import { RowTree } from '../vscode/plainLater.js';
import { moreRow } from '../vscode/moreRow.js';
import { fullTimeText } from '../vscode/timeText.js';
import type { ChatListActs } from './chatListActs.js';
import type { ChatMarking } from './chatMarking.js';
import { waitsFor, waitsSince } from './chatWaits.js';
import type { ChatGroup, ListedChat } from './listedChats.js';
import { accessibleNameOf, chatGroups, descriptionOf, groupName, listedChats } from './listedChats.js';
import type { PastChat, PastChats } from './pastChats.js';

const { t } = vscode.l10n;

interface ChatsViewDependencies {
  readonly chats: Chats;
  readonly pastChats: PastChats;
  readonly marking: ChatMarking;
  readonly acts: ChatListActs;
  readonly log: Log;
  /** The name of the branch that is checked out there; undefined for none. */
  readonly branchOf: (folder: string) => Promise<string | undefined>;
}

interface ChatRow extends TreeRow {
  /** Absent in a group, and in the row that shows more. */
  readonly listed?: ListedChat;
}

/** Chats that are read at first, and with each _Show more_. */
const step = 200;
/** Milliseconds between two looks of a list that is being read: each time VS Code is given all rows. */
const toldPause = 200;
/** Milliseconds after which a time such as “5 min. ago” is another one. */
const tick = 60_000;

export class ChatsView {
  readonly #tree: RowTree<ChatRow>;
  readonly #subscriptions: readonly Subscription[];
  #limit = step;
  #past: readonly PastChat[];
  /** Resolves when something of the list is known for the first time. */
  readonly #isKnown: Promise<void>;
  #setKnown: () => void = () => undefined;
  #reading: Promise<void> | undefined;
  /** The list is to be read again once it has been read. */
  #isOutdated = true;
  #timer: NodeJS.Timeout | undefined;
  /** The chats that were shown last. */
  #shown: ReadonlyMap<string, ListedChat> = new Map();
  /** The group of every chat that was shown since the view came into sight, in the order of the rows. One that has gone keeps its place. */
  #order: ReadonlyMap<string, ChatGroup> = new Map();
  /** The chats that wait for the person in this window, and since when; epoch milliseconds. */
  readonly #waiting = new Map<Chat, number>();
  /** What a row says of each folder. */
  readonly #places = new Map<string, string>();

  constructor(private readonly dependencies: ChatsViewDependencies) {
    const { chats, pastChats, marking } = dependencies;
    this.#past = pastChats.kept;
    this.#isKnown = new Promise(resolve => (this.#setKnown = resolve));
    this.#tree = new RowTree(chatsViewId, () => this.#rows());
    this.#subscriptions = [
      this.#tree,
      marking.onDidChange(() => this.#redraw()),
      chats.onDidChange(chat => this.#changed(chat)),
      chats.onDidShow(chat => this.#changed(chat)),
      chats.onDidClose(chat => {
        this.#changed(chat);
        this.readAgain();
      }),
      chats.onDidEndTurn(() => this.readAgain()),
      this.#tree.onDidChangeVisibility(() => this.#visibilityChanged()),
      // A chat that the person has read leaves its group only once they have gone elsewhere.
      this.#tree.onDidChangeSelection(() => this.#redraw()),
    ];
    for (const chat of chats.all) this.#changed(chat);
    pastChats.listShown(this.#tree.visible);
  }

  /** @param given what VS Code has given the command */
  async run(act: ChatListAct, given: readonly unknown[]): Promise<void> {
    if (act === 'moreChats') {
      this.#limit += step;
      return this.readAgain();
    }
    await this.dependencies.acts.run(
      act,
      this.#tree.rowsOf(given).flatMap(({ listed }) => listed ?? []),
    );
  }

  /** What is on the disk may be another list by now. Nothing is read while nobody sees it. */
  readAgain(): void {
    this.#isOutdated = true;
    if (this.#tree.visible) void this.#read();
  }

  end(): void {
    clearInterval(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #visibilityChanged(): void {
    clearInterval(this.#timer);
    this.dependencies.pastChats.listShown(this.#tree.visible);
    if (!this.#tree.visible) return;
    // In the order of now; as long as the view is in sight a chat keeps its place in its group.
    this.#shown = new Map();
    this.#order = new Map();
    this.#timer = setInterval(() => this.#redraw(), tick);
    this.readAgain();
    this.#redraw();
  }

  /** A chat that streams changes many times a second, and its row seldom. */
  #changed(chat: Chat): void {
    const { chats } = this.dependencies;
    const isThere = chats.get(chat.key) === chat;
    const waits = isThere && waitsFor(chat) !== undefined;
    if (this.#waiting.has(chat) !== waits) {
      if (waits) this.#waiting.set(chat, waitsSince(chat));
      else this.#waiting.delete(chat);
      this.#showBadge();
    }
    if (!this.#tree.visible) return;
    const listed = isThere ? this.#listed([chat])[0] : undefined;
    const before = this.#shown.get(chat.key);
    if (listed === undefined || before === undefined ? listed !== before : !isShownAs(listed, before)) this.#redraw();
  }

  #showBadge(): void {
    const { size } = this.#waiting;
    const tooltip = size === 1 ? t('A chat needs you') : t('{0} chats need you', size);
    this.#tree.setBadge(size === 0 ? undefined : { value: size, tooltip });
  }

  #redraw(): void {
    if (this.#tree.visible) this.#tree.refresh();
  }

  /** Reads the list, and once more where it has changed meanwhile. */
  #read(): Promise<void> {
    return (this.#reading ??= this.#readNow()
      .catch((error: unknown) => {
        this.dependencies.log.error(`The list of chats could not be read: ${String(error)}`);
        this.#tree.say(t('The list of chats could not be read: {0}', String(error)));
      })
      .finally(() => {
        this.#reading = undefined;
        this.#setKnown();
        this.#redraw();
      }));
  }

  async #readNow(): Promise<void> {
    const { pastChats, marking } = this.dependencies;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      const take = await marking.reading();
      const isFirst = this.#past.length === 0;
      let toldAt = 0;
      this.#past = await pastChats.list(this.#limit, some => {
        if (!isFirst || Date.now() - toldAt < toldPause) return;
        toldAt = Date.now();
        take(some);
        this.#past = some;
        if (some.length > 0) this.#setKnown();
        this.#redraw();
      });
      take(this.#past);
      this.#tree.say('');
    }
  }

  #listed(open: readonly Chat[], past: readonly PastChat[] = []): readonly ListedChat[] {
    const isMarked = (id: string, mark: 'unread' | 'archived'): boolean => this.dependencies.marking.has(id, mark);
    return listedChats({ open, past, isMarked, waitsSince: chat => this.#waiting.get(chat), now: Date.now() });
  }

  async #rows(): Promise<readonly ChatRow[]> {
    try {
      return await this.#rowsNow();
    } catch (error) {
      this.dependencies.log.error(`The list of chats could not be shown: ${String(error)}`);
      return [];
    }
  }

  async #rowsNow(): Promise<readonly ChatRow[]> {
    if (this.#isOutdated) void this.#read();
    // An empty list is said to be one only once it has been read.
    if (this.#past.length === 0 && this.#listed(this.dependencies.chats.all).length === 0) await this.#isKnown;
    const listed = this.#inPlace(this.#listed(this.dependencies.chats.all, this.#past));
    this.#shown = new Map(listed.map(chat => [chat.id, chat]));
    this.#order = withGone(listed, this.#order);
    const places = await this.#placesOf(listed);
    const groups = chatGroups.flatMap(group => {
      const chats = listed.filter(chat => chat.group === group);
      const rows = chats.map(chat => rowOf(chat, places.get(chat.folder ?? allWorkFolders()[0] ?? '')));
      return chats.length === 0 ? [] : [groupRow(group, chats.length), ...rows];
    });
    return this.#past.length < this.#limit ? groups : [...groups, moreRow(this.#past.length, actCommand('moreChats'))];
  }

  /** Keeps the rows in their order as long as they are in the same group, because what the person points at must not move because of a time. */
  #inPlace(listed: readonly ListedChat[]): readonly ListedChat[] {
    const order = new Map([...this.#order.keys()].map((id, index) => [id, index]));
    const selected = new Set(this.#tree.selection.map(({ id }) => id));
    const held = listed.map(chat => {
      const before = this.#shown.get(chat.id);
      const isRead = before?.group === 'done' && !['done', 'needsYou', 'agents', 'working'].includes(chat.group);
      return isRead && selected.has(chat.id) ? { ...chat, group: before.group } : chat;
    });
    return chatGroups.flatMap(group => {
      const inGroup = held.filter(chat => chat.group === group);
      const stays = (chat: ListedChat): boolean => this.#order.get(chat.id) === group;
      const known = inGroup.filter(stays).toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
      const coming = inGroup.filter(chat => !stays(chat));
      // Older ones come behind, as a longer list has them.
      const last = Math.min(...known.map(({ usedAt }) => usedAt));
      return [...coming.filter(({ usedAt }) => usedAt >= last), ...known, ...coming.filter(({ usedAt }) => usedAt < last)];
    });
  }

  /** The words for each folder, where the chats are in several. */
  async #placesOf(listed: readonly ListedChat[]): Promise<ReadonlyMap<string, string>> {
    const folders = new Set([...allWorkFolders().slice(0, 1), ...listed.flatMap(({ folder }) => folder ?? [])]);
    if (folders.size < 2 && allWorkFolders().length < 2) return new Map();
    for (const folder of folders) {
      if (this.#places.has(folder)) continue;
      const branch = await this.dependencies.branchOf(folder);
      this.#places.set(folder, branch === undefined ? basename(folder) : t('{0} ({1})', basename(folder), branch));
    }
    return this.#places;
  }
}

/** A chat that leaves the memory is gone until the list has been read again: it stays in the order, behind the row that it stood behind. */
function withGone(listed: readonly ListedChat[], before: ReadonlyMap<string, ChatGroup>): ReadonlyMap<string, ChatGroup> {
  const there = new Set(listed.map(({ id }) => id));
  const goneBehind = new Map<string | undefined, (readonly [string, ChatGroup])[]>();
  let last: string | undefined;
  for (const [id, group] of before) {
    if (there.has(id)) last = id;
    else goneBehind.set(last, [...(goneBehind.get(last) ?? []), [id, group]]);
  }
  const first = goneBehind.get(undefined) ?? [];
  return new Map([...first, ...listed.flatMap(({ id, group }) => [[id, group] as const, ...(goneBehind.get(id) ?? [])])]);
}

function isShownAs(one: ListedChat, other: ListedChat): boolean {
  return one.title === other.title && one.group === other.group && one.standing === other.standing && one.codicon === other.codicon;
}

/** What a person must see first has a colour of its own. Its icon and its group say the same. VS Code keeps the colour of before where a row has none. */
const colours: Readonly<Partial<Record<ChatGroup, string>>> = {
  needsYou: 'textLink.foreground',
  agents: 'textLink.foreground',
  done: 'charts.green',
};

function rowOf(listed: ListedChat, place: string | undefined): ChatRow {
  const { id, title, group, standing, codicon, holder, isArchived, usedAt, folder } = listed;
  return {
    id,
    parent: groupId(group),
    label: title,
    description: descriptionOf(listed, place),
    tooltipLines: [title, ...[standing, fullTimeText(usedAt), folder ?? ''].filter(line => line !== '')],
    codicon,
    colour: colours[group] ?? 'icon.foreground',
    standing: [holder === undefined ? 'own' : 'elsewhere', isArchived ? 'archived' : 'listed'].join(' '),
    accessibleName: accessibleNameOf(listed, place),
    command: actCommand('openChat'),
    listed,
  };
}

function groupRow(group: ChatGroup, count: number): ChatRow {
  const name = groupName(group);
  return {
    id: groupId(group),
    label: name,
    description: String(count),
    tooltipLines: [name],
    codicon: '',
    standing: 'group',
    accessibleName: t('{0}: {1}', name, count),
    holds: group === 'archived' ? 'collapsed' : 'expanded',
  };
}

function groupId(group: ChatGroup): string {
  return `group ${group}`;
}
