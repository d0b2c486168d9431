// A Product Doc of a folder of its own, in the test's hand, with what the person is told and presses.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { FolderDoc } from '../../src/host/memory/folderDoc.js';
import { replace } from './openParley.js';
import { takeBackSettings } from './settings.js';
import { until } from './until.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;

/** The file in the work folder, from there on. */
export const docFile = '.claude/product-doc.md';

export interface DocInHand {
  readonly doc: FolderDoc;
  /** Holds `work` and `storage`. */
  readonly root: string;
  /** What the person was told. */
  readonly told: string[];
  /** The labels of the buttons that the person presses wherever a message has one; without it they close it. */
  press: string | readonly string[] | undefined;
  /** The CLI reads AGENTS.md by itself. */
  readsAgents: boolean;
  /** Taken back after the test. */
  replaced(restore: () => void): void;
  /** Returns the path. */
  put(name: string, text: string | Buffer, place?: string): string;
  textOf(name: string, place?: string): string;
  /** The person lets Claude be told what the document of the work folder says now. */
  approve(): Promise<void>;
  /** The document in Parley's storage. */
  stored(text: string): string;
  /** Checks the rows of the next list that fit; gives its rows. */
  check(choose: (item: vscode.QuickPickItem) => boolean): readonly vscode.QuickPickItem[];
  /** The two sides of the diff that is open. */
  diff(): Promise<readonly [string, string]>;
}

/** Gives each test of a suite a new document. `lookedAt`: the person has let Claude be told whatever the document of the work folder says. */
export function docInHand({ lookedAt = true } = {}): DocInHand {
  let root = '';
  let doc: FolderDoc | undefined;
  const told: string[] = [];
  const restores: (() => void)[] = [];
  const put: DocInHand['put'] = (name, text, place = 'work') => {
    const path = join(root, place, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  const hand: DocInHand = {
    get doc() {
      return doc ?? assert.fail('only in a test');
    },
    get root() {
      return root;
    },
    told,
    press: undefined,
    readsAgents: true,
    replaced: restore => void restores.push(restore),
    put,
    textOf: (name, place = 'work') => readFileSync(join(root, place, name), 'utf8'),
    approve: () => hand.doc.approval.approve(hand.textOf(docFile)),
    stored: text => put('memory/product-doc.md', text, 'storage'),
    check(choose) {
      const shown: vscode.QuickPickItem[] = [];
      const pick = (items: readonly vscode.QuickPickItem[]): Promise<readonly vscode.QuickPickItem[]> => {
        shown.push(...items);
        return Promise.resolve(items.filter(choose));
      };
      // The overloads are many; the code uses the one for items with check marks.
      restores.push(replace(window, 'showQuickPick', () => pick as unknown as typeof window.showQuickPick));
      return shown;
    },
    async diff() {
      const input = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;
      await until(() => input() instanceof vscode.TabInputTextDiff);
      const shown = input();
      assert.ok(shown instanceof vscode.TabInputTextDiff);
      const [before, after] = await Promise.all([shown.original, shown.modified].map(uri => workspace.openTextDocument(uri)));
      return [before?.getText() ?? '', after?.getText() ?? ''];
    },
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-doc-'));
    for (const name of ['work', 'storage']) mkdirSync(join(root, name));
    told.length = 0;
    hand.press = undefined;
    hand.readsAgents = true;
    const quiet = (): void => undefined;
    const log = { error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet };
    const readsAgents = (): Promise<boolean> => Promise.resolve(hand.readsAgents);
    doc = new FolderDoc({ storage: join(root, 'storage'), folder: join(root, 'work'), log, now: () => Date.now(), readsAgents });
    if (lookedAt) doc.approval.isApproved = () => Promise.resolve(true);
    const show = (text: string, _options: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      told.push(text);
      return Promise.resolve(buttons.find(({ title }) => [hand.press].flat().includes(title)));
    };
    for (const level of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const)
      restores.push(replace(window, level, () => show));
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
    await takeBackSettings();
    await doc?.end();
    chmodSync(join(root, 'work'), 0o755);
    await removeFolder(root);
  });
  return hand;
}
