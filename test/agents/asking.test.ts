// The real agents, from npm, against a scripted model on loopback: each asks through Parley's helper as the configuration that Parley has written starts it,
// and its model reads the person's answer to the letter.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasAgents } from '../../scripts/lib/system/agents.mjs';
import { killMarked } from '../../scripts/lib/system/processes.mjs';
import type { AgentRun, RealAgent } from '../support/agents/realAgents.js';
import { AgentHome, realAgents } from '../support/agents/realAgents.js';
import type { Turn } from '../support/agents/scriptedModel.js';
import { ScriptedModel } from '../support/agents/scriptedModel.js';
import { removeFolder } from '../support/removeFolder.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

/** Milliseconds: a day, and an hour, less what the helper leaves of a client's patience. */
const longest = 86_390_000;
/** Seconds of a clock that runs out. */
const short = 5;
/** What a model would not write by itself. */
const words = 'It’s "parley" <b>& co</b>, 名前 \\n';
const tool = /(?:ask_user|ask_in_vscode)$/;

(hasAgents ? describe : describe.skip)('a real agent', function () {
  this.timeout(windowLimit);
  const home = mkdtempSync(join(tmpdir(), 'parley-agents-'));
  const model = new ScriptedModel();
  const environment = { HOME: process.env['HOME'], XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] };
  const runs: AgentRun[] = [];
  let parley: Windowless;
  let agents: AgentHome;

  before(async () => {
    agents = new AgentHome(home, await model.listen());
    // The agents’ configurations are looked for in the home of the process of the extension. What is installed stays where it is.
    process.env['XDG_CACHE_HOME'] = join(homedir(), '.cache');
    process.env['HOME'] = home;
  });
  shareWindowless('agents', { replies: {}, settings: { 'parley.questions.timeout': 0 } }, opened => (parley = opened));
  after(async () => {
    for (const [name, value] of Object.entries(environment)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    model.close();
    // Cline leaves a process for its next run.
    killMarked('HOME', home);
    await removeFolder(home);
  });
  afterEach(function () {
    const isRed = this.currentTest?.state === 'failed';
    for (const run of runs.splice(0)) run.end(isRed);
    model.forget(isRed);
  });

  const config = ({ config: name }: RealAgent): string => join(home, name);
  const cards = ({ shown }: RealAgent) => parley.view.getByRole('form', { name: `${shown} asks`, exact: true });
  const start = async (agent: RealAgent): Promise<AgentRun> => {
    const run = await agents.run(agent, parley.folder);
    runs.push(run);
    return run;
  };
  /** Is told of the question, and goes to it. An agent that ends before has failed. */
  const goTo = async (agent: RealAgent, run: AgentRun, question: string): Promise<void> => {
    const told = parley.told(new RegExp(`^${agent.shown} asks: ${question}`));
    await Promise.race([told, run.ended.then(code => assert.fail(`${agent.shown} has ended with ${String(code)}`))]);
    await parley.run('parley.focusQuestion');
    await cards(agent).filter({ hasText: question }).getByRole('textbox').first().waitFor();
  };
  /** Whether an agent’s wrapping of a result has this text, as it is or in a text of JSON. */
  const has = (result: string | undefined, text: string): boolean =>
    result?.includes(text) === true || result?.includes(JSON.stringify(text).slice(1, -1)) === true;
  const readsAnswer = (given: string) => (turn: Turn) => has(turn.results.at(-1), `User answered: ${given}`);

  for (const agent of realAgents) {
    describe(agent.listed, () => {
      it('is let in, asks, waits on behind the longest time, and its model reads the answer to the letter', async () => {
        await agents.setUp(agent);
        await parley.run('parley.letAgentsAsk');
        await parley.pick(agent.listed);
        await parley.press(/Write this change/, 'Write');
        await parley.told(new RegExp(`^${agent.listed} can ask here now`));
        model.act = ({ results }) => {
          const [, waitFor] = /waitFor\\*":\\*"([0-9a-f-]{36})/.exec(results.at(-1) ?? '') ?? [];
          if (results.length > 0 && waitFor === undefined) return { words: 'Thank you.' };
          return { call: tool, input: waitFor === undefined ? { question: 'Which name?' } : { waitFor } };
        };
        const run = await start(agent);
        await goTo(agent, run, 'Which name');
        await parley.advance(longest);
        await model.turn(({ results }) => results.length === 1 && has(results[0], 'Not answered yet'));
        const card = cards(agent).last();
        await card.getByText(`${agent.shown} is not waiting right now.`).waitFor({ state: 'detached' });
        await card.getByRole('textbox').first().fill(words);
        await card.getByRole('button', { name: 'Submit', exact: true }).click();
        await model.turn(readsAnswer(words));
        assert.equal(await run.ended, 0);
      });

      it('gives up at its own clock, and its model has the answer in the same call anew', async () => {
        const before = readFileSync(config(agent), 'utf8');
        const after = agent.clock(before, short);
        assert.notEqual(after, before);
        writeFileSync(config(agent), after);
        model.act = ({ results }) =>
          results.some(result => result.includes('User answered'))
            ? { words: 'Thank you.' }
            : { call: tool, input: { question: 'Which size?' } };
        const run = await start(agent);
        await goTo(agent, run, 'Which size');
        await cards(agent).last().getByRole('textbox').first().fill('half a si');
        await model.turn(({ results }) => results.length > 0);
        const card = cards(agent).last();
        await eventually(() => card.getByRole('textbox').first().inputValue(), 'half a si');
        await card.getByRole('textbox').first().fill('small');
        await card.getByRole('button', { name: 'Submit', exact: true }).click();
        const { results } = await model.turn(readsAnswer('small'));
        assert.ok(results.length > 1 && results.slice(0, -1).every(result => !result.includes('User answered')), 'once');
        assert.equal(await run.ended, 0);
        await eventually(() => cards(agent).filter({ hasText: 'Which size?' }).count(), 1);
      });
    });
  }
});
