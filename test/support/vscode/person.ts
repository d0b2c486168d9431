// The person in front of the stand-in: lists, messages and dialogs stay open until the test picks, presses or closes, and a test that comes
// earlier waits until they are there.
import type * as vscode from 'vscode';
import { EventEmitter, constants } from './basics.js';

type Item = vscode.QuickPickItem;

/** Milliseconds. Only what will never come takes so long, also on a busy machine. */
const longestWait = 120_000;
/** The timer of before the test has put its own clock in the place of the process's. */
const { setTimeout: inRealTime } = globalThis;

interface OpenList {
  readonly list: vscode.QuickPick<Item>;
  readonly accept: (items: readonly Item[]) => void;
  readonly goTo: (item: Item) => void;
  readonly pressButton: (item: Item, button: vscode.QuickInputButton) => void;
  readonly pressTitleButton: (button: vscode.QuickInputButton) => void;
}

interface OpenMessage {
  readonly text: string;
  readonly isModal: boolean;
  readonly buttons: readonly { readonly title: string; readonly isCloseAffordance?: boolean }[];
  readonly press: (title: string | undefined) => void;
}

interface OpenBox {
  readonly value: string;
  readonly type: (text: string | undefined) => void;
}

/** The words of a row as they stand on the screen: VS Code draws `$(name)` as an icon. */
function wordsOf({ label, description = '', detail = '' }: Item): string {
  return `${label} ${description} ${detail}`.replace(/\$\([\w-]+\) ?/g, '').trim();
}

/** A heading is none. */
function isRow({ kind }: Item): boolean {
  return Number(kind ?? 0) !== constants.QuickPickItemKind.Separator;
}

export class Person {
  readonly #lists = new Set<OpenList>();
  readonly #messages = new Set<OpenMessage>();
  readonly #boxes = new Set<OpenBox>();
  readonly #changed = new EventEmitter<void>();
  /** What the next dialogs for files and folders give, in order. */
  readonly chosenFiles: (readonly vscode.Uri[] | undefined)[] = [];

