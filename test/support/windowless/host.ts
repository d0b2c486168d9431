// Owns: the process of the extension (windowlessHost.process.ts): its start, what it is told, its end, and the processes it has started.
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killMarked } from '../../../scripts/lib/system/processes.mjs';
import { profileMark } from '../../../scripts/lib/vscode/workbench.mjs';
import type { FromHost, HostOptions, ToHost } from './messages.js';

// `Omit` of a union would keep only what all have.
type Told = ToHost extends infer T ? (T extends ToHost ? Omit<T, 'id'> : never) : never;

export interface Host {
  /** Resolves with what the act gives. */
  tell(message: Told): Promise<unknown>;
  /** Ends the extension as VS Code does, or with all that it has started by SIGKILL. */
  end(how: 'closed' | 'killed'): Promise<void>;
  /** Resolves once none of these processes of the extension runs; without them, none. */
  gone(pids?: readonly number[]): Promise<void>;
}

/** Milliseconds between two looks at a process whose parent has ended, because nobody is told of its end. */
const betweenLooks = 20;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param profile value of the mark that all its processes have
 * @param heard receives what the extension says
 */
export async function startHost(options: HostOptions, profile: string, heard: (message: FromHost) => void): Promise<Host> {
  const child: ChildProcess = fork(resolve('out/test/support/windowlessHost.process.mjs'), [JSON.stringify(options)], {
    env: { ...process.env, ...(options.path !== undefined && { PATH: options.path }), [profileMark]: profile },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps'],
  });
  const waiting = new Map<number, { readonly done: (value: unknown) => void; readonly failed: (error: Error) => void }>();
  const running = new Set<number>();
  const wakes: (() => void)[] = [];
  let asked = 0;
  let hasEnded = false;
  const wake = (): void => {
    for (const one of wakes.splice(0)) one();
  };
  const exited = new Promise<void>(done => {
    child.once('exit', () => {
      hasEnded = true;
      for (const { failed } of waiting.values()) failed(new Error('The process of the extension has ended.'));
      waiting.clear();
      wake();
      done();
    });
  });
  await new Promise<void>((begun, failed) => {
    void exited.then(() => failed(new Error('The extension did not start.')));
    child.on('message', (message: FromHost) => {
      if (message.type === 'begun') begun();
      else if (message.type === 'done') {
        const one = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error === undefined) one?.done(message.value);
        else one?.failed(new Error(message.error));
      } else if (message.type === 'spawned') running.add(message.pid);
      else if (message.type === 'exited') {
        running.delete(message.pid);
        wake();
      } else heard(message);
    });
  });

  const tell = (message: Told): Promise<unknown> =>
    new Promise((done, failed) => {
      if (hasEnded || !child.connected) return failed(new Error('The process of the extension has ended.'));
      const id = ++asked;
      waiting.set(id, { done, failed });
      child.send({ ...message, id }, error => error !== null && failed(error));
    });

  return {
    tell,
    async end(how) {
      if (hasEnded) return;
      if (how === 'killed') killMarked(profileMark, profile);
      // It ends before it could answer.
      else await tell({ type: 'end' }).catch(() => undefined);
      await exited;
    },
    async gone(pids) {
      const left = (): boolean => [...running].some(pid => pids?.includes(pid) ?? true);
      while (left() && !hasEnded) await new Promise<void>(woken => wakes.push(woken));
      while ([...running].some(pid => (pids?.includes(pid) ?? true) && isAlive(pid))) await pause(betweenLooks);
    },
  };
}
