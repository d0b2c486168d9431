// A window without a folder: there is nothing for Claude to work on.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClaudeLauncher } from '../../src/host/cli/claudeLauncher.js';
import { docActs, actCommand } from '../../src/host/vscode/contributions.js';
import { startBlocker, workFolders } from '../../src/host/vscode/folders.js';
import { makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import { describeLeaks } from './leaks.js';
import { extension, openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, everywhere, inVsCode } from './where.js';

describe('a window without a folder', () => {
  let cli: FakeCli;

  before(async () => {
    cli = await makeFakeCli();
    await useCli(cli);
  });
  after(async () => {
    cli.remove();
    await takeBackSettings();
  });

  inVsCode.it('does not keep the view from opening', async () => {
    await vscode.commands.executeCommand('parley.chat.focus');
    await until(() => extension?.isActive === true);
  });

  everywhere.it('is told apart', () => {
    assert.equal(workFolders(), undefined);
    assert.equal(startBlocker(), 'noFolder');
  });

  everywhere.it('starts nothing, whatever the view sends', async () => {
    const parley = openParley();
    const view = parley.open();
    assert.deepEqual(view.status, { turn: 'idle', blocked: 'noFolder' });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    view.post({ type: 'resendPrompt', id: 'i0' });
    view.post({ type: 'sendLostAnswers', id: 'toolu_fake_1' });
    assert.equal(parley.log.filter(line => line === 'warn Nothing is started here: noFolder.').length, 3);
    await parley.close();
    assert.deepEqual(view.items, []);
    assert.deepEqual(cli.log(), []);
  });

  anywhere.it('starts nothing even where the gate is passed by', async () => {
    const quiet = (): void => undefined;
    const launcher = createClaudeLauncher({ trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet });
    const started = await launcher.start({ askUser: true, hasServer: true, onLine: quiet, onWarning: quiet });
    assert.deepEqual(started, { ok: false, problem: { code: 'noFolder', detail: '' } });
    assert.deepEqual(cli.log(), []);
  });

  anywhere.it('says that decisions belong to a folder', async () => {
    const parley = openParley();
    const tree = await parley.tree();
    tree.setVisible(true);
    await until(() => tree.readings === 1);
    assert.deepEqual([tree.rows, tree.message], [[], ''], 'VS Code says it in an empty view');
    await parley.run('parley.searchDecisions');
    assert.deepEqual(parley.told, [['Open a folder first: decisions belong to a folder.']]);
    await parley.close();
  });

  anywhere.it('says that MCP servers need a folder, and asks for no message that cannot be sent', async () => {
    const parley = openParley();
    await parley.run('parley.showMcpServers');
    assert.deepEqual(parley.told, [['Open a folder first: MCP servers run with Claude.']]);
    await parley.close();
  });

  anywhere.it('has no gutter for comments, which belong to a folder', async () => {
    let made = 0;
    const restore = replace(vscode.comments, 'createCommentController', create => (...given) => {
      made++;
      return create(...given);
    });
    const parley = openParley();
    // It is made with the other parts that begin a moment after the start.
    await parley.tree();
    await parley.close();
    restore();
    assert.equal(made, 0);
  });

  anywhere.it('says that a Product Doc belongs to a folder', async () => {
    const parley = openParley();
    for (const act of docActs) await parley.run(actCommand(act));
    assert.deepEqual(parley.told, Array(docActs.length).fill(['Open a folder first: a Product Doc belongs to a folder.']));
    await parley.close();
  });

  anywhere.it('lets the person log in, as that needs no folder', async () => {
    const parley = openParley();
    await parley.run('parley.logIn');
    assert.deepEqual(
      parley.terminals.map(({ shellArgs }) => shellArgs?.slice(-2)),
      [[cli.path, '/login']],
    );
    await parley.close();
  });
});

describeLeaks('a view that may start nothing', async () => {
  const parley = openParley();
  parley.open().post({ type: 'sendPrompt', text: 'Hello.' });
  await parley.close();
});
