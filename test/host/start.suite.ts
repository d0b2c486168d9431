// How the CLI is started, and what the person reads when it cannot be.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { openParley, replace } from './openParley.js';
import type { OpenParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('starting the CLI', () => {
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;

  beforeEach(async () => {
    cli = await makeFakeCli(await talks());
    parley = openParley();
    view = parley.open();
  });

  afterEach(async () => {
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  async function failToStart(path: string, environment: Readonly<Record<string, string>> = {}): Promise<void> {
    await useCli({ path, environment: { ...cli.environment, ...environment } });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.find('notice') !== undefined);
    assert.equal(view.find('prompt')?.state, 'failed');
    assert.deepEqual(view.status, { turn: 'idle' });
    assert.equal(view.find('notice')?.level, 'error');
    assert.deepEqual(cli.pids(), []);
  }

  it('takes the path and the environment of the settings, and works in the folder that is open', async () => {
    await useCli({ path: cli.path, environment: cli.environment });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => cli.log().length > 0);
    const [start] = cli.log();
    assert.equal(start?.cwd, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
    assert.ok(start?.args?.includes('--permission-prompt-tool'), start?.args?.join(' '));
  });

  it('needs no folder for pasted images: Claude works where the disk takes nothing', async () => {
    await parley.close();
    const full = join(cli.folder, 'full');
    writeFileSync(full, '');
    parley = openParley({ storage: join(full, 'storage') });
    view = parley.open();
    await useCli(cli);
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.status?.turn === 'idle' && view.find('text') !== undefined);
    assert.equal(view.find('prompt')?.state, 'sent');
  });

  it('takes a changed path with the next process, and sends a kept message once more', async () => {
    await failToStart(join(cli.folder, 'nowhere'));
    await useCli(cli);
    view.post({ type: 'resendPrompt', id: view.find('prompt')?.id });
    await until(() => view.status?.turn === 'idle' && view.find('text') !== undefined);
    assert.deepEqual(
      view.items.map(({ kind }) => kind),
      ['prompt', 'notice', 'text'],
    );
    assert.equal(view.find('prompt')?.state, 'sent');
  });

  it('says where it looked when there is none, with a way to get one and a way to the settings', async () => {
    const path = join(cli.folder, 'nowhere');
    await failToStart(path);
    const { text, actions } = view.find('notice') ?? {};
    assert.equal(text, `Claude CLI not found (${path}). Install it or set its path. Your message is kept.`);
    assert.deepEqual(actions, [
      { id: 'openInstallGuide', label: 'How to install' },
      { id: 'openSettings', label: 'Open Settings' },
    ]);
  });

  it('says so when the file must not be executed', async function () {
    if (process.platform === 'win32') this.skip();
    const path = join(cli.folder, 'claude');
    writeFileSync(path, '#!/bin/sh\nexit 0\n', { mode: 0o644 });
    await failToStart(path);
    const { text, actions } = view.find('notice') ?? {};
    assert.ok(text?.includes(path) && text.includes('cannot be run'), text);
    assert.deepEqual(
      actions?.map(({ id }) => id),
      ['openSettings', 'showLog'],
    );
  });

  it('says which version there is when it is too old', async () => {
    await failToStart(cli.path, { FAKE_CLAUDE_VERSION: '2.0.76 (Claude Code)' });
    const { text, actions } = view.find('notice') ?? {};
    assert.match(text ?? '', /^Claude CLI 2\.0\.76 is too old; 2\.0\.77 or newer is needed\.$/);
    assert.deepEqual(
      actions?.map(({ id }) => id),
      ['updateCli', 'openSettings'],
    );
  });

  it('says so when the program is no Claude CLI', async () => {
    await failToStart(cli.path, { FAKE_CLAUDE_VERSION: 'hello' });
    assert.match(view.find('notice')?.text ?? '', /could not be started .*no version in "hello"/);
  });

  it('logs in with the same CLI and environment in a terminal whose shell stays', async () => {
    await useCli(cli);
    await parley.run('parley.logIn');
    const [terminal] = parley.terminals;
    assert.deepEqual(terminal?.shellArgs?.slice(-2), [cli.path, '/login']);
    assert.equal(terminal?.env?.['FAKE_CLAUDE_LOG'], cli.environment['FAKE_CLAUDE_LOG']);
  });

  it('that is asked for by Log In says what is missing and offers what helps, without a word of a message', async () => {
    const errors: string[][] = [];
    let pressed = 'nothing';
    const show = (text: string, _: vscode.MessageOptions, ...buttons: vscode.MessageItem[]): Promise<vscode.MessageItem | undefined> => {
      errors.push([text, ...buttons.map(({ title }) => title)]);
      return Promise.resolve(buttons.find(({ title }) => title === pressed));
    };
    const restore = replace(vscode.window, 'showErrorMessage', () => show as unknown as typeof vscode.window.showErrorMessage);
    try {
      const path = join(cli.folder, 'nowhere');
      await useCli({ path, environment: cli.environment });
      await parley.run('parley.logIn');
      await until(() => errors.length > 0);
      assert.deepEqual(errors, [[`Claude CLI not found (${path}). Install it or set its path.`, 'How to install', 'Open Settings']]);
      await useCli({ path: cli.path, environment: { ...cli.environment, FAKE_CLAUDE_VERSION: '1.0.30 (Claude Code)' } });
      pressed = 'Open Settings';
      await parley.run('parley.logIn');
      await until(() => parley.executed.includes('workbench.action.openSettings'));
      assert.deepEqual(errors[1], ['Claude CLI 1.0.30 is too old; 2.0.77 or newer is needed.', 'Update', 'Open Settings']);
      assert.deepEqual(parley.terminals, []);
    } finally {
      restore();
    }
  });

  it('after a rejected API key leads to the setting, and the message goes to a new CLI with what the setting says by then', async () => {
    const error = 'authentication_failed';
    const told = { type: 'assistant', error, message: { id: 'm', content: [{ type: 'text', text: 'Invalid API key' }] } };
    const rejected = [
      { type: 'system', subtype: 'init', session_id: 'fake-session', claude_code_version: '2.1.329' },
      ...[told, { type: 'result', subtype: 'success', is_error: true, result: 'Invalid API key' }],
    ];
    const wrong = await makeFakeCli([{ await: { contains: '"type":"user"' } }, { say: rejected }, { await: { contains: 'never' } }]);
    await useCli(wrong);
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.find('notice') !== undefined && view.status?.turn === 'idle');
    const notice = view.find('notice');
    assert.equal(notice?.text, 'Your log-in, API key or cloud credentials were rejected. Message: Invalid API key');
    assert.deepEqual([...(notice.actions ?? []).map(({ label }) => label), notice.again], ['Log in', 'I use an API key', 'Send again']);
    await useCli(cli);
    view.post({ type: 'resendPrompt', id: notice.id });
    await until(() => view.find('text') !== undefined && view.status?.turn === 'idle');
    assert.deepEqual([wrong.pids().length, cli.pids().length], [1, 1]);
    assert.match(cli.log()[0]?.args?.join(' ') ?? '', /--resume fake-session/);
    wrong.remove();
  });

  const clouds: readonly (readonly [how: string, said: string, environment: Readonly<Record<string, string>>])[] = [
    ['by the variables of the CLI', 'Failed to authenticate. API Error: 403', { CLAUDE_CODE_USE_BEDROCK: '1' }],
    ['by what the CLI says', 'AWS authentication failed · refresh your AWS credentials and retry · API Error: 403', {}],
    ['that is a gateway', 'Gateway refused the request · signing in again won’t change this · API Error: 403', {}],
  ];
  for (const [how, said, environment] of clouds)
    it(`after a refusal of a cloud, ${how}, leads to the settings and to no log-in`, async () => {
      const error = 'authentication_failed';
      const told = { type: 'assistant', error, message: { id: 'm', content: [{ type: 'text', text: said }] } };
      const result = { type: 'result', subtype: 'success', is_error: true, result: said };
      const refusing = await makeFakeCli([{ await: { contains: '"type":"user"' } }, { say: [told, result] }]);
      await useCli({ path: refusing.path, environment: { ...refusing.environment, ...environment } });
      view.post({ type: 'sendPrompt', text: 'Hello.' });
      await until(() => view.find('notice') !== undefined && view.status?.turn === 'idle');
      const notice = view.find('notice');
      assert.equal(notice?.text, `Your log-in, API key or cloud credentials were rejected. Message: ${said}`);
      assert.deepEqual(
        notice.actions?.map(({ label }) => label),
        ['Open Settings'],
      );
      refusing.remove();
    });

  for (const [remoteName, first] of [
    [undefined, 'workbench.action.openSettings parley.claude'],
    ['ssh-remote', 'workbench.action.openRemoteSettings {"query":"parley.claude"}'],
  ] as const)
    it(`opens the settings where those of the machine are: ${remoteName ?? 'on this computer'}`, async () => {
      const own = Object.getOwnPropertyDescriptor(vscode.env, 'remoteName');
      Object.defineProperty(vscode.env, 'remoteName', { configurable: true, get: () => remoteName });
      const opened: string[] = [];
      const restore = replace(vscode.commands, 'executeCommand', execute => (id, ...given: unknown[]) => {
        if (!id.startsWith('workbench.action.open')) return execute(id, ...given);
        opened.push([id, ...given.map(one => (typeof one === 'string' ? one : JSON.stringify(one)))].join(' '));
        return Promise.resolve(undefined as never);
      });
      try {
        view.post({ type: 'runAction', action: 'openSettings' });
        await until(() => opened.length === 1);
        view.post({ type: 'runAction', action: 'useApiKey' });
        await until(() => opened.length === 2);
        await parley.run('parley.useApiKey');
        // No machine's.
        view.post({ type: 'runAction', action: 'openSnapshotSetting' });
        await until(() => opened.length === 4);
      } finally {
        restore();
        if (own !== undefined) Object.defineProperty(vscode.env, 'remoteName', own);
      }
      const environment = first.replace('parley.claude', 'parley.claude.environment');
      assert.deepEqual(opened, [first, environment, environment, 'workbench.action.openSettings parley.review.snapshots']);
    });
});
