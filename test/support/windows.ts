// A window as other windows see it: its socket and its links, without VS Code and without chats.
import type { Clock } from '../../src/shared/clock.js';
import { realClock } from '../../src/disk/clock.js';
import type { Owner } from '../../src/host/windows/owner.js';
import { thisOwner } from '../../src/host/windows/owner.js';
import { OtherWindows } from '../../src/host/windows/otherWindows.js';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import type { AskAnswer } from '../../src/host/windows/windowProtocol.js';
import { WindowServer } from '../../src/host/windows/windowServer.js';

/** What happens to a window from outside, in order: `ended WINDOW dead`, `changed KEY`, `closed KEY`, `asked KEY`, `met WINDOW`. */
export type Happening = string;

export interface TestWindow {
  readonly owner: Owner;
  readonly server: WindowServer;
  readonly others: OtherWindows;
  readonly end: () => Promise<void>;
}

export interface TestWindowOptions {
  /** Storage of the work folder, which is also the parent of the sockets' folder. */
  readonly root: string;
  readonly happened: (what: Happening) => void;
  readonly ask?: (key: string) => Promise<AskAnswer>;
  readonly clock?: Clock;
  readonly log?: Log;
  /** What the window says of its own place and machine, where a test needs another. */
  readonly as?: Partial<Owner>;
}

/** Keeps what was logged as a warning or an error. */
export function createTestLog(): Log & { readonly warnings: string[] } {
  const warnings: string[] = [];
  const nothing = (): void => undefined;
  const keep = (text: string): void => void warnings.push(text);
  return { warnings, trace: nothing, debug: nothing, info: nothing, warn: keep, error: keep };
}

export async function openWindow({
  root,
  happened,
  ask,
  clock = realClock,
  log = createTestLog(),
  as,
}: TestWindowOptions): Promise<TestWindow> {
  const owner = { ...(await thisOwner(log, [root])), ...as };
  const others: OtherWindows = new OtherWindows({
    folder: root,
    owner,
    log,
    clock,
    onChanged: key => happened(`changed ${key}`),
    onClosed: key => happened(`closed ${key}`),
    onEnded: ({ window }, verdict) => happened(`ended ${window} ${verdict}`),
  });
  const handlers = {
    ask(key: string): Promise<AskAnswer> {
      happened(`asked ${key}`);
      return ask?.(key) ?? Promise.resolve({ given: true });
    },
    met(window: string): void {
      happened(`met ${window}`);
      others.met(window);
    },
  };
  const server = new WindowServer({ folder: root, owner, log, handlers });
  await server.begin();
  await others.begin();
  const end = async (): Promise<void> => {
    others.dispose();
    await server.dispose();
  };
  return { owner, server, others, end };
}
