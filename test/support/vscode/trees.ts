// The trees of the stand-in. Like VS Code it asks for the rows of a tree while the tree is in sight, and again after each change.
import type * as vscode from 'vscode';
import { EventEmitter } from './basics.js';

/** `TreeItemCollapsibleState.Expanded`. */
const expanded = 2;

export interface ShownTree {
  readonly view: vscode.TreeView<unknown>;
  setVisible(visible: boolean): void;
}

export function makeTree<T>({ treeDataProvider: provider }: vscode.TreeViewOptions<T>): ShownTree {
  const visibility = new EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  let isVisible = false;
  let isOutdated = true;
  let reading: Promise<unknown> = Promise.resolve();
  const readRows = async (parent: T | undefined): Promise<void> => {
    for (const row of (await provider.getChildren(parent)) ?? []) {
      const { collapsibleState } = await provider.getTreeItem(row);
      if (Number(collapsibleState) === expanded) await readRows(row);
    }
  };
  const readNow = async (): Promise<void> => {
    if (!isVisible || !isOutdated) return;
    isOutdated = false;
    await readRows(undefined);
  };
  /** One after the other. */
  const read = (): void => {
    reading = reading.then(readNow);
  };
  const changes = provider.onDidChangeTreeData?.(() => {
    isOutdated = true;
    read();
  });
  const view = {
    message: undefined,
    selection: [],
    get visible() {
      return isVisible;
    },
    onDidChangeVisibility: visibility.event,
    // Nobody selects a row.
    onDidChangeSelection: () => ({ dispose: () => undefined }),
    dispose: () => {
      changes?.dispose();
      visibility.dispose();
    },
  };
  return {
    // What Parley uses of it.
    view: view as unknown as vscode.TreeView<unknown>,
    setVisible(visible) {
      if (visible === isVisible) return;
      isVisible = visible;
      visibility.fire({ visible });
      read();
    },
  };
}
