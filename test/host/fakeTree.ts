// A tree as VS Code would show it, with this test as the person: it asks for the rows as VS Code does, while the view is visible.
import * as vscode from 'vscode';

export interface ShownRow {
  readonly row: unknown;
  readonly label: string;
  readonly item: vscode.TreeItem;
}

export interface FakeTree {
  /** As VS Code has read them last. */
  readonly rows: readonly ShownRow[];
  /** How often VS Code has asked. */
  readonly readings: number;
  readonly message: string | undefined;
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
  const never = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  let rows: (ShownRow & { readonly row: T })[] = [];
  let selection: readonly T[] = [];
  let readings = 0;
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
    const found = (await provider.getChildren()) ?? [];
    const shown: typeof rows = [];
    for (const row of found) {
      const item = await provider.getTreeItem(row);
      shown.push({ row, item, label: typeof item.label === 'string' ? item.label : '' });
    }
    rows = shown;
    readings++;
  };
  const changes = provider.onDidChangeTreeData?.(() => {
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
    ...{ onDidChangeVisibility: visibility.event, onDidExpandElement: never, onDidCollapseElement: never },
    ...{ onDidChangeSelection: never, onDidChangeCheckboxState: never, reveal: () => Promise.resolve() },
    dispose: () => {
      changes?.dispose();
      visibility.dispose();
    },
  };
  const fake: FakeTree = {
    get rows() {
      return rows;
    },
    get readings() {
      return readings;
    },
    get message() {
      return view.message;
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
    },
  };
  return { fake, view };
}