  /** Resolves with what `look` finds, now or after a change. */
  #found<T>(wanted: string, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const now = look();
      if (now !== undefined) return resolve(now);
      const limit = inRealTime(() => {
        waiting.dispose();
        const rows = [...this.#lists].flatMap(({ list }) => list.items.map(wordsOf));
        reject(new Error(`${wanted} did not come. Messages: ${JSON.stringify(this.told)}. Rows: ${JSON.stringify(rows)}.`));
      }, longestWait);
      const waiting = this.#changed.event(() => {
        const later = look();
        if (later === undefined) return;
        waiting.dispose();
        clearTimeout(limit);
        resolve(later);
      });
    });
  }

  #row(name: RegExp): [OpenList, Item] | undefined {
    for (const open of [...this.#lists].reverse()) {
      if (open.list.busy) continue;
      const item = open.list.items.find(one => isRow(one) && name.test(wordsOf(one)));
      if (item !== undefined) return [open, item];
    }
    return undefined;
  }

  /** Picks the first row whose words match. */
  async pick(name: RegExp): Promise<void> {
    const [open, item] = await this.#found(`A row ${String(name)}`, () => this.#row(name));
    open.accept([item]);
  }

  /** Resolves once an open list has such a row. */
  async sees(name: RegExp): Promise<string> {
    const [, item] = await this.#found(`A row ${String(name)}`, () => this.#row(name));
    return wordsOf(item);
  }

  /** All rows of the list that has, or comes to have, such a row. */
  async rows(name: RegExp): Promise<readonly string[]> {
    const [open] = await this.#found(`A row ${String(name)}`, () => this.#row(name));
    return open.list.items.filter(isRow).map(wordsOf);
  }

  /** Presses the first button of the row. */
  async pressInRow(name: RegExp): Promise<void> {
    const [open, item] = await this.#found(`A row ${String(name)}`, () => this.#row(name));
    const [button] = item.buttons ?? [];
    if (button === undefined) throw new Error(`The row ${wordsOf(item)} has no button.`);
    open.pressButton(item, button);
  }

  async typeInList(words: string): Promise<void> {
    const open = await this.#found('A list', () => [...this.#lists].at(-1));
    open.list.value = words;
  }

  /** Escape. */
  closeList(): void {
    [...this.#lists].at(-1)?.list.hide();
    [...this.#boxes][0]?.type(undefined);
  }

  /** Enter, in the list or the box that is open. */
  acceptList(): void {
    const open = [...this.#lists].at(-1);
    if (open !== undefined) open.accept(open.list.canSelectMany ? [] : open.list.activeItems);
    const [box] = this.#boxes;
    box?.type(box.value);
  }

  /** The arrow key: goes to the first row of a list in which none is active. */
  selectNext(): void {
    const open = [...this.#lists].at(-1);
    const [first] = open?.list.items.filter(isRow) ?? [];
    if (first !== undefined && open?.list.activeItems.length === 0) open.goTo(first);
  }

  /** Presses the first button of the newest notice. */
  acceptNotice(): void {
    const notice = [...this.#messages].findLast(({ isModal }) => !isModal);
    notice?.press(notice.buttons[0]?.title);
  }

  closeNotices(): void {
    for (const notice of this.#messages) if (!notice.isModal) notice.press(undefined);
  }

  #message(words: RegExp): OpenMessage | undefined {
    return [...this.#messages].find(({ text, buttons }) => words.test([text, ...buttons.map(({ title }) => title)].join('\n')));
  }

  /** Presses a button of a notice or a dialog; undefined closes it. */
  async press(words: RegExp, title: string | undefined): Promise<void> {
    const message = await this.#found(`A message ${String(words)}`, () => this.#message(words));
    const isThere = title === undefined || title === 'Cancel' || message.buttons.some(button => button.title === title);
    if (!isThere) throw new Error(`“${message.text}” has no button “${title}”, but ${message.buttons.map(one => one.title).join(', ')}.`);
    message.press(title);
  }

  /** Resolves with the text of a notice or a dialog that is open. */
  async isTold(words: RegExp): Promise<string> {
    return (await this.#found(`A message ${String(words)}`, () => this.#message(words))).text;
  }

  /** The texts of the notices and dialogs that are open now. */
  get told(): readonly string[] {
    return [...this.#messages].map(({ text }) => text);
  }

  async types(text: string | undefined): Promise<void> {
    (await this.#found('An input box', () => [...this.#boxes][0])).type(text);
  }

  /** Gives the API a list of VS Code's. */
  createQuickPick(): vscode.QuickPick<Item> {
    const accepted = new EventEmitter<void>();
    const wentTo = new EventEmitter<readonly Item[]>();
    const hidden = new EventEmitter<{ reason: number }>();
    const typed = new EventEmitter<string>();
    const titlePressed = new EventEmitter<vscode.QuickInputButton>();
    const itemPressed = new EventEmitter<vscode.QuickPickItemButtonEvent<Item>>();
    const changed = (): void => this.#changed.fire();
    let [items, busy, value]: [readonly Item[], boolean, string] = [[], false, ''];
    const lists = this.#lists;
    const list = {
      get items() {
        return items;
      },
      set items(all) {
        items = all;
        // Of those that are checked none is active before the person goes to one.
        if (!list.canSelectMany) list.activeItems = all.filter(isRow).slice(0, 1);
        changed();
      },
      get busy() {
        return busy;
      },
      set busy(is) {
        busy = is;
        changed();
      },
      get value() {
        return value;
      },
      set value(words) {
        if (words === value) return;
        value = words;
        if (lists.has(open)) typed.fire(words);
      },
      activeItems: [] as readonly Item[],
      selectedItems: [] as readonly Item[],
      buttons: [],
      onDidAccept: accepted.event,
      onDidChangeActive: wentTo.event,
      onDidHide: hidden.event,
      onDidChangeValue: typed.event,
      onDidTriggerButton: titlePressed.event,
      onDidTriggerItemButton: itemPressed.event,
      show: () => {
        if (lists.has(open)) return;
        // One list is open at a time: another one takes its place.
        this.closeList();
        lists.add(open);
        changed();
      },
      // VS Code tells later that a list is hidden, but of one that is disposed at once.
      hide: () => {
        if (lists.delete(open)) queueMicrotask(() => hidden.fire({ reason: 0 }));
      },
      dispose: () => {
        if (lists.delete(open)) hidden.fire({ reason: 0 });
        for (const emitter of [accepted, wentTo, hidden, typed, titlePressed, itemPressed]) emitter.dispose();
      },
    } as unknown as vscode.QuickPick<Item>;
    const open: OpenList = {
      list,
      accept: chosen => {
        list.activeItems = list.selectedItems = chosen;
        accepted.fire();
      },
      goTo: item => {
        list.activeItems = [item];
        wentTo.fire([item]);
      },
      pressButton: (item, button) => itemPressed.fire({ item, button }),
      pressTitleButton: button => titlePressed.fire(button),
    };
    return list;
  }

  /** Serves the API. Resolves with what was picked; undefined when the list was closed. */
  async showQuickPick(
    given: readonly (string | Item)[] | Thenable<readonly (string | Item)[]>,
    { canPickMany = false, onDidSelectItem }: vscode.QuickPickOptions = {},
  ): Promise<string | Item | readonly Item[] | undefined> {
    const list = this.createQuickPick();
    list.busy = true;
    list.canSelectMany = canPickMany;
    list.show();
    list.onDidChangeActive(([item]) => {
      if (item !== undefined) onDidSelectItem?.(item);
    });
    const known = await given;
    list.items = known.map(item => (typeof item === 'string' ? { label: item } : item));
    list.busy = false;
    const [active] = list.activeItems;
    if (active !== undefined) onDidSelectItem?.(active);
    return new Promise(resolve => {
      list.onDidAccept(() => {
        const [chosen] = list.selectedItems;
        const checked = list.items.filter(item => item.picked === true || list.selectedItems.includes(item));
        if (canPickMany) resolve(checked);
        else resolve(chosen && known[list.items.indexOf(chosen)]);
        list.dispose();
      });
      list.onDidHide(() => resolve(undefined));
    });
  }

  /** Serves the API. Resolves with the button that was pressed; undefined when the message was closed. */
  showMessage(text: string, ...rest: readonly unknown[]): Promise<unknown> {
    const [options] = rest;
    const isOptions = typeof options === 'object' && options !== null && !('title' in options);
    const isModal = isOptions && 'modal' in options && options.modal === true;
    const given = (isOptions ? rest.slice(1) : rest) as readonly (string | vscode.MessageItem)[];
    return new Promise(resolve => {
      const titleOf = (one: string | vscode.MessageItem): string => (typeof one === 'string' ? one : one.title);
      const message: OpenMessage = {
        text,
        isModal,
        buttons: given.map(one => ({ title: titleOf(one) })),
        press: title => {
          this.#messages.delete(message);
          resolve(given.find(one => titleOf(one) === title));
        },
      };
      this.#messages.add(message);
      this.#changed.fire();
    });
  }

  /** Serves the API. Resolves with the text; undefined when the box was closed. */
  showInputBox({ value = '' }: vscode.InputBoxOptions = {}): Promise<string | undefined> {
    return new Promise(resolve => {
      const box: OpenBox = {
        value,
        type: text => {
          if (this.#boxes.delete(box)) resolve(text);
        },
      };
      this.closeList();
      this.#boxes.add(box);
      this.#changed.fire();
    });
  }
}
