// The notices that Claude has finished or failed, what is told of a plan's limits, and the chat's own font size.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { asks, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley } from './openParley.js';
import { setSetting, takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const { Global } = vscode.ConfigurationTarget;
let parley: OpenParley;
let view: FakeView;
let cli: FakeCli;

async function begin(script: Parameters<typeof makeFakeCli>[0]): Promise<void> {
  cli = await makeFakeCli(script);
  await useCli(cli);
  parley = openParley();
  view = parley.open();
}

/** Sends the text and waits until the turn is over. */
async function send(text: string): Promise<void> {
  view.post({ type: 'sendPrompt', text });
  await until(() => view.items.some(item => item.kind === 'prompt' && item.text === text));
  await until(() => view.status?.turn === 'idle');
}

const prompted = { await: { contains: '"type":"user"' } };
const resultLine = { type: 'result', subtype: 'success', is_error: false, result: 'Done.' };
const initLine = { type: 'system', subtype: 'init', session_id: 'fake-session', claude_code_version: '2.1.329' };
const soon = Math.floor(Date.now() / 1000) + 3600;
const near = {
  type: 'rate_limit_event',
  session_id: 'fake-session',
  rate_limit_info: { status: 'allowed_warning', rateLimitType: 'five_hour', utilization: 0.92, resetsAt: soon, surpassedThreshold: 0.9 },
};
const notices = () => view.items.flatMap(item => (item.kind === 'notice' ? [`${item.level} ${item.text}`] : []));

anywhere('a person who does not watch Claude', () => {
  afterEach(async () => {
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  it('is told once that Claude has finished, by the name of the chat, and goes there by the button', async () => {
    await begin(await talks());
    view.setVisible(false);
    parley.answerWith('Go to Chat');
    await send('Tidy up.');
    await until(() => parley.told.length > 0);
    assert.deepEqual(parley.told, [['Claude has finished: Tidy up.', 'Go to Chat']]);
    await until(() => view.messages.some(({ type }) => type === 'focus'));
  });

  it('is told that Claude has finished once no subagent works any more, and once', async () => {
    const tasks = (...kinds: readonly string[]): object => ({
      type: 'system',
      subtype: 'background_tasks_changed',
      session_id: 'fake-session',
      tasks: kinds.map((task_type, at) => ({ task_id: `t${at}`, task_type, description: 'Look around' })),
    });
    const turn = (...kinds: readonly string[]) => [prompted, { say: [initLine, tasks(...kinds), resultLine] }];
    await begin([...turn('local_agent', 'local_agent'), ...turn('local_agent'), ...turn('local_bash')]);
    view.setVisible(false);
    for (const text of ['Tidy up.', 'And the docs.']) {
      await send(text);
      assert.deepEqual(parley.told, []);
    }
    await send('And the tests.');
    await until(() => parley.told.length > 0);
    assert.deepEqual(parley.told, [['Claude has finished: Tidy up.', 'Go to Chat']]);
  });

  it('is told nothing of a chat in sight, nor where no notice is wanted', async () => {
    await begin(await talks(2));
    await send('Tidy up.');
    await setSetting('parley.chat.notify', 'never', Global);
    view.setVisible(false);
    await send('Once more.');
    assert.deepEqual([parley.told, parley.asked], [[], []]);
  });

  it('is told nothing of a short turn that was seen, even where notices are wanted always', async () => {
    await setSetting('parley.chat.notify', 'always', Global);
    await begin(await talks(2));
    await send('Tidy up.');
    assert.deepEqual(parley.told, []);
    view.setVisible(false);
    await send('Once more.');
    await until(() => parley.told.length === 1);
  });

  it('is told why Claude could not continue', async () => {
    await begin([prompted, { say: initLine }, { crash: 3 }]);
    view.setVisible(false);
    await send('Tidy up.');
    await until(() => parley.asked.length > 0);
    assert.match(parley.asked[0] ?? '', /^Claude could not continue in “Tidy up\.”: Claude stopped unexpectedly \(exit code 3\)\./);
    assert.deepEqual(parley.told, []);
  });

  it('is told that a command has not done what it is for, where the CLI calls that a success', async () => {
    await begin([prompted, { say: [{ ...initLine, claude_code_version: '2.0.77' }, resultLine] }]);
    view.setVisible(false);
    await send('/clear');
    await until(() => parley.told.length + parley.asked.length > 0);
    assert.match(parley.asked[0] ?? '', /^Claude could not continue in “.*”: .*2\.0\.77/);
  });

  it('is told that Claude has finished also where something beside its work failed, such as a question that cannot be shown', async () => {
    const schema = { type: 'object', properties: { place: { type: 'object' } } };
    const request = { subtype: 'elicitation', mcp_server_name: 'db', message: 'Where?', mode: 'form', requested_schema: schema };
    await begin([
      prompted,
      { say: [initLine, { type: 'control_request', request_id: 'e', request }] },
      { await: { contains: 'decline' } },
      { say: resultLine },
    ]);
    view.setVisible(false);
    await send('Tidy up.');
    await until(() => parley.told.length + parley.asked.length > 0);
    assert.match(notices().join(), /An MCP server asked for something that Parley cannot show/);
    assert.deepEqual([parley.told, parley.asked], [[['Claude has finished: Tidy up.', 'Go to Chat']], []]);
  });

  it('is told nothing of a turn that the person has stopped', async () => {
    await begin([
      prompted,
      { say: initLine },
      { say: { type: 'assistant', session_id: 'fake-session', message: { id: 'm', content: [{ type: 'text', text: 'I begin.' }] } } },
      { await: { contains: 'interrupt' } },
      { say: { ...resultLine, subtype: 'error_during_execution' } },
    ]);
    view.setVisible(false);
    view.post({ type: 'sendPrompt', text: 'Tidy up.' });
    await until(() => view.items.some(({ kind }) => kind === 'text'));
    view.post({ type: 'interrupt' });
    await until(() => view.status?.turn === 'idle');
    assert.deepEqual([parley.told, parley.asked], [[], []]);
  });

  it('is told of a question as of a question, and of the end when it is answered', async () => {
    await begin(await asks());
    view.setVisible(false);
    parley.answerWith('MongoDB');
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => parley.told.length === 2);
    assert.deepEqual([parley.told[0]?.[0]?.startsWith('Claude asks: '), parley.told[1]?.[0]], [true, 'Claude has finished: Ask me.']);
  });

  it('reads in the chat, once, that a limit is near', async () => {
    await begin([prompted, { say: [initLine, near, near, resultLine] }, prompted, { say: [near, resultLine] }]);
    await send('Tidy up.');
    await send('Once more.');
    assert.equal(notices().length, 1);
    assert.match(notices()[0] ?? '', /^info 92 % of a limit is used: 5-hour limit\. It resets .*\.$/);
    const limits = view.news.find(({ type }) => type === 'limits');
    assert.deepEqual(limits, {
      type: 'limits',
      limits: [{ id: 'five_hour', state: 'near', used: 92, resetsAt: soon * 1000, threshold: 90 }],
    });
  });

  it('reads in the chat that it was compacted', async () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 160_417 } };
    await begin([prompted, { say: [initLine, boundary, resultLine] }]);
    await send('Tidy up.');
    assert.match(notices()[0] ?? '', /^info The context was full, so Claude compacted it: .* 160,417 tokens before\.$/);
  });

  it('has the chat in letters of the size in the settings, from the first paint on, and changes it at once', async () => {
    await setSetting('parley.chat.fontSize', 18, Global);
    await begin(await talks());
    assert.match(view.view.webview.html, /<body style="--vscode-font-size:18px">/);
    await until(() => view.preferences?.fontSize === 18);
    await setSetting('parley.chat.fontSize', 20, Global);
    await until(() => view.preferences?.fontSize === 20);
    await setSetting('parley.chat.fontSize', undefined, Global);
    await until(() => view.preferences?.fontSize === undefined);
    await parley.close();
    parley = openParley();
    view = parley.open();
    assert.match(view.view.webview.html, /<body>/);
  });
});
