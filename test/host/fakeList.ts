// A list as VS Code would open it, with this test as the person. VS Code hides a real one when anything else takes the focus.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replace } from './openParley.js';
import { happened } from './until.js';

export class FakeList {
  #items: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  readonly activeItems: readonly vscode.QuickPickItem[] = [];
  buttons: readonly vscode.QuickInputButton[] = [];
  title = '';
  value = '';
  #busy = false;
  isShown = false;
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #typed = new vscode.EventEmitter<string>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidChangeValue = this.#typed.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly #itemPressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidTriggerItemButton = this.#itemPressed.event;
  readonly onDidHide = this.#hidden.event;

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
    happened();
  }

  get busy(): boolean {
    return this.#busy;
  }

  set busy(busy: boolean) {
    this.#busy = busy;
    happened();
  }

  get labels(): readonly string[] {
    return this.items.map(({ label }) => label.replace(/^\$\(\S+\) /, ''));
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire();
  }

  dispose(): void {
    for (const emitter of [this.#accepted, this.#typed, this.#pressed, this.#itemPressed, this.#hidden]) emitter.dispose();
  }

  type(words: string): void {
    this.value = words;
    this.#typed.fire(words);
  }

  pick(label: string): void {
    this.selectedItems = [this.items[this.labels.indexOf(label)] ?? assert.fail(label)];
    this.#accepted.fire();
  }

  /** The first button of the row. */
  pressOf(label: string): void {
    const item = this.items[this.labels.indexOf(label)] ?? assert.fail(label);
    this.#itemPressed.fire({ item, button: item.buttons?.[0] ?? assert.fail(label) });
  }

  /** The button in the title. */
  press(): void {
    this.#pressed.fire(this.buttons[0] ?? assert.fail());
  }
}

/** The lists, as they open, and how to have VS Code's own again. */
export function fakeLists(): { readonly lists: readonly FakeList[]; readonly restore: () => void } {
  const lists: FakeList[] = [];
  const make = (): FakeList => {
    const list = new FakeList();
    lists.push(list);
    return list;
  };
  const restore = replace(vscode.window, 'createQuickPick', () => make as unknown as typeof vscode.window.createQuickPick);
  return { lists, restore };
}
