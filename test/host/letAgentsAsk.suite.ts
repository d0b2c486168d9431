// *Let Other Agents Ask Here*: the question whether the change is written stays as long as the person reads the diff.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { letAgentsAsk } from '../../src/host/agents/letAgentsAsk.js';
import { removeFolder } from '../support/removeFolder.js';
import { extension, replace } from './openParley.js';
import { happened, until } from './until.js';
import { anywhere } from './where.js';

anywhere('a change of another agent’s configuration', () => {
  let root: string;
  let file: string;
  let executed: (readonly unknown[])[];
  /** Answers the question; `told` what is said otherwise. */
  let answers: ((button: string | undefined) => void)[];
  let told: string[];
  let restores: readonly (() => void)[];
  const { CLAUDE_CONFIG_DIR } = process.env;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-let-'));
    file = join(root, 'config', 'settings.json');
    mkdirSync(join(root, 'config'));
    writeFileSync(file, '{}');
    process.env['CLAUDE_CONFIG_DIR'] = join(root, 'config');
    [executed, answers, told] = [[], [], []];
    const pick = async (given: Thenable<readonly vscode.QuickPickItem[]>) =>
      (await given).find(({ label }) => label.endsWith('Claude in a terminal'));
    const ask = (_text: string, _options: unknown, ...buttons: vscode.MessageItem[]) =>
      new Promise(resolve => {
        answers.push(button => resolve(buttons.find(({ title }) => title === button)));
        happened();
      });
    const say = (text: string) => {
      told.push(text);
      happened();
      return Promise.resolve(undefined);
    };
    restores = [
      replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick),
      replace(vscode.window, 'showErrorMessage', () => ask as unknown as typeof vscode.window.showErrorMessage),
      replace(vscode.window, 'showInformationMessage', () => say as unknown as typeof vscode.window.showInformationMessage),
      replace(
        vscode.commands,
        'executeCommand',
        execute =>
          ((id: string, ...rest: unknown[]) => {
            if (id !== 'vscode.diff' && id !== 'notifications.showList') return execute(id, ...rest);
            executed.push([id, ...rest.slice(0, 2).map(String)]);
            happened();
            return Promise.resolve(undefined);
          }) as typeof execute,
      ),
    ];
  });
  afterEach(async () => {
    for (const restore of restores) restore();
    if (CLAUDE_CONFIG_DIR === undefined) delete process.env['CLAUDE_CONFIG_DIR'];
    else process.env['CLAUDE_CONFIG_DIR'] = CLAUDE_CONFIG_DIR;
    await removeFolder(root);
  });

  const run = (): Promise<void> =>
    letAgentsAsk(
      { globalStorage: join(root, 'storage', 'parley'), extension: extension?.extensionUri.fsPath ?? assert.fail() },
      { error: assert.fail },
    );

  it('is asked about in a message that VS Code does not hide, and is written at the press', async () => {
    const done = run();
    await until(() => answers.length === 1);
    assert.equal(readFileSync(file, 'utf8'), '{}');
    answers[0]?.('Write');
    await done;
    assert.match(readFileSync(file, 'utf8'), /PermissionRequest/);
    assert.ok(existsSync(join(root, 'storage')));
    assert.deepEqual(told, ['Claude in a terminal can ask here now. Restart it to apply this.']);
  });

  it('is asked about once, also where the agent is chosen again: the same diff and question come to the front', async () => {
    const first = run();
    await until(() => answers.length === 1);
    await run();
    const [diff, again, list] = executed;
    assert.deepEqual([executed.length, answers.length, again, list], [3, 1, diff, ['notifications.showList']]);
    answers[0]?.(undefined);
    await first;
    const next = run();
    await until(() => answers.length === 2);
    answers[1]?.(undefined);
    await next;
    assert.equal(readFileSync(file, 'utf8'), '{}');
  });
});
