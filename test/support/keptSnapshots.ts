// Turns with snapshots: those that Parley keeps lie on the disk of a test's window, and are there before a call is allowed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCode } from '../../src/disk/fileSystem.js';
import type { Parley } from './parley.js';
import { eventually } from '../webview/harness.js';

/** Their names; undefined where git puts files in the place of others meanwhile. `userData`: all that the window stores. */
function keptSnapshots(userData: string): readonly string[] | undefined {
  try {
    const files = readdirSync(userData, { recursive: true, encoding: 'utf8' });
    const packed = files.filter(name => name.endsWith('packed-refs')).map(name => readFileSync(join(userData, name), 'utf8'));
    return [...files, ...packed.flatMap(text => text.split('\n'))].flatMap(name => /refs[\\/]kept[\\/](.+)$/.exec(name)?.[1] ?? []);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

interface StoringWindow {
  readonly userData: string;
  send(prompt: string): Promise<void>;
}

/**
 * Sends the prompt and resolves when the snapshot from before its turn is there: a person who allows a call is slower than git, and a test may not be. Its
 * first call has to wait for a permission.
 */
export async function sendWithSnapshot(parley: StoringWindow, prompt: string): Promise<void> {
  let before: readonly string[] | undefined;
  do before = keptSnapshots(parley.userData);
  while (before === undefined);
  const known = new Set(before);
  await parley.send(prompt);
  await eventually(() => Promise.resolve(keptSnapshots(parley.userData)?.some(name => !known.has(name)) ?? false), true);
}

/** Allows a call of each of these tools, in their order. */
export async function allow({ log }: Pick<Parley, 'log'>, ...tools: readonly string[]): Promise<void> {
  for (const tool of tools)
    await log
      .getByRole('group', { name: `Claude asks for permission: ${tool}` })
      .getByRole('button', { name: /^Allow/ })
      .click();
}
