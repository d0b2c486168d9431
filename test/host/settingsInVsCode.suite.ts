// The settings as VS Code gives them.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readEnvironment, readSetting, settingVariable } from '../../src/host/vscode/settings.js';
import { setSetting, takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';

const { Global } = vscode.ConfigurationTarget;

describe('the settings in VS Code', () => {
  after(takeBackSettings);

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

  anywhere.it('of the CLI mean the home folder by ~, and a variable of VS Code’s is found', async () => {
    await setSetting('parley.claude.environment', { CLAUDE_CONFIG_DIR: '~/.claude-work' }, Global);
    assert.equal(readEnvironment()['CLAUDE_CONFIG_DIR'], join(homedir(), '.claude-work'));
    assert.equal(settingVariable(), undefined);
    await setSetting('parley.claude.environment', { CLAUDE_CONFIG_DIR: '${workspaceFolder}/.claude' }, Global);
    assert.equal(settingVariable(), '${workspaceFolder} (parley.claude.environment, CLAUDE_CONFIG_DIR)');
    await setSetting('parley.claude.path', '${env:HOME}/claude', Global);
    assert.equal(settingVariable(), '${env:HOME} (parley.claude.path)');
  });

  anywhere.it('take a route that is none for the usual one', async () => {
    await setSetting('parley.questions.route', 'somewhere', Global);
    assert.equal(readSetting('parley.questions.route'), 'auto');
  });
});
