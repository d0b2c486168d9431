// Where a Product Doc may lie in a work folder. Owns the bounds of what Claude changes without a permission; must not know who names the file.
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * Whether `file` (absolute), once all links are followed, is a Markdown file in `folder`, there or not yet. A setting or a link of the workspace
 * could lead Claude's words to a hook of git, to a script or to another file of the person's.
 */
export async function isDocPlace(folder: string, file: string): Promise<boolean> {
  const [root, real] = await Promise.all([realpath(folder).catch(() => undefined), realPathOf(file)]);
  if (root === undefined || real === undefined || !real.startsWith(root + sep)) return false;
  const names = relative(root, real).split(sep);
  return /\.(?:md|markdown)$/i.test(real) && !names.some(name => name.toLowerCase() === '.git');
}

/** Where all links of the path (absolute) lead, of which not all has to be there. */
export async function realPathOf(path: string): Promise<string | undefined> {
  const rest: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return join(real, ...rest);
    if (at === dirname(at)) return undefined;
    rest.unshift(basename(at));
  }
}
