// A folder that is not trusted: its files have no influence, and nothing runs.
// First: an extension is asleep only once.
import './activation.suite.js';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as vscode from 'vscode';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startBlocker } from '../../src/host/vscode/folders.js';
import { readEnvironment, readSetting } from '../../src/host/vscode/settings.js';
import { storageFolder } from '../../src/host/storage/chatFolders.js';
import { hostileFolder, nothingReached } from '../support/hostileFolder.js';
import { decisionFor, ledgerIn } from '../support/ledgers.js';
import { pick } from '../support/questions.js';
import type { FakeView } from './fakeView.js';
import { keepCutTurn, keepParkedQuestion } from './keptQuestion.js';
import type { OpenParley } from './openParley.js';
import { makeFakeCli } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import { describeLeaks } from './leaks.js';
import { extension, openParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until, untilInTime } from './until.js';
import { anywhere, everywhere, inVsCode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

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

  inVsCode.it('does not keep the view from opening', async () => {
    await vscode.commands.executeCommand('parley.chat.focus');
    await until(() => extension?.isActive === true);
  });

  everywhere.it('is told apart', () => {
    assert.equal(startBlocker(), 'untrusted');
  });

  inVsCode.it('has no say in which CLI is started, nor with which environment', async () => {
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

  everywhere.it('starts nothing, whatever the view sends', async () => {
    const parley = openParley();
    const view = parley.open();
    assert.deepEqual(view.status, { turn: 'idle', blocked: 'untrusted' });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    view.post({ type: 'resendPrompt', id: 'i0' });
    view.post({ type: 'sendLostAnswers', id: 'toolu_fake_1' });
    view.post({ type: 'interrupt' });
    view.post({ type: 'addContext' });
    assert.equal(parley.log.filter(line => line === 'warn Nothing is started here: untrusted.').length, 3);
    await parley.close();
    assert.deepEqual(view.items, []);
    assert.deepEqual(
      parley.log.filter(line => line.includes('Claude CLI')),
      [],
    );
    assert.deepEqual(cli.log(), []);
  });

  anywhere.it('says why there are no MCP servers, and asks for no message that cannot be sent', async () => {
    const parley = openParley();
    await parley.run('parley.showMcpServers');
    assert.deepEqual(parley.told, [['You have not trusted this folder, so Claude is not started.']]);
    await parley.close();
  });

  describe('with a question that an earlier window has parked', () => {
    const id = 'toolu_kept';
    let storage: string;
    let parley: OpenParley;
    let view: FakeView;

    beforeEach(async () => {
      storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
      await keepParkedQuestion(storage, id);
      parley = openParley({ storage });
      view = parley.open();
      await until(() => view.find('question')?.phase === 'asked');
    });
    afterEach(async () => {
      await parley.close();
      await removeFolder(storage);
    });

    /** Nothing was started, the person is told why, and the question waits as before. */
    async function isRefused(): Promise<void> {
      await until(() => view.items.some(item => item.kind === 'notice' && item.text.includes('not trusted')));
      assert.equal(view.find('question')?.phase, 'asked');
      assert.deepEqual(cli.log(), []);
      assert.deepEqual(
        parley.log.filter(line => line.includes('Claude CLI 2') || line.includes('runs as process')),
        [],
      );
    }

    anywhere.it('starts nothing by an answer, which stays on the card', async () => {
      view.draft(id, 0, pick(1));
      view.post({ type: 'answerQuestion', id, answers: [pick(1)] });
      await isRefused();
      assert.deepEqual(view.find('question')?.draft, [pick(1)]);
    });

    anywhere.it('shows no picture of a file in the folder, and one that the question itself holds', async () => {
      view.post({ type: 'readOptionImage', id: 1, question: 't', image: 'logo.png' });
      view.post({ type: 'readOptionImage', id: 2, question: 't', image: 'data:image/gif;base64,R0lGODlhAQ==' });
      const told = () => view.messages.flatMap(message => (message.type === 'optionImage' ? [message] : []));
      await until(() => told().length === 2);
      assert.deepEqual(told().find(({ id: request }) => request === 1)?.shown, { problem: 'untrusted' });
      assert.match(JSON.stringify(told().find(({ id: request }) => request === 2)?.shown), /^\{"file":"[0-9a-f]{16}\.gif"\}$/);
      assert.ok(parley.log.includes('warn The image of an option is not shown (untrusted): logo.png'));
    });

    anywhere.it('starts nothing by a dismissal', async () => {
      view.post({ type: 'dismissQuestion', id });
      await isRefused();
    });

    anywhere.it('starts nothing by a reply, whose words come back to the message box', async () => {
      view.post({ type: 'saveComposerDraft', text: 'Tell me more.' });
      view.post({ type: 'replyInstead', id, text: 'Tell me more.' });
      await isRefused();
      await until(() => view.returned.length === 1);
      assert.deepEqual(
        view.returned.map(({ text, because }) => [text, because]),
        [['Tell me more.', 'notStarted']],
      );
      view.post({ type: 'ready' });
      await until(() => view.composerDraft === 'Tell me more.');
    });

    anywhere.it('starts nothing by the button of a notification', async () => {
      view.setVisible(false);
      parley.answerWith('B');
      // What waited in an earlier window is told of again once it is overdue, or new: here by a window that opens.
      await parley.close();
      parley = openParley({ storage });
      parley.answerWith('B');
      await untilInTime(() => parley.told.some(([text]) => text?.includes('Which?') === true));
      view = parley.open();
      await isRefused();
    });
  });

  anywhere.it('shows what was decided in the folder while it was trusted', async () => {
    const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    const folder = storageFolder(storage, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    await ledgerIn(join(folder, 'decisions')).ledger.add([decisionFor('shop')]);
    const parley = openParley({ storage });
    const tree = await parley.tree();
    tree.setVisible(true);
    await until(() => tree.rows.length === 1);
    assert.match(tree.texts[0] ?? '', /^PostgreSQL – Which database for shop\?/);
    await parley.close();
    await removeFolder(storage);
  });

  anywhere.it('takes comments on lines, which stay for a message that may be sent', async () => {
    const parley = openParley();
    const view = parley.open();
    const controller = await parley.commentController();
    const file = vscode.Uri.file(join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'README.md'));
    await vscode.window.showTextDocument(file);
    const thread = controller.createCommentThread(file, new vscode.Range(0, 0, 0, 0), []);
    await parley.run('parley.addComment', { thread, text: 'Why?' });
    const shown = () => view.news.flatMap(news => (news.type === 'comments' ? [news.comments] : [])).at(-1);
    await until(() => shown()?.length === 1);
    view.post({ type: 'sendPrompt', text: 'Look.', attachments: shown()?.map(({ id }) => id) });
    await until(() => view.returned.length === 1);
    assert.deepEqual(
      shown()?.map(({ words }) => words),
      ['Why?'],
    );
    assert.deepEqual(cli.log(), []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await parley.close();
  });

  anywhere.it('has no project card written by Claude', async () => {
    const parley = openParley();
    await parley.run('parley.rewriteProjectCard');
    assert.deepEqual(parley.asked, ['You have not trusted this folder, so Claude is not started.']);
    assert.deepEqual(cli.log(), []);
    await parley.close();
  });

  anywhere.it('starts nothing for the diagnostics, which say so', async () => {
    const parley = openParley();
    await parley.run('parley.copyDiagnostics');
    assert.match(await vscode.env.clipboard.readText(), /^Claude CLI not looked for: untrusted$/m);
    await parley.close();
    assert.deepEqual(
      parley.log.filter(line => line.includes('Claude CLI')),
      [],
    );
  });

  anywhere.it('starts nothing to log in either', async () => {
    const parley = openParley();
    await parley.run('parley.logIn');
    await parley.close();
    assert.deepEqual([parley.terminals, parley.trustPages], [[], 1]);
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

everywhere('a folder that the person trusts in the end', () => {
  it('is known at once to a view that is open, something may start, and the row comes of a turn in which a window had ended', async () => {
    let granted = 0;
    const listening = vscode.workspace.onDidGrantWorkspaceTrust(() => granted++);
    // Of VS Code itself, because a Parley that is open gets nothing of this command.
    const { executeCommand } = vscode.commands;
    const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    await keepCutTurn(storage);
    const parley = openParley({ storage });
    const view = parley.open();
    await until(() => view.find('tool') !== undefined);
    await parley.tree('parley.chats');
    assert.deepEqual([view.status?.blocked, granted, view.find('changes')], ['untrusted', 0, undefined]);
    // scripts/lib/suites/inWorkbench.mjs presses “Trust” there.
    await executeCommand('workbench.trust.manage');
    await until(() => view.status?.blocked === undefined);
    assert.deepEqual([granted, vscode.workspace.isTrusted, startBlocker()], [1, true, undefined]);
    await until(() => view.find('changes')?.isCut === true);
    await parley.close();
    await removeFolder(storage);
    listening.dispose();
  });
});

// `test/e2e/folderBrings.window` has the newest VS Code's side of it, with the real view.
inVsCode('a folder that brings along everything, once it is trusted', () => {
  const hostile = hostileFolder();
  const root = resolve(__dirname, '../../..');
  const claude = join(root, 'node_modules', '@anthropic-ai', `claude-code-${process.platform}-${process.arch}`, 'claude');
  const home = mkdtempSync(join(tmpdir(), 'parley-home-'));
  const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
  const doc = '.claude/product-doc.md was written or changed outside of this VS Code.';
  let api: ScriptedApi;
  before(async () => {
    api = await startScriptedApi({ replies: { HELLO: [() => [text('Hello, you.')]] } });
    const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', ...hostile.environment };
    const environment = { HOME: home, ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'scripted', ...quiet };
    await useCli({ path: claude, environment });
    await hostile.write(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '');
    // It may set this one: so its settings have been read.
    await until(() => readSetting('parley.questions.layout') === 'tabs');
  });
  after(async () => {
    hostile.close();
    await api.close();
    for (const folder of [home, storage]) await removeFolder(folder);
  });

  it('has nothing of it run, sent, told or changed until a press, nor after “Start Without Them”', async () => {
    const reached = (): unknown => hostile.reached([home, storage], api);
    const parley = openParley({ storage });
    const press = parley.answerLater('Start Without Them');
    const view = parley.open();
    await vscode.commands.executeCommand('parley.chat.focus');
    view.post({ type: 'sendPrompt', text: 'HELLO' });
    await until(() => parley.asked.some(words => words.startsWith('This folder brings along')));
    assert.equal(api.requests.length, 0);
    assert.deepEqual(reached(), nothingReached);
    press();
    await until(() => view.find('text')?.text === 'Hello, you.');
    await until(() => [...parley.asked, ...parley.told.flat()].some(words => words.startsWith(doc)));
    assert.deepEqual(reached(), nothingReached);
    assert.deepEqual(new Set(api.requests.map(({ apiKey }) => apiKey)), new Set(['scripted']));
    await parley.close();
  });
});
