// The extension as VS Code sees it: when it wakes, its commands, its settings.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const { Global } = vscode.ConfigurationTarget;

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

  inVsCode.it('are the person’s where they decide something: a folder sets looks, and turns off what the person has on', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = join(folder.uri.fsPath, '.vscode');
    await setSetting('parley.memory.productDoc', false, Global);
    mkdirSync(place);
    try {
      const decides = {
        ...{ 'parley.claude.path': '/of/the/project', 'parley.claude.environment': { LD_PRELOAD: '/of/the/project' } },
        ...{ 'parley.questions.route': 'toolResult', 'parley.questions.timeout': 1, 'parley.questions.onTimeout': 'dismiss' },
        ...{ 'parley.memory.productDoc': true, 'parley.memory.tellDecisions': 'yes' },
      } as const;
      const allowed = { 'parley.memory.decisions': false, 'parley.questions.layout': 'tabs' };
      writeFileSync(join(place, 'settings.json'), JSON.stringify({ ...decides, ...allowed }));
      await until(() => readSetting('parley.questions.layout') === 'tabs');
      assert.equal(readSetting('parley.memory.decisions'), false);
      for (const [id, value] of Object.entries(decides)) assert.notDeepEqual(readSetting(id as keyof typeof decides), value, id);
    } finally {
      rmSync(place, { recursive: true });
      await until(() => readSetting('parley.questions.layout') === 'auto');
    }
  });

  anywhere.it('count as not set where they are of another type', async () => {
    await setSetting('parley.claude.path', 7, Global);
    await setSetting('parley.claude.environment', { KEPT: 'yes', DROPPED: 1 }, Global);
    assert.equal(readSetting('parley.claude.path'), '');
    assert.deepEqual(readEnvironment(), { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'markdown', KEPT: 'yes' });
    await setSetting('parley.claude.environment', null, Global);
    await setSetting('parley.questions.previewFormat', 'off', Global);
    assert.deepEqual(readEnvironment(), {});
  });

  anywhere.it('take a route that is none for the usual one', async () => {
    await setSetting('parley.questions.route', 'somewhere', Global);
    assert.equal(readSetting('parley.questions.route'), 'auto');
  });
});
