// Other agents in this window, which ask by the tool that VS Code calls.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { AgentTool } from '../../src/host/agents/agentTool.js';
import type { Chats } from '../../src/host/chats/chats.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { own, pick } from '../support/questions.js';
import type { FakeView } from './fakeView.js';
import type { OpenOptions, OpenParley } from './openParley.js';
import { listsOf } from './lists.js';
import { openParley } from './openParley.js';
import { setSetting, takeBackSettings } from './settings.js';
import { until } from './until.js';
import { anywhere, everywhere, inVsCode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const tool = 'parley_ask_user';
const { Global } = vscode.ConfigurationTarget;

let parley: OpenParley;
let view: FakeView;
let storage: string;

/** What the agent gets. */
async function parts(input: object, token?: vscode.CancellationToken): Promise<readonly unknown[]> {
  return (await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }, token)).content;
}

const textIn = (content: readonly unknown[]): string =>
  content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');

/** What the agent reads. */
async function call(input: object, token?: vscode.CancellationToken): Promise<string> {
  return textIn(await parts(input, token));
}

const questions = (): readonly QuestionItem[] => view.items.filter(item => item.kind === 'question');

function asking(text: string): QuestionItem {
  return questions().find(item => item.questions[0]?.question === text) ?? assert.fail(`nobody asks “${text}”`);
}

function open(settings: OpenOptions['settings'] = {}): void {
  parley = openParley({ storage, takesCalls: true, settings });
  view = parley.open();
}

/** The person goes to the question by the status bar. */
async function goToQuestion(): Promise<void> {
  await until(() => parley.told.length > 0);
  await parley.run('parley.focusQuestion');
  await until(() => questions().length > 0);
}

/** A call whose card the person has gone to. */
async function beAsked(
  question: string,
  token?: vscode.CancellationToken,
): Promise<{ readonly id: string; readonly answer: Promise<string> }> {
  const answer = call({ question }, token);
  await goToQuestion();
  await until(() => questions().some(({ questions: [asked] }) => asked?.question === question));
  return { id: asking(question).id, answer };
}

const answer = (id: string, words: string): void => view.post({ type: 'answerQuestion', id, answers: [own(words)] });

/** The name of the tool of Parley's MCP server, which VS Code finds a moment after a window has offered it. */
async function named(): Promise<string | undefined> {
  await vscode.commands.executeCommand('workbench.mcp.startServer', '*', { waitForLiveTools: true });
  return vscode.lm.tools.find(({ name }) => /parley.*ask_user$/.test(name) && name !== tool)?.name;
}

async function serverTool(): Promise<typeof call> {
  await until(async () => (await named()) !== undefined);
  const name = (await named()) ?? assert.fail();
  return async (input, token) => textIn((await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token)).content);
}

