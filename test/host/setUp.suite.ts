// The first steps: what an empty chat says is missing, and what VS Code is told for the walkthrough.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { asks, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { watchFirstSteps } from '../../src/host/attention/firstSteps.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { Chats } from '../../src/host/chats/chats.js';
import { emitter } from '../../src/host/chats/emitter.js';
import { setUpCardOf } from '../../src/host/views/setUpCard.js';
import { contextKeys, extension, openParley } from './openParley.js';
import type { OpenParley } from './openParley.js';
import { Peer } from '../support/peer.js';
import { pick } from '../support/questions.js';
import { setSetting, takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';

const { Global } = vscode.ConfigurationTarget;

describe('the first steps', () => {
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;

  async function begin(script: Awaited<ReturnType<typeof talks>>, environment: Readonly<Record<string, string>> = {}): Promise<void> {
    cli = await makeFakeCli(script);
    await useCli({ path: cli.path, environment: { ...cli.environment, ...environment } });
    parley = openParley();
    view = parley.open();
  }
  const lines = (): readonly string[] => view.setUp?.lines.map(({ isDone, text }) => `${isDone ? 'done' : 'missing'}: ${text}`) ?? [];
  const buttons = (): readonly string[] => view.setUp?.actions.map(({ label }) => label) ?? [];

  afterEach(async () => {
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });

  anywhere.it('are shown before the first message, and the chat says by itself when the log-in has worked', async () => {
    const folder = await makeFakeCli();
    const file = join(folder.folder, 'logged-in');
    await begin(await talks(), { FAKE_CLAUDE_LOGIN: file });
    await until(() => lines().length === 2);
    assert.deepEqual(lines(), ['done: Claude CLI 2.1.329', 'missing: You’re not logged in.']);
    assert.deepEqual(buttons(), ['Log in', 'I use an API key']);
    assert.deepEqual([contextKeys.get('parley.cliReady'), contextKeys.get('parley.loggedIn')], [true, false]);
    await parley.run('parley.logIn');
    writeFileSync(file, '');
    view.post({ type: 'checkSetUp' });
    await until(() => lines().includes('done: You’re logged in.'));
    assert.deepEqual(buttons(), []);
    assert.equal(contextKeys.get('parley.loggedIn'), true);
    // No chat was started to find out.
    assert.deepEqual(cli.log(), []);
    folder.remove();
  });

  anywhere.it('are checked again when the person comes back, also from a step taken elsewhere', async () => {
    const folder = await makeFakeCli();
    const file = join(folder.folder, 'logged-in');
    await begin(await talks(), { FAKE_CLAUDE_LOGIN: file });
    await until(() => lines().includes('missing: You’re not logged in.'));
    writeFileSync(file, '');
    view.post({ type: 'checkSetUp' });
    await until(() => lines().includes('done: You’re logged in.'));
    folder.remove();
  });

  anywhere.it('are checked as a log-in begins, so that its success is seen in a window without an empty chat', async () => {
    const folder = await makeFakeCli();
    cli = await makeFakeCli();
    await useCli({ path: cli.path, environment: { ...cli.environment, FAKE_CLAUDE_LOGIN: join(folder.folder, 'logged-in') } });
    parley = openParley();
    await parley.run('parley.logIn');
    await until(() => parley.log.includes('info Set-up: CLI 2.1.329, logged in: out'));
    folder.remove();
  });

  anywhere.it('are not shown where nothing is missing', async () => {
    await begin(await talks());
    await until(() => parley.log.includes('info Set-up: CLI 2.1.329, logged in: in'));
    assert.deepEqual([lines(), buttons()], [[], []]);
  });

  anywhere.it('begin with an update of a CLI that is too old', async () => {
    await begin(await talks(), { FAKE_CLAUDE_VERSION: '1.0.30 (Claude Code)' });
    await until(() => lines().length > 0);
    assert.deepEqual(lines(), ['missing: Claude CLI 1.0.30 is too old; 2.0.77 or newer is needed.']);
    assert.deepEqual(buttons(), ['Update', 'Open Settings']);
    await parley.run('parley.updateCli');
    assert.deepEqual(parley.terminals[0]?.shellArgs?.slice(-2), [cli.path, 'update']);
  });

  anywhere.it('say in words which variable of VS Code’s is in the settings of the CLI, and start nothing', async () => {
    await begin(await talks());
    await setSetting('parley.claude.environment', { CLAUDE_CONFIG_DIR: '${workspaceFolder}/.claude' }, Global);
    view.post({ type: 'checkSetUp' });
    await until(() => lines()[0] === 'missing: The Claude CLI cannot be started.');
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    const notice = (): string => view.items.flatMap(item => (item.kind === 'notice' ? [item.text] : []))[0] ?? '';
    await until(() => notice() !== '');
    assert.match(notice(), /^Nothing was started: .*\$\{workspaceFolder\} \(parley\.claude\.environment, CLAUDE_CONFIG_DIR\)/);
    assert.deepEqual(cli.log(), []);
  });

  anywhere.it('say of a CLI only that it was not found, where that was, and how to name its place', async () => {
    await begin(await talks());
    await setSetting('parley.claude.path', '', Global);
    const facts = { found: false, problem: { code: 'notFound', detail: 'PATH, /usr/local/bin' } } as const;
    const [line] = setUpCardOf(undefined, facts, true).lines;
    assert.equal(line?.text, 'The Claude CLI was not found.');
    assert.match(
      line.detail,
      /^Parley looked in PATH and where installers put it\. .* set its path: “(?:which|where\.exe) claude” in a terminal shows it\./,
    );
  });

  anywhere.it('are checked again with another setting', async () => {
    await begin(await talks());
    await until(() => parley.log.includes('info Set-up: CLI 2.1.329, logged in: in'));
    await useCli({ path: join(cli.folder, 'nowhere'), environment: cli.environment });
    await until(() => lines().length > 0);
    assert.deepEqual(lines(), ['missing: Claude CLI not found at the path in your settings.']);
    assert.deepEqual(buttons(), ['Open Settings', 'How to install']);
  });

  anywhere.it('complete the walkthrough: a message that was answered, a question that was answered', async () => {
    await begin(await asks());
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'asked');
    view.post({ type: 'answerQuestion', id: 'toolu_fake_1', answers: [pick(0)] });
    await until(() => contextKeys.get('parley.hasAnswered') === true);
    assert.equal(contextKeys.get('parley.hasTalked'), true);
  });

  /** Claude, or the CLI in its place, answers the first message, and the second one is refused. */
  const answersThenRefuses = (model = 'claude-opus-4-8'): Awaited<ReturnType<typeof talks>> => {
    const message = (text: string): object => ({ id: text, role: 'assistant', model, content: [{ type: 'text', text }] });
    const init = { type: 'system', subtype: 'init', session_id: 'fake-session', claude_code_version: '2.1.329' };
    const prompted = { await: { contains: '"type":"user"' } };
    const refusal = { type: 'assistant', error: 'authentication_failed', message: message('Not logged in') };
    return [
      prompted,
      { say: [init, { type: 'assistant', message: message('Hello.') }, { type: 'result', subtype: 'success', result: 'Hello.' }] },
      prompted,
      { say: [refusal, { type: 'result', subtype: 'success', is_error: true, result: 'Not logged in' }] },
    ];
  };

  anywhere.it('take an answer of Claude’s for a log-in that the CLI does not tell of, until one is refused', async () => {
    await begin(answersThenRefuses(), { FAKE_CLAUDE_LOGIN: join(tmpdir(), 'parley-no-such-log-in') });
    await until(() => lines().includes('missing: You’re not logged in.'));
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => lines().includes('done: You’re logged in.'));
    assert.equal(contextKeys.get('parley.loggedIn'), true);
    // What the CLI says now is no news.
    await parley.run('parley.logIn');
    view.post({ type: 'checkSetUp' });
    const outs = (): number => parley.log.filter(line => line.startsWith('info Set-up: CLI 2.1.329')).length;
    await until(() => outs() === 2);
    assert.ok(lines().includes('done: You’re logged in.'));
    assert.equal(contextKeys.get('parley.loggedIn'), true);
    view.post({ type: 'sendPrompt', text: 'And now?' });
    await until(() => view.find('notice') !== undefined);
    await until(() => lines().includes('missing: You’re not logged in.'));
  });

  anywhere.it(
    'take it no longer once the settings of the CLI are others, nor the answer of a command that Claude has not seen',
    async () => {
      const nobody = { FAKE_CLAUDE_LOGIN: join(tmpdir(), 'parley-no-such-log-in') };
      await begin(answersThenRefuses('<synthetic>'), nobody);
      await until(() => lines().includes('missing: You’re not logged in.'));
      view.post({ type: 'sendPrompt', text: '/cost' });
      await until(() => view.find('text') !== undefined && view.status?.turn === 'idle');
      assert.ok(lines().includes('missing: You’re not logged in.'));
      assert.equal(contextKeys.get('parley.loggedIn'), false);
      await parley.close();
      cli.remove();
      await begin(answersThenRefuses(), nobody);
      await until(() => lines().includes('missing: You’re not logged in.'));
      // A skill of the person's.
      view.post({ type: 'sendPrompt', text: '/review' });
      await until(() => lines().includes('done: You’re logged in.'));
      await useCli({ path: cli.path, environment: { ...cli.environment, ...nobody, OTHER: '1' } });
      await until(() => lines().includes('missing: You’re not logged in.'));
    },
  );

  anywhere.it('promise to notice a log-in or an update only where its success can be seen', async () => {
    const folder = await makeFakeCli();
    const messages = (): readonly unknown[] => parley.terminals.map(({ message }) => message);
    await begin(await talks(), { FAKE_CLAUDE_LOGIN: join(folder.folder, 'logged-in') });
    await until(() => lines().includes('missing: You’re not logged in.'));
    await parley.run('parley.logIn');
    writeFileSync(join(folder.folder, 'logged-in'), '');
    view.post({ type: 'checkSetUp' });
    await until(() => lines().includes('done: You’re logged in.'));
    await parley.run('parley.logIn');
    await parley.run('parley.updateCli');
    await useCli({ path: cli.path, environment: { ...cli.environment, FAKE_CLAUDE_VERSION: '1.0.30 (Claude Code)' } });
    await until(() => buttons().includes('Update'));
    await parley.run('parley.updateCli');
    assert.deepEqual(messages(), [
      'Log in here. Parley notices when it has worked; this terminal stays open.',
      'Log in here; this terminal stays open. What was refused before can be sent again in the chat.',
      'Claude uses the update from its next start on; this terminal stays open.',
      'Parley notices when the update has worked; this terminal stays open.',
    ]);
    folder.remove();
  });

  inVsCode.it('are a walkthrough of the installed extension, with its pictures', async () => {
    await begin([]);
    const { contributes } = extension?.packageJSON as {
      contributes: { walkthroughs: { id: string; steps: { media: { svg: string } }[] }[] };
    };
    const [walkthrough] = contributes.walkthroughs;
    const pictures = walkthrough?.steps.map(({ media }) => join(extension?.extensionPath ?? '', media.svg)) ?? [];
    assert.equal(pictures.length, 4);
    assert.deepEqual(
      pictures.filter(file => !existsSync(file)),
      [],
    );
  });
});

