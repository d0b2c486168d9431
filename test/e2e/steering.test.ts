// Permission mode, model and effort with the real CLIs: what the person chooses is what the API is asked with, at once, while a question waits,
// and after the process has ended.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { ApiRequest, Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { modes } from '../../src/shared/features/steering/modes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Cli } from '../support/tier.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

let folder = '';
const made = (): string => join(folder, 'made.txt');
const question = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'A server' },
    { label: 'SQLite', description: 'One file' },
  ],
};
const replies: Replies = {
  HELLO: () => [text('Good day to you.')],
  ASK: [
    () => [toolUse('AskUserQuestion', { questions: [question] })],
    () => [toolUse('Write', { file_path: made(), content: 'made' })],
    () => [text('I am done with it.')],
  ],
  WRITE: [() => [toolUse('Write', { file_path: made(), content: 'made' })], () => [text('I am done with it.')]],
  RUN: [() => [toolUse('Bash', { command: 'touch made.txt', description: 'Makes a file' })], () => [text('I have made it.')]],
};

describe('how a chat is steered', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  // As root the CLI starts in the mode bypass only where it is told that it is in a sandbox.
  shareWindowless('steering', { replies, environment: { IS_SANDBOX: '1' }, inOneChat: true }, opened => {
    parley = opened;
    ({ folder } = opened);
  });
  afterEach(() => rmSync(made(), { force: true }));

  const button = (name: RegExp | string) => parley.view.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  const choose = async (what: string, value: string): Promise<void> => {
    await button(what === 'Permission mode' ? /^(Permission mode: .*|Default mode)$/ : /^(Model: .*|Default model.*)$/).click();
    await parley.view.getByRole('menuitemradio', { name: value, exact: true }).click();
  };
  const said = async (prompt: string, step = 0): Promise<ApiRequest> =>
    parley.api.waitForRequest(request => !request.side && request.prompt === prompt && request.step === step);
  const field = (from: unknown, name: string): unknown => new Map<string, unknown>(Object.entries(from ?? {})).get(name);
  const effortOf = ({ body }: ApiRequest): unknown => field(field(body, 'output_config'), 'effort');
  const modelOf = ({ body }: ApiRequest): string => String(field(body, 'model'));
  const isPlanning = ({ body }: ApiRequest): boolean => /Plan mode (is|still) active/.test(JSON.stringify(body));

  const asksFirst = async (): Promise<void> => {
    await choose('Permission mode', 'Ask first');
    await button('Permission mode: Ask first').waitFor();
  };

  const isBypassOnlyAfterConfirmed = (cli: Cli): void => {
    it(`is bypass only after the person has confirmed it, and the conversation goes on (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      // A CLI that was started for bypass, as by the test above, takes it again without a restart.
      if (cli !== 'oldest') await parley.newChat();
      await asksFirst();
      await parley.send(`HELLO before ${cli}`);
      await parley.log.getByText('Good day to you.').waitFor();
      const asks = 'Let Claude do everything without asking?';
      await choose('Permission mode', 'Bypass');
      await parley.press(asks, 'Cancel');
      await button('Permission mode: Ask first').waitFor();
      const ids = parley.claudes();
      await choose('Permission mode', 'Bypass');
      assert.equal(/has to restart/.test(await parley.told(asks)), cli !== 'oldest');
      await parley.press(asks, 'Bypass Permissions');
      await button('Permission mode: Bypass').waitFor();
      if (cli !== 'oldest') await parley.claudeGone(ids);
      await parley.send(`RUN ${cli}`);
      const ran = await said(`RUN ${cli}`, 1);
      assert.ok(existsSync(made()));
      assert.match(JSON.stringify(ran.messages), /HELLO before/);
      await parley.log.getByText('I have made it.').waitFor();
      await button('Permission mode: Bypass').waitFor();
    });
  };

  // The newest is the last, because the tests behind go on in its chat.
  for (const cli of clis('oldest', 'newest')) {
    const hasEffort = cli !== 'oldest';
    it(`counts from before the first message on, live, while a question waits, and when the CLI starts again (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await choose('Permission mode', 'Plan');
      await button('Permission mode: Plan').waitFor();
      await parley.send(`HELLO plan ${cli}`);
      assert.ok(isPlanning(await said(`HELLO plan ${cli}`)));
      await parley.log.getByText('Good day to you.').last().waitFor();

      await choose('Permission mode', 'Ask first');
      await button('Permission mode: Ask first').waitFor();
      await choose('Model', 'Haiku');
      await button(/^Model: .*haiku/i).waitFor();
      await parley.send(`HELLO haiku ${cli}`);
      const first = await said(`HELLO haiku ${cli}`);
      assert.match(modelOf(first), /haiku/);
      await parley.log.getByText('Good day to you.').nth(1).waitFor();

      await parley.send(`ASK ${cli}`);
      await parley.card().getByRole('radio', { name: 'SQLite' }).waitFor();
      await choose('Permission mode', 'Accept edits');
      await button('Permission mode: Accept edits').waitFor();
      await choose('Model', cli === 'deferring' ? 'Opus (1M context)' : 'Opus');
      // The older two take the model up with the next turn, and the row says so.
      if (cli === 'newest') await button('Model: Opus').waitFor();
      else
        await parley.view
          .getByText(/^“Opus.*” applies from your next message\.$/)
          .first()
          .waitFor();
      if (hasEffort) {
        await choose('Effort', 'low');
        await button(/^Model: .* · low$/).waitFor();
      } else {
        await parley.idle();
        await eventually(() => button(/^Model: .* · /).count(), 0);
      }
      await parley.card().getByRole('radio', { name: 'SQLite' }).click();
      await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
      // The file is written without a permission, because edits are accepted now.
      const answered = await said(`ASK ${cli}`, 1);
      assert.match(modelOf(answered), cli === 'newest' ? /opus/ : /haiku/);
      await said(`ASK ${cli}`, 2);
      assert.ok(existsSync(made()));
      await parley.log.getByText('I am done with it.').waitFor();

      // What the oldest is told at its start is what the newest is told, but the effort.
      if (cli !== 'oldest' || isWholeMatrix) {
        parley.killClaude();
        await parley.claudeGone();
      }
      await button('Permission mode: Accept edits').waitFor();
      await parley.send(`HELLO again ${cli}`);
      const again = await said(`HELLO again ${cli}`);
      assert.match(modelOf(again), /opus/);
      if (hasEffort) assert.equal(effortOf(again), 'low');
      assert.match(JSON.stringify(again.messages), /HELLO plan/);
      await button('Permission mode: Accept edits').waitFor();
      await parley.log.getByText('Good day to you.').nth(2).waitFor();
      if (!hasEffort) return;

      // Taken back from a CLI that was started with it.
      await choose('Effort', 'Default effort');
      await eventually(() => button(/^Model: .* · /).count(), 0);
      const stays = parley.view.getByText('The effort from Claude’s settings applies after Claude’s next start.').first();
      if (cli === 'newest') {
        await parley.idle();
        await eventually(() => stays.count(), 0);
      } else await stays.waitFor();
      await parley.send(`HELLO usual ${cli}`);
      assert.equal(effortOf(await said(`HELLO usual ${cli}`)) === 'low', cli !== 'newest');
      await parley.log.getByText('Good day to you.').nth(3).waitFor();
    });

    if (cli !== 'newest') isBypassOnlyAfterConfirmed(cli);
  }

  it('waits with bypass for what Claude does now, and is the same in the window that opens again', async () => {
    await parley.useCli('newest');
    await asksFirst();
    await parley.send('ASK first');
    await parley.card().getByRole('radio', { name: 'SQLite' }).waitFor();
    await choose('Permission mode', 'Bypass');
    await parley.press('It first finishes what it is doing', 'Bypass Permissions');
    await parley.view.getByText('“Bypass” applies once Claude has finished.').first().waitFor();
    await button('Permission mode: Ask first').waitFor();
    await parley.card().getByRole('radio', { name: 'SQLite' }).click();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    await parley.view.getByRole('button', { name: 'Allow', exact: true }).click();
    await parley.log.getByText('I am done with it.').waitFor();
    await button('Permission mode: Bypass').waitFor();
    await parley.claudeGone();
    await parley.onDisk('ASK first', 'bypassPermissions');
    await parley.restart('closed');
    await button('Permission mode: Bypass').waitFor();
    await parley.send('RUN afterwards');
    await said('RUN afterwards', 1);
    assert.ok(existsSync(made()));
    await parley.log.getByText('I have made it.').waitFor();
  });

  for (const cli of clis('newest'))
    it(`begins as the person’s own settings say, and not as the folder’s do (${cli} CLI)`, async () => {
      const settings = (of: string, mode: string): void => {
        mkdirSync(join(of, '.claude'), { recursive: true });
        writeFileSync(join(of, '.claude', 'settings.json'), JSON.stringify({ permissions: { defaultMode: mode } }));
      };
      await parley.useCli(cli);
      await parley.send('HELLO with other settings');
      await parley.log.getByText('Good day to you.').waitFor();
      settings(folder, 'acceptEdits');
      settings(parley.home, 'plan');
      await parley.newChat();
      await button('Permission mode: Plan').waitFor();
      await parley.send(`HELLO own ${cli}`);
      assert.ok(isPlanning(await said(`HELLO own ${cli}`)));
      await parley.log.getByText('Good day to you.').waitFor();
      settings(parley.home, 'default');
      await parley.newChat();
      await button('Permission mode: Ask first').waitFor();
      await parley.send(`WRITE ${cli}`);
      await parley.view.getByRole('button', { name: 'Deny', exact: true }).click();
      await parley.log.getByText('I am done with it.').waitFor();
      assert.equal(existsSync(made()), false);
      for (const of of [folder, parley.home]) rmSync(join(of, '.claude', 'settings.json'));
    });

  const names = {
    plan: 'Plan',
    default: 'Ask first',
    acceptEdits: 'Accept edits',
    auto: 'Auto',
    dontAsk: 'Allowed only',
    bypassPermissions: 'Bypass',
  };
  for (const cli of clis('oldest'))
    for (const mode of isWholeMatrix ? modes : (['auto'] as const))
      it(`is said before the first message as the CLI then begins, where the settings say ${mode} (${cli} CLI)`, async () => {
        const places = [join(folder, '.claude', 'settings.json'), join(folder, '.claude', 'settings.local.json')];
        const own = join(parley.home, '.claude', 'settings.json');
        const write = (file: string): void => {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, JSON.stringify({ permissions: { defaultMode: mode } }));
        };
        // Bypass is confirmed for each chat.
        const personal = mode === 'bypassPermissions' || (mode === 'auto' && cli === 'oldest') ? names.default : names[mode];
        await parley.useCli(cli);
        const all = [
          ['folder', places],
          ['person', [...places, own]],
        ] as const;
        // That the folder's are left out is shown above, by the newest.
        for (const [whose, files] of isWholeMatrix ? all : all.slice(1)) {
          for (const file of files) write(file);
          await parley.newChat();
          const begins = button(`Permission mode: ${whose === 'folder' ? names.default : personal}`);
          await begins.waitFor();
          await parley.send(`HELLO ${whose} ${mode} ${cli}`);
          await parley.log.getByText('Good day to you.').waitFor();
          await parley.idle();
          // Now it is what the CLI has said.
          await eventually(() => begins.count(), 1);
        }
        for (const file of [...places, own]) rmSync(file);
      });

  isBypassOnlyAfterConfirmed('newest');
});
