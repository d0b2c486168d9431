// Random trees of a turn and its subagents, nested, beside one another and in the background, each of which runs commands that need a permission
// and asks questions; the same for the same number. For the real CLI with a scripted API.
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';

/** Gives the next number from 0 to 1. */
export type Random = () => number;

export interface Call {
  readonly id: string;
  readonly toolUseId: string;
  /** `run`: a command that makes `made-ID.txt`. */
  readonly kind: 'run' | 'ask' | 'agent';
  /** The subagent that it begins. */
  readonly agent?: Agent;
}

/** The main conversation, or a subagent. */
export interface Agent {
  /** Occurs in its prompt, and in no other. */
  readonly key: string;
  /** What begins it; undefined for the main conversation. */
  readonly call: Call | undefined;
  /** The ids of the calls that lead to it. */
  readonly path: readonly string[];
  /** It, or a subagent around it, runs beside the turn. */
  readonly isBeside: boolean;
  /** What it calls together, one after another. */
  readonly steps: readonly (readonly Call[])[];
}

export interface Tree {
  readonly seed: number;
  readonly cli: 'newest' | 'deferring';
  readonly random: Random;
  /** The main conversation first. */
  readonly agents: readonly Agent[];
  readonly calls: readonly Call[];
  /** Keys of what the person says meanwhile. */
  readonly messages: readonly string[];
  /** The key of what the person says in the end. */
  readonly last: string;
}

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}

export function askedTree(seed: number, cli: Tree['cli']): Tree {
  const random = randomOf(seed);
  const agents: Agent[] = [];
  const calls: Call[] = [];
  let left = 7;
  const agentOf = (path: readonly string[], isBeside: boolean, begin?: (agent: Agent) => Call): Agent => {
    const key = `T${seed}N${path.join('N')}X`;
    const steps: Call[][] = [];
    const agent: { -readonly [K in keyof Agent]: Agent[K] } = { key, call: undefined, path, isBeside, steps };
    agents.push(agent);
    agent.call = begin?.(agent);
    const count = path.length === 0 ? 2 : 1 + Math.floor(random() * 2);
    for (let step = 0; step < count; step++) {
      const together: Call[] = [];
      const width = 1 + Math.floor(random() * (path.length === 0 ? 3 : 2));
      for (let nth = 0; nth < width && left > 0; nth++) together.push(callOf(path, isBeside));
      if (together.length > 0) steps.push(together);
    }
    return agent;
  };
  const callOf = (path: readonly string[], isBeside: boolean): Call => {
    left--;
    const id = `${seed}c${calls.length}z`;
    const toolUseId = `toolu_${id}`;
    const isAgent = path.length < 2 && left > 0 && chance(random, path.length === 0 ? 0.6 : 0.25);
    if (!isAgent) {
      const call: Call = { id, toolUseId, kind: chance(random, 0.35) ? 'ask' : 'run' };
      calls.push(call);
      return call;
    }
    const begun: { call?: Call } = {};
    calls.push({ id, toolUseId, kind: 'agent' });
    const place = calls.length - 1;
    agentOf([...path, id], isBeside || chance(random, 0.7), agent => {
      const call: Call = { id, toolUseId, kind: 'agent', agent };
      calls[place] = begun.call = call;
      return call;
    });
    return begun.call!;
  };
  agentOf([], false);
  return { seed, cli, random, agents, calls, messages: [`T${seed}MESSAGE1X`, `T${seed}MESSAGE2X`], last: `T${seed}LASTX` };
}

export function repliesOf({ agents, messages, cli, last }: Tree): Replies {
  const scripts = agents.map(({ key, steps, path }) => [
    key,
    [...steps.map(calls => () => calls.map(call => blockOf(call, path, cli))), () => [text('That is all of it.')]],
  ]);
  return {
    ...(Object.fromEntries(scripts) as Replies),
    [last]: [() => [text('That was the last.')]],
    ...Object.fromEntries(messages.map(key => [key, [() => [text('I have read that.')]]])),
  };
}

function blockOf({ id, toolUseId, kind, agent }: Call, path: readonly string[], cli: Tree['cli']) {
  if (agent !== undefined) {
    const input = {
      description: `Look at ${id}`,
      prompt: `${agent.key}, please`,
      subagent_type: 'general-purpose',
      run_in_background: agent.isBeside,
    };
    return { ...toolUse(cli === 'newest' ? 'Agent' : 'Task', input), id: toolUseId };
  }
  if (kind === 'run') return { ...toolUse('Bash', { command: `touch made-${id}.txt`, description: 'Makes a file' }), id: toolUseId };
  const question = `What about made-${id}?`;
  const options = ['One', 'Two'].map(label => ({ label, description: `It is ${label}.` }));
  const asked =
    path.length === 0
      ? toolUse('AskUserQuestion', { questions: [{ question, header: 'Which', multiSelect: false, options }] })
      : toolUse('mcp__parley__ask_user', { question });
  return { ...asked, id: toolUseId };
}
