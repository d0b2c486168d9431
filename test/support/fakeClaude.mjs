#!/usr/bin/env node
// Owns: a stand-in for the Claude CLI, for what the real one cannot be made to do: crash in mid-line, flood, hang, speak
// an older protocol. It plays a list of steps and knows nothing about Claude beyond the shape of a line.
//
// FAKE_CLAUDE_SCRIPT   a JSON file: [step, …] or { "control": "answer" | "ignore", "steps": [step, …] }
// FAKE_CLAUDE_LOG      a file which gets a JSON line for its start, each line of stdin, each signal, each child
// FAKE_CLAUDE_VERSION  what `--version` prints
// FAKE_CLAUDE_LOGIN    a file that `/login` writes: `auth status` says that somebody is logged in once it is there. Without it: always
//
// A control request from the other side is answered at once with an empty success, unless `control` is "ignore".
// After the last step it reads on until stdin ends and then exits with 0, as the CLI does.
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** @typedef {Record<string, unknown> | string} Line an object is written as JSON */
/**
 * One step does one thing; the others of its fields refine it.
 * @typedef {object} Step
 * @property {Line | Line[]} [say] whole lines
 * @property {Line} [sayPart] only the first `splitAt` bytes of a line, and no newline
 * @property {number} [splitAt] with `say`: the line is written in two parts, `pauseMs` apart
 * @property {number} [pauseMs] by itself: a pause
 * @property {string} [raw] bytes in base64
 * @property {{ contains?: string, end?: true }} [await] a line of stdin not awaited before, or the end of stdin
 * @property {string} [echoToolResult] awaits a literal `tool_result` line for this tool call, then says what it holds
 * @property {number | string} [crash] an exit code, or a signal sent to itself
 * @property {{ lines: number, bytes: number, to?: 'stderr' }} [flood] text deltas, each line at least this long
 * @property {true} [hang] from now on deaf to SIGTERM, SIGINT and the end of stdin
 * @property {{ holdPipes?: boolean, ignoreTerm?: boolean }} [spawnChild]
 * @property {string} [stderr]
 * @property {true} [stopReading] stdin is left alone, so that the other side's writes pile up
 * @property {true} [closeStdin] the other side's next write fails
 * @property {true} [closeStdout]
 */
/** @typedef {{ type: string, tool_use_id?: string, content?: unknown }} Block */
/** @typedef {{ type?: string, request_id?: string, message?: { content?: string | Block[] } }} ReadLine */

const { FAKE_CLAUDE_LOGIN: logInFile } = process.env;
const { FAKE_CLAUDE_SCRIPT: scriptFile, FAKE_CLAUDE_LOG: logFile, FAKE_CLAUDE_VERSION: version = '2.1.329 (Claude Code)' } = process.env;

/** @type {Promise<unknown>} */
let speaking = Promise.resolve();

if (process.argv.includes('--version')) {
  process.stdout.write(`${version}\n`);
} else if (process.argv.includes('auth')) {
  const loggedIn = logInFile === undefined || existsSync(logInFile);
  process.stdout.write(`${JSON.stringify({ loggedIn }, null, 2)}\n`);
  process.exitCode = loggedIn ? 0 : 1;
} else if (process.argv.includes('/login') && logInFile !== undefined) {
  writeFileSync(logInFile, '');
  process.stdout.write('Login successful.\n');
} else {
  log({ kind: 'start', args: process.argv.slice(2), cwd: process.cwd(), pid: process.pid });
  /** @type {unknown} */
  const content = scriptFile === undefined ? [] : JSON.parse(readFileSync(scriptFile, 'utf8'));
  const script = /** @type {Step[] | { control?: string, steps: Step[] }} */ (content); // a test's own
  const { steps, control } = Array.isArray(script) ? { steps: script } : script;
  await play(steps, control !== 'ignore');
}

/**
 * @param {Step[]} steps
 * @param {boolean} answersControl
 */
async function play(steps, answersControl) {
  const input = listen(answersControl);
  for (const step of steps) await perform(step, input);
  await input.ended;
  process.exit(0);
}

/**
 * @param {Step} step
 * @param {ReturnType<typeof listen>} input
 */
async function perform(step, input) {
  if (step.say !== undefined) {
    for (const line of [step.say].flat()) {
      const bytes = Buffer.from(`${written(line)}\n`);
      await whole(async () => {
        await write(process.stdout, bytes.subarray(0, step.splitAt));
        if (step.splitAt === undefined) return;
        await pause(step.pauseMs ?? 20);
        await write(process.stdout, bytes.subarray(step.splitAt));
      });
    }
  } else if (step.sayPart !== undefined) {
    await write(process.stdout, Buffer.from(written(step.sayPart)).subarray(0, step.splitAt));
  } else if (step.raw !== undefined) {
    await write(process.stdout, Buffer.from(step.raw, 'base64'));
  } else if (step.await !== undefined) {
    const { contains = '', end } = step.await;
    await (end ? input.ended : input.next(line => line.includes(contains)));
  } else if (step.echoToolResult !== undefined) {
    await echoToolResult(step.echoToolResult, input);
  } else if (step.crash !== undefined) {
    await crash(step.crash);
  } else if (step.flood !== undefined) {
    await flood(step.flood);
  } else if (step.hang) {
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => log({ kind: 'signal', signal }));
    setInterval(() => {}, 60_000);
    await new Promise(() => {});
  } else if (step.spawnChild !== undefined) {
    const { holdPipes = false, ignoreTerm = false } = step.spawnChild;
    const code = `${ignoreTerm ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 60000)`;
    const child = spawn(process.execPath, ['-e', code], { stdio: holdPipes ? 'inherit' : 'ignore' });
    log({ kind: 'child', pid: child.pid });
    await pause(100); // until it has installed its handler
  } else if (step.stderr !== undefined) {
    await write(process.stderr, Buffer.from(step.stderr));
  } else if (step.stopReading) {
    input.stop();
  } else if (step.closeStdin) {
    process.stdin.destroy();
    closeSync(0); // destroying the stream alone keeps the pipe open
  } else if (step.closeStdout) {
    process.stdout.end();
  } else if (step.pauseMs !== undefined) {
    await pause(step.pauseMs);
  } else {
    throw new Error(`not a step: ${JSON.stringify(step)}`);
  }
}

