// The part of plainUi.ts that activation does not need: lists that change, input boxes, trees, progress. All text is made plain here too.
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';
import { isObject } from '../../shared/loose.js';
import { KeptRows } from './keptRows.js';
import type { ListItem, ListOptions } from './plainUi.js';
import { PlainItems, plainOptions } from './plainUi.js';

/** Code points of a line in the tooltip of a row. */
const longestLine = 500;

interface ListActs<T> {
  readonly picked: (item: T) => void;
  /** Asked before an item is picked: the list stays open where it says so, and the item is not picked. */
  readonly stays?: (item: T) => boolean;
  readonly pressed?: (item: T, button: vscode.QuickInputButton) => void;
  readonly hidden: () => void;
  /** The list searches by itself: VS Code shows each row, whatever is typed. */
  readonly typed?: (words: string) => void;
  /** The button in the title. */
  readonly titlePressed?: () => void;
}

interface ChangingListOptions extends ListOptions {
  readonly titleButton?: vscode.QuickInputButton;
  /** What is typed already. */
  readonly words?: string;
}

/** A list whose items may change while it is open. */
export class List<T extends ListItem> implements vscode.Disposable {
  readonly #list = vscode.window.createQuickPick();
  #items: readonly T[] = [];
  readonly #known = new PlainItems<T>();

  constructor({ titleButton, words = '', ...options }: ChangingListOptions, acts: ListActs<T>) {
    const { picked, stays, pressed, hidden, typed, titlePressed } = acts;
    const { title, placeHolder, matchOnDescription = false, matchOnDetail = false } = plainOptions(options);
    this.#list.title = title;
    this.#list.placeholder = placeHolder;
    this.#list.matchOnDescription = matchOnDescription;
    this.#list.matchOnDetail = matchOnDetail;
    this.#list.keepScrollPosition = true;
    this.#list.value = words;
    if (titleButton !== undefined) this.#list.buttons = [titleButton];
    let chosen: T | undefined;
    this.#list.onDidAccept(() => {
      const item = this.#known.find(this.#list.selectedItems[0]);
      if (item !== undefined && stays?.(item) === true) return;
      chosen = item;
      this.#list.hide();
    });
    this.#list.onDidTriggerItemButton(event => {
      const item = this.#known.find(event.item);
      if (item !== undefined) pressed?.(item, event.button);
    });
    if (titlePressed !== undefined) this.#list.onDidTriggerButton(titlePressed);
    if (typed !== undefined) this.#list.onDidChangeValue(typed);
    this.#list.onDidHide(() => {
      const item = chosen;
      chosen = undefined;
      hidden();
      // Only now: a list that goes gives the focus back to where it was, and would take it away from what was picked.
      if (item !== undefined) picked(item);
    });
  }

  get items(): readonly T[] {
    return this.#items;
  }

  /** What is typed by now. */
  get words(): string {
    return this.#list.value;
  }

  set items(items: readonly T[]) {
    this.#items = items;
    const [active] = this.#list.activeItems;
    const at = active === undefined ? 0 : this.#list.items.indexOf(active);
    this.#list.items = this.#known.plain(items);
    // VS Code goes to the first row of every new list, and the person is at another one.
    const again = this.#list.items[at];
    if (at > 0 && again !== undefined) this.#list.activeItems = [again];
  }

  /** Rows that have nothing to do with those before, such as what another word has found: the first one is chosen. */
  replaceItems(items: readonly T[]): void {
    this.#items = items;
    this.#list.items = this.#known.plain(items);
  }

  setTitle(title: string): void {
    this.#list.title = plain(title);
  }

  set busy(busy: boolean) {
    this.#list.busy = busy;
  }

  show(): void {
    this.#list.show();
  }

  hide(): void {
    this.#list.hide();
  }

  dispose(): void {
    this.#list.dispose();
  }
}

export interface CheckItem extends ListItem {
  /** Checked when the list opens. */
  readonly picked: boolean;
}

/** Lets the person check items; undefined when the list was closed. */
export async function checkItems<T extends CheckItem>(items: readonly T[], options: ListOptions): Promise<readonly T[] | undefined> {
  const known = new PlainItems<T>();
  const checked = await vscode.window.showQuickPick(known.plain(items), { ...plainOptions(options), canPickMany: true });
  return checked?.flatMap(item => known.find(item) ?? []);
}

