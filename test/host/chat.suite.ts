// The view and the chat in it, with a CLI that does as it is told.
import assert from 'node:assert/strict';
import { own, pick } from '../support/questions.js';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { asks, asksAnd, asksToRun, isAlive, makeFakeCli, runs, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import { contextKeys, extension, openParley } from './openParley.js';
import type { OpenParley } from './openParley.js';
import type { FakeView } from './fakeView.js';
import { takeBackSettings, useCli } from './settings.js';
import { inTime, until } from './until.js';
import { anywhere, inVsCode } from './where.js';

let parley: OpenParley;
let view: FakeView;
let cli: FakeCli;

async function begin(script: Parameters<typeof makeFakeCli>[0]): Promise<void> {
  cli = await makeFakeCli(script);
  await useCli(cli);
  parley = openParley();
  view = parley.open();
}

async function end(): Promise<void> {
  await parley.close();
  cli.remove();
  await takeBackSettings();
}

async function beAsked(): Promise<void> {
  view.post({ type: 'sendPrompt', text: 'Ask me.' });
  await until(() => view.find('question')?.phase === 'asked');
}

const theAnswer = { type: 'answerQuestion', id: 'toolu_fake_1', answers: [pick(1)] };

anywhere('the view', () => {
  beforeEach(async () => begin(await asks()));
  afterEach(end);

  it('gets nothing before it is ready, and then everything in one snapshot', () => {
    const page = parley.resolve();
    assert.equal(page.messages.length, 0);
    page.post({ type: 'ready' });
    const images = page.messages[0]?.type === 'snapshot' ? page.messages[0].images : undefined;
    assert.ok(images?.address.endsWith(`/images/${page.chat}`));
    assert.deepEqual(page.messages, [
      {
        type: 'snapshot',
        version: page.version,
        chat: page.chat ?? '',
        items: [],
        status: { turn: 'idle' },
        composerDraft: '',
        preferences: { layout: 'auto' },
        start: null,
        images,
        folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(),
        earlier: [],
        setUp: { lines: [], actions: [] },
      },
    ]);
  });

  it('may load what ships in dist, and show images of the chats and nothing else', () => {
    const { html, options } = view.view.webview;
    assert.deepEqual(
      options.localResourceRoots?.map(root => root.path.replace(/^.*\/folders\/\w+/, '')),
      [`${extension?.extensionUri.path}/dist`, '/images'],
    );
    assert.match(html, /; img-src https:\/\/the\.page\/\S+\/folders\/\w+\/images\/"/);
    assert.match(html, /default-src 'none'/);
    assert.doesNotMatch(html, /unsafe-eval|script-src[^;]*unsafe|style-src [^;]*unsafe/);
    // No name in a link is looked up before a press.
    assert.match(html, /<meta http-equiv="x-dns-prefetch-control" content="off">/);
    assert.equal(html.match(/nonce="([^"]+)"/)?.[1], html.match(/'nonce-([^']+)'/)?.[1]);
  });

  it('then gets what changed, each message one version after the last', async () => {
    await beAsked();
    view.post(theAnswer);
    await until(() => view.status?.turn === 'idle' && view.find('question')?.phase === 'answered');
    assert.deepEqual(view.faults, []);
    assert.equal(view.messages.filter(({ type }) => type === 'snapshot').length, 1);
  });

  it('knows by its changes what a snapshot would tell it', async () => {
    await beAsked();
    const { items, status } = view;
    view.post({ type: 'ready' });
    assert.deepEqual([view.items, view.status], [items, status]);
  });

  it('gets a snapshot each time it is ready, and goes on from the last', async () => {
    view.post({ type: 'ready' });
    view.post({ type: 'ready' });
    assert.equal(view.messages.filter(({ type }) => type === 'snapshot').length, 3);
    await beAsked();
    assert.deepEqual(view.faults, []);
  });

  it('is not believed when it says what is no intent', async () => {
    const nonsense: unknown[] = [
      undefined,
      null,
      'ready',
      {},
      { type: 'start' },
      { type: 'sendPrompt' },
      { type: 'sendPrompt', text: 'x', more: 1 },
      { ...theAnswer, answers: [{ selected: [-1] }] },
    ];
    const before = view.messages.length;
    for (const message of nonsense) view.post(message);
    assert.equal(parley.log.filter(line => line.startsWith('error The webview sent something Parley cannot read')).length, nonsense.length);
    assert.equal(view.messages.length, before);
    await parley.close();
    assert.equal(existsSync(cli.environment.FAKE_CLAUDE_LOG ?? ''), false);
  });

  it('that is closed and opened again has what was typed and what was said', async () => {
    await beAsked();
    const { items } = view;
    view.post({ type: 'saveComposerDraft', text: 'half a thou' });
    view.dispose();
    const heard = view.messages.length;
    view.post({ type: 'saveComposerDraft', text: 'from the grave' });
    const again = parley.open();
    assert.equal(again.composerDraft, 'half a thou');
    assert.deepEqual(again.items, items);
    again.post(theAnswer);
    await until(() => again.find('question')?.phase === 'answered');
    assert.deepEqual(again.faults, []);
    assert.equal(view.messages.length, heard, 'the closed one was still told things');
  });

  it('is told to move the focus by the command, once', async () => {
    const focuses = (): unknown[] => view.messages.filter(({ type }) => type === 'focus');
    await beAsked();
    assert.deepEqual(focuses(), []);
    await parley.run('parley.focusQuestion');
    assert.deepEqual(focuses(), [{ type: 'focus', target: 'question' }]);
    view.post({ type: 'ready' });
    assert.equal(focuses().length, 1);
  });

  it('that opens by the command moves the focus when it is ready', async () => {
    view.dispose();
    await parley.run('parley.focusQuestion');
    const opened = parley.resolve();
    assert.deepEqual(opened.messages, []);
    opened.post({ type: 'ready' });
    assert.deepEqual(
      opened.messages.map(({ type }) => type),
      ['snapshot', 'focus'],
    );
    assert.deepEqual(opened.messages[1], { type: 'focus', target: 'question', late: true }, 'the person may have gone on typing elsewhere');
  });

  it('reports its own errors to the log', () => {
    view.post({ type: 'reportError', text: 'it broke' });
    assert.ok(parley.log.includes('error The view reports: it broke'));
  });
});

anywhere('the context keys', () => {
  beforeEach(async () => begin(await asks()));
  afterEach(end);

  it('say that a turn runs and that a question waits, and no longer than that', async () => {
    const keys = (): unknown[] => [contextKeys.get('parley.turnRunning'), contextKeys.get('parley.waiting')];
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    assert.deepEqual(keys(), [true, false]);
    await until(() => view.find('question')?.phase === 'asked');
    assert.deepEqual(keys(), [true, true]);
    view.post(theAnswer);
    await until(() => view.status?.turn === 'idle');
    assert.deepEqual(keys(), [false, false]);
  });
});

anywhere('a permission that waits', () => {
  beforeEach(async () => begin(await asksToRun({ command: 'ls' })));
  afterEach(end);

  it('is gone to by the command, which is on only while something waits', async () => {
    view.post({ type: 'sendPrompt', text: 'Run it.' });
    await until(() => view.find('permission')?.state === 'asked');
    assert.equal(contextKeys.get('parley.waiting'), true);
    await parley.run('parley.focusQuestion');
    assert.deepEqual(
      view.messages.filter(({ type }) => type === 'focus'),
      [{ type: 'focus', target: 'question' }],
    );
    view.post({ type: 'decidePermission', id: 'request_fake_1', decision: 'deny' });
    await until(() => view.find('permission')?.state === 'denied');
    assert.equal(contextKeys.get('parley.waiting'), false);
  });
});

inVsCode('a permission that is too long for its card', () => {
  const command = `${'echo one\n'.repeat(2_999)}echo \u202elast`;
  beforeEach(async () => begin(await asksToRun({ command, timeout: 5 })));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await end();
  });

  const editor = (): vscode.TextEditor | undefined =>
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'parley-permission');
  const allow = (): void => view.post({ type: 'decidePermission', id: 'request_fake_1', decision: 'allow' });

  it('opens whole and read-only in an editor, and can be allowed from then on', async () => {
    view.post({ type: 'sendPrompt', text: 'Run it.' });
    await until(() => view.find('permission')?.tooLong === 'unopened');
    const shown = view.find('permission')?.input?.[0];
    assert.ok(shown?.as === 'text' && shown.cut === true && shown.text.length < command.length);
    allow();
    view.post({ type: 'openPermission', id: 'request_fake_1' });
    await until(() => view.find('permission')?.tooLong === 'opened');
    assert.equal(editor()?.document.getText(), `⟨command⟩\n${command.replace('\u202e', '⟨U+202E⟩')}\n\n⟨timeout⟩\n5\n`);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(editor()?.document.isDirty, false);
    // The press before did nothing.
    assert.equal(view.find('permission')?.state, 'asked');
    assert.ok(!cli.log().some(({ line }) => line?.includes('"control_response"') === true));
    allow();
    await until(() => view.find('permission')?.state === 'allowed');
    await until(() => cli.log().some(({ line }) => line?.includes(JSON.stringify(command)) === true));
  });
});

