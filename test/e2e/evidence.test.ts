// A final phase needs evidence: a slow CLI is not dead, a CLI that dies has not forgotten, and nothing is sent twice.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { ApiRequest } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { replies } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';
import { removeFolder } from '../support/removeFolder.js';

describe('evidence, not time', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let folder: string;
  /** Releases the reply that is held back. */
  let release: () => void = () => undefined;

  const held = { blocks: [text('I have begun, and I go on when you say so.')], hold: new Promise<void>(resolve => (release = resolve)) };
  const inTurns = toolUse('Bash', { command: 'for n in $(seq 600); do echo turn $n; sleep 0.2; done', description: 'Count to 600' });
  /** A command that no signal ends but SIGKILL. */
  const deaf = toolUse('Bash', { command: `trap '' INT TERM HUP; while :; do sleep 0.2; done`, description: 'Never ends' });
  const beside = toolUse('Bash', {
    command: 'touch beside.txt; while [ -e beside.txt ]; do sleep 0.2; done',
    description: 'Run beside',
    run_in_background: true,
  });
  const besideTurn = [() => [beside], () => [text('It runs beside me.')]];
  const counts = [() => [inTurns], () => [text('The command goes on without me.')]];
  shareWindowless(
    'evidence',
    { replies: { ...replies, HELD: held, COUNT: counts, DEAF: [() => [deaf]], BEHIND: besideTurn }, inOneChat: true },
    opened => (parley = opened),
  );
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-evidence-'));
  });
  after(async () => {
    release();
    await removeFolder(folder);
  });

  const button = (name: string) => parley.view.getByRole('button', { name, exact: true });
  const row = (state: string) => parley.log.getByRole('button', { name: new RegExp(`^(?:Ran|Running) .*${state}`, 'i') });
  const conversation = (prompt: string): Promise<ApiRequest> =>
    parley.api.waitForRequest(({ side, prompt: read }) => !side && read.includes(prompt));
  /** How often the person's words occur in the model's input. */
  const copies = (request: ApiRequest, words: string): number => JSON.stringify(request.messages).split(words).length - 1;

  it('a command shows its output while it runs, goes on in the background, and ends alone', async () => {
    await parley.send('COUNT');
    await button('Allow').click();
    await parley.view.getByRole('button', { name: /^Running: Count to 600/ }).click();
    await button('Show output: Count to 600').click();
    const output = parley.view.getByRole('region', { name: 'Output: Count to 600' });
    const last = async (): Promise<number> => Number(/turn (\d+)\s*$/.exec((await output.textContent()) ?? '')?.[1] ?? 0);
    await eventually(async () => (await last()) > 0, true);
    const seen = await last();
    await eventually(async () => (await last()) > seen, true);
    await button('To the background: Count to 600').click();
    await parley.log.getByText('The command goes on without me.').waitFor();
    await button('Stop').waitFor({ state: 'detached' });
    const behind = await last();
    await eventually(async () => (await last()) > behind, true);
    const runs = parley.claudes().length;
    await button('Stop: Count to 600').click();
    await output.waitFor({ state: 'detached' });
    await eventually(() => Promise.resolve(parley.claudes().length < runs), true);
    assert.ok(parley.claudes().length > 0, 'the CLI itself runs on');
  });

  for (const [what, prompt] of [
    ['a text that is written', 'HELD'],
    ['a command that runs', 'COUNT'],
    ['a command that no signal ends', 'DEAF'],
  ] as const)
    if (isWholeMatrix || prompt === 'COUNT')
      it(`Stop ends ${what}, and the CLI lives on`, async () => {
        await parley.send(prompt);
        if (prompt === 'HELD') await parley.log.getByText(/^I have begun/).waitFor();
        else {
          const before = parley.claudes().length;
          await button('Allow').click();
          await eventually(() => Promise.resolve(parley.claudes().length > before), true);
        }
        const runs = parley.claudes().length;
        await button('Stop').click();
        await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
        if (prompt !== 'HELD') await eventually(() => Promise.resolve(parley.claudes().length < runs), true);
        assert.ok(parley.claudes().length > 0);
        await eventually(() => parley.view.getByRole('region', { name: 'Running' }).count(), 0);
      });

  for (const cli of clis('newest'))
    it(`a prompt that Claude had when the CLI was killed is not sent a second time (${cli})`, async () => {
      const words = `HELD by ${cli}`;
      await parley.useCli(cli);
      await parley.send(words);
      await conversation(words);
      await parley.log.getByText('I have begun').waitFor();
      // 2.0.77 writes a prompt with the first words that are whole.
      if (cli !== 'oldest') await parley.inTranscript(words, words);
      parley.killClaude();
      await parley.log.getByText('Claude stopped unexpectedly').waitFor();
      await parley.idle();
      // It has not kept the prompt, so only the person can send it again.
      if (cli === 'oldest') await button('Send again').waitFor();
      else await eventually(() => button('Send again').count(), 0);
      await parley.send(`HELLO after ${cli}`);
      const next = await conversation(`HELLO after ${cli}`);
      // 2.0.77 resumes without the turn that was cut off.
      assert.equal(copies(next, words), cli === 'oldest' ? 0 : 1);
    });

  it('a parked question waits for a CLI that takes longer to start than anybody would guess, and the answer arrives', async () => {
    await parley.useCli('newest');
    await parley.send('ASK_ONE slowly');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.onDisk('ASK_ONE slowly', '"selected":[1]');
    await parley.restart('closed');
    const settings = join(parley.environment['HOME'] ?? '', '.claude', 'settings.json');
    const [started, goOn] = [join(folder, 'started'), join(folder, 'go on')];
    for (const pipe of [started, goOn]) execFileSync('mkfifo', [pipe]);
    const hook = { type: 'command', command: `echo started > "${started}"; cat "${goOn}"` };
    writeFileSync(settings, JSON.stringify({ hooks: { SessionStart: [{ hooks: [hook] }] } }));
    try {
      await button('Submit').click();
      assert.equal(await readFile(started, 'utf8'), 'started\n');
      await parley.advance(10 * 60_000);
      await parley.idle();
      await eventually(() => button('Send my answers as a message').count(), 0);
      await writeFile(goOn, 'now');
      const request = await parley.api.waitForRequest(
        ({ side, prompt, toolResults }) => !side && prompt === 'ASK_ONE slowly' && toolResults.length > 0,
      );
      assert.match(request.toolResults[0]?.text ?? '', /="SQLite"/);
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      await parley.idle();
      await eventually(() => button('Send my answers as a message').count(), 0);
    } finally {
      rmSync(settings);
    }
  });

  for (const cli of clis('newest'))
    it(`a CLI that dies before its first word has forgotten nothing, and the prompt is sent again once (${cli})`, async () => {
      const first = `HELLO first ${cli}`;
      const second = `HELLO second ${cli}`;
      const dies = join(folder, `dies-${cli}`);
      const path = join(folder, `claude-${cli}`);
      const start = claudePaths[cli].endsWith('.js') ? `"${process.execPath}" "${claudePaths[cli]}"` : `"${claudePaths[cli]}"`;
      writeFileSync(
        path,
        `#!/bin/sh\nif [ "$1" = -p ] && [ -e "${dies}" ]; then rm "${dies}"; echo "out of luck" >&2; exit 1; fi\nexec ${start} "$@"\n`,
      );
      chmodSync(path, 0o755);
      await parley.changeSettings({ 'parley.claude.path': path });
      await parley.newChat();
      await parley.send(first);
      await parley.log.getByText('Hello, you.').waitFor();
      // A CLI that dies within its turn has an end of another kind.
      await button('Stop').waitFor({ state: 'detached' });
      parley.killClaude();
      await parley.claudeGone();
      writeFileSync(dies, '');
      await parley.send(second);
      await parley.log.getByText('out of luck').waitFor();
      assert.equal(existsSync(dies), false);
      await button('Send again').click();
      const next = await conversation(second);
      assert.deepEqual([copies(next, first), copies(next, second)], [1, 1], 'Claude knows what was said before');
      await button('Send again').waitFor({ state: 'detached' });
    });

  it('a question that a hook of the person’s refuses says so, and the answer goes as a message', async () => {
    // A CLI reads its hooks when it starts.
    await parley.useCli('newest');
    await parley.newChat();
    const settings = join(parley.home, '.claude', 'settings.json');
    const hook = { type: 'command', command: 'echo "Nobody is asked today." >&2; exit 2' };
    mkdirSync(join(parley.home, '.claude'), { recursive: true });
    writeFileSync(settings, JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [hook] }] } }));
    try {
      await parley.send('ASK_ONE beside a hook');
      await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      await button('Submit').click();
      await parley.log.getByText('A hook refused the question, so Claude did not read your answer.').waitFor();
      await parley.log.getByText('Nobody is asked today.').first().waitFor();
    } finally {
      rmSync(settings);
    }
    await button('Send my answers as a message').click();
    const { prompt } = await conversation('Which database should we use?');
    assert.match(prompt, /SQLite/);
  });

  // What the older ones report differs, as their recordings show (test/unit/chat/standings.test.ts).
  for (const cli of clis('newest'))
    it(`the row of a call says what has become of its command in the background (${cli})`, async () => {
      await parley.useCli(cli);
      await parley.send(`BEHIND by ${cli}`);
      await button('Allow').click();
      await parley.log.getByText('It runs beside me.').waitFor();
      await button('Stop').waitFor({ state: 'detached' });
      // 2.0.77 does not say when it ends, and leaves it behind.
      if (cli === 'oldest') await row('Sent to the background').waitFor();
      else {
        await row('In the background').waitFor();
        const list = parley.view.getByRole('button', { name: /^Running: / });
        if ((await list.getAttribute('aria-expanded')) !== 'true') await list.click();
        await button('Stop: Run beside').click();
        await row('Stopped').waitFor();
      }
      rmSync(join(parley.folder, 'beside.txt'));
      await parley.useCli('newest');
    });
});
