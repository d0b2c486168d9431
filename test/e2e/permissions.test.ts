// Permissions of the real CLI, for its own tools and an MCP server's: the card shows what would happen, Allow does exactly that, Deny does
// nothing, and both can be read afterwards.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { toolTitle } from '../../src/shared/mcpTool.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

interface Act {
  readonly tool: string;
  readonly input: () => Record<string, unknown>;
  /** Each of these is on the card. */
  readonly shown: readonly string[];
  /** The file that the act writes, and what it holds then. */
  readonly file: string;
  readonly effect: string;
  /** What the file holds before; absent where there is none. */
  readonly before?: string;
  /** A part of the unfolded row, by its name. */
  readonly unfolded: readonly [name: string, text: string];
}

const command = "printf 'one\\n' > made.txt\nprintf 'two\\n' >> made.txt";

let folder = '';
const inFolder = (name: string): string => join(folder, name);

const acts: Readonly<Record<string, Act>> = {
  ACT_BASH: {
    tool: 'Bash',
    input: () => ({ command, description: 'Only looks' }),
    shown: ["printf 'one\\n' > made.txt", "printf 'two\\n' >> made.txt", 'Only looks'],
    file: 'made.txt',
    effect: 'one\ntwo\n',
    unfolded: ['command', command],
  },
  ACT_WRITE: {
    tool: 'Write',
    input: () => ({ file_path: inFolder('written.txt'), content: 'first\n<b>second</b>\n' }),
    shown: ['written.txt', 'first', '<b>second</b>'],
    file: 'written.txt',
    effect: 'first\n<b>second</b>\n',
    unfolded: ['content', 'first\n<b>second</b>\n'],
  },
  ACT_EDIT: {
    tool: 'Edit',
    input: () => ({ file_path: inFolder('edited.txt'), old_string: 'limit = 10;', new_string: 'limit = 50;\nsecond' }),
    shown: ['edited.txt', 'limit = 10;', 'limit = 50;', 'second'],
    file: 'edited.txt',
    before: 'limit = 10;\n',
    effect: 'limit = 50;\nsecond\n',
    unfolded: ['old_string → new_string', 'limit = 10;limit = 50;second'],
  },
  ACT_MCP: {
    tool: 'mcp__notes__add',
    input: () => ({ text: 'a note\nof two lines', tags: ['x', 'y'] }),
    shown: ['a note', 'of two lines', 'Tags', 'x', 'y'],
    file: 'note.json',
    effect: JSON.stringify({ text: 'a note\nof two lines', tags: ['x', 'y'] }),
    unfolded: ['Input', 'Texta note\nof two linesTags1.x2.y'],
  },
};

const done = text('Thank you, I go on with that.');

/** The CLI edits only what was read in the same session. */
const replies: Record<string, Replies[string]> = Object.fromEntries(
  Object.entries(acts).map(([key, act]) => {
    const steps = [() => [toolUse(act.tool, act.input())], () => [done]];
    const read = () => [toolUse('Read', { file_path: inFolder(act.file) })];
    return [key, act.before === undefined ? steps : [read, ...steps]];
  }),
);

replies['ACT_PUSH'] = [() => [toolUse('Bash', { command: 'git push origin main' })], () => [done]];
replies['ACT_TWO'] = [() => [toolUse('Bash', { command: 'git stash; make all' })], () => [done]];
replies['ACT_MAKE'] = [() => [toolUse('Bash', { command: 'make all' })], () => [done]];
replies['ACT_SLOW'] = [() => [toolUse('Bash', { command: 'touch started.txt && sleep 300' })], () => [done]];

