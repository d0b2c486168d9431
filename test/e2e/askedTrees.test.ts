// Over random trees of turns and subagents: what is shown as asked is at each moment what the real CLI would still take an answer for. Its own lines
// say what it waits for (test/support/recordedClaude.mjs), and each answer that is given is carried out.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ApiRequest } from '../../scripts/lib/api/scriptedApi.mjs';
import { askedTree, chance, repliesOf } from '../support/askedTree.js';
import type { Agent, Call, Tree } from '../support/askedTree.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import type { Cli } from '../support/tier.js';
import { isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { wireOf } from '../support/wireOf.js';
import type { Wire } from '../support/wireOf.js';
import { eventually } from '../webview/harness.js';

type Act = 'allow' | 'deny' | 'answer' | 'message' | 'stop' | 'stopTask' | 'kill';

describe('what is asked, over random trees', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let file = '';
  shareWindowless('askedTrees', { replies: {} }, opened => {
    parley = opened;
    file = join(parley.home, 'wire.ndjson');
  });
  // Rows out of sight are not in the page.
  before(() => parley.page.setViewportSize({ width: 1000, height: 4000 }));

  const recorded = (cli: Cli): string => {
    const path = join(parley.home, `recorded-${cli}`);
    const command = `"${process.execPath}" "${resolve('test/support/recordedClaude.mjs')}" "${file}" "${claudePaths[cli]}"`;
    writeFileSync(path, `#!/bin/sh\nif [ "$1" = -p ]; then exec ${command} "$@"; fi\nexec "${claudePaths[cli]}" "$@"\n`);
    chmodSync(path, 0o755);
    return path;
  };

  const button = (name: string | RegExp) => parley.view.getByRole('button', { name, exact: true });
  const permissions = () => parley.log.getByRole('group', { name: /^Claude asks for permission/ });
  const submit = { name: 'Submit', exact: true };
  const questions = () => parley.log.getByRole('form', { name: 'Claude asks' }).filter({ has: parley.page.getByRole('button', submit) });
  const main = () => parley.api.requests.filter(({ side }) => !side);

  /** One tree from its beginning to its end. */
  async function walk(tree: Tree): Promise<void> {
    const { random } = tree;
    const trail: string[] = [];
    const stopped = new Set<string>();
    const denied = new Set<string>();
    let isOver = false;
    const calls = new Map(tree.calls.map(call => [call.toolUseId, call]));
    const idsIn = async (cards: ReturnType<typeof permissions>): Promise<readonly string[]> =>
      (await cards.allInnerTexts()).map(words => /made-(\w+)/.exec(words)?.[1] ?? words);
    const waits = (wire: Wire): readonly Call[] => (isOver ? [] : [...wire.open].flatMap(id => calls.get(id) ?? []));
    /** Undefined where they are the same. */
    const difference = async (): Promise<string | undefined> => {
      const [shownQuestions, shownPermissions] = [await idsIn(questions()), await idsIn(permissions())];
      const taken = waits(wireOf(file));
      const wanted = (kind: Call['kind']) => taken.filter(call => call.kind === kind).map(({ id }) => id);
      const [asks, runs] = [wanted('ask'), wanted('run')];
      // A permission waits behind a question.
      const isHeld = asks.length > 0 && shownPermissions.every(id => runs.includes(id));
      const isSame = sorted(shownQuestions) === sorted(asks) && (isHeld || sorted(shownPermissions) === sorted(runs));
      return isSame ? undefined : `shown ${sorted(shownQuestions)} | ${sorted(shownPermissions)}; taken ${sorted(asks)} | ${sorted(runs)}`;
    };
    const isCalm = (): boolean => {
      const wire = wireOf(file);
      return isOver || tree.agents.every(agent => isStill(agent, tree, wire, main(), stopped));
    };
    const settle = async (): Promise<void> => {
      try {
        await eventually(() => Promise.resolve(isCalm()), true);
        await parley.idle();
        await eventually(difference, undefined);
      } catch (error) {
        throw new Error(`tree ${tree.seed}: ${trail.join(', ')}: ${(await difference()) ?? 'not calm'}`, { cause: error });
      }
    };
    /** What Claude has to read in the end, where its subagent is not stopped before. */
    const owed: { readonly by: Call; readonly words: string }[] = [];
    const isTaken = (id: string): Promise<void> => eventually(() => Promise.resolve(wireOf(file).open.has(id)), false);

    const acts: Record<Act, (call: Call) => Promise<void>> = {
      async allow(call) {
        await permissions()
          .filter({ hasText: `made-${call.id}.` })
          .getByRole('button', { name: /^Allow/ })
          .click();
        await eventually(() => Promise.resolve(existsSync(join(parley.folder, `made-${call.id}.txt`))), true);
      },
      async deny(call) {
        await permissions()
          .filter({ hasText: `made-${call.id}.` })
          .getByRole('button', { name: /^Deny/ })
          .click();
        await isTaken(call.toolUseId);
        denied.add(call.id);
      },
      async answer(call) {
        const card = questions().filter({ hasText: `made-${call.id}?` });
        const words = `words-${call.id}`;
        const own = card.getByRole('textbox', { name: 'Other answer: Which' });
        await ((await own.count()) > 0 ? own : card.getByRole('textbox').first()).fill(words);
        await card.getByRole('button', { name: 'Submit', exact: true }).click();
        await isTaken(call.toolUseId);
        owed.push({ by: call, words });
      },
      async message() {
        const key = tree.messages[trail.length % tree.messages.length] ?? '';
        await parley.send(`${key}, please`);
      },
      async stop() {
        const { turns } = wireOf(file);
        await button('Stop').click();
        for (const agent of tree.agents) if (!agent.isBeside) stopped.add(agent.key);
        if (tree.cli === 'newest') await eventually(() => Promise.resolve(wireOf(file).turns > turns), true);
      },
      async stopTask(call) {
        const stopIt = button(`Stop: Look at ${call.id}`);
        if ((await stopIt.count()) === 0) await parley.view.getByRole('region', { name: 'Running' }).getByRole('button').first().click();
        await stopIt.click();
        await eventually(() => Promise.resolve(wireOf(file).ended.has(call.toolUseId)), true);
        for (const agent of tree.agents) if (agent.path.includes(call.id)) stopped.add(agent.key);
      },
      async kill() {
        const pids = parley.claudes();
        parley.killClaude();
        await parley.claudeGone(pids);
        isOver = true;
      },
    };

    /** What a person can do now. */
    const offers = async (): Promise<readonly (readonly [Act, Call])[]> => {
      const wire = wireOf(file);
      const open = waits(wire);
      const none = tree.calls[0]!;
      const asks = open.filter(({ kind }) => kind === 'ask');
      const shown = await idsIn(permissions());
      const runs = open.filter(({ id, kind }) => kind === 'run' && shown.includes(id));
      const tasks = tree.agents.filter(
        ({ isBeside, call, key }) => isBeside && call !== undefined && !stopped.has(key) && isAlive(call, wire, main(), key),
      );
      // 2.1.100 obeys the first one only once its subagents have ended.
      const canStop = (tree.cli === 'newest' || !trail.includes('stop')) && (await button('Stop').count()) > 0;
      return [
        ...runs.flatMap(
          call =>
            [
              ['allow', call],
              ['deny', call],
            ] as const,
        ),
        ...asks.map(call => ['answer', call] as const),
        ...(asks.length === 0 && trail.filter(act => act === 'message').length < 2 ? [['message', none] as const] : []),
        ...(canStop ? [['stop', none] as const] : []),
        ...(tree.cli === 'newest' ? tasks.flatMap(({ call }) => (call === undefined ? [] : [['stopTask', call] as const])) : []),
        ...(chance(random, 0.2) ? [['kill', none] as const] : []),
      ];
    };

    await parley.newChat();
    parley.api.play({ replies: repliesOf(tree) });
    await parley.send(`${tree.agents[0]?.key ?? ''}, please`);
    await eventually(() => Promise.resolve(main().length > 0), true);
    trail.push('begin');
    await settle();
    for (let step = 0; step < 6 && !isOver; step++) {
      const all = await offers();
      // Each kind of act as often as the others.
      const kinds = [...new Set(all.map(([kind]) => kind))];
      const kind = kinds[Math.floor(random() * kinds.length)];
      const some = all.filter(([of]) => of === kind);
      const [act, call] = some[Math.floor(random() * some.length)] ?? [];
      if (act === undefined || call === undefined) break;
      trail.push(`${act}${act === 'message' || act === 'stop' || act === 'kill' ? '' : ` ${call.id}`}`);
      await acts[act](call);
      await settle();
    }
    // Everything that is still asked is answered, and then nothing waits and nothing runs.
    for (let left = waits(wireOf(file)); left.length > 0; left = waits(wireOf(file))) {
      const call = left.find(({ kind }) => kind === 'ask') ?? left[0]!;
      trail.push(`${call.kind === 'ask' ? 'answer' : 'allow'} ${call.id}`);
      await acts[call.kind === 'ask' ? 'answer' : 'allow'](call);
      await settle();
    }
    // The session goes on, and nothing of before is asked in it.
    await parley.send(`${tree.last}, please`);
    await parley.log.getByText('That was the last.').waitFor();
    await button('Stop').waitFor({ state: 'detached' });
    await parley.idle();
    assert.equal(await difference(), undefined);
    for (const id of denied) assert.equal(existsSync(join(parley.folder, `made-${id}.txt`)), false);
    const read = main()
      .map(request => JSON.stringify(request.messages))
      .join('\n');
    const ends = new Set(tree.agents.filter(agent => isOver || isStopped(agent, tree, stopped)).flatMap(({ steps }) => steps.flat()));
    for (const { by, words } of owed)
      if (!ends.has(by)) assert.ok(read.includes(words), `${by.id} was answered, and Claude has not read it`);
  }

  // Some of them: 3 has a question of a subagent that comes behind the turn, 26 a command before a question in one message.
  for (const [cli, seeds] of [
    ['newest', isWholeMatrix ? upTo(40) : [3, 26]],
    ['deferring', isWholeMatrix ? upTo(20) : [2]],
  ] as const)
    describe(`by the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': recorded(cli) }));
      for (const seed of seeds)
        it(`is what the CLI would take an answer for, at each moment of tree ${seed}`, () => {
          writeFileSync(file, '');
          return walk(askedTree(seed, cli));
        });
    });
});

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, nth) => nth + 1);
}

const sorted = (ids: readonly string[]): string => ids.toSorted().join(' ');

const resultsOf = ({ messages }: ApiRequest): readonly string[] =>
  messages.flatMap(({ content }) =>
    Array.isArray(content) ? content.flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id ?? ''] : [])) : [],
  );

/** Whether this call's subagent has begun and has not ended. */
function isAlive(call: Call, wire: Wire, requests: readonly ApiRequest[], key: string): boolean {
  return requests.some(request => request.key === key) && !wire.ended.has(call.toolUseId);
}

/** Whether it, or what it belongs to, was stopped. */
function isStopped({ key, path }: Agent, tree: Tree, stopped: ReadonlySet<string>): boolean {
  return stopped.has(key) || tree.agents.some(other => other.call !== undefined && stopped.has(other.key) && path.includes(other.call.id));
}

/** Whether the subagent, or the main conversation, waits for a person or for another subagent, has ended, or has not begun. */
function isStill(agent: Agent, tree: Tree, wire: Wire, requests: readonly ApiRequest[], stopped: ReadonlySet<string>): boolean {
  const { key, call } = agent;
  if (isStopped(agent, tree, stopped)) return true;
  const own = requests.filter(request => request.key === key);
  const last = own.at(-1);
  if (last === undefined) return true;
  const served = agent.steps[last.step];
  if (served === undefined)
    return call === undefined
      ? tree.cli === 'deferring' || wire.turns > 0
      : wire.ended.has(call.toolUseId) || wire.over.has(call.toolUseId);
  const results = new Set(requests.flatMap(resultsOf));
  const left = served.filter(({ toolUseId }) => !wire.over.has(toolUseId) && !results.has(toolUseId));
  if (left.length === 0) return requests.at(-1)?.key !== key && call === undefined;
  return left.some(
    ({ toolUseId, kind, agent: child }) =>
      wire.open.has(toolUseId) || (kind === 'agent' && child?.isBeside === false && requests.some(request => request.key === child.key)),
  );
}
