// Windows in processes of their own, and what has happened to each.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseStat } from '../../src/claude/process/processStart.js';
import type { WindowNews, WindowOrder } from './window.process.js';

/** What has happened so far, and a way to wait for more. */
export class Happenings {
  readonly all: string[] = [];
  #waiting: (() => void)[] = [];

  readonly add = (what: string): void => {
    this.all.push(what);
    for (const look of this.#waiting.splice(0)) look();
  };

  count(what: string): number {
    return this.all.filter(one => one.startsWith(what)).length;
  }

  /** Resolves when as many things have happened that begin with `what`. */
  async until(what: string, times = 1): Promise<void> {
    while (this.count(what) < times) await new Promise<void>(resolve => this.#waiting.push(resolve));
  }
}

export class WindowProcess {
  readonly happened = new Happenings();
  readonly #child: ChildProcess;
  #resources: (resources: readonly string[]) => void = () => undefined;

  /** Id of the window; resolves when it has begun. */
  readonly begun: Promise<string>;
  readonly exited: Promise<void>;

  constructor(root: string) {
    const program = fileURLToPath(new URL('../support/window.process.mjs', import.meta.url));
    this.#child = fork(program, [root], { execArgv: [] });
    this.exited = new Promise(resolve => this.#child.once('exit', () => resolve()));
    this.begun = new Promise((resolve, reject) => {
      this.#child.once('exit', code => reject(new Error(`The window ended with ${code} before it had begun.`)));
      this.#child.on('message', (news: WindowNews) => {
        if ('begun' in news) resolve(news.begun);
        else if ('happened' in news) this.happened.add(news.happened);
        else this.#resources(news.resources);
      });
    });
  }

  /** What keeps its event loop alive, as Node names it. All that happened before has been told by then. */
  resources(): Promise<readonly string[]> {
    return new Promise(resolve => {
      this.#resources = resolve;
      this.#order('resources');
    });
  }

  /** The end in order. */
  end(): void {
    this.#order('end');
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Resolves when the process does not run any more. */
  async stop(): Promise<void> {
    this.#child.kill('SIGSTOP');
    while (!isStopped(this.#child.pid ?? 0)) await new Promise(resolve => setImmediate(resolve));
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  #order(order: WindowOrder): void {
    this.#child.send(order);
  }
}

export function isStopped(pid: number): boolean {
  const state = process.platform === 'linux' ? parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.state : psState(pid);
  return state?.startsWith('T') === true;
}

function psState(pid: number): string {
  return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}
