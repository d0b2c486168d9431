// The lists in which a person chooses what to add, in the test's hand.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import { chooseReference } from '../../src/host/commands/chooseReference.js';
import { replace } from './openParley.js';

const log = new Proxy({} as Log, { get: () => (words: string) => assert.fail(words) });

type Pick = (rows: readonly vscode.QuickPickItem[]) => vscode.QuickPickItem | undefined;

/** What is chosen where the chat works in this folder; `picks`: in one list after the other. */
export async function chooseIn(folder: string | undefined, ...picks: Pick[]): ReturnType<typeof chooseReference> {
  // The overloads are many; the code uses the one for items.
  const restore = replace(vscode.window, 'showQuickPick', () => {
    const pick = async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) => picks.shift()?.(await items);
    return pick as unknown as typeof vscode.window.showQuickPick;
  });
  try {
    return await chooseReference(folder, log);
  } finally {
    restore();
  }
}
