// What an MCP server asks the person, with the real CLIs and a server of its own: every kind of field as the server gets it, to the letter; declined,
// cancelled, withdrawn; a web page; between turns.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { chosen, clis, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

const tool = 'mcp__db__ask';
const modernTool = 'mcp__cloud__ask';

const everyKind = {
  message: 'Set up the *database*.\nAll of it can be changed later.',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name of the database', description: 'In small letters', minLength: 2, maxLength: 10 },
      mail: { type: 'string', title: 'Who is told', format: 'email' },
      site: { type: 'string', title: 'Where it runs', format: 'uri' },
      from: { type: 'string', title: 'First day', format: 'date', default: '2026-12-01' },
      at: { type: 'string', title: 'First backup', format: 'date-time', default: '2026-12-01T03:00:00Z' },
      size: { type: 'number', title: 'Share of the disk', minimum: 0, maximum: 1 },
      port: { type: 'integer', title: 'Port', default: 5432 },
      logs: { type: 'boolean', title: 'Write a log', default: true },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'pg', title: 'PostgreSQL' },
          { const: 'lite', title: 'SQLite' },
        ],
      },
      level: { type: 'string', title: 'Level', enum: ['low', 'high'] },
      parts: {
        type: 'array',
        title: 'Parts',
        items: {
          anyOf: [
            { const: 'a', title: 'Users' },
            { const: 'b', title: 'Notes' },
          ],
        },
        minItems: 1,
      },
      tags: { type: 'array', title: 'Tags', items: { type: 'string', enum: ['x', 'y', 'z'] }, maxItems: 2 },
      note: { type: 'string', title: 'Remark' },
    },
    required: ['name', 'port', 'parts'],
  },
};
const short = { message: 'Which port?', requestedSchema: { type: 'object', properties: { port: { type: 'integer', title: 'Port' } } } };
const second = { message: 'Which user?', requestedSchema: { type: 'object', properties: { user: { type: 'string', title: 'User' } } } };
const address = 'https://example.com/login?back=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2&state=z';
const page = { mode: 'url', message: 'Log in to the database.', url: address, elicitationId: 'login' };
const program = { ...page, url: 'vscode://some.extension/run' };

const done = text('Thank you, I go on with that.');
const asks = (asked: Record<string, unknown>): Replies[string] => [() => [toolUse(tool, asked)], () => [done]];
const replies: Replies = {
  EVERY: asks({ elicitations: [everyKind] }),
  SHORT: asks({ elicitations: [short] }),
  TWO: asks({ elicitations: [short, second] }),
  LATER: asks({ elicitations: [short], later: true }),
  WITHDRAWN: asks({ elicitations: [short], withdrawn: true }),
  SILENT: asks({ elicitations: [], silent: true }),
  PAGE: asks({ elicitations: [page] }),
  HELLO: () => [done],
  PROGRAM: asks({ elicitations: [program] }),
  MODERN: [
    () => [
      toolUse(modernTool, {
        elicitations: [
          { ...short, mode: 'form' },
          { ...second, mode: 'form' },
        ],
      }),
    ],
    () => [done],
  ],
};

