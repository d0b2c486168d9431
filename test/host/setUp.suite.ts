// The first steps: what an empty chat says is missing, and what VS Code is told for the walkthrough.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { asks, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { setUpCardOf } from '../../src/host/views/setUpCard.js';
import { contextKeys, extension, openParley } from './openParley.js';
import type { OpenParley } from './openParley.js';
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
