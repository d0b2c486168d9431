// Whether a path of a tool call is the file that an editor holds. Knows the disk; nothing of VS Code.
import { realpath } from 'node:fs/promises';
import { limitLooks } from '../../../claude/process/placeLooks.js';
import { linkTarget, meantPath } from '../../paths/pathPlace.js';
import { leadsToOtherComputer } from '../../paths/remotePath.js';
import { within } from '../../../claude/process/within.js';

/** Milliseconds that a look may take. A call must not wait for a mount that does not answer; the CLI finds that out by itself. */
export const lookLimit = 2_000;

/** Undefined for a path that leads nowhere, as that of a file that is about to be made. */
type Look = (path: string) => Promise<string | undefined>;

/** One at a time, because the looks at the paths of cards take two of Node's four threads, and the journals need the rest. */
const realPath: Look = limitLooks((path: string) => realpath(path).catch(() => undefined), 1);

/** `held`: absolute. `path`: as the tool's input has it, in a CLI that works in `folder`. Also by another name of the file, such as a link. */
export async function isSameFile(held: string, path: string, folder: string, look = realPath, limit = lookLimit): Promise<boolean> {
  const meant = meantPath(path, folder);
  if (meant === held.normalize('NFC')) return true;
  return within(leadToSame(held, meant, folder, look), limit, () => false);
}

async function leadToSame(held: string, meant: string, folder: string, look: Look): Promise<boolean> {
  if (process.platform === 'win32' && (await isElsewhere(meant, folder))) return false;
  // One after the other: each that hangs holds one of the few threads that Node has for files.
  const there = await look(meant);
  return there !== undefined && there === (await look(held));
}

/** A path of a device, or of links in a circle, is no file of an editor. */
async function isElsewhere(meant: string, folder: string): Promise<boolean> {
  return leadsToOtherComputer(meant, folder, linkTarget).catch(() => true);
}
