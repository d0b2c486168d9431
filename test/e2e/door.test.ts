// Agents outside of VS Code, which ask through Parley's helper as it ships: started by its launcher, in a process of its own.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { processesMarked } from '../../scripts/lib/system/processes.mjs';
import { profileMark } from '../../scripts/lib/vscode/workbench.mjs';
import { maxLineBytes } from '../../src/claude/process/lines.js';
import { DoorClient } from '../support/doorClient.js';
import { listeningPorts } from '../support/listening.js';
import { removeFolder } from '../support/removeFolder.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('an agent outside of VS Code', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  /** Where Codex has its configuration, in which a person has written. */
  const codexHome = mkdtempSync(join(tmpdir(), 'parley-codex-'));
  const config = join(codexHome, 'config.toml');
  const theirs = '# mine\nmodel = "m" # not the other one';
  let launcher: string;
  const agents: DoorClient[] = [];
  before(() => {
    writeFileSync(config, theirs);
    process.env['CODEX_HOME'] = codexHome;
  });
  shareWindowless('door', { replies: {} }, opened => (parley = opened));
  after(async () => {
    delete process.env['CODEX_HOME'];
    await removeFolder(codexHome);
  });

  afterEach(async () => {
    for (const agent of agents.splice(0)) await agent.kill();
  });

  async function start(
    name: string,
    { cwd = parley.folder, ...more }: { cwd?: string; args?: string[]; roots?: string[] } = {},
  ): Promise<DoorClient> {
    const agent = new DoorClient({ command: launcher, cwd, name, ...more });
    agents.push(agent);
    await agent.begin();
    return agent;
  }
  const cardOf = (name: string) => parley.view.getByRole('form', { name: `${name} asks`, exact: true }).last();
  /** Is told of the question, and goes to it. */
  const goTo = async (name: string): Promise<void> => {
    await parley.told(new RegExp(`^${name} asks: `));
    await parley.run('parley.focusQuestion');
    await cardOf(name).waitFor();
  };
  const answer = async (name: string, words: string): Promise<void> => {
    await cardOf(name).getByRole('textbox').first().fill(words);
    await cardOf(name).getByRole('button', { name: 'Submit', exact: true }).click();
  };

  /** The person chooses Codex in the list, and agrees to the change that the diff shows. */
  const agreeFor = async (words: RegExp): Promise<void> => {
    await parley.run('parley.letAgentsAsk');
    await parley.pick('Codex');
    assert.match(await parley.told(/Write this change/), words);
    await parley.press(/Write this change/, 'Write');
  };

  it('is let in by the person, who sees the change of its configuration before anything is written', async () => {
    await parley.run('parley.letAgentsAsk');
    await parley.pick('Codex');
    await parley.press(/Write this change/, undefined);
    await parley.idle();
    assert.equal(readFileSync(config, 'utf8'), theirs);
    await agreeFor(/can ask here/);
    await parley.told(/Codex can ask here now/);
    const text = readFileSync(config, 'utf8');
    assert.ok(text.startsWith(`${theirs}\n\n[mcp_servers.parley]\ncommand = "`));
    launcher = /command = "(.*)"/.exec(text)?.[1] ?? '';
  });

  it('asks on a card that names it and its folder, and reads the answer to the letter', async () => {
    const folder = join(parley.folder, 'src');
    mkdirSync(folder, { recursive: true });
    const agent = await start('codex-mcp-client', { cwd: folder });
    const given = agent.ask({ question: 'Which name?' });
    await goTo('Codex');
    await cardOf('Codex').getByText(folder, { exact: true }).waitFor();
    await answer('Codex', 'parley');
    assert.equal(await given, 'User answered: parley');
  });

  it('opens no port, and goes on behind a message that is too long', async function () {
    if (process.platform !== 'linux') this.skip();
    const agent = await start('loud');
    const given = agent.ask({ question: 'Which port?' });
    await goTo('loud');
    agent.tell({ id: 99, method: 'ping', params: { much: 'x'.repeat(maxLineBytes) } });
    await agent.hears(({ error }) => error?.code === -32_700);
    const ours = processesMarked(profileMark, dirname(parley.folder)).map(({ pid }) => pid);
    assert.ok(ours.length > 0 && listeningPorts([process.pid]).length > 0, 'this process serves the pages');
    assert.deepEqual(listeningPorts([...ours, agent.pid]), []);
    await answer('loud', 'none');
    assert.equal(await given, 'User answered: none');
  });

  it('comes back for its answer: after its own clock, and after the window was closed in the middle', async () => {
    const agent = await start('cline', {});
    const given = agent.ask({ question: 'Which colour?' });
    await goTo('cline');
    await cardOf('cline').getByRole('textbox').first().fill('half a colo');
    await parley.advance(50_000);
    const [, waitFor = ''] = /"waitFor":"([^"]+)"/.exec(await given) ?? [];
    await cardOf('cline').getByText('cline is not waiting right now.').waitFor();
    const later = agent.ask({ waitFor });
    await cardOf('cline').getByText('cline is not waiting right now.').waitFor({ state: 'detached' });
    for (const how of ['closed', 'killed'] as const) {
      await parley.restart(how);
      await eventually(() => cardOf('cline').getByRole('textbox').first().isEditable(), true);
    }
    await eventually(() => cardOf('cline').getByRole('textbox').first().inputValue(), 'half a colo');
    await answer('cline', 'green');
    assert.equal(await later, 'User answered: green');
  });

  it('is killed in the middle: its card says that nobody waits, and what was filled in can go on', async () => {
    const agent = await start('short', {});
    void agent.ask({ question: 'Which size?' });
    await goTo('short');
    await cardOf('short').getByRole('textbox').first().fill('half a si');
    await agent.kill();
    await cardOf('short').getByText('short is not waiting right now.').waitFor();
    await eventually(() => cardOf('short').getByRole('textbox').first().inputValue(), 'half a si');
  });

  it('is let in no longer where the person wants that: its configuration is what it was, to the byte', async () => {
    rmSync(launcher);
    // Nothing can be written in its place.
    mkdirSync(launcher);
    await parley.run('parley.letAgentsAsk');
    await parley.sees('Codex');
    await parley.closeList();
    rmSync(launcher, { recursive: true });
    // Without the change the agent would start what is not there.
    await parley.run('parley.letAgentsAsk');
    await parley.sees('Codex');
    assert.ok(existsSync(launcher), 'the launcher is made anew');
    await parley.closeList();
    await agreeFor(/no longer asks here/);
    await parley.told(/Codex no longer asks here/);
    assert.equal(readFileSync(config, 'utf8'), theirs);
  });
});