anywhere('a tool call that is too long for its row', () => {
  const command = 'echo one\n'.repeat(3_000);
  beforeEach(async () => begin(await runs({ command }, 'x'.repeat(5_000))));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await end();
  });

  it('says how much of its result is left out, and opens whole in an editor', async () => {
    view.post({ type: 'sendPrompt', text: 'Run it.' });
    await until(() => view.find('tool')?.state === 'done');
    assert.equal(view.find('tool')?.omitted, 1_000);
    view.post({ type: 'openToolCall', id: 'toolu_fake_1' });
    const text = (): string | undefined =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'parley-tool')?.document.getText();
    await until(() => text() !== undefined);
    assert.equal(text(), `⟨command⟩\n${command}\n`);
  });
});

anywhere('a turn', () => {
  afterEach(end);

  it('sends the prompt, and streams what Claude says piece by piece', async () => {
    await begin(await talks());
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.status?.turn === 'idle' && view.find('text') !== undefined);
    assert.deepEqual(
      view.items.map(item => [item.kind, 'text' in item ? item.text : '', 'state' in item ? item.state : '']),
      [
        ['prompt', 'Hello.', 'sent'],
        ['text', 'Here is my answer.', ''],
      ],
    );
    assert.ok(
      view.messages.some(({ type }) => type === 'append'),
      'nothing was appended',
    );
    assert.deepEqual(view.faults, []);
  });

  it('goes on in the same process', async () => {
    await begin(await talks(2));
    for (const count of [1, 2]) {
      view.post({ type: 'sendPrompt', text: `Hello ${count}.` });
      await until(() => view.status?.turn === 'idle' && view.items.filter(({ kind }) => kind === 'text').length === count);
    }
    assert.equal(cli.pids().length, 1);
  });

  it('gives the person’s answer to Claude as it was chosen', async () => {
    await begin(await asks());
    await beAsked();
    assert.equal(view.status?.blocked, 'question');
    view.post(theAnswer);
    await until(() => view.find('question')?.phase === 'answered');
    const written = cli.log().filter(({ line }) => line?.includes('"control_response"') === true);
    assert.equal(written.length, 1);
    assert.match(written[0]?.line ?? '', /"answers":\{"Which database should we use\?":"MongoDB"\}/);
  });

  it('loses the question when Claude crashes while it waits, says so, and keeps what was filled in', async () => {
    await begin(await asks());
    await beAsked();
    for (const [index, given] of theAnswer.answers.entries()) view.draft(theAnswer.id, index, given);
    process.kill(cli.pids()[0] ?? 0, 'SIGKILL');
    await until(() => view.status?.turn === 'idle');
    const { phase, reason, draft } = view.find('question') ?? {};
    assert.deepEqual({ phase, reason, draft }, { phase: 'lost', reason: 'exited', draft: theAnswer.answers });
    assert.match(view.find('notice')?.text ?? '', /stopped unexpectedly \(ended by SIGKILL\)/);
    assert.deepEqual(view.find('notice')?.actions, [{ id: 'showLog', label: 'Show log' }]);
  });

  it('tells the exit code and the last words of a Claude that crashes', async () => {
    await begin(await asksAnd({ stderr: 'warming up\nout of luck\n' }, { crash: 3 }));
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('notice') !== undefined);
    assert.equal(view.find('question')?.phase, 'lost');
    assert.match(view.find('notice')?.text ?? '', /\(exit code 3\).*Last output: out of luck\nClaude has what was finished by then\./);
  });
});

