// With plainLater.ts, the only file that puts text into VS Code's own surfaces: messages, lists, dialogs, the status bar, badges, titles
// of tabs and terminals. It makes each text plain, because these surfaces read Markdown links and icons and most of the text is
// Claude's.
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';

/** The most code points of a message. */
const longestMessage = 500;
const longestDetail = 500;
/** So long that a command is whole. */
const longestLine = 2_000;

const levels = {
  info: 'showInformationMessage',
  warning: 'showWarningMessage',
  error: 'showErrorMessage',
} as const;

/** Whether a message can show all of this text beside some words of ours. */
export function isShownWhole(text: string): boolean {
  return [...plain(text, longestMessage)].length < longestMessage - 100;
}

export interface MessageOptions {
  readonly level?: keyof typeof levels;
  readonly modal?: boolean;
  /** Lines below the text of a modal message, each whole. */
  readonly detail?: readonly string[];
}

/** Shows a message. Resolves with the position of the pressed button; undefined when the message was closed. */
export async function showMessage(
  text: string,
  buttons: readonly string[] = [],
  { level = 'info', modal = false, detail }: MessageOptions = {},
): Promise<number | undefined> {
  // Objects, because two labels may be equal once they are plain.
  const items = buttons.map(label => ({ title: plain(label) }));
  const lines = detail && { detail: detail.map(line => plain(line, longestLine)).join('\n') };
  const pressed = await vscode.window[levels[level]](plain(text, longestMessage), { modal, ...lines }, ...items);
  return pressed === undefined ? undefined : items.indexOf(pressed);
}

export interface ListItem extends Omit<vscode.QuickPickItem, 'picked'> {
  /** The name of a codicon in front of the label. */
  readonly codicon?: string;
}

function plainItem({ label, description, detail, codicon, ...rest }: ListItem): vscode.QuickPickItem {
  return {
    ...rest,
    label: codicon === undefined ? plain(label) : `$(${codicon}) ${plain(label)}`,
    ...(description !== undefined && { description: plain(description) }),
    ...(detail !== undefined && { detail: plain(detail, longestDetail) }),
  };
}

/** Plain items for VS Code, with the way back to the original items. */
export class PlainItems<T extends ListItem> {
  /** The original items, also of those that are not shown any more, because a pick may be on its way while the list changes. */
  readonly #given = new WeakMap<vscode.QuickPickItem, T>();

  plain(items: readonly T[]): vscode.QuickPickItem[] {
    return items.map(item => {
      const shown = plainItem(item);
      this.#given.set(shown, item);
      return shown;
    });
  }

  find(shown: vscode.QuickPickItem | undefined): T | undefined {
    return shown && this.#given.get(shown);
  }
}

export type ListOptions = Pick<vscode.QuickPickOptions, 'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail'>;

export function plainOptions({ title, placeHolder, ...rest }: ListOptions): ListOptions {
  return {
    ...rest,
    ...(title !== undefined && { title: plain(title) }),
    ...(placeHolder !== undefined && { placeHolder: plain(placeHolder) }),
  };
}

/** Lets the person pick one item; undefined when the list was closed. */
export async function pickItem<T extends ListItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: ListOptions,
): Promise<T | undefined> {
  const known = new PlainItems<T>();
  const shown = Promise.resolve(items).then(all => known.plain(all));
  return known.find(await vscode.window.showQuickPick(shown, plainOptions(options)));
}

export interface StatusText {
  /** The name of a codicon in front of the text. */
  readonly codicon: string;
  readonly text: string;
  readonly tooltipLines: readonly string[];
  readonly accessibleName: string;
}

/** An item of the status bar. */
export class StatusItem implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;

  constructor(id: string, name: string, command: string) {
    this.#item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, 0);
    this.#item.name = plain(name);
    this.#item.command = command;
  }

  show({ codicon, text, tooltipLines, accessibleName }: StatusText): void {
    this.#item.text = `$(${codicon}) ${plain(text)}`;
    this.#item.tooltip = tooltipLines.map(line => plain(line)).join('\n');
    this.#item.accessibilityInformation = { label: plain(accessibleName) };
    this.#item.show();
  }

  hide(): void {
    this.#item.hide();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

export function setViewTitle(view: vscode.WebviewView, title: string): void {
  if (view.title !== plain(title)) view.title = plain(title);
}

export function openPanel(type: string, title: string, column: vscode.ViewColumn): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, plain(title), column);
}

export function hasTitle(panel: vscode.WebviewPanel, title: string): boolean {
  return panel.title === plain(title);
}

export function setTitle(panel: vscode.WebviewPanel, title: string): void {
  if (!hasTitle(panel, title)) panel.title = plain(title);
}

interface TerminalTexts {
  readonly name: string;
  /** Shown above the program's own words. */
  readonly message: string;
}

/** Opens a terminal in the person's home, with this environment alone: a folder's settings can name variables for terminals. */
export function openTerminal({ name, message, ...options }: vscode.TerminalOptions & TerminalTexts): vscode.Terminal {
  const own = { cwd: homedir(), strictEnv: true };
  const terminal = vscode.window.createTerminal({ ...options, ...own, name: plain(name), message: plain(message) });
  terminal.show();
  return terminal;
}

/** Opens a terminal as the person's own command does, with the shell and the folder of their settings. */
export function openOwnTerminal(): vscode.Terminal {
  return vscode.window.createTerminal();
}
