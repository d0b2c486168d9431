// "Take over" where a process cannot be proven to be the program that has the chat open, and what is said in a chat of another window before.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FakeCli } from './fakeCli.js';
import { isAlive, makeFakeCli, talks } from './fakeCli.js';
import type { OpenParley } from './openParley.js';
import { contextKeys, openParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { removeFolder } from '../support/removeFolder.js';
import type { StoreWindow } from '../support/storeWindow.js';
import { createStoreWindow } from '../support/storeWindow.js';

anywhere('a chat that another program seems to have open', () => {
  let storage: string;
  let cli: FakeCli;
  let other: ChildProcess;
  let parley: OpenParley;

  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    cli = await makeFakeCli(await talks());
    other = spawn('sleep', ['600']);
    const records = join(cli.folder, 'config', 'sessions');
    mkdirSync(records, { recursive: true });
    await useCli({ path: cli.path, environment: { ...cli.environment, CLAUDE_CONFIG_DIR: join(cli.folder, 'config') } });
  });
  afterEach(async () => {
    await parley.close();
    other.kill('SIGKILL');
    cli.remove();
    await removeFolder(storage);
    await takeBackSettings();
  });

  it('is not taken by ending a process that cannot be proven to be that program, and is free once the person says so', async () => {
    parley = openParley({ storage });
    const first = parley.open();
    first.post({ type: 'sendPrompt', text: 'hello' });
    await until(() => first.status?.turn === 'idle' && first.find('text') !== undefined);
    await parley.close();
    const pid = other.pid ?? 0;
    // Without a time at which that program began.
    writeFileSync(join(cli.folder, 'config', 'sessions', `${pid}.json`), JSON.stringify({ pid, sessionId: 'fake-session' }));
    parley = openParley({ storage });
    const view = parley.open();
    await until(() => view.status?.blocked === 'terminal');
    view.post({ type: 'takeOver' });
    await until(() => parley.asked.length === 1);
    assert.match(parley.asked[0] ?? '', new RegExp(`\\b${pid}\\b`));
    assert.deepEqual([view.status?.blocked, isAlive(pid)], ['terminal', true]);
    // A press that comes to nothing can be made again.
    await until(() => view.status?.takingOver === undefined);
    parley.answerWith('It Has Ended');
    view.post({ type: 'takeOver' });
    await until(() => view.status?.blocked === undefined);
    assert.equal(isAlive(pid), true);
  });

  it('is not begun beside a program that has opened it while the person was asked about the folder', async () => {
    parley = openParley({ storage });
    const first = parley.open();
    first.post({ type: 'sendPrompt', text: 'hello' });
    await until(() => first.status?.turn === 'idle' && first.find('text') !== undefined);
    await parley.close();
    const starts = (): number => cli.log().filter(({ args }) => args?.includes('--resume')).length;
    const claude = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', '.claude');
    mkdirSync(claude);
    try {
      writeFileSync(
        join(claude, 'settings.json'),
        JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] } }),
      );
      parley = openParley({ storage });
      const view = parley.open();
      await until(() => view.find('text') !== undefined);
      const press = parley.answerLater('Use All');
      view.post({ type: 'sendPrompt', text: 'go on' });
      await until(() => parley.asked.length === 1);
      const pid = other.pid ?? 0;
      writeFileSync(join(cli.folder, 'config', 'sessions', `${pid}.json`), JSON.stringify({ pid, sessionId: 'fake-session' }));
      press();
      await until(() => view.find('notice') !== undefined || starts() > 0);
      assert.equal(starts(), 0);
      assert.match(view.find('notice')?.text ?? '', new RegExp(`open in another program.*${pid}`));
    } finally {
      await removeFolder(claude);
    }
  });
});

anywhere('a chat in which Claude works in another window', () => {
  let storage: string;
  let other: StoreWindow;
  let parley: OpenParley;

  beforeEach(async () => {
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail();
    other = await createStoreWindow(storageFolder(storage, folder));
    await other.store.begin();
    other.say({ type: 'promptSubmitted', uuid: 'u', text: 'hello' });
    await other.store.flush();
    parley = openParley({ storage });
  });
  afterEach(async () => {
    await parley.close();
    await other.end();
    await removeFolder(storage);
  });

  it('is to be taken over first, as each act says that needs its Claude, and Stop is not on', async () => {
    const view = parley.open();
    await until(() => view.status?.blocked?.startsWith('other') === true && view.status.turn !== 'idle');
    assert.equal(contextKeys.get('parley.turnRunning'), false);
    const id = view.find('prompt')?.id ?? assert.fail();
    const given = { parleyChat: view.chat, parleyMessage: id, webviewSection: 'parleyMessage' };
    const acts: readonly (() => unknown)[] = [
      () => parley.run('parley.goBack'),
      () => parley.run('parley.showMcpServers'),
      () => parley.run('parley.goBackToMessage', given),
      () => parley.run('parley.forkMessage', given),
      () => view.post({ type: 'askBranch', branch: 'first' }),
    ];
    for (const [nth, act] of acts.entries()) {
      act();
      await until(() => parley.told.length > nth);
    }
    assert.deepEqual(
      parley.told,
      acts.map(() => ['This chat is open somewhere else. Take it over first.']),
    );
  });
});
