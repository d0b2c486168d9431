// Finds out on Windows whether a path leads to another computer, without touching that computer: Windows sends the person's credentials to
// each server that a path names, and waits for it.
import { win32 } from 'node:path';

/** The number of links that a file system follows. */
const mostLinks = 40;

/**
 * Whether `path`, or a link on its way, names a share (`\\server\share`) other than the one in which the work folder `folder` lies. Both are
 * absolute. `linkAt` gives the target of a link, undefined where there is none. Rejects for a device (`\\.\…`) and for links in a circle.
 */
export async function leadsToOtherComputer(
  path: string,
  folder: string,
  linkAt: (path: string) => Promise<string | undefined>,
): Promise<boolean> {
  let rest = win32.resolve(path);
  for (let followed = 0; followed <= mostLinks; followed++) {
    if (isRemote(rest, folder)) return true;
    const linked = await throughFirstLink(rest, linkAt);
    if (linked === undefined) return false;
    rest = linked;
  }
  throw new Error('The path leads through too many links.');
}

function isRemote(path: string, folder: string): boolean {
  const root = rootOf(path);
  if (!root.startsWith('\\\\') || root === rootOf(folder)) return false;
  if (/^\\\\[.?]\\(?!unc\\)/.test(root)) throw new Error('A path of a device is not resolved.');
  return true;
}

const rootOf = (path: string): string => win32.parse(win32.resolve(path)).root.toLowerCase();

/** The path behind its first link; undefined where it has none. */
async function throughFirstLink(path: string, linkAt: (path: string) => Promise<string | undefined>): Promise<string | undefined> {
  const { root } = win32.parse(path);
  const names = path.slice(root.length).split('\\');
  let at = root;
  for (const [index, name] of names.entries()) {
    const link = await linkAt(win32.join(at, name));
    if (link !== undefined) return win32.resolve(at, link, ...names.slice(index + 1));
    at = win32.join(at, name);
  }
  return undefined;
}