describe('a permission of the real CLI', function () {
  this.timeout(windowLimit);
  let parley: Windowless;

  shareWindowless('permissions', { replies, inOneChat: true }, opened => {
    parley = opened;
    ({ folder } = parley);
    const notes = { command: process.execPath, args: [resolve('test/support/notesServer.mjs'), inFolder('note.json')] };
    writeFileSync(inFolder('.mcp.json'), JSON.stringify({ mcpServers: { notes } }));
  });

  const contentOf = ({ file }: Act): string | undefined => (existsSync(inFolder(file)) ? readFileSync(inFolder(file), 'utf8') : undefined);

  async function ask(key: string, act: Act, words = 'please'): Promise<void> {
    rmSync(inFolder(act.file), { force: true });
    if (act.before !== undefined) writeFileSync(inFolder(act.file), act.before);
    await parley.send(`${key} ${words}`);
    await asked(act).waitFor();
  }

  const asked = ({ tool }: Act) => parley.log.getByRole('group', { name: `Claude asks for permission: ${toolTitle(tool)}` });
  const decided = ({ tool }: Act) => parley.log.getByRole('group', { name: `Permission: ${toolTitle(tool)}` });
  const verbs: Readonly<Record<string, string>> = { Bash: 'Ran|Wants to run', Edit: 'Edited|Wants to edit', Write: 'Wrote|Wants to write' };
  const row = ({ tool }: Act, end: string) =>
    parley.log.getByRole('button', { name: new RegExp(`^(?:${verbs[tool] ?? 'notes: Add'}).*${end}$`) });
  const press = (act: Act, name: RegExp) => asked(act).getByRole('button', { name }).click();

  /** Removes a rule by the keyboard, which asks what to do with it. */
  async function removeInList(words: string): Promise<void> {
    await parley.runTitled('Parley: Permissions');
    await parley.pick(words);
    await parley.pick('Remove');
  }

  // What Write does is what Edit does.
  for (const [key, act] of Object.entries(acts).filter(([, { tool }]) => isWholeMatrix || tool !== 'Write')) {
    it(`${act.tool}: denied, nothing has happened, and the chat says who denied it`, async () => {
      await ask(key, act);
      await eventually(async () => {
        const card = (await asked(act).textContent()) ?? '';
        return act.shown.filter(part => !card.includes(part));
      }, []);
      assert.equal(contentOf(act), act.before);
      await press(act, /^Deny/);
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      await row(act, 'Denied by you').waitFor();
      // Once is enough.
      await eventually(() => decided(act).count(), 0);
      assert.equal(contentOf(act), act.before);
    });

    it(`${act.tool}: allowed, exactly that has happened, and its row holds all of it`, async () => {
      await ask(key, act);
      await press(act, /^Allow/);
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      assert.equal(contentOf(act), act.effect);
      const allowed = row(act, 'Allowed(?: · done)?').last();
      await allowed.waitFor();
      await eventually(() => decided(act).count(), 0);
      await allowed.click();
      const [name, whole] = act.unfolded;
      await eventually(() => parley.log.getByRole('region', { name, exact: true }).textContent(), whole);
    });
  }

  for (const cli of clis('newest')) {
    describe(`with a note, to the ${cli} CLI`, () => {
      before(() => parley.useCli(cli));
      after(() => parley.useCli('newest'));

      for (const [name, note, says] of [
        ['Deny', 'Use “pnpm”.', 'The user did not allow this. The user says:'],
        ['Allow', 'Not the docs.', 'The user allowed this and says:'],
      ] as const) {
        it(`${name}: Claude reads the note beside the result, and the row keeps it`, async () => {
          const act = acts['ACT_BASH'] ?? assert.fail();
          await ask('ACT_BASH', act);
          await press(act, /^Add note/);
          await asked(act).getByRole('textbox', { name: 'Note to Claude' }).fill(`${note}\nAlways.`);
          await press(act, new RegExp(`^${name}`));
          const { messages } = await parley.api.waitForRequest(({ side, toolResults }) => !side && toolResults.length > 0);
          const read = JSON.stringify(messages.slice(-2));
          assert.ok(read.includes(JSON.stringify(`${says}\n${note}\nAlways.`).slice(1, -1)), read);
          await decided(act).getByText(`Your note to Claude: ${note}`).waitFor();
          assert.equal(contentOf(act), name === 'Allow' ? act.effect : act.before);
        });
      }
    });
  }

  for (const cli of clis('newest', 'oldest')) {
    describe(`always, by the ${cli} CLI`, () => {
      const settings = '.claude/settings.local.json';
      before(() => parley.useCli(cli));
      after(() => parley.useCli('newest'));
      afterEach(() => rmSync(inFolder(settings), { force: true }));

      it('adds the rule that the card has shown to the settings, says so, and the next call is not asked', async () => {
        const act = acts['ACT_BASH'] ?? assert.fail();
        await ask('ACT_PUSH', act);
        await press(act, /^Always/);
        const menu = asked(act).getByRole('group', { name: 'Allow from now on, without asking:' });
        const wide = cli === 'oldest' ? ['The command', 'git push origin main'] : ['Every command that starts with', 'git push'];
        await eventually(() => menu.getByRole('listitem').first().textContent(), wide.join(' '));
        await menu.getByRole('button', { name: 'Allow and don’t ask again in this project, for you' }).click();
        await decided(act).getByText('Allowed from now on (In this project, for you):').waitFor();
        await parley.log.getByText('Thank you, I go on with that.').waitFor();
        const { permissions } = JSON.parse(readFileSync(inFolder(settings), 'utf8')) as {
          readonly permissions: { readonly allow: unknown };
        };
        const rule = { newest: 'git push *', deferring: 'git push:*', oldest: 'git push origin main' }[cli];
        assert.deepEqual(permissions.allow, [`Bash(${rule})`]);
        await parley.send('ACT_PUSH once more');
        await eventually(() => parley.log.getByText('Thank you, I go on with that.').count(), 2);
        await eventually(() => asked(act).count(), 0);
        await removeInList(cli === 'oldest' ? 'The command git push origin main' : 'Every command that starts with git push');
        await eventually(() => Promise.resolve(readFileSync(inFolder(settings), 'utf8').includes('git push')), false);
        // What the oldest does with a file of settings that it reads at its start is what the newest does.
        if (cli === 'oldest' && !isWholeMatrix) return;
        // The next chat has a process of its own, so it is asked also by a CLI that does not follow the file.
        await parley.newChat();
        await parley.send('ACT_PUSH in a new chat');
        await asked(act).waitFor();
        await press(act, /^Deny/);
        await decided(act).or(row(act, 'Denied by you')).first().waitFor();
      });
    });
  }

  it('always, with one of two rules unticked: the CLI has the other one alone, and asks for what was not ticked', async () => {
    const act = acts['ACT_BASH'] ?? assert.fail();
    await ask('ACT_TWO', act);
    await press(act, /^Always/);
    const menu = asked(act).getByRole('group', { name: 'Allow from now on, without asking:' });
    await menu.getByRole('checkbox', { name: 'make' }).uncheck();
    await menu.getByRole('button', { name: 'Allow and don’t ask again in this chat' }).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await parley.runTitled('Parley: Permissions');
    // As `list_permission_rules` tells it.
    assert.deepEqual(await parley.rows('git stash'), ['Every command that starts with git stash allowed']);
    await parley.closeList();
    await ask('ACT_MAKE', act);
    await press(act, /^Deny/);
    await parley.log.getByText('Thank you, I go on with that.').nth(1).waitFor();
  });

  describe('decided in a window that has ended,', () => {
    const act = acts['ACT_BASH'] ?? assert.fail();

    before(async () => {
      await parley.newChat();
      await ask('ACT_BASH', act, 'and end');
      await press(act, /^Deny/);
      await parley.log.getByText('Thank you, I go on with that.').waitFor();
      await parley.newChat();
      await ask('ACT_SLOW', act, 'and end');
      await press(act, /^Add note/);
      await asked(act).getByRole('textbox', { name: 'Note to Claude' }).fill('Take care.');
      await press(act, /^Allow/);
      await eventually(() => Promise.resolve(existsSync(inFolder('started.txt'))), true);
      await decided(act).getByText('Your note, on its way to Claude: Take care.').waitFor();
      await parley.reload();
    });

    it('with a note whose window ends before the result: the next one shows the note as not delivered', async () => {
      await parley.goTo('ACT_SLOW and end');
      await decided(act).getByText('Your note, which may not have reached Claude: Take care.').waitFor();
    });

    it('that was denied is so in the next window, where its row is read from the transcript', async () => {
      await parley.goTo('ACT_BASH and end');
      await row(act, 'Denied by you').click();
      await eventually(() => parley.log.getByRole('region', { name: 'command', exact: true }).textContent(), command);
      await parley.idle();
      await eventually(() => decided(act).count(), 0);
    });
  });
});
