// A real Claude in a terminal, whose questions, permissions and plans stand there and on a card here: both winners, and Esc.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Call } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { removeFolder } from '../support/removeFolder.js';
import { database } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { prepareConfig, TerminalClaude } from '../support/terminalClaude.js';
import type { Cli } from '../support/tier.js';
import { chosen, clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const done = text('Thank you, I go on with that.');
const modes = chosen(['default', 'acceptEdits', 'plan', 'bypassPermissions', 'auto']);
const ends = chosen<'closed' | 'killed'>(['closed', 'killed']);
/** Names of what is asked, each of which the person is told of once. */
const asked = [
  ...clis('newest').flatMap(cli => ['here', 'there', 'allowed', 'left'].map(where => `${where}-${cli}`)),
  ...ends,
  ...modes,
  'long',
  'official',
];
const plans = clis('newest').flatMap(cli => ['esc', 'card', 'terminal'].map(where => `${where}-${cli}`));
const planOf = (name: string): string => `# Lamps of ${name}\n\n1. Make the file\n`;
/** In the file that the CLI wants it in, from where the hook has its text. */
const writePlan = ({ body, prompt }: Call) => {
  const path = /\/[^\s"\\`]*\/plans\/[^\s"\\`]+\.md/.exec(JSON.stringify(body))?.[0] ?? '';
  return [toolUse('Write', { file_path: path, content: planOf(prompt.slice('PLAN_'.length)) })];
};
const showPlan = () => [toolUse('ExitPlanMode', {})];
/** Approved on the card, it makes a file without being asked for it. */
const carryOut = ({ prompt, toolResults: [result] }: Call) =>
  result?.isError === true ? showPlan() : [toolUse('Write', { file_path: `${prompt}.txt`, content: 'made' })];
const hook = (config: string): unknown =>
  (JSON.parse(readFileSync(config, 'utf8')) as { hooks?: { PermissionRequest?: unknown } }).hooks?.PermissionRequest;

describe('a Claude in a terminal', function () {
  this.timeout(windowLimit);
  // `script` of util-linux makes the terminal.
  if (process.platform !== 'linux') return;
  let parley: Windowless;
  const config = mkdtempSync(join(tmpdir(), 'parley-claude-'));
  const settings = join(config, 'settings.json');
  // Without the second the CLI asks about that mode, and writes the answer there.
  const theirs = '{\n  "cleanupPeriodDays": 30,\n  "skipDangerousModePermissionPrompt": true\n}';
  let terminal: TerminalClaude | undefined;
  /** The CLI of a session in which the next test can go on. */
  let goesOnWith: Cli | undefined;
  const end = async (): Promise<void> => {
    await terminal?.end();
    [terminal, goesOnWith] = [undefined, undefined];
  };
  before(() => {
    writeFileSync(settings, theirs);
    process.env['CLAUDE_CONFIG_DIR'] = config;
  });
  shareWindowless(
    'terminalRace',
    {
      replies: {
        ...Object.fromEntries(
          asked.map(name => [
            `ASK_${name}`,
            [() => [toolUse('AskUserQuestion', { questions: [{ ...database, question: `${name}?` }] })], () => [done]],
          ]),
        ),
        ...Object.fromEntries(
          asked.map(name => [
            `RUN_${name}`,
            [() => [toolUse('Bash', { command: `touch ${name}${name === 'long' ? ' && sleep 20' : ''}` })], () => [done]],
          ]),
        ),
        ...Object.fromEntries(
          plans.map(name => [
            `PLAN_${name}`,
            [writePlan, showPlan, ...(name.startsWith('card') ? [carryOut, carryOut] : []), () => [done]],
          ]),
        ),
      },
    },
    opened => (parley = opened),
  );
  after(async () => {
    await end();
    delete process.env['CLAUDE_CONFIG_DIR'];
    await removeFolder(config);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') process.stderr.write(`The terminal shows:\n${terminal?.shown.slice(-3_000) ?? 'nothing'}\n`);
    if (goesOnWith === undefined || this.currentTest?.state === 'failed') await end();
  });

  async function start(cli: Cli, mode = 'default', more: Readonly<Record<string, string>> = {}): Promise<TerminalClaude> {
    await end();
    const { folder, environment } = parley;
    prepareConfig(config, folder, environment['ANTHROPIC_API_KEY'] ?? '');
    terminal = new TerminalClaude({
      command: claudePaths[cli],
      cwd: folder,
      mode,
      env: { ...environment, CLAUDE_CONFIG_DIR: config, IS_SANDBOX: '1', ...more },
    });
    return terminal;
  }
  /** The session of the test before, where that can be: to start one takes longer than most turns. */
  async function session(cli: Cli): Promise<TerminalClaude> {
    const claude = terminal !== undefined && goesOnWith === cli ? terminal : await start(cli);
    goesOnWith = cli;
    return claude;
  }
  const card = () => parley.view.getByRole('form', { name: 'Claude in a terminal asks', exact: true }).last();
  /** Is told of it, and goes to it. */
  const goTo = async (name: string): Promise<void> => {
    await parley.told(new RegExp(`^Claude in a terminal (?:asks|has a plan|wants to run a command): .*${name}`));
    await parley.run('parley.focusQuestion');
  };
  /** The first result that Claude has read, of those with such words. */
  const read = async (key: string, words = /^/): Promise<string> => {
    const isIt = (text: string | undefined): boolean => text !== undefined && words.test(text);
    const request = await parley.api.waitForRequest(({ side, key: of, toolResults }) => !side && of === key && isIt(toolResults[0]?.text));
    return request.toolResults[0]?.text ?? '';
  };
  const agreeTo = async (words: RegExp): Promise<void> => {
    await parley.run('parley.letAgentsAsk');
    await parley.pick('Claude in a terminal');
    assert.match(await parley.told(/Write this change/), words);
    await parley.press(/Write this change/, 'Write');
  };

  before(async () => {
    assert.equal(hook(settings), undefined);
    await agreeTo(/can ask here/);
    await parley.told(/Claude in a terminal can ask here now/);
  });

  it('asks here once the person has agreed to the change of its settings', () => {
    assert.equal((hook(settings) as unknown[]).length, 1);
  });

  it('is not heard in a folder that turns hooks off, which the list says', async () => {
    const forbids = join(parley.folder, '.claude', 'settings.local.json');
    mkdirSync(dirname(forbids), { recursive: true });
    writeFileSync(forbids, '{"disableAllHooks": true}');
    await parley.run('parley.letAgentsAsk');
    const rows = await parley.rows('Claude in a terminal');
    assert.ok(
      rows.some(row => row.includes(`does not ask here in this folder: “disableAllHooks” is on in ${forbids}.`)),
      String(rows),
    );
    await parley.closeList();
    rmSync(forbids);
  });

  it('is not heard where its settings have a comment, with which it reads none of them: the list says so', async () => {
    const now = readFileSync(settings, 'utf8');
    writeFileSync(settings, `// mine\n${now}`);
    await parley.run('parley.letAgentsAsk');
    const rows = await parley.rows('Claude in a terminal');
    assert.ok(
      rows.some(row => row.includes(`Claude cannot read ${settings}`)),
      String(rows),
    );
    await parley.closeList();
    writeFileSync(settings, now);
  });

  for (const cli of clis('newest')) {
    it(`is answered on the card: its own dialog closes, and Claude reads the answer (${cli} CLI)`, async () => {
      const claude = await session(cli);
      await claude.send(`ASK_here-${cli}`);
      await claude.sees('Enter to select');
      await goTo(`here-${cli}`);
      await card().getByText('Claude in a terminal asks this there too. The first answer counts.').waitFor();
      await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      await card().getByRole('button', { name: 'Submit', exact: true }).click();
      assert.match(await read(`ASK_here-${cli}`), /="?SQLite/);
      await claude.sees('I go on with that');
      await parley.view.getByText('You answered').last().waitFor();
    });

    it(`is answered in the terminal: the card goes (${cli} CLI)`, async () => {
      const claude = await session(cli);
      await claude.send(`ASK_there-${cli}`);
      await claude.sees('Enter to select');
      await goTo(`there-${cli}`);
      await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      claude.press('');
      await claude.sees('I go on with that', '\r');
      await parley.log.getByText('Ended in the terminal').first().waitFor();
      assert.match(await read(`ASK_there-${cli}`), /="?PostgreSQL/);
    });

    it(`has a permission that is allowed on the card, and one that Esc takes back (${cli} CLI)`, async () => {
      const claude = await session(cli);
      await claude.send(`RUN_allowed-${cli}`);
      await claude.sees('Do you want to proceed');
      await goTo(`allowed-${cli}`);
      const permission = parley.view.getByRole('group', { name: /Bash/ }).last();
      await permission.getByText(`touch allowed-${cli}`).waitFor();
      await permission.getByRole('button', { name: 'Allow', exact: true }).click();
      await read(`RUN_allowed-${cli}`);
      assert.ok(existsSync(join(parley.folder, `allowed-${cli}`)));
      await claude.sees('I go on with that');
      await claude.send(`RUN_left-${cli}`);
      await claude.sees('Do you want to proceed');
      await permission.getByText(`touch left-${cli}`).waitFor();
      claude.press('');
      await claude.sees('Interrupted', '\u001b');
      await parley.log.getByText('Left to the terminal').waitFor();
      // Esc may have been pressed once more than it takes, and twice opens a dialog.
      goesOnWith = undefined;
    });
  }

  // In one session, because each further one starts a CLI.
  for (const cli of clis('newest'))
    it(`shows its plan here too: Esc takes it back, the card refuses it with a word and approves it in a mode, and so does the terminal (${cli} CLI)`, async () => {
      const claude = await start(cli, 'plan');
      const decided = parley.log.getByText('Left to the terminal');
      const press = (name: string) => parley.view.getByRole('button', { name, exact: true }).click();
      const show = async (where: string): Promise<void> => {
        await claude.send(`PLAN_${where}-${cli}`);
        await claude.sees('Would you like to proceed');
        if (where === 'esc') await goTo(`esc-${cli}`);
        await parley.view.getByText(`Lamps of ${where}-${cli}`).waitFor();
      };
      await show('esc');
      claude.press('');
      await claude.sees('plan mode on', '\u001b');
      await eventually(() => decided.count(), 1);

      await show('card');
      await press('Add note');
      await parley.view.getByRole('textbox', { name: 'Note to Claude' }).fill('Smaller, please.');
      await parley.page.keyboard.press('Escape');
      await press('Keep planning');
      await read(`PLAN_card-${cli}`, /The user says:\nSmaller, please\./);
      await parley.view.getByRole('radio', { name: 'edits without asking' }).check();
      await press('Approve');
      await read(`PLAN_card-${cli}`, /^User has approved your plan/);
      await claude.sees('I go on with that');
      assert.ok(existsSync(join(parley.folder, `PLAN_card-${cli}.txt`)));

      claude.press('\u001b[Z');
      await claude.sees('plan mode on');
      await show('terminal');
      claude.press('');
      await claude.sees('I go on with that', '\r');
      await eventually(() => decided.count(), 2);
      await read(`PLAN_terminal-${cli}`, /^User has approved your plan/);
    });

  // 2.1.100 and 2.0.77 say nothing of it before the command has come to its end.
  it('is allowed in the terminal: the card goes while the command runs', async () => {
    const claude = await start('newest');
    await claude.send('RUN_long');
    await claude.sees('Do you want to proceed');
    await goTo('long');
    await parley.view.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    claude.press('');
    await claude.sees('esc to interrupt', '\r');
    await parley.log.getByText('Left to the terminal').waitFor();
    assert.ok(!claude.shown.includes('Igoonwiththat'), 'the command runs');
  });

  for (const how of ends)
    it(`asks in the next window where this one is ${how}, with what was filled in`, async () => {
      const claude = await start('newest');
      await claude.send(`ASK_${how}`);
      await claude.sees('Enter to select');
      await goTo(how);
      await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
      await parley.idle();
      await parley.restart(how);
      const submit = card().getByRole('button', { name: 'Submit', exact: true });
      await submit.click();
      assert.match(await read(`ASK_${how}`), /="?SQLite/);
      await claude.sees('I go on with that');
    });

  it('asks nothing here where another program has started it, as the official extension does', async () => {
    const chats = async (): Promise<number> => {
      await parley.run('parley.showChats');
      const rows = await parley.rows(/./);
      await parley.closeList();
      return rows.filter(row => row.includes('Claude in a terminal')).length;
    };
    const before = await chats();
    const claude = await start('newest', 'default', { CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' });
    await claude.send('ASK_official');
    await claude.sees('Enter to select');
    claude.press('');
    await claude.sees('I go on with that', '\r');
    assert.equal(await chats(), before);
  });

  for (const mode of modes)
    it(`asks on a card in the mode ${mode} too`, async () => {
      const claude = await start('newest', mode);
      await claude.send(`ASK_${mode}`);
      await claude.sees('Enter to select');
      await goTo(mode);
      await card().getByRole('radio', { name: 'SQLite', exact: true }).waitFor();
    });

  it('is as before once the change is taken back, to the byte', async () => {
    await agreeTo(/no longer asks here/);
    await parley.told(/Claude in a terminal no longer asks here/);
    assert.equal(readFileSync(settings, 'utf8'), theirs);
  });
});
