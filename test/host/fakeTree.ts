// A tree as VS Code would show it, with this test as the person: it asks for the rows as VS Code does, while the view is visible.
import * as vscode from 'vscode';
import { happened } from './until.js';

export interface ShownRow {
  readonly row: unknown;
  readonly label: string;
  readonly item: vscode.TreeItem;
}

export interface FakeTree {
  /** The rows that VS Code has read last, those of a group behind it. */
  readonly rows: readonly ShownRow[];
  /** How often VS Code has asked for all rows, and drawn them anew. */
  readonly readings: number;
  /** The labels of the rows that VS Code has drawn anew by themselves. */
  readonly redrawn: readonly string[];
  readonly message: string | undefined;
  readonly badge: vscode.ViewBadge | undefined;
  /** `label — description` of each row. */
  readonly texts: readonly string[];
  setVisible(visible: boolean): void;
  select(...rows: readonly ShownRow[]): void;
}

export function makeFakeTree<T>({ treeDataProvider: provider }: vscode.TreeViewOptions<T>): {
  readonly fake: FakeTree;
  readonly view: vscode.TreeView<T>;
} {
  const visibility = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  const selecting = new vscode.EventEmitter<vscode.TreeViewSelectionChangeEvent<T>>();
  const never = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  let rows: (ShownRow & { readonly row: T })[] = [];
  let selection: readonly T[] = [];
  let readings = 0;
  const redrawn: string[] = [];
  let isVisible = false;
  let isOutdated = true;
  let reading: Promise<unknown> = Promise.resolve();
  /** One after the other, as VS Code does it. */
  const read = (): void => {
    reading = reading.then(readNow);
  };
  const readNow = async (): Promise<void> => {
    if (!isVisible || !isOutdated) return;
    isOutdated = false;
    const first = (await provider.getChildren()) ?? [];
    const found = await Promise.all(first.map(async row => [row, ...((await provider.getChildren(row)) ?? [])]));
    rows = await Promise.all(found.flat().map(draw));
    readings++;
    happened();
  };
  const draw = async (row: T): Promise<(typeof rows)[number]> => {
    const item = await provider.getTreeItem(row);
    return { row, item, label: typeof item.label === 'string' ? item.label : '' };
  };
  /** VS Code knows a row by its object. */
  const drawAgain = async (changed: readonly T[]): Promise<void> => {
    const drawn = await Promise.all(rows.filter(({ row }) => changed.includes(row)).map(({ row }) => draw(row)));
    rows = rows.map(known => drawn.find(({ row }) => row === known.row) ?? known);
    redrawn.push(...drawn.map(({ label }) => label));
  };
  const changes = provider.onDidChangeTreeData?.(changed => {
    // A row or rows, or all of them.
    if (typeof changed === 'object' && changed !== null) {
      reading = reading.then(() => drawAgain(Array.isArray(changed) ? changed : [changed]));
      return;
    }
    isOutdated = true;
    read();
  });
  const view: vscode.TreeView<T> = {
    message: '',
    get selection() {
      return selection;
    },
    get visible() {
      return isVisible;
    },
    onDidChangeVisibility: visibility.event,
    onDidExpandElement: never,
    onDidCollapseElement: never,
    onDidChangeSelection: selecting.event,
    onDidChangeCheckboxState: never,
    reveal: () => Promise.resolve(),
    dispose: () => {
      changes?.dispose();
      visibility.dispose();
      selecting.dispose();
    },
  };
  const fake: FakeTree = {
    get rows() {
      return rows;
    },
    get readings() {
      return readings;
    },
    redrawn,
    get message() {
      return view.message;
    },
    get badge() {
      return view.badge;
    },
    get texts() {
      return rows.map(({ item, label }) => `${label} — ${String(item.description)}`);
    },
    setVisible(visible) {
      isVisible = visible;
      visibility.fire({ visible });
      read();
    },
    select(...chosen) {
      // What was shown is what the provider has given.
      selection = chosen.map(({ row }) => row as T);
      selecting.fire({ selection });
    },
  };
  return { fake, view };
}