/** Asks for a line of text; undefined when the box was closed. `needed`: what is said of an empty line, where one is no answer. */
export function askForText(title: string, value: string, needed?: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: plain(title),
    value: plain(value),
    ...(needed !== undefined && { validateInput: text => (text.trim() === '' ? plain(needed) : undefined) }),
  });
}

/** Asks for a folder, beginning at `begin`; undefined when the dialog was closed. */
export async function askForFolder(title: string, openLabel: string, begin: vscode.Uri): Promise<vscode.Uri | undefined> {
  const options = { title: plain(title), openLabel: plain(openLabel), defaultUri: begin, canSelectFiles: false, canSelectFolders: true };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

/** Asks where a file is to be saved; undefined when the dialog was closed. VS Code asks before it gives a file that is there. */
export function askWhereToSave(title: string, saveLabel: string, file: vscode.Uri): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ title: plain(title), saveLabel: plain(saveLabel), defaultUri: file });
}

/** VS Code's diff editor. */
export async function showDiff(before: vscode.Uri, after: vscode.Uri, title: string, viewColumn = vscode.ViewColumn.Active): Promise<void> {
  // `override`, which the types do not name, keeps the editors away that the settings, also those of a folder, give to such files: a preview shows
  // less than the text.
  const how = { preview: false, viewColumn, override: true };
  await vscode.commands.executeCommand('vscode.diff', before, after, plain(title), how);
}

/**
 * VS Code's editor for the changes of several files.
 * @param files for each the file, which gives the name and the language, and its two sides; undefined where nothing stands on one
 */
export async function showChanges(
  title: string,
  files: readonly (readonly [file: vscode.Uri, before: vscode.Uri | undefined, after: vscode.Uri | undefined])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', plain(title), files);
}

/** Shows that work is under way. `work` is given how to say how far it is, and whether the person has cancelled it. */
export function showProgress<T>(
  title: string,
  work: (say: (text: string) => void, token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: plain(title), cancellable: true },
    (progress, token) => work(text => progress.report({ message: plain(text) }), token),
  );
}

export interface TreeRow {
  /** Unique in the tree, and the same as long as the row is. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltipLines: readonly string[];
  /** The name of a codicon; empty for none. */
  readonly codicon: string;
  /** VS Code's name of the colour of its codicon; absent for that of the words. */
  readonly colour?: string;
  /** The value of `viewItem` for `when` clauses. */
  readonly standing: string;
  /** What a screen reader says. */
  readonly accessibleName: string;
  /** Runs with the row when the person opens it; absent where nothing does. */
  readonly command?: string;
  /** The id of the row that it lies in; absent in the first level. */
  readonly parent?: string;
  /** It has rows of its own; so it is shown at first. */
  readonly holds?: 'expanded' | 'collapsed';
}

