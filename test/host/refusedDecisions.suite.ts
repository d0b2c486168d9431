// An answer that the disk refuses to keep as a decision: what the person is told, and that it is kept in the end.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { ledgerIn } from '../support/ledgers.js';
import { pick } from '../support/questions.js';
import { asks, makeFakeCli } from './fakeCli.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window } = vscode;

interface Warning {
  readonly text: string;
  /** Its first button. */
  readonly press: () => void;
}

anywhere('a decision that the disk refuses', () => {
  let storage: string;
  let folder: string;
  let parley: OpenParley;
  const restores: (() => void)[] = [];

  beforeEach(() => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    folder = join(storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? ''), 'decisions');
  });
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    await removeFolder(storage);
    await takeBackSettings();
  });

  it('is told once, and written when the person tries again', async () => {
    const cli = await makeFakeCli(await asks());
    await useCli(cli);
    mkdirSync(dirname(folder), { recursive: true });
    // A file in the place of the ledger's folder.
    writeFileSync(folder, '');
    parley = openParley({ storage });
    const warnings: Warning[] = [];
    const warn = (text: string, _options: vscode.MessageOptions, ...buttons: readonly vscode.MessageItem[]) =>
      new Promise(resolve => warnings.push({ text, press: () => resolve(buttons[0]) }));
    restores.push(replace(window, 'showWarningMessage', () => warn as typeof window.showWarningMessage));
    const view = parley.open();
    const refusals = (): number => parley.log.filter(line => line.includes('An answer is not remembered')).length;
    for (const count of [1, 2]) {
      view.post({ type: 'sendPrompt', text: 'Ask me.' });
      await until(() => view.find('question')?.phase === 'asked');
      view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [pick(0)] });
      await until(() => refusals() === count);
      await parley.run('parley.newChat');
      await until(() => view.items.length === 0);
    }
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.text ?? '', /^Your answer was sent, but it is not kept as a decision\. Try again once .*ENOTDIR/);
    assert.match(warnings[0]?.text ?? '', /Until this window closes, Parley has the answer in memory\.$/);
    warnings[0]?.press();
    await until(() => warnings.length === 2);
    rmSync(folder);
    warnings[1]?.press();
    await until(() => parley.told.some(([text]) => text === 'Your answers are kept as decisions now.'));
    assert.deepEqual(
      (await ledgerIn(folder).ledger.all()).map(({ id, chosen }) => [id, ...chosen]),
      [['toolu_fake_1:0', 'PostgreSQL']],
    );
    cli.remove();
  });
});