anywhere('words that cannot be sent', () => {
  afterEach(end);

  it('come back to the message box when a question has just been asked, also for a window that is opened next', async () => {
    await begin(await asks());
    await beAsked();
    view.post({ type: 'saveComposerDraft', text: 'And another thing' });
    view.post({ type: 'sendPrompt', text: 'And another thing' });
    await until(() => view.returned.length === 1);
    assert.deepEqual(view.returned, [{ type: 'returned', text: 'And another thing', because: 'question' }]);
    view.post({ type: 'ready' });
    await until(() => view.composerDraft === 'And another thing');
    assert.equal(view.items.filter(({ kind }) => kind === 'prompt').length, 1);
  });

  it('come back when the question that they reply to has just ended', async () => {
    await begin(await asks());
    await beAsked();
    const { id } = theAnswer;
    view.post(theAnswer);
    await until(() => view.find('question')?.phase === 'answered');
    view.post({ type: 'replyInstead', id, text: 'Neither.' });
    await until(() => view.returned.length === 1);
    assert.deepEqual(view.returned, [{ type: 'returned', text: 'Neither.', because: 'questionEnded' }]);
  });
});

anywhere('a letter typed on a card with large previews', () => {
  afterEach(end);

  it('goes to the view without the card', async () => {
    await begin(await asks({ preview: 'x'.repeat(100_000) }));
    await beAsked();
    const { id } = theAnswer;
    view.draft(id, 0, own('a'));
    await until(() => view.messages.at(-1)?.type === 'draft');
    view.draft(id, 0, own('ab'));
    await until(() => view.find('question')?.reads?.includes('"ab"') === true);
    const last = view.messages.at(-1);
    assert.equal(last?.type, 'draft');
    assert.ok(JSON.stringify(last).length < 300, JSON.stringify(last).slice(0, 500));
    assert.deepEqual(view.faults, []);
  });
});

anywhere('a chat that ends', () => {
  beforeEach(async () => begin(await asks()));
  afterEach(end);

  it('leaves no process when VS Code is closed, and VS Code waits for that', async () => {
    await beAsked();
    await parley.close();
    assert.equal(cli.pids().length, 1);
    assert.deepEqual(cli.pids().filter(isAlive), []);
  });

  it('leaves no process when it is still starting', async () => {
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await parley.run('parley.newChat');
    view.post({ type: 'sendPrompt', text: 'Ask me something else.' });
    await parley.close();
    assert.deepEqual(cli.pids().filter(isAlive), []);
  });
});

anywhere('a chat with a Claude that is deaf', () => {
  beforeEach(async () => begin(await asksAnd({ hang: true })));
  afterEach(end);

  it('is ended all the same when VS Code closes, and nothing is started meanwhile', async () => {
    await beAsked();
    // It waits for the deaf one; the view is still there.
    const closing = parley.close();
    view.post({ type: 'sendPrompt', text: 'Am I late?' });
    await inTime(closing);
    assert.equal(cli.pids().length, 1);
    assert.deepEqual(cli.pids().filter(isAlive), []);
  });
});