/** A view of rows. VS Code asks for them while the view is visible. */
export class RowTree<T extends TreeRow> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T[] | undefined>();
  readonly #tree: vscode.TreeView<T>;
  readonly #kept = new KeptRows<T>(drawnOf);
  readonly #hiding: vscode.Disposable;
  /** The rows that are kept are those that a reading would find. */
  #isCurrent = false;
  #reading: Promise<unknown> = Promise.resolve();
  /** A reading is to begin once the one before it has ended. */
  #isWaiting = false;

  /** `rows` never rejects. */
  constructor(
    id: string,
    private readonly rows: () => Promise<readonly T[]>,
  ) {
    this.#tree = vscode.window.createTreeView<T>(id, {
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getTreeItem: treeItemOf,
        getChildren: async row => {
          if (row === undefined && !this.#isCurrent) await this.#read();
          return this.#kept.rows.filter(({ parent }) => parent === row?.id);
        },
      },
    });
    // Nobody says what changes while the view is hidden.
    this.#hiding = this.#tree.onDidChangeVisibility(({ visible }) => (this.#isCurrent &&= visible));
  }

  get visible(): boolean {
    return this.#tree.visible;
  }

  get selection(): readonly T[] {
    return this.#tree.selection;
  }

  /**
   * The rows that a command acts on: the row that VS Code gives, and with it all that are selected where it is one of them; none where it gives no
   * row. A button and a menu give theirs. For a key the row with the focus is asked for in the key's `args`, which VS Code replaces by the row: arrow
   * keys move the focus and leave the selection behind, and VS Code tells an extension of the selection alone (microsoft/vscode#170248).
   */
  rowsOf([row, all]: readonly unknown[]): readonly Partial<T>[] {
    if (Array.isArray(all)) return all as readonly Partial<T>[];
    if (!isObject(row)) return [];
    const others = this.selection.filter(({ id }) => id !== row.id);
    return [row as Partial<T>, ...(others.length < this.selection.length ? others : [])];
  }

  onDidChangeSelection(listener: () => void): vscode.Disposable {
    return this.#tree.onDidChangeSelection(listener);
  }

  /** Sets the badge on the icon of the view's container, which shows it also while the view is not visible. */
  setBadge(badge: vscode.ViewBadge | undefined): void {
    this.#tree.badge = badge && { value: badge.value, tooltip: plain(badge.tooltip) };
  }

  /** Sets the message above the rows; empty for none. */
  say(message: string): void {
    this.#tree.message = plain(message, longestLine);
  }

  onDidChangeVisibility(listener: () => void): vscode.Disposable {
    return this.#tree.onDidChangeVisibility(listener);
  }

  /**
   * Reads the rows anew, before VS Code is told: it forgets every row when it is to draw all of them, so what the person chooses on a row would
   * reach no row until the reading has ended.
   */
  refresh(): void {
    if (!this.#tree.visible) {
      this.#isCurrent = false;
      this.#changed.fire(undefined);
    } else if (!this.#isWaiting) {
      this.#isWaiting = true;
      void this.#read().then(changed => {
        if (changed === undefined || changed.length > 0) this.#changed.fire(changed);
      });
    }
  }

  dispose(): void {
    this.#hiding.dispose();
    this.#tree.dispose();
    this.#changed.dispose();
  }

  /** Resolves with the rows to draw again; with undefined for all. */
  #read(): Promise<T[] | undefined> {
    const read = this.#reading.then(async () => {
      this.#isWaiting = false;
      const changed = this.#kept.take(await this.rows());
      this.#isCurrent = this.#tree.visible;
      return changed;
    });
    this.#reading = read;
    return read;
  }
}

/** All that VS Code draws of a row. */
function drawnOf({
  label,
  description,
  tooltipLines,
  codicon,
  colour,
  standing,
  accessibleName,
  command,
  holds,
}: TreeRow): readonly unknown[] {
  return [label, description, tooltipLines, codicon, colour, standing, accessibleName, command, holds];
}

function treeItemOf(row: TreeRow): vscode.TreeItem {
  const { id, label, description, tooltipLines, codicon, colour, standing, accessibleName, command, holds } = row;
  return {
    id,
    label: plain(label),
    description: plain(description),
    // Not as Markdown, which a string never is here.
    tooltip: tooltipLines.map(line => plain(line, longestLine)).join('\n'),
    ...(codicon !== '' && { iconPath: new vscode.ThemeIcon(codicon, colour === undefined ? undefined : new vscode.ThemeColor(colour)) }),
    contextValue: standing,
    collapsibleState: vscode.TreeItemCollapsibleState[holds === undefined ? 'None' : holds === 'expanded' ? 'Expanded' : 'Collapsed'],
    accessibilityInformation: { label: plain(accessibleName, longestLine) },
    ...(command !== undefined && { command: { command, title: '', arguments: [row] } }),
  };
}

/** Asks for files. */
export function askForFiles({
  title,
  openLabel,
  filters,
}: Record<'title' | 'openLabel', string> & Pick<vscode.OpenDialogOptions, 'filters'>) {
  return vscode.window.showOpenDialog({ title: plain(title), openLabel: plain(openLabel), ...(filters && { filters }) });
}

export interface CommentTexts {
  /** The name of the controller. */
  readonly label: string;
  /** The words in the box for a new comment. */
  readonly prompt: string;
  readonly placeHolder: string;
}

/** The gutter of editors and the list of comments. */
export function openCommentController(id: string, { label, prompt, placeHolder }: CommentTexts): vscode.CommentController {
  const controller = vscode.comments.createCommentController(id, plain(label));
  controller.options = { prompt: plain(prompt), placeHolder: plain(placeHolder) };
  return controller;
}

export function setThreadLabel(thread: vscode.CommentThread, label: string): void {
  if (thread.label !== plain(label)) thread.label = plain(label);
}

/** The author of a comment of the person's own. VS Code shows words that are no Markdown as they are. */
export function authorOf(name: string): vscode.CommentAuthorInformation {
  return { name: plain(name) };
}