describe('an elicitation of a real MCP server', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let got: string;
  shareWindowless('elicitation', { replies, inOneChat: true }, opened => {
    parley = opened;
    got = join(parley.folder, 'got.txt');
    const db = { command: process.execPath, args: [resolve('test/support/askingServer.mjs'), got] };
    const cloud = { command: process.execPath, args: [resolve('test/support/modernAskingServer.mjs')] };
    writeFileSync(join(parley.folder, '.mcp.json'), JSON.stringify({ mcpServers: { db, cloud } }));
    const settings = join(parley.environment['HOME'] ?? '', '.claude');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'settings.json'), JSON.stringify({ permissions: { allow: [tool, modernTool] } }));
  });
  /** The server of this chat has written its process id at its start. */
  const forgetAnswers = (): void => {
    if (existsSync(got)) writeFileSync(got, readFileSync(got, 'utf8').replace(/^\{.*\n/gm, ''));
  };
  beforeEach(forgetAnswers);

  const card = (index = 0) => parley.log.getByRole('form', { name: 'The MCP server “db” asks' }).nth(index);
  const press = (name: string, index = 0) => card(index).getByRole('button', { name, exact: true }).click();
  const goesOn = () => parley.log.getByText('Thank you, I go on with that.').waitFor();
  const server = (): { readonly pid: number; readonly answers: readonly unknown[] } => {
    // The server of an earlier chat, too, may write its process id into a new file.
    const lines = existsSync(got) ? readFileSync(got, 'utf8').split('\n') : [];
    const parts = lines.filter(line => line !== '').map(line => JSON.parse(line) as unknown);
    return { pid: Number(parts.findLast(part => typeof part === 'number')), answers: parts.filter(part => typeof part !== 'number') };
  };
  const received = async (...answers: readonly unknown[]): Promise<void> => {
    await eventually(() => Promise.resolve(server().answers), answers);
  };

  for (const cli of clis('newest').filter(name => name !== 'oldest')) {
    describe(`with the ${cli} CLI`, () => {
      before(() => parley.useCli(cli));
      after(() => parley.useCli('newest'));

      it('asks every kind of field, and the server gets the values that the card has shown', async () => {
        await parley.send(`EVERY ${cli}`);
        await card().getByText('This is not from Claude').waitFor();
        await card().getByText('Set up the *database*.').waitFor();
        const box = (name: string) => card().getByRole('textbox', { name, exact: true });
        await box('Name of the database').fill('notes');
        await box('Who is told').fill('ann@notes.example');
        await box('Where it runs').fill('postgres://db.example:5432/notes');
        await card().getByRole('spinbutton', { name: 'Share of the disk' }).fill('0.25');
        await card().getByRole('radio', { name: 'SQLite', exact: true }).click();
        await card().getByRole('radio', { name: 'high', exact: true }).click();
        await card().getByRole('checkbox', { name: 'Users', exact: true }).click();
        await card().getByRole('checkbox', { name: 'Notes', exact: true }).click();
        await card().getByRole('checkbox', { name: 'y', exact: true }).click();
        await press('What the server gets');
        const shown = card().getByText('"name": "notes"');
        const content = {
          name: 'notes',
          mail: 'ann@notes.example',
          site: 'postgres://db.example:5432/notes',
          from: '2026-12-01',
          at: '2026-12-01T03:00:00Z',
          size: 0.25,
          port: 5432,
          logs: true,
          kind: 'lite',
          level: 'high',
          parts: ['a', 'b'],
          tags: ['y'],
        };
        await eventually(async () => JSON.parse(await shown.innerText()) as unknown, content);
        await press('Submit');
        await goesOn();
        await received({ action: 'accept', content });
        await parley.log.getByText('You answered').waitFor();
        // Only an unfolded card has its acts.
        await card().getByRole('button', { name: 'Expand question' }).click();
        await card().getByText('The MCP server “db” asked this, not Claude.').waitFor();
        await eventually(() => card().getByRole('button', { name: 'Change my answer' }).count(), 0, 'it was no answer to Claude');
      });

      if (isWholeMatrix)
        it('is declined and cancelled apart', async () => {
          await parley.send(`SHORT declined ${cli}`);
          await press('Decline');
          await parley.log.getByText('You declined').waitFor();
          await goesOn();
          await received({ action: 'decline' });
          await parley.newChat();
          forgetAnswers();
          await parley.send(`SHORT cancelled ${cli}`);
          await press('Cancel');
          await parley.log.getByText('You cancelled').waitFor();
          await goesOn();
          await received({ action: 'cancel' });
        });

      if (isWholeMatrix)
        it('is asked with another at the same time, and while no turn runs', async () => {
          await parley.send(`TWO ${cli}`);
          await card(1).waitFor();
          await card(1).getByRole('textbox', { name: 'User' }).fill('ann');
          await press('Submit', 1);
          await parley.log.getByText('You answered').waitFor();
          await card(0).getByRole('spinbutton', { name: 'Port' }).fill('1');
          await press('Submit');
          await goesOn();
          await received({ action: 'accept', content: { port: 1 } }, { action: 'accept', content: { user: 'ann' } });
          await parley.newChat();
          forgetAnswers();
          await parley.send(`LATER ${cli}`);
          await goesOn();
          await eventually(() => parley.view.getByRole('button', { name: 'Stop', exact: true }).count(), 0);
          process.kill(server().pid, 'SIGUSR1');
          await card().waitFor();
          await card().getByRole('spinbutton', { name: 'Port' }).fill('2');
          await press('Submit');
          await parley.log.getByText('You answered').waitFor();
          await received({ action: 'accept', content: { port: 2 } });
        });

      it('is withdrawn when the server takes it back, and when the server is gone', async () => {
        await parley.send(`WITHDRAWN ${cli}`);
        await card().waitFor();
        process.kill(server().pid, 'SIGUSR1');
        await goesOn();
        await parley.log.getByText('No longer needed').waitFor();
        await parley.goOn();
        await parley.send(`SHORT gone ${cli}`);
        await card().getByRole('spinbutton', { name: 'Port' }).fill('7');
        process.kill(server().pid, 'SIGKILL');
        await parley.log.getByText('No longer needed').waitFor();
        await goesOn();
        await card().getByRole('button', { name: 'Expand question' }).click();
        await card().getByText('It is kept here.').waitFor();
        // A chat keeps its servers.
        await parley.newChat();
      });
    });
  }

  for (const cli of chosen(['newest', 'deferring'] as const, 'newest'))
    it(`is over after Stop, and the server hears of it (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await parley.send(`SHORT stopped ${cli}`);
      await card().waitFor();
      await parley.view.getByRole('button', { name: 'Stop', exact: true }).click();
      await parley.log.getByText(cli === 'newest' ? 'No longer needed' : 'You cancelled').waitFor();
      await received({ action: 'cancel' });
      await parley.useCli('newest');
    });

  for (const cli of clis('newest'))
    it(`ends by Stop where its server never answers a call: the row says so, and the next message is answered (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      await parley.send(`SILENT ${cli}`);
      const row = (state: string) => parley.log.getByRole('button', { name: new RegExp(`ask.*${state}$`, 'i') });
      await row('Running').waitFor();
      await parley.view.getByRole('button', { name: 'Stop', exact: true }).click();
      await parley.log.getByText('Stopped by you', { exact: true }).waitFor();
      await row('Stopped').waitFor();
      await parley.send(`HELLO behind ${cli}`);
      await goesOn();
      await parley.useCli('newest');
    });

  it('shows a web page with its host and its whole address, and opens it at a press only', async () => {
    await parley.send('PAGE');
    const shown = card().getByRole('group', { name: 'Web page' });
    await shown.getByText('example.com', { exact: true }).waitFor();
    await shown.getByText(address, { exact: true }).waitFor();
    assert.deepEqual(server().answers, []);
    await press('Open example.com');
    await parley.press('open the external website', 'Open');
    await eventually(() => Promise.resolve(parley.opened), [address]);
    await parley.log.getByText('You opened the page').waitFor();
    await goesOn();
    await received({ action: 'accept' });
  });

  it('does not accept a page that was not opened, and refuses what is no web page', async () => {
    await parley.send('PAGE declined');
    await press('Open example.com');
    await parley.press('open the external website', 'Cancel');
    await press('Decline');
    await goesOn();
    await received({ action: 'decline' });
    await parley.goOn();
    forgetAnswers();
    await parley.send('PROGRAM');
    await parley.log.getByText('An MCP server asked for something that Parley cannot show').waitFor();
    await received({ action: 'decline' });
    await goesOn();
    await parley.idle();
    await eventually(() => card().count(), 0);
  });

  it('is the same for a server of the revision 2026-07-28, which is called again with the answers', async () => {
    await parley.send('MODERN');
    const cards = parley.view.getByRole('form', { name: 'The MCP server “cloud” asks' });
    await cards.nth(0).getByRole('spinbutton', { name: 'Port' }).fill('8');
    await cards.nth(0).getByRole('button', { name: 'Submit', exact: true }).click();
    await cards.nth(1).getByRole('button', { name: 'Decline', exact: true }).click();
    const { toolResults } = await parley.api.waitForRequest(
      request => !request.side && request.prompt === 'MODERN' && request.toolResults.length > 0,
    );
    assert.deepEqual(
      toolResults.map(result => JSON.parse(result.text) as unknown),
      [{ q0: { action: 'accept', content: { port: 8 } }, q1: { action: 'decline' } }],
    );
    await goesOn();
  });

  if (isWholeMatrix)
    it('stands among the answered questions, with its asker', async () => {
      await parley.send('SHORT found again');
      await card().getByRole('spinbutton', { name: 'Port' }).fill('99');
      await press('Submit');
      await goesOn();
      await parley.runTitled('Parley: Show Answered Questions');
      await parley.sees(/^Port,? .*99.*asked by the MCP server “db”/);
      await parley.closeList();
    });

  it('is withdrawn with the window, and keeps what was filled in', async () => {
    await parley.send('SHORT window');
    await card().getByRole('spinbutton', { name: 'Port' }).fill('7');
    await parley.onDisk('SHORT window', '"otherText":"7"');
    await parley.restart('closed');
    const last = parley.log.getByRole('form', { name: 'The MCP server “db” asks' }).last();
    await last.getByText('No longer needed').waitFor();
    await last.getByRole('button', { name: 'Expand question' }).click();
    await last.getByText('It is kept here.').waitFor();
    await last.getByText('7', { exact: true }).waitFor();
    await received({ action: 'cancel' });
  });

  if (isWholeMatrix)
    it('does not exist in the oldest CLI, which tells the server so', async () => {
      await parley.useCli('oldest');
      await parley.send('SHORT oldest');
      await goesOn();
      await received({ error: { code: -32601, message: 'Method not found' } });
      await parley.idle();
      await eventually(() => card().count(), 0);
    });
});
