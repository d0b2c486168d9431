// Chats that only the CLI has: one whose transcript is to go and from which another one was forked, and one that cannot be read any more.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { removeFolder } from '../support/removeFolder.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const workFolder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001';

anywhere('a person, of a chat that only Claude has,', () => {
  let [config, transcript] = ['', ''];
  beforeEach(() => {
    config = mkdtempSync(join(tmpdir(), 'parley-config-'));
    const project = join(config, 'projects', workFolder.replace(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    const line = (role: string, uuid: string, parentUuid: string | null, content: unknown): string => {
      const place = { sessionId, cwd: workFolder, timestamp: new Date().toISOString() };
      return `${JSON.stringify({ type: role, uuid, parentUuid, ...place, message: { role, content } })}\n`;
    };
    const answer = [{ type: 'text', text: 'Yes.' }];
    const lines = [line('user', 'u1', null, 'First'), line('assistant', 'a1', 'u1', answer), line('user', 'u2', 'a1', 'And then')];
    transcript = join(project, `${sessionId}.jsonl`);
    writeFileSync(transcript, lines.join(''));
  });
  afterEach(async () => {
    await takeBackSettings();
    await removeFolder(config);
  });
  const open = () => openParley({ settings: { 'parley.claude.environment': { CLAUDE_CONFIG_DIR: config } } });

  it('is told before it is deleted which chat was forked from it in which nothing was sent yet', async () => {
    const parley = open();
    const details: (string | undefined)[] = [];
    const warn = (_text: string, { detail }: vscode.MessageOptions): Thenable<undefined> => {
      details.push(detail);
      return Promise.resolve(undefined);
    };
    const restore = replace(vscode.window, 'showWarningMessage', () => warn as unknown as typeof vscode.window.showWarningMessage);
    try {
      const view = parley.open();
      const tree = await parley.tree('parley.chats');
      tree.setVisible(true);
      const row = (label: string) => tree.rows.find(one => one.label === label);
      await until(() => row('First') !== undefined);
      const given = row('First')?.row;
      await parley.run('parley.openChat', given);
      await until(() => view.items.some(item => item.kind === 'prompt' && item.text === 'And then'));
      // A press that comes twice forks once.
      for (const _press of [1, 2]) view.post({ type: 'forkChat', id: view.items.findLast(({ kind }) => kind === 'prompt')?.id ?? '' });
      await until(() => row('Forked: First') !== undefined);
      const press = parley.answerLater('Delete Transcript Too');
      await parley.run('parley.deleteChat', given);
      await until(() => row('First') === undefined);
      press();
      await until(() => details.length > 0);
      assert.deepEqual(details, ['“Forked: First” was forked from it, and nothing was sent there yet: it loses its conversation.']);
    } finally {
      restore();
      await parley.close();
    }
  });

  it('is told why it cannot be opened, and of no file that is not there', async () => {
    const parley = open();
    const errors: string[] = [];
    const say = (text: string): Thenable<undefined> => Promise.resolve(void errors.push(text));
    const restore = replace(vscode.window, 'showErrorMessage', () => say as unknown as typeof vscode.window.showErrorMessage);
    try {
      parley.open();
      const tree = await parley.tree('parley.chats');
      tree.setVisible(true);
      await until(() => tree.rows.some(({ label }) => label === 'First'));
      const given = tree.rows.find(({ label }) => label === 'First')?.row;
      rmSync(transcript);
      mkdirSync(transcript);
      await parley.run('parley.openChat', given);
      await until(() => errors.length > 0);
      assert.deepEqual(errors, [`A chat cannot be opened, and stays as it is: ${transcript} is no file`]);
    } finally {
      restore();
      await parley.close();
    }
  });
});
