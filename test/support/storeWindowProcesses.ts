// Windows with chats in processes of their own.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StoreOrder, StoreReport } from './storeWindow.process.js';
import { isStopped } from './windowProcesses.js';

export class StoreWindowProcess {
  readonly #child: ChildProcess;
  /** Resolves when the window has begun. */
  readonly begun: Promise<StoreReport>;

  constructor(folder: string) {
    const program = fileURLToPath(new URL('../support/storeWindow.process.mjs', import.meta.url));
    this.#child = fork(program, [folder], { execArgv: [] });
    this.begun = this.#report();
  }

  /** Resolves when what it did is on the disk, with its chat. */
  do(order: StoreOrder): Promise<StoreReport> {
    const report = this.#report();
    this.#child.send(order);
    return report;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }

  /** Resolves when the process does not run any more. */
  async stop(): Promise<void> {
    this.#child.kill('SIGSTOP');
    while (!isStopped(this.#child.pid ?? 0)) await new Promise(resolve => setImmediate(resolve));
  }

  goOn(): void {
    this.#child.kill('SIGCONT');
  }

  #report(): Promise<StoreReport> {
    return once(this.#child, 'message').then(([report]) => report as StoreReport);
  }
}
