// *Copy Diagnostics*: what a report of a fault has, and what it has not.
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('the diagnostics that a person copies', () => {
  let cli: FakeCli;
  let parley: OpenParley;
  const restores: (() => void)[] = [];
  const readme = vscode.Uri.file(join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'README.md'));

  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  it('have versions, settings and counts, and no secret from a prompt, a variable, a path or a failure', async () => {
    const secret = 'sk-ant-madeup0123456789';
    cli = await makeFakeCli(await talks());
    await useCli({ path: cli.path, environment: { ...cli.environment, MY_PLAIN_NAME: secret } });
    parley = openParley();
    const view = parley.open();
    view.post({ type: 'sendPrompt', text: `My key is ${secret}, my word is Schwarzwald.` });
    await until(() => view.find('text')?.streaming === false && view.status?.turn === 'idle');
    await parley.run('parley.copyDiagnostics');
    const text = await vscode.env.clipboard.readText();
    for (const hidden of [
      secret,
      'madeup',
      'Schwarzwald',
      'MY_PLAIN_NAME',
      cli.folder,
      cli.path,
      homedir(),
      readme.fsPath,
      'Here is my answer',
    ])
      assert.ok(!text.includes(hidden), hidden);
    assert.match(text, new RegExp(`^Parley \\d.*\\nVS Code ${vscode.version.replaceAll('.', '\\.')} `));
    assert.match(text, /^- parley\.claude\.path: set$/m);
    assert.match(text, /^- parley\.claude\.environment: \d+ variables$/m);
    assert.match(text, /^Chats in memory: 1$/m);
    assert.match(text, /^- turns: 1 × idle$/m);
  });

  it('do without the CLI where the person does not wait for it', async () => {
    cli = await makeFakeCli();
    await useCli(cli);
    parley = openParley();
    const shown: (string | undefined)[] = [];
    restores.push(
      replace(vscode.window, 'withProgress', () => ({ title }, work) => {
        shown.push(title);
        const stopping = new vscode.CancellationTokenSource();
        stopping.cancel();
        return work({ report: () => undefined }, stopping.token);
      }),
    );
    await parley.run('parley.copyDiagnostics');
    assert.deepEqual(shown, ['Asking the Claude CLI for its version. Cancel copies the diagnostics without it.']);
    assert.match(await vscode.env.clipboard.readText(), /^Claude CLI not looked for: cancelled$/m);
  });
});
