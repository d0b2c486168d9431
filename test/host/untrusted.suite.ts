// A folder nobody has trusted: nothing in it has a say, and nothing runs.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { currentGate } from '../../src/host/folders.js';
import { readEnvironment, readSetting } from '../../src/host/settings.js';
import { makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import { describeLeaks } from './leaks.js';
import { extension, openParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';

describe('an untrusted folder', () => {
  let cli: FakeCli;

  before(async () => {
    cli = await makeFakeCli();
    // The person's own settings: they count here too, so that only the gate is in the way.
    await useCli(cli);
  });
  after(async () => {
    cli.remove();
    await takeBackSettings();
  });

  it('does not keep the view from opening', async () => {
    await vscode.commands.executeCommand('parley.chat.focus');
    await until(() => extension?.isActive === true);
  });

  it('is told apart', () => {
    assert.equal(currentGate(), 'untrusted');
  });

  it('has no say in which CLI is started, nor with which environment', async () => {
    const folder = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', '.vscode');
    mkdirSync(folder, { recursive: true });
    const settings = {
      'parley.claude.path': '/evil',
      'parley.claude.environment': { EVIL: '1' },
      'parley.questions.route': 'toolResult',
      'editor.tabSize': 3,
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
    // The last one says that the file has been read.
    await until(() => vscode.workspace.getConfiguration('editor').get('tabSize') === 3);
    assert.equal(readSetting('parley.claude.path'), cli.path);
    assert.deepEqual(readEnvironment(), { CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'markdown', ...cli.environment });
    assert.equal(readSetting('parley.questions.route'), 'auto');
  });

  it('starts nothing, whatever the view sends', async () => {
    const parley = openParley();
    const view = parley.open();
    assert.deepEqual(view.status, { turn: 'idle', blocked: 'untrusted' });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    view.post({ type: 'resendPrompt', id: 'i0' });
    view.post({ type: 'sendLostAnswers', id: 'toolu_fake_1' });
    view.post({ type: 'interrupt' });
    view.post({ type: 'newChat' });
    assert.equal(parley.log.filter(line => line === 'warn Nothing is started here: untrusted.').length, 3);
    await parley.close();
    assert.deepEqual(view.items, []);
    assert.deepEqual(
      parley.log.filter(line => line.includes('Claude CLI')),
      [],
    );
    assert.deepEqual(cli.log(), []);
  });

  it('starts nothing to log in either', async () => {
    const parley = openParley();
    await parley.run('parley.logIn');
    await parley.close();
    assert.deepEqual(parley.terminals, []);
    assert.deepEqual(
      parley.log.filter(line => line.includes('Claude CLI')),
      [],
    );
  });
});

describeLeaks('a view that may start nothing', async () => {
  const parley = openParley();
  parley.open().post({ type: 'sendPrompt', text: 'Hello.' });
  await parley.close();
});
