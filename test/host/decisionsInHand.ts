// The view _Parley: Decisions_ of a storage of its own, in the test's hand, with what the person picks and types. The folder's decisions are
// written as another window would.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import type { DecisionAct } from '../../src/host/vscode/contributions.js';
import { decisionCommand } from '../../src/host/vscode/contributions.js';
import type { Decision, Decisions, NewDecision } from '../../src/memory/decision.js';
import { decisionFor, ledgerIn } from '../support/ledgers.js';
import { choice, pick } from '../support/questions.js';
import type { FakeList } from './fakeList.js';
import { fakeLists } from './fakeList.js';
import type { FakeTree, ShownRow } from './fakeTree.js';
import type { OpenOptions, OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings } from './settings.js';
import { until } from './until.js';
import { removeFolder } from '../support/removeFolder.js';

const { window } = vscode;
export const workFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const hour = 3_600_000;

export interface DecisionsInHand {
  readonly storage: string;
  /** The folder of the ledger. */
  readonly folder: string;
  /** The decisions of another window. */
  readonly other: Decisions;
  readonly parley: OpenParley;
  readonly tree: FakeTree;
  /** The labels of the rows. */
  readonly labels: () => readonly string[];
  /** A window with the view visible. */
  open(options?: OpenOptions): Promise<void>;
  /** A window with the view not visible yet. */
  openHidden(options?: OpenOptions): Promise<void>;
  rowOf(label: string): ShownRow;
  run(act: DecisionAct, ...rows: readonly ShownRow[]): Thenable<unknown>;
  /** Picks in the next lists of VS Code's the row that has this in its label; closes those behind them. Gives the labels of each list. */
  pickInTurn(...wanted: readonly string[]): readonly (readonly string[])[];
  /** Undefined closes the box. */
  typeInBox(text: string | undefined): void;
  /** The lists that search, as they open. */
  searchLists(): readonly FakeList[];
  /** Taken back after the test. */
  replaced(restore: () => void): void;
  /** What the disk holds, as text. */
  onDisk(): string;
}

/** No words of the question: the ids of what was deleted stay on the disk. */
export const decisionId = (question: string): string => question.toUpperCase().replace(/[^A-Z\d]/g, '');

/** Answered so many hours ago. */
export function decided(question: string, hoursAgo: number, more: Partial<NewDecision> = {}): NewDecision {
  const made: Decision = decisionFor(decisionId(question), {
    question: choice(question, '', ['Yes', 'No']),
    answer: pick(0),
    chosen: ['Yes'],
    at: Date.now() - hoursAgo * hour,
    folder: workFolder,
  });
  return { ...made, ...more };
}

/** Gives each test of a suite new decisions. */
export function decisionsInHand(): DecisionsInHand {
  let made: Pick<DecisionsInHand, 'storage' | 'folder' | 'other'> | undefined;
  let parley: OpenParley | undefined;
  let tree: FakeTree | undefined;
  const restores: (() => void)[] = [];
  const inTest = <T>(value: T | undefined): T => value ?? assert.fail('only in a test');
  const hand: DecisionsInHand = {
    get storage() {
      return inTest(made).storage;
    },
    get folder() {
      return inTest(made).folder;
    },
    get other() {
      return inTest(made).other;
    },
    get parley() {
      return inTest(parley);
    },
    get tree() {
      return inTest(tree);
    },
    // A row is “answer – question”.
    labels: () => hand.tree.rows.map(({ label }) => label.replace(/^.* – /, '')),
    async openHidden(options = {}) {
      parley = openParley({ storage: hand.storage, ...options });
      tree = await parley.tree();
    },
    async open(options) {
      await hand.openHidden(options);
      hand.tree.setVisible(true);
      await until(() => hand.tree.readings > 0);
    },
    rowOf: question => hand.tree.rows.find(({ label }) => label.replace(/^.* – /, '') === question) ?? assert.fail(question),
    run: (act, ...rows) => {
      const given = rows.map(({ row }) => row);
      // As VS Code: nothing from the Command Palette.
      return hand.parley.run(decisionCommand(act), ...(given.length === 0 ? [] : [given[0], given.length < 2 ? undefined : given]));
    },
    pickInTurn(...wanted) {
      const left = [...wanted];
      const shown: (readonly string[])[] = [];
      const choose = async (items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>) => {
        const next = left.shift();
        shown.push((await items).map(({ label }) => label));
        return (await items).find(({ label }) => next !== undefined && label.includes(next));
      };
      // The overloads are many; the code uses the one for items.
      restores.push(replace(window, 'showQuickPick', () => choose as unknown as typeof window.showQuickPick));
      return shown;
    },
    typeInBox: text => void restores.push(replace(window, 'showInputBox', () => () => Promise.resolve(text))),
    searchLists() {
      const { lists, restore } = fakeLists();
      restores.push(restore);
      return lists;
    },
    replaced: restore => void restores.push(restore),
    onDisk: () =>
      readdirSync(hand.folder)
        .map(name => readFileSync(join(hand.folder, name), 'utf8'))
        .join('\n'),
  };
  beforeEach(() => {
    const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const folder = join(storageFolder(storage, workFolder), 'decisions');
    made = { storage, folder, other: ledgerIn(folder).ledger };
  });
  afterEach(async () => {
    for (const restore of restores.splice(0).reverse()) restore();
    await parley?.close();
    await removeFolder(hand.storage);
    await takeBackSettings();
  });
  return hand;
}
