// The hook `PermissionRequest` of a Claude in a terminal: asks the window of its folder, and tells the CLI what was decided there. Says nothing and ends at once
// where no window is there, so that the terminal is as it would be without Parley. Owns whose hook this is; must not know how a window is found.
import { readFile } from 'node:fs/promises';
import type { Clock } from '../shared/clock.js';
import type { TerminalCall } from '../host/agents/terminalMessage.js';
import { terminalCallIn, terminalMethod } from '../host/agents/terminalMessage.js';
import { objectOf } from '../shared/loose.js';
import type { DoorPlace } from './findWindow.js';

interface TerminalOptions {
  /** What the CLI gives the hook. */
  readonly input: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly find: (folders: readonly string[]) => Promise<DoorPlace | undefined>;
  /** See `callWindow`. */
  readonly call: (place: DoorPlace, message: object, signal: AbortSignal) => Promise<unknown>;
  /** Names the call: see `TerminalCall`. */
  readonly name: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly parent: number;
  readonly clock: Clock;
}

/** Milliseconds between two looks for the window that comes behind one that has ended. */
const pause = 500;
/** A reload takes some seconds. The terminal's dialog stays in any case. */
const looks = 120;

/** What the hook writes; undefined for nothing. */
export async function terminalDecision(options: TerminalOptions): Promise<string | undefined> {
  const { env, find, call, clock } = options;
  // Parley's own (`sdk-cli`), the official extension's (`claude-vscode`) and other programs' have their own way to ask.
  if (env['CLAUDE_CODE_ENTRYPOINT'] !== 'cli') return undefined;
  const asked = await askedIn(options);
  if (asked === undefined) return undefined;
  const project = env['CLAUDE_PROJECT_DIR'];
  const folders = [asked.folder, ...(project === undefined ? [] : [project])];
  let place = await find(folders);
  if (place === undefined) return undefined;
  const message = { jsonrpc: '2.0', id: 1, method: terminalMethod, params: asked };
  for (let left = looks; left > 0; left--) {
    const answer = place && objectOf(await call(place, message, new AbortController().signal));
    if (answer !== undefined) return replyWith(objectOf(answer['result'])?.['decision']);
    // The window has ended in the middle of it.
    await new Promise<void>(resolve => clock.after(pause, resolve));
    place = await find(folders);
  }
  return undefined;
}

async function askedIn({ input, env, name, since, parent }: TerminalOptions): Promise<TerminalCall | undefined> {
  const pid = Number(env['CLAUDE_PID']) || (await parentOf(parent));
  try {
    return terminalCallIn(JSON.parse(input), { call: name, pid, since });
  } catch {
    // Nothing of the CLI's.
    return undefined;
  }
}

/** The CLI starts a hook through a shell, and tells its own process from some version behind 2.1.100 on. */
async function parentOf(pid: number): Promise<number | undefined> {
  // The name of the program, in brackets, may hold anything.
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return (
    Number(
      told
        .slice(told.lastIndexOf(')') + 1)
        .trim()
        .split(' ')[1],
    ) || undefined
  );
}

function replyWith(decision: unknown): string | undefined {
  return decision === undefined ? undefined : JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
}
