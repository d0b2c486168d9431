// The extension as VS Code sees it: when it wakes, its commands, its settings.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  aroundActs,
  aroundCommand,
  commandIds,
  decisionActs,
  decisionCommand,
  docActs,
  docCommand,
  settings,
} from '../../src/host/vscode/contributions.js';
import { readEnvironment, readSetting } from '../../src/host/vscode/settings.js';
import { extension } from './openParley.js';
import { setSetting, takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';

const { Workspace } = vscode.ConfigurationTarget;

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
      ...decisionActs.map(decisionCommand),
      ...docActs.map(docCommand),
      ...aroundActs.map(aroundCommand),
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
});

describe('the settings in VS Code', () => {
  after(takeBackSettings);

  inVsCode.it('have the defaults the code counts on', () => {
    const configuration = vscode.workspace.getConfiguration();
    for (const [id, setting] of Object.entries(settings)) assert.deepEqual(configuration.inspect(id)?.defaultValue, setting.default, id);
  });

  inVsCode.it('may be set by a project, but only by one that is trusted', async () => {
    // The manifest, as VS Code has read it.
    const { contributes, capabilities } = extension?.packageJSON as {
      contributes: { configuration: { properties: Record<string, { scope: string }> } };
      capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
    };
    const restricted = Object.entries(settings).flatMap(([id, setting]) => (setting.restricted === true ? [id] : []));
    assert.deepEqual(
      Object.entries(contributes.configuration.properties).map(([id, { scope }]) => [id, scope]),
      Object.keys(settings).map(id => [id, restricted.includes(id) ? 'machine-overridable' : 'window']),
    );
    assert.deepEqual(capabilities.untrustedWorkspaces.restrictedConfigurations, restricted);
    await setSetting('parley.claude.path', '/of/the/project', Workspace);
    assert.equal(readSetting('parley.claude.path'), '/of/the/project');
  });

  anywhere.it('count as not set where they are of another type', async () => {
    await setSetting('parley.claude.path', 7, Workspace);
    await setSetting('parley.claude.environment', { KEPT: 'yes', DROPPED: 1 }, Workspace);
    assert.equal(readSetting('parley.claude.path'), '');
    assert.deepEqual(readEnvironment(), { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'markdown', KEPT: 'yes' });
    await setSetting('parley.claude.environment', null, Workspace);
    await setSetting('parley.questions.previewFormat', 'off', Workspace);
    assert.deepEqual(readEnvironment(), {});
  });

  anywhere.it('take a route that is none for the usual one', async () => {
    await setSetting('parley.questions.route', 'somewhere', Workspace);
    assert.equal(readSetting('parley.questions.route'), 'auto');
  });
});