/** Reads stdin from the start, so that a line which comes before its `await` is not lost. @param {boolean} answersControl */
function listen(answersControl) {
  /** @type {string[]} */
  const unread = [];
  let wake = () => {};
  const lines = createInterface({ input: process.stdin });
  lines.on('line', line => {
    log({ kind: 'stdin', line });
    if (answersControl) answerControl(line);
    unread.push(line);
    wake();
  });
  process.stdin.on('error', () => {});
  return {
    ended: new Promise(resolve => lines.once('close', () => resolve(undefined))),
    stop: () => lines.pause(),
    /** @param {(line: string) => boolean} fits @returns {Promise<string>} */
    async next(fits) {
      for (;;) {
        for (let line = unread.shift(); line !== undefined; line = unread.shift()) if (fits(line)) return line;
        await new Promise(resolve => (wake = () => resolve(undefined)));
      }
    },
  };
}

/** @param {string} line */
function answerControl(line) {
  const message = parsed(line);
  if (message?.type !== 'control_request') return;
  const response = { subtype: 'success', request_id: message.request_id, response: {} };
  void whole(() => write(process.stdout, Buffer.from(`${JSON.stringify({ type: 'control_response', response })}\n`)));
}

/**
 * @param {string} toolUseId
 * @param {ReturnType<typeof listen>} input
 */
async function echoToolResult(toolUseId, input) {
  /** @param {string} line */
  const resultIn = line => {
    const content = parsed(line)?.message?.content;
    return Array.isArray(content) ? content.find(block => block.type === 'tool_result' && block.tool_use_id === toolUseId) : undefined;
  };
  const result = resultIn(await input.next(line => resultIn(line) !== undefined));
  const content = result?.content;
  const text = `I read: ${typeof content === 'string' ? content : JSON.stringify(content)}`;
  const place = { parent_tool_use_id: null, session_id: 'fake-session' };
  for (const line of [
    { type: 'user', message: { role: 'user', content: [result] }, ...place },
    {
      type: 'assistant',
      message: { id: 'msg_fake_2', type: 'message', role: 'assistant', model: 'fake', content: [{ type: 'text', text }] },
      ...place,
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      duration_ms: 1,
      duration_api_ms: 1,
      num_turns: 1,
      result: text,
      session_id: 'fake-session',
      total_cost_usd: 0,
    },
  ]) {
    await write(process.stdout, Buffer.from(`${JSON.stringify(line)}\n`));
  }
}

/** @param {number | string} how */
async function crash(how) {
  if (typeof how === 'number') process.exit(how);
  process.kill(process.pid, how);
  await new Promise(() => {}); // a signal needs a moment; nothing more is said meanwhile
}

/** @param {{ lines: number, bytes: number, to?: 'stderr' }} flood */
async function flood({ lines, bytes, to }) {
  /** @param {string} text */
  const delta = text => ({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    parent_tool_use_id: null,
    session_id: 'fake-session',
  });
  const filling = 'x'.repeat(Math.max(0, bytes - JSON.stringify(delta('')).length));
  const line = Buffer.from(`${JSON.stringify(delta(filling))}\n`);
  for (let nth = 0; nth < lines; nth++) await write(to === 'stderr' ? process.stderr : process.stdout, line);
}

/** Lets an answer to a control request come between lines, never inside one. @param {() => Promise<unknown>} say */
function whole(say) {
  speaking = speaking.then(say);
  return speaking;
}

/** Resolves once the bytes are with the system, so that a crash right after loses nothing. @param {NodeJS.WriteStream} stream @param {Buffer} bytes */
function write(stream, bytes) {
  return new Promise(resolve => stream.write(bytes, () => resolve(undefined)));
}

/** @param {Line} line */
function written(line) {
  return typeof line === 'string' ? line : JSON.stringify(line);
}

/** @param {string} line @returns {ReadLine | undefined} undefined unless JSON */
function parsed(line) {
  try {
    /** @type {unknown} */
    const decoded = JSON.parse(line);
    return /** @type {ReadLine} */ (decoded); // only looked at, and every field may be missing
  } catch {
    return undefined;
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** @param {Record<string, unknown>} entry */
function log(entry) {
  if (logFile !== undefined) appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
}
