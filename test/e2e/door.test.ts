// Agents outside of VS Code, which ask through Parley's helper as it ships: started by its launcher, in a process of its own.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeLauncher } from '../../src/host/agents/launcher.js';
import { DoorClient } from '../support/doorClient.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('an agent outside of VS Code', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let launcher: string;
  const agents: DoorClient[] = [];
  shareWindowless('door', { replies: {} }, opened => (parley = opened));

  before(async () => {
    const globalStorage = join(parley.userData, 'User/globalStorage/parley.parley');
    launcher = await writeLauncher({ globalStorage, extension: resolve('.'), node: process.execPath });
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
    await parley.restart('killed');
    await cardOf('cline').waitFor();
    await eventually(() => cardOf('cline').getByRole('textbox').first().inputValue(), 'half a colo');
    await answer('cline', 'green');
    assert.equal(await later, 'User answered: green');
  });
});
