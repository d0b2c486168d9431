// The settings as VS Code gives them.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { showEffectiveSettings } from '../../src/host/commands/effectiveSettings.js';
import { settings } from '../../src/host/vscode/contributions.js';
import { readEnvironment, readSetting, settingVariable } from '../../src/host/vscode/settings.js';
import { replace } from './openParley.js';
import { setSetting, takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere, everywhere } from './where.js';

const { Global } = vscode.ConfigurationTarget;

describe('the settings in VS Code', () => {
  after(takeBackSettings);

  everywhere.it('are the person’s where they decide something: a folder sets looks, and turns off what the person has on', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = join(folder.uri.fsPath, '.vscode');
    await setSetting('parley.memory.productDoc', false, Global);
    mkdirSync(place);
    try {
      const decides = {
        'parley.claude.path': '/of/the/project',
        'parley.claude.environment': { LD_PRELOAD: '/of/the/project' },
        'parley.questions.route': 'toolResult',
        'parley.questions.timeout': 1,
        'parley.questions.onTimeout': 'dismiss',
        'parley.memory.productDoc': true,
        'parley.memory.tellDecisions': 'yes',
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

  everywhere.it('are shown with where each comes from, and with what a folder says in vain', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = join(folder.uri.fsPath, '.vscode');
    await setSetting('parley.questions.timeout', 7, Global);
    await setSetting('parley.questions.notify', 'sometimes', Global);
    await setSetting('parley.claude.environment', { MY_KEY: 'secret', MS: 1, LIST: ['secret'] }, Global);
    await setSetting('parley.memory.decisions', false, Global);
    mkdirSync(place);
    const rows = new Map<string, string>();
    const show = (items: unknown): Promise<undefined> => {
      for (const { label, description, detail } of items as readonly vscode.QuickPickItem[]) rows.set(label, `${description} | ${detail}`);
      return Promise.resolve(undefined);
    };
    const restore = replace(vscode.window, 'showQuickPick', () => async (items: unknown) => show(await items));
    try {
      const inFolder = { 'parley.questions.timeout': 1, 'parley.memory.decisions': true, 'parley.memory.productDoc': false };
      const looks = { 'parley.questions.layout': 'tabs', 'parley.questions.previewFormat': 'loud' };
      writeFileSync(join(place, 'settings.json'), JSON.stringify({ ...inFolder, ...looks }, undefined, 2));
      await until(() => readSetting('parley.questions.layout') === 'tabs');
      await showEffectiveSettings();
    } finally {
      restore();
      rmSync(place, { recursive: true });
      await until(() => readSetting('parley.questions.layout') === 'auto');
    }
    assert.deepEqual([...rows.keys()], Object.keys(settings));
    const yours = vscode.env.remoteName === undefined ? 'Your settings.' : 'Your settings, here or on the remote computer.';
    const ignored = 'Also set in .vscode/settings.json, where it is ignored: a folder';
    for (const [id, row] of [
      ['parley.questions.timeout', `7 | ${yours} ${ignored} does not decide this for you.`],
      ['parley.questions.notify', `whenHidden | Default, because sometimes is not a valid value. It is set here: ${yours}`],
      ['parley.claude.environment', `MY_KEY, MS | ${yours} Not used, because the value is not text, a number, true or false: LIST.`],
      ['parley.memory.decisions', `false | ${yours} ${ignored} can only turn it off.`],
      ['parley.memory.productDoc', 'false | This folder or workspace.'],
      ['parley.questions.layout', 'tabs | This folder or workspace.'],
      [
        'parley.questions.previewFormat',
        'markdown | Default, because loud is not a valid value. It is set here: This folder or workspace.',
      ],
      ['parley.chat.sendWith', 'enter | Default.'],
    ])
      assert.equal(rows.get(id ?? ''), row, id);
  });

  anywhere.it('are shown without what a file says that is too large, or has no end', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = join(folder.uri.fsPath, '.vscode');
    mkdirSync(place);
    const rows: string[] = [];
    const show = (items: unknown): Promise<undefined> => {
      rows.push(...(items as readonly vscode.QuickPickItem[]).map(({ detail }) => detail ?? ''));
      return Promise.resolve(undefined);
    };
    const restore = replace(vscode.window, 'showQuickPick', () => async (items: unknown) => show(await items));
    try {
      writeFileSync(join(place, 'settings.json'), JSON.stringify({ 'parley.questions.timeout': 1, more: 'x'.repeat(5_000_000) }));
      await showEffectiveSettings();
    } finally {
      restore();
      rmSync(place, { recursive: true });
    }
    assert.deepEqual([rows.length, rows.filter(row => row.includes('ignored'))], [Object.keys(settings).length, []]);
  });

  anywhere.it('count as not set where they are of another type', async () => {
    await setSetting('parley.claude.path', 7, Global);
    await setSetting('parley.claude.environment', { KEPT: 'yes', MS: 600_000, ON: true, NULL: null, LIST: [] }, Global);
    assert.equal(readSetting('parley.claude.path'), '');
    assert.deepEqual(readEnvironment(), { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'markdown', KEPT: 'yes', MS: '600000', ON: 'true' });
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
    process.env['PARLEY_TEST_FOLDER'] = '/somewhere';
    try {
      await setSetting(
        'parley.claude.environment',
        { PATH: '/opt/bin:$PARLEY_TEST_FOLDER', PASSWORD: 'pa$word', GIT_SSH_COMMAND: 'ssh -i $PARLEY_TEST_FOLDER/key' },
        Global,
      );
      assert.equal(settingVariable(), '$PARLEY_TEST_FOLDER (parley.claude.environment, PATH)');
      await setSetting('parley.claude.environment', { GIT_SSH_COMMAND: 'ssh -i $PARLEY_TEST_FOLDER/key' }, Global);
      assert.equal(settingVariable(), undefined);
    } finally {
      delete process.env['PARLEY_TEST_FOLDER'];
    }
    assert.equal(settingVariable(), undefined);
    await setSetting('parley.claude.path', '${env:HOME}/claude', Global);
    assert.equal(settingVariable(), '${env:HOME} (parley.claude.path)');
  });

  anywhere.it('take a route that is none for the usual one', async () => {
    await setSetting('parley.questions.route', 'somewhere', Global);
    assert.equal(readSetting('parley.questions.route'), 'auto');
  });
});
