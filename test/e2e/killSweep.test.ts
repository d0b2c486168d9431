// What a person has decided is final when the CLI cannot lose it any more. The CLI alone, or everything, is killed at each line of its output and at
// each moment behind the decision; then the screen says that it was taken, and the conversation that goes on holds it once, or it is offered again.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Cli } from '../support/tier.js';
import { chosen, isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

/** The same as in killedClaude.mjs. */
type Place = { readonly lines: number } | { readonly words: string } | { readonly ms: number };
type Victim = 'claude' | 'all';
/** `taken`: the screen says that Claude has it. `offered`: it says that Claude has not, and how to go on. */
interface Outcome {
  readonly screen: 'taken' | 'offered';
  /** How often the conversation that goes on holds it. */
  readonly read: number;
}

const port = 4_000_000;
const steps = { chunk: 4, delayMs: 15 };
const done = { blocks: [text('Thank you, I go on with that one.')], ...steps };
const idOf = (prompt: string): string => / id(\d+)/.exec(prompt)?.[1] ?? '';
const plan = '# Quiet lamps\n\n1. Make the file\n';
const planFile = (body: unknown): string | undefined => /\/[^\s"\\`]*\/plans\/[^\s"\\`]+\.md/.exec(JSON.stringify(body))?.[0];
const form = { message: 'Which port?', requestedSchema: { type: 'object', properties: { port: { type: 'integer', title: 'Port' } } } };
const replies: Replies = {
  ZASK: [
    () => [
      toolUse('AskUserQuestion', {
        questions: [
          {
            question: 'Which database?',
            header: 'Database',
            multiSelect: false,
            options: ['PostgreSQL', 'SQLite'].map(label => ({ label, description: `It is ${label}.` })),
          },
        ],
      }),
    ],
    () => done,
  ],
  ZRUN: [
    ({ prompt }) => [toolUse('Bash', { command: `touch made.txt; printf 'done-%s' id${idOf(prompt)}`, description: 'Makes a file' })],
    () => done,
  ],
  ZPLAN: [
    () => [toolUse('EnterPlanMode', {})],
    ({ body }) => {
      const path = planFile(body);
      return path === undefined ? [toolUse('ExitPlanMode', { plan })] : [toolUse('Write', { file_path: path, content: plan })];
    },
    ({ toolResults }) => (toolResults[0]?.name === 'ExitPlanMode' ? done : [toolUse('ExitPlanMode', { plan })]),
    () => done,
  ],
  ZFORM: [() => [toolUse('mcp__db__ask', { elicitations: [form] })], () => done],
};

describe('what a person has decided, when the CLI is killed', function () {
  this.timeout(isWholeMatrix ? 20 * windowLimit : windowLimit);
  let parley: Windowless;
  let planPath: string;
  let toldPath: string;
  shareWindowless('killSweep', { replies }, opened => {
    parley = opened;
    planPath = join(parley.home, 'plan.json');
    toldPath = join(parley.home, 'told.txt');
    const db = { command: process.execPath, args: [resolve('test/support/askingServer.mjs'), join(parley.home, 'got.txt')] };
    writeFileSync(join(parley.folder, '.mcp.json'), JSON.stringify({ mcpServers: { db } }));
    mkdirSync(join(parley.home, '.claude'), { recursive: true });
    writeFileSync(join(parley.home, '.claude', 'settings.json'), JSON.stringify({ permissions: { allow: ['mcp__db__ask'] } }));
  });

  const button = (name: string | RegExp) => parley.view.getByRole('button', { name, exact: true });
  let nth = 0;

  /** The CLI of this name, which dies as the next plan says. */
  const mortal = (cli: Cli): string => {
    const path = join(parley.home, `claude-${cli}`);
    const real = claudePaths[cli];
    const command = real.endsWith('.js') ? `"${process.execPath}" "${real}"` : `"${real}"`;
    const killed = `"${process.execPath}" "${resolve('test/support/killedClaude.mjs')}" "${planPath}"`;
    writeFileSync(
      path,
      `#!/bin/sh\nif [ "$1" = -p ] && [ -e "${planPath}" ]; then exec ${killed} ${command} "$@"; fi\nexec ${command} "$@"\n`,
    );
    chmodSync(path, 0o755);
    return path;
  };

  interface Act {
    readonly key: string;
    /** Part of the line that brings the decision to the CLI. */
    readonly line: (id: number) => string;
    /** Occurs in the conversation where it holds the decision. */
    readonly mark: (id: number) => string;
    /** Leaves one key or click to the decision. */
    readonly prepare: (id: number) => Promise<void>;
    readonly press: () => Promise<void>;
    /** What is on the screen about it: `undefined` where neither. */
    readonly screen: () => Promise<Outcome['screen'] | undefined>;
    /** Takes the offer up; resolves with a part of the prompt that then goes to Claude, undefined where it goes without one. */
    readonly takeUp: (id: number) => Promise<string | undefined>;
  }

  const isThere = async (name: string): Promise<boolean> => (await button(name).count()) > 0;
  const goOn = async (id: number): Promise<string> => {
    await parley.send(`Go on, next${id}`);
    return `next${id}`;
  };
  /**
   * What the page shows of an allowed call. Where the journal did not get the decision, the row of the call says how it has ended, and nothing of a
   * permission.
   */
  const allowed = async (): Promise<Outcome['screen']> => {
    const isLost = (await parley.log.getByText('Claude stopped and does not know of this. It may ask again.').count()) > 0;
    return !isLost && (await parley.log.getByText(/^Allowed/).count()) > 0 ? 'taken' : 'offered';
  };
  const acts = {
    answer: {
      key: 'ZASK',
      line: id => `my-${id}-words`,
      mark: id => `my-${id}-words`,
      async prepare(id) {
        const other = parley.card().getByRole('textbox', { name: 'Other answer: Database' });
        await other.fill(`my-${id}-words`);
      },
      press: () => parley.page.keyboard.press('Control+Enter'),
      async screen() {
        if ((await isThere('Send my answers as a message')) || (await isThere('Submit'))) return 'offered';
        return (await parley.log.getByText(/^You answered/).count()) > 0 ? 'taken' : undefined;
      },
      async takeUp(id) {
        if (await isThere('Submit')) {
          await button('Submit').click();
          return undefined;
        }
        await button('Send my answers as a message').click();
        return `my-${id}-words`;
      },
    },
    permission: {
      key: 'ZRUN',
      line: () => '"behavior":"allow"',
      mark: id => `done-id${id}`,
      prepare: () => button('Allow').waitFor(),
      press: () => button('Allow').click(),
      screen: allowed,
      takeUp: goOn,
    },
    plan: {
      key: 'ZPLAN',
      line: () => '"behavior":"allow"',
      mark: () => 'User has approved your plan',
      prepare: () => button('Approve').waitFor(),
      press: () => button('Approve').click(),
      screen: allowed,
      takeUp: goOn,
    },
    form: {
      key: 'ZFORM',
      line: () => '"action":"accept"',
      mark: id => `${port + id}`,
      async prepare(id) {
        const box = parley.view.getByRole('form', { name: 'The MCP server “db” asks' }).getByRole('spinbutton', { name: 'Port' });
        await box.fill(`${port + id}`);
      },
      press: () => parley.page.keyboard.press('Control+Enter'),
      async screen() {
        if ((await parley.log.getByText(/^You answered/).count()) > 0) return 'taken';
        const lost = await parley.log.getByText('Not delivered', { exact: true }).count();
        return lost > 0 || (await parley.log.getByText('No longer needed', { exact: true }).count()) > 0 ? 'offered' : undefined;
      },
      takeUp: goOn,
    },
  } satisfies Record<string, Act>;

  async function killedAt(act: Act, at: Place, dies: Victim, id: number): Promise<Outcome & { readonly where: string }> {
    rmSync(toldPath, { force: true });
    writeFileSync(planPath, JSON.stringify({ answer: act.line(id), at, dies, told: toldPath }));
    await parley.newChat();
    const prompt = `${act.key} for id${id}`;
    await parley.send(prompt);
    await act.prepare(id);
    await act.press();
    await eventually(() => Promise.resolve(existsSync(toldPath) && readFileSync(toldPath, 'utf8') !== ''), true);
    const where = readFileSync(toldPath, 'utf8');
    if (dies === 'all') {
      await parley.restart('killed');
      await parley.goTo(prompt);
    } else await parley.claudeGone();
    await parley.idle();
    const earlier = new Set(parley.api.requests);
    let screen: Outcome['screen'] | undefined;
    await eventually(async () => (screen = await act.screen()) !== undefined, true);
    assert.ok(screen);
    const expected = screen === 'offered' ? await act.takeUp(id) : await goOn(id);
    const { messages } = await parley.api.waitForRequest(
      request =>
        !request.side &&
        !earlier.has(request) &&
        (expected === undefined ? request.toolResults.length > 0 : request.prompt.includes(expected)),
    );
    await button('Stop').waitFor({ state: 'detached' });
    const read = JSON.stringify(messages).split(act.mark(id)).length - 1;
    return { screen, read, where };
  }

  /** Each line up to the end of the turn, or each of these moments. */
  async function sweep(act: Act, dies: Victim, places: readonly Place[]): Promise<void> {
    const faults: string[] = [];
    const counts = { kills: 0, read: 0, offered: 0, lost: 0, doubled: 0 };
    const isOffer = (screen: Outcome['screen']): boolean => screen === 'offered';
    for (const at of places) {
      const id = ++nth;
      const { screen, read, where } = await killedAt(act, at, dies, id);
      counts.kills++;
      const wanted = isOffer(screen) && act !== acts.answer ? 0 : 1;
      if (read === wanted) counts[isOffer(screen) ? 'offered' : 'read']++;
      else counts[read > wanted ? 'doubled' : 'lost']++;
      if (read !== wanted) faults.push(`${where}: ${screen}, and ${read} times in the conversation`);
      if (where === 'last') break;
    }
    if (isWholeMatrix) console.log(`      ${JSON.stringify(counts)}`);
    assert.deepEqual(faults, []);
  }

  const moments = (step: number): readonly Place[] => Array.from({ length: 500 / step + 1 }, (_, nth) => ({ ms: nth * step }));
  const lines: readonly Place[] = Array.from({ length: 60 }, (_, nth) => ({ lines: nth }));
  // The newest CLI writes its transcript up to 0.4 s behind this line.
  const telling: readonly Place[] = [{ words: '"message_start"' }];

  for (const cli of chosen(['newest', 'deferring', 'oldest'] as const, 'newest'))
    describe(`by the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': mortal(cli) }));
      for (const name of ['answer', 'permission', 'plan', 'form'] as const) {
        // 2.0.77 knows no elicitation.
        if (name === 'form' && cli === 'oldest') continue;
        for (const dies of ['claude', 'all'] as const) {
          // test/unit/chat/proven.test.ts has the others.
          if (!isWholeMatrix && name !== 'answer' && (name !== 'permission' || dies === 'all')) continue;
          const what = `${name === 'answer' ? 'an' : 'a'} ${name}`;
          it(`${what} is read once or offered when ${dies === 'all' ? 'everything' : 'the CLI'} is killed at a line`, () =>
            sweep(acts[name], dies, isWholeMatrix ? lines : telling));
          if (isWholeMatrix)
            it(`${what} is read once or offered when ${dies === 'all' ? 'everything' : 'the CLI'} is killed at a moment`, () =>
              sweep(acts[name], dies, moments(name === 'answer' ? 5 : 25)));
        }
      }
    });
});