describe('another agent in this window', () => {
  before(() => {
    // The Parley that is installed has the tool, and VS Code gives it to one at a time.
    vscode.lm.registerTool(tool, { invoke: () => undefined }).dispose();
  });
  beforeEach(async () => {
    await setSetting('parley.askUser.enabled', true, Global);
    await setSetting('parley.questions.notify', 'always', Global);
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    open();
    await until(() => view.chat !== undefined);
  });
  afterEach(async () => {
    await parley.close();
    await removeFolder(storage);
  });
  after(takeBackSettings);

  everywhere.it('gets the answer of the person, who is told, keeps the focus, and goes to the card when they like', async () => {
    const before = view.chat;
    const given = call({ question: 'Which name?' });
    await until(() => parley.told.length > 0);
    assert.deepEqual([view.chat, view.items, view.messages.some(({ type }) => type === 'focus')], [before, [], false]);
    const tree = await parley.tree('parley.chats');
    assert.equal(tree.badge?.value, 1);
    tree.setVisible(true);
    await until(() => tree.texts.length > 0);
    assert.deepEqual(tree.texts, ['Other Agents — 1', 'Other agents — question · now']);
    await goToQuestion();
    answer(asking('Which name?').id, 'parley');
    assert.equal(await given, 'User answered: parley');
    await until(() => asking('Which name?').phase === 'answered' && view.status?.turn === 'idle');
    assert.equal(asking('Which name?').reads, 'User answered: parley');
    assert.deepEqual(view.faults, []);
  });

  anywhere.it('asks in a chat without MCP servers, which says so at once', async () => {
    const { id, answer: given } = await beAsked('Which name?');
    await parley.run('parley.showMcpServers');
    assert.deepEqual(parley.told.at(-1), ['Other agents ask in this chat, so it has no MCP servers.']);
    answer(id, 'parley');
    await given;
  });

  everywhere.it('asks on two cards of one chat, through which the person goes by one key', async () => {
    const first = await beAsked('The first?');
    const other = call({ question: 'The second?' });
    await until(() => questions().length === 2);
    view.post({ type: 'pageFocus', focused: true });
    for (const question of ['The second?', 'The first?', 'The second?']) {
      const before = view.messages.length;
      await parley.run('parley.focusQuestion');
      const { id } = asking(question);
      await until(() => view.messages.slice(before).some(message => message.type === 'focus' && message.id === id));
    }
    answer(first.id, 'one');
    answer(asking('The second?').id, 'two');
    assert.deepEqual([await first.answer, await other], ['User answered: one', 'User answered: two']);
  });

  anywhere.it('reads every fault of its call, and nobody is asked', async () => {
    const told = await call({ questions: [{ question: '', type: 'radio', options: ['A'] }] });
    assert.match(told, /^QuestionValidationError: The user was not asked\. Correct this and call again:\n/);
    assert.match(told, /- questions\[0\]\.question must be a text that is not empty/);
    assert.match(told, /- questions\[0\]\.options must be a list of 2 to 20 options/);
    assert.deepEqual([parley.told, await listsOf(parley, 'parley.showWaitingQuestions')], [[['Claude is not waiting for an answer.']], []]);
  });

  anywhere.it('reads by name how its question ended without an answer', async () => {
    const dismissed = await beAsked('Now?');
    view.post({ type: 'dismissQuestion', id: dismissed.id });
    assert.match(await dismissed.answer, /^QuestionCancelledError: The user dismissed this\./);
    const stopped = await beAsked('And now?');
    view.post({ type: 'interrupt' });
    assert.match(await stopped.answer, /^QuestionCancelledError: The user stopped this\./);
    await until(() => asking('And now?').phase === 'withdrawn');
    const late = await beAsked('Later?');
    await setSetting('parley.askUser.enabled', false, Global);
    assert.match(await call({ question: 'Too late?' }), /^QuestionCancelledError: The user has turned this tool off\./);
    answer(late.id, 'yes');
    assert.equal(await late.answer, 'User answered: yes');
  });

  anywhere.it('gives a time for the answer, which its card shows', async () => {
    const given = call({ questions: [{ question: 'Quick?' }], timeoutSeconds: 60 });
    await goToQuestion();
    assert.ok(asking('Quick?').dismissAt !== undefined);
    view.post({ type: 'dismissQuestion', id: asking('Quick?').id });
    assert.match(await given, /^QuestionCancelledError/);
  });

  everywhere.it('cancels its call: the card stays with what was filled in, and says so', async () => {
    const cancelling = new vscode.CancellationTokenSource();
    const { id, answer: given } = await beAsked('Which name?', cancelling.token);
    view.draft(id, 0, own('half a na'));
    cancelling.cancel();
    await assert.rejects(given, /Canceled/);
    await until(() => asking('Which name?').phase === 'withdrawn');
    assert.deepEqual([asking('Which name?').reason, asking('Which name?').draft], ['cancelled', [own('half a na')]]);
    await until(() => view.status?.turn === 'idle');
  });

  anywhere.it('is one of ten at once: one list, answered in any order, and no draft reaches another card', async () => {
    const all = Array.from({ length: 10 }, (_, index) => ({ index, question: `Question ${index}?`, choices: ['A', 'B', 'C'] }));
    const answers = all.map(({ question, choices }) => call({ question, choices, multi_select: true }));
    await goToQuestion();
    await until(() => questions().length === 10 && questions().every(({ phase }) => phase === 'asked'));
    for (const { index, question } of all) view.draft(asking(question).id, 0, own(`draft ${index}`, index % 3));
    for (const [done, index] of [4, 9, 0, 7, 2, 8, 1, 6, 3, 5].entries()) {
      const { id } = asking(`Question ${index}?`);
      view.post({ type: 'answerQuestion', id, answers: [pick(index % 3)] });
      assert.equal(await answers[index], `{"selected":[${index % 3}],"other":null}`);
      await until(() => questions().filter(({ phase }) => phase === 'answered').length === done + 1);
      for (const open of questions().filter(({ phase }) => phase === 'asked')) {
        const of = all.find(({ question }) => question === open.questions[0]?.question)?.index ?? assert.fail();
        assert.deepEqual(open.draft, [own(`draft ${of}`, of % 3)]);
      }
    }
    await until(() => view.status?.turn === 'idle');
    assert.deepEqual(view.faults, []);
  });

  anywhere.it('gets no answer from a window that closes; the next window shows the question as over, in the same chat', async () => {
    const { id, answer: given } = await beAsked('Which name?');
    view.draft(id, 0, own('half a na'));
    await parley.close();
    assert.match(await given, /^QuestionCancelledError: The chat or the window that showed this question is closed\./);
    open();
    await until(() => questions().length > 0);
    const { phase, reason, draft } = asking('Which name?');
    assert.deepEqual([phase, reason, draft], ['withdrawn', 'cancelled', [own('half a na')]]);
    const chat = view.chat;
    const next = await beAsked('Which name now?');
    assert.equal(view.chat, chat);
    answer(next.id, 'parley');
    assert.equal(await next.answer, 'User answered: parley');
  });

  anywhere.it('has a chat that bears its name, takes no messages, and ends its questions when it is closed', async () => {
    const first = await beAsked('Which name?');
    answer(first.id, 'parley');
    await first.answer;
    await until(() => view.status?.turn === 'idle');
    assert.equal(view.status?.blocked, 'agents');
    view.post({ type: 'sendPrompt', text: 'Hello' });
    await until(() => view.returned.length > 0);
    assert.deepEqual([view.returned.map(({ because }) => because), view.items.length], [['agents'], 1]);
    assert.equal(view.view.title, 'Other agents');
    assert.ok((await listsOf(parley, 'parley.showChats')).some(label => label?.endsWith('Other agents') === true));
    const answered = await listsOf(parley, 'parley.showAnsweredQuestions');
    assert.deepEqual(answered.slice(0, 2), ['Which name?', 'parley']);
    assert.match(answered[2] ?? '', /^Other agents · /);
  });

  anywhere.it('gets no selection that a person adds to a message while its chat is shown: a new chat has it', async () => {
    const first = await beAsked('Which name?');
    answer(first.id, 'parley');
    await first.answer;
    await until(() => view.status?.turn === 'idle');
    const readme = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), 'README.md');
    const editor = await vscode.window.showTextDocument(readme);
    editor.selection = new vscode.Selection(0, 0, 1, 1);
    await parley.run('parley.addSelection');
    await until(() => view.attachments.length === 1);
    assert.deepEqual([view.items, view.status?.blocked], [[], undefined]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  anywhere.it('is told in a line of its chat what the person is asked, and is asked for no permission elsewhere', () => {
    const agents = new AgentTool({
      chats: { onDidClose: () => undefined, onDidShow: () => undefined } as unknown as Chats,
      log: { error: assert.fail },
      store: () => undefined,
      imageFolder: () => undefined,
    });
    const input = { questions: [{ question: 'A [link](command:x)?' }, { question: 'B?' }] };
    assert.deepEqual(agents.prepare({ input }), { invocationMessage: 'Asking you in Parley: A [link] (command:x)? · B?' });
    const inChat = { input, chatRequestId: 'request_1' };
    assert.deepEqual(agents.prepare(inChat).confirmationMessages, {
      title: 'Let this agent ask you in Parley?',
      message: 'A [link] (command:x)? · B?',
    });
    assert.deepEqual(agents.prepare({ input: {} }), { invocationMessage: 'Asking you in Parley' });
  });

  inVsCode.it('gets the images of an answer where this VS Code can hand them over', async () => {
    const given = parts({ question: 'What does it look like?' });
    await goToQuestion();
    const { id } = asking('What does it look like?');
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    view.post({ type: 'addImage', id, question: 0, field: 'otherText', image: 'i', mediaType: 'image/png', base64: png });
    await until(() => asking('What does it look like?').draft[0]?.otherText !== '');
    view.post({ type: 'answerQuestion', id, answers: asking('What does it look like?').draft });
    const [text, ...images] = await given;
    assert.match(textIn([text]), /^User answered: @.*[0-9a-f]{16}\.png $/);
    const [major = 0, minor = 0] = vscode.version.split('.').map(Number);
    const held = images.map(part => part as { readonly data?: Uint8Array; readonly mimeType?: string });
    const shown = held.map(({ data, mimeType }) => [mimeType, Buffer.from(data ?? []).toString('base64')]);
    assert.deepEqual(shown, major > 1 || minor >= 106 ? [['image/png', png]] : []);
  });

  describe('has the tool from an MCP server too', () => {
    before(function () {
      const [, minor = 0] = vscode.version.split('.').map(Number);
      if (minor < 106) this.skip();
    });

    inVsCode.it('of the Parley that is installed, where the person wants that', async () => {
      await setSetting('parley.askUser.asMcpServer', true, Global);
      const byServer = await serverTool();
      assert.match(await byServer({ questions: [] }), /QuestionValidationError: The user was not asked/);
      await setSetting('parley.askUser.asMcpServer', undefined, Global);
      await until(async () => (await named()) === undefined);
    });

    // VS Code takes a server only from an extension whose manifest names it: here from the companion (scripts/lib/suites/inHost.mjs).
    inVsCode.it('and is answered and cancelled through it', async () => {
      await parley.close();
      open({ 'parley.askUser.asMcpServer': true });
      const byServer = await serverTool();
      const given = byServer({ question: 'By the server?' });
      await goToQuestion();
      answer(asking('By the server?').id, 'yes');
      assert.equal(await given, 'User answered: yes');
      const cancelling = new vscode.CancellationTokenSource();
      const cancelled = byServer({ question: 'For nothing?' }, cancelling.token);
      await until(() => questions().some(({ questions: [asked] }) => asked?.question === 'For nothing?'));
      cancelling.cancel();
      await assert.rejects(cancelled);
      await until(() => asking('For nothing?').phase === 'withdrawn');
    });
  });
});
