// The fake CLI of these tests: the settings that lead to it, its script, its log.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

type Line = Readonly<Record<string, unknown>>;
type Script = readonly Line[] | { readonly control: 'answer' | 'ignore'; readonly steps: readonly Line[] };

/** test/support/fakeClaudeScripts.mjs, as far as it is used here. */
interface Scripts {
  readonly fakeClaude: string;
  initLine(): Line;
  assistantLine(...content: readonly Line[]): Line;
  readonly fakeQuestion: { readonly options: readonly Line[] } & Line;
  askBlock(toolUseId: string, questions: readonly Line[]): Line;
  askRequestLine(toolUseId: string, requestId: string, questions: readonly Line[]): Line;
  toolResultLine(content: string, toolUseId?: string): Line;
  resultLine(text?: string): Line;
  fakeClaudeEnv(directory: string, script: Script): Readonly<Record<'FAKE_CLAUDE_SCRIPT' | 'FAKE_CLAUDE_LOG', string>>;
  readFakeLog(file: string): readonly {
    readonly kind: string;
    readonly pid?: number;
    readonly args?: readonly string[];
    readonly cwd?: string;
    readonly line?: string;
  }[];
}

export interface FakeCli {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A folder of its own, for what a test needs beside it. */
  readonly folder: string;
  /** The log of the fake CLI; empty when it has never been started. */
  log(): ReturnType<Scripts['readFakeLog']>;
  pids(): readonly number[];
  remove(): void;
}

// By its path: it is a program, and so no part of this bundle. `__dirname` is out/test/host.
const scripts = import(pathToFileURL(resolve(__dirname, '../../../test/support/fakeClaudeScripts.mjs')).href) as Promise<Scripts>;

/** Numbers of the folders that are in use. */
const inUse = new Set<number>();

export async function makeFakeCli(script: Script = []): Promise<FakeCli> {
  const { fakeClaude, fakeClaudeEnv, readFakeLog } = await scripts;
  // The folder's name is the same for most tests, so the settings that lead to it are too (`useCli`).
  const number = [...inUse, -1].findIndex((_, index) => !inUse.has(index));
  inUse.add(number);
  const folder = join(tmpdir(), `parley-cli-${process.pid}-${number}`);
  // A killed process of the same id may have left its own.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const environment = fakeClaudeEnv(folder, script);
  const log: FakeCli['log'] = () => (existsSync(environment.FAKE_CLAUDE_LOG) ? readFakeLog(environment.FAKE_CLAUDE_LOG) : []);
  return {
    path: fakeClaude,
    environment,
    folder,
    log,
    pids: () => log().flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      inUse.delete(number);
    },
  };
}

const prompted: Line = { await: { contains: '"type":"user"' } };

/** Answers every prompt with one sentence, which comes in pieces. */
export async function talks(rounds = 1): Promise<Script> {
  const { initLine, resultLine } = await scripts;
  const steps = Array.from({ length: rounds }, (_, round) => [
    prompted,
    { say: [initLine(), streamed({ type: 'message_start', message: { id: `msg_${round}` } })] },
    { say: streamed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) },
    // The pauses let the pieces arrive one by one.
    ...['Here ', 'is ', 'my ', 'answer.'].flatMap(text => [
      { say: streamed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }) },
      { pauseMs: 30 },
    ]),
    {
      say: [{ type: 'assistant', message: { id: `msg_${round}`, content: [{ type: 'text', text: 'Here is my answer.' }] } }, resultLine()],
    },
  ]);
  return steps.flat();
}

/** Asks a question and goes on once it has the answer. `more`: what its first option has beside its label; `other`: what the question has. */
export async function asks(more: Line = {}, other: Line = {}): Promise<Script> {
  const { toolResultLine, assistantLine, resultLine } = await scripts;
  return [
    ...(await asking(more, other)),
    { await: { contains: '"control_response"' } },
    { say: [toolResultLine('Your questions have been answered.'), assistantLine({ type: 'text', text: 'Thank you.' }), resultLine()] },
  ];
}

/** Asks a question, and once it has the answer another one under the same id. `other`: what that has in place of the first one's. */
export async function asksAgain(other: Line): Promise<Script> {
  const { askRequestLine, assistantLine, fakeQuestion, toolResultLine } = await scripts;
  const result = [toolResultLine('Your questions have been answered.'), assistantLine({ type: 'text', text: 'Thank you.' })];
  return asksAnd(
    { await: { contains: '"control_response"' } },
    { say: [...result, askRequestLine('toolu_fake_1', 'request_fake_2', [{ ...fakeQuestion, ...other }])] },
  );
}

/** Asks a question, and then does `steps`. */
export async function asksAnd(...steps: readonly Line[]): Promise<readonly Line[]> {
  return [...(await asking({}, {})), ...steps];
}

/** Asks whether the tool may run with this input, and is done once it has the answer. */
export async function asksToRun(input: Line, tool = 'Bash'): Promise<Script> {
  const { initLine, resultLine } = await scripts;
  const request = { subtype: 'can_use_tool', tool_name: tool, tool_use_id: 'toolu_fake_1', input };
  const asked = { type: 'control_request', request_id: 'request_fake_1', request };
  return [prompted, { say: [initLine(), asked] }, { await: { contains: '"control_response"' } }, { say: resultLine() }];
}

/** Calls a tool in each of so many turns, and is done once it was asked whether it may run. */
export async function asksToWrite(rounds: number): Promise<readonly Line[]> {
  const { initLine, assistantLine, toolResultLine, resultLine } = await scripts;
  return Array.from({ length: rounds }, (_, at): Line[] => {
    const [id, input] = [`toolu_fake_${at}`, { command: 'make' }];
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: id, input };
    const asked = { type: 'control_request', request_id: `request_fake_${at}`, request };
    return [
      prompted,
      { say: [initLine(), assistantLine({ type: 'tool_use', id, name: 'Bash', input }), asked] },
      { await: { contains: '"control_response"' } },
      { say: [toolResultLine('Done.', id), resultLine()] },
    ];
  }).flat();
}

/** Calls a tool that ends with this result, which the CLI's transcript has not got. */
export async function runs(input: Line, result: string): Promise<Script> {
  const { initLine, assistantLine, toolResultLine, resultLine } = await scripts;
  const call = assistantLine({ type: 'tool_use', id: 'toolu_fake_1', name: 'Bash', input });
  return [prompted, { say: [initLine(), call, toolResultLine(result, 'toolu_fake_1'), resultLine()] }];
}

async function asking(more: Line, other: Line): Promise<readonly Line[]> {
  const { initLine, assistantLine, askBlock, askRequestLine, fakeQuestion } = await scripts;
  const [first, ...others] = fakeQuestion.options;
  const questions = [{ ...fakeQuestion, options: [{ ...first, ...more }, ...others], ...other }];
  const id = 'toolu_fake_1';
  return [prompted, { say: [initLine(), assistantLine(askBlock(id, questions)), askRequestLine(id, 'request_fake_1', questions)] }];
}

function streamed(event: Line): Line {
  return { type: 'stream_event', event, parent_tool_use_id: null, session_id: 'fake-session' };
}

/** Whether the process is there; one that has ended and was waited for is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
