// The extension as VS Code sees it: when it wakes, its commands, its settings. First of all, since an extension is asleep only once.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  chatCommands,
  actCommand,
  chatListActs,
  commandIds,
  commentActs,
  decisionActs,
  decisionCommand,
  docActs,
  settings,
} from '../../src/host/vscode/contributions.js';
import { extension } from './openParley.js';
import { until } from './until.js';
import { inVsCode } from './where.js';

inVsCode('the extension in VS Code', () => {
  it('wakes by itself, once VS Code has started: a question of an earlier window may wait', async () => {
    await until(() => extension?.isActive === true);
  });

  it('has a view that can be opened', async () => {
    await vscode.commands.executeCommand('parley.chat.focus');
  });

  it('has every command it names, and no other', async () => {
    const names = [
      ...Object.values(commandIds),
      ...chatListActs.map(actCommand),
      ...decisionActs.map(decisionCommand),
      ...docActs.map(actCommand),
      ...chatCommands.map(actCommand),
      ...commentActs.map(actCommand),
    ];
    const registered = (await vscode.commands.getCommands(true)).filter(id => /^parley\.[^.]+$/.test(id));
    assert.deepEqual(registered.sort(), [...names].sort());
  });

  it('bears its commands being run when there is nothing to do', async () => {
    await vscode.commands.executeCommand(commandIds.interrupt);
    await vscode.commands.executeCommand(commandIds.focusQuestion);
    await vscode.commands.executeCommand(commandIds.newChat);
    await vscode.commands.executeCommand(commandIds.showLog);
  });

  it('has settings with the defaults the code counts on', () => {
    const configuration = vscode.workspace.getConfiguration();
    for (const [id, setting] of Object.entries(settings)) assert.deepEqual(configuration.inspect(id)?.defaultValue, setting.default, id);
  });
});
