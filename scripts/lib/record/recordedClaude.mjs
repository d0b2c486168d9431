// Owns: one run of the real Claude CLI in a home of its own, with every line of its pipes kept in order.
// Knows how to start the CLI and talk to it; the scenario decides what is said.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** @typedef {{ method: string, id?: number, params?: { protocolVersion?: string } }} RpcMessage */
/** @typedef {{ subtype: string, input: Record<string, unknown>, tool_use_id: string, permission_suggestions?: unknown, message?: RpcMessage }} ControlRequest */
/**
 * The fields of a line that the scenarios read; not checked, because recording must not depend on schemas.
 * @typedef {{ type: string, session_id?: string, request_id: string, request?: ControlRequest, response?: { request_id: string } }} Message
 */
/** @typedef {Message & { request: ControlRequest }} Asked */
/** @typedef {{ dir: 'out' | 'in', line: string }} RecordedLine */
/** @typedef {'newest' | 'middle' | 'oldest'} Release */
/**
 * @typedef {object} RunOptions
 * @property {Release} release
 * @property {string} home
 * @property {string} cwd
 * @property {string} apiUrl
 * @property {readonly string[]} [args]
 * @property {Record<string, string | undefined>} [env] `undefined` removes a variable
 */

const longestWait = 120_000;

const packages = { newest: '@anthropic-ai/claude-code', middle: 'claude-code-deferring', oldest: 'claude-code-oldest' };

/** The releases the project is tested against, as a command line. @param {Release} release */
export function claudeCommand(release) {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${packages[release]}/package.json`);
  /** @type {unknown} */
  const content = require(manifest);
  const { version, bin } = /** @type {{ version: string, bin: { claude: string } }} */ (content); // npm's own format
  const file = join(dirname(manifest), bin.claude);
  const [command, ...args] = /\.[cm]?js$/.test(file) ? [process.execPath, file] : [file];
  return { command: command ?? file, args, version };
}

export class RecordedClaude {
  /** @type {RecordedLine[]} */
  lines = [];
  stderr = '';
  /** @type {Promise<{ code: number | null, signal: NodeJS.Signals | null }>} */
  exited;
  /** @type {string | undefined} */
  sessionId;

  #child;
  /** @type {Message[]} */
  #unread = [];
  #wake = () => {};

  /** @param {RunOptions} options */
  constructor({ release, home, cwd, apiUrl, args = [], env = {} }) {
    const { command, args: before } = claudeCommand(release);
    const flags = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--include-partial-messages'];
    this.#child = spawn(command, [...before, ...flags, '--permission-prompt-tool', 'stdio', ...args], {
      cwd,
      env: {
        HOME: home,
        PATH: process.env['PATH'],
        ANTHROPIC_BASE_URL: apiUrl,
        ANTHROPIC_API_KEY: 'anything',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        ...env,
      },
    });
    this.exited = new Promise(resolve => this.#child.once('close', (code, signal) => resolve({ code, signal })));
    createInterface({ input: this.#child.stdout }).on('line', line => this.#read(line));
    this.#child.stderr.setEncoding('utf8').on('data', text => (this.stderr += text));
    this.#child.stdin.on('error', () => {}); // a scenario may write to a process which is already gone
    void this.exited.then(() => this.#wake());
  }

  /** @param {object} message */
  send(message) {
    this.sendLine(JSON.stringify(message));
  }

  /** @param {string} line */
  sendLine(line) {
    this.lines.push({ dir: 'in', line });
    this.#child.stdin.write(`${line}\n`);
  }

  /** @param {string} text */
  prompt(text) {
    this.send({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } });
  }

  /** @param {string} requestId @param {object} response */
  respond(requestId, response) {
    this.send({ type: 'control_response', response: { subtype: 'success', request_id: requestId, response } });
  }

  /** @param {string} requestId @param {object} request */
  request(requestId, request) {
    this.send({ type: 'control_request', request_id: requestId, request });
  }

  /**
   * The next message that fits; earlier messages count as read.
   * @param {(message: Message) => boolean} fits
   * @returns {Promise<Message>}
   */
  async next(fits) {
    const deadline = Date.now() + longestWait;
    let over = false;
    void this.exited.then(() => (over = true));
    for (;;) {
      for (let message = this.#unread.shift(); message; message = this.#unread.shift()) if (fits(message)) return message;
      const left = deadline - Date.now();
      if (over || left <= 0)
        throw new Error(`never came: ${fits.toString()}\nstderr: ${this.stderr}\nlast: ${this.lines.at(-1)?.line.slice(0, 400)}`);
      await new Promise(resolve => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => (clearTimeout(timer), resolve(undefined));
      });
    }
  }

  /** The next permission request, which for a question is the moment it can be answered. */
  asked() {
    return this.requested('can_use_tool');
  }

  hooked() {
    return this.requested('hook_callback');
  }

  result() {
    return this.next(message => message.type === 'result');
  }

  /** Lets time pass in which the CLI is expected to do nothing. @param {number} ms */
  quiet(ms) {
    return new Promise(resolve => setTimeout(resolve, ms));
  }

  end() {
    this.#child.stdin.end();
    return this.exited;
  }

  kill() {
    this.#child.kill('SIGKILL');
    return this.exited;
  }

  /** The next request of one of these kinds. @param {string[]} subtypes @returns {Promise<Asked>} */
  async requested(...subtypes) {
    const message = await this.next(({ request }) => request !== undefined && subtypes.includes(request.subtype));
    return /** @type {Asked} */ (message); // just chosen by its request
  }

  /** @param {string} line */
  #read(line) {
    this.lines.push({ dir: 'out', line });
    /** @type {unknown} */
    let decoded;
    try {
      decoded = JSON.parse(line);
    } catch {
      return; // kept as recorded; nobody waits for it
    }
    const message = /** @type {Message} */ (decoded); // on trust, see Message
    this.sessionId = message.session_id ?? this.sessionId;
    this.#unread.push(message);
    this.#wake();
  }
}
