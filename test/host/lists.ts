// What VS Code's lists show.
import * as vscode from 'vscode';
import type { OpenParley } from './openParley.js';
import { replace } from './openParley.js';
import { until } from './until.js';

/** Label, description and detail of each item in the lists that this command opens. */
export async function listsOf(parley: OpenParley, command: Parameters<OpenParley['run']>[0]): Promise<readonly (string | undefined)[]> {
  const lists: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  const make = (create: typeof vscode.window.createQuickPick) => () => {
    const list = create();
    lists.push(list);
    return list;
  };
  const restore = replace(vscode.window, 'createQuickPick', create => make(create) as typeof create);
  await parley.run(command);
  restore();
  await until(() => lists.every(({ busy }) => !busy));
  const texts = lists.flatMap(({ items }) => items.flatMap(({ label, description, detail }) => [label, description, detail]));
  for (const list of lists) list.hide();
  return texts;
}