anywhere('a chat that was refused', () => {
  it('hears of the log-in, and keeps its place in the lists, unless another window owns it', () => {
    let now = 1;
    const log = { error: assert.fail };
    const chats = new Chats({ log, now: () => now, create: state => new Peer(state).loop });
    const didLogIn = emitter<void>(log);
    const watches = watchFirstSteps(chats, { onDidLogIn: didLogIn, turnEnded: assert.fail });
    const refused = (code: 'notLoggedIn' | 'brokenOff'): Chat => {
      const chat = chats.addUnseen();
      chats.dispatch(chat, { type: 'problemSeen', problem: { code, detail: '' } });
      now++;
      return chat;
    };
    const [first, elsewhere, later] = [refused('notLoggedIn'), refused('notLoggedIn'), refused('brokenOff')];
    elsewhere.otherOwner = 'otherWindow';
    const order = chats.all.map(({ key }) => key);
    didLogIn.fire();
    const lastOf = ({ loop }: Chat): unknown => {
      const item = loop.state.items.at(-1);
      return item?.kind === 'problem' ? item.problem.code : undefined;
    };
    assert.deepEqual([first, elsewhere, later].map(lastOf), ['loggedIn', 'notLoggedIn', 'brokenOff']);
    assert.deepEqual(
      chats.all.map(({ key }) => key),
      order,
    );
    for (const watch of watches) watch.dispose();
  });
});
