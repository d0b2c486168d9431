// `npm start` ends everything that it has started, whichever of its processes gets the signal, and says so.
import assert from 'node:assert/strict';
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Browser } from 'playwright-core';
import { cacheFolder } from '../../scripts/lib/system/cache.mjs';
import { processesMarked } from '../../scripts/lib/system/processes.mjs';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { eventually } from '../webview/harness.js';

const mark = 'PARLEY_STARTED';

/** One `npm start`, in a cache of its own, so that it meets no other one. */
class Start {
  readonly id = randomUUID();
  readonly cache = mkdtempSync(join(tmpdir(), 'parley-start-'));
  readonly #npm: ChildProcessByStdio<null, Readable, Readable>;
  readonly #exited: Promise<unknown>;
  #output = '';
  #wake: () => void = () => undefined;

  constructor() {
    const own = join(this.cache, 'parley-dev');
    mkdirSync(own);
    for (const name of readdirSync(cacheFolder()).filter(entry => entry.startsWith('code-server-')))
      symlinkSync(join(cacheFolder(), name), join(own, name));
    this.#npm = spawn('npm', ['start', '--', '--no-open'], {
      env: { ...process.env, XDG_CACHE_HOME: this.cache, [mark]: this.id },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.#npm.stdout, this.#npm.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#wake();
      });
    // The pipes close with the last process that holds them.
    this.#exited = new Promise(resolve => this.#npm.once('close', resolve));
  }

  get output(): string {
    return this.#output;
  }

  /** Resolves with the match once the output has it. */
  async says(words: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = words.exec(this.#output);
      if (match !== null) return match;
      await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }

  get pids(): { readonly npm: number; readonly group: number; readonly node: number } {
    const node = this.#running().find(({ command }) => /^\S*node scripts\/start\.mjs/.test(command));
    assert.ok(this.#npm.pid !== undefined && node !== undefined);
    return { npm: this.#npm.pid, group: -this.#npm.pid, node: node.pid };
  }

  /** Resolves once the output is closed and no process is left. A process that was killed is there until the system has removed it. */
  async end(): Promise<void> {
    await this.#exited;
    await eventually(() => Promise.resolve(this.#running().map(({ command }) => command)), []);
  }

  dispose(): void {
    for (const { pid } of this.#running()) process.kill(pid, 'SIGKILL');
    rmSync(this.cache, { recursive: true, force: true, maxRetries: 3 });
  }

  #running(): readonly { readonly pid: number; readonly command: string }[] {
    return processesMarked(mark, this.id);
  }
}

describe('npm start', function () {
  this.timeout(240_000);
  let browser: Browser;
  let start: Start;

  before(async function () {
    // Elsewhere the cache has another place, and /proc is missing.
    if (process.platform !== 'linux') this.skip();
    browser = await launchChromium();
  });
  beforeEach(() => (start = new Start()));
  afterEach(() => start.dispose());
  after(() => browser.close());

  // A terminal sends it to all of them.
  it('ends everything and says so on Ctrl+C, with a window open', async () => {
    const [, url = ''] = await start.says(/The demo: (\S+)[^]*Ctrl\+C here ends all of it/);
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('tab', { name: 'Parley' }).first().waitFor();
    process.kill(start.pids.group, 'SIGINT');
    await start.end();
    await page.close();
    assert.match(start.output, /Ctrl\+C: ending VS Code/);
    assert.match(start.output, /Everything has ended\.\n$/);
  });

  // Npm passes it on to its shell, and not every shell passes it on.
  it('ends everything and says so on SIGTERM to npm, while it still packs', async () => {
    await start.says(/Packing Parley…/);
    process.kill(start.pids.npm, 'SIGTERM');
    await start.end();
    assert.match(start.output, /(?:SIGTERM|npm has ended): everything has ended\.\n$/);
  });
});
