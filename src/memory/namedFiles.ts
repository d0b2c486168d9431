// The files that a decision names, and whether they have changed since. Owns what counts as the name of a file in the work folder; reads no
// file's content, and nothing outside of the folder.
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { questionTexts } from '../shared/questionTexts.js';
import type { Decision } from './decision.js';
import { withoutEnd } from '../shared/textEnds.js';

/** Each is looked up on the disk, and a card has one line for them. */
const mostNames = 5;
const longestName = 200;

/** The relative paths that stand in question, options, answer and note, with `/`, in the order in which they appear; at most 5. */
export function namedFiles({ question, words, note }: Decision): readonly string[] {
  const names = new Set<string>();
  for (const text of [...questionTexts(undefined, [question]), words ?? '', note ?? ''])
    for (const token of text.split(separators)) {
      const name = nameIn(token);
      if (name !== undefined) names.add(name);
      if (names.size === mostNames) return [...names];
    }
  return [...names];
}

/**
 * Those of `names` that exist in `folder` (absolute) and were written after `at` (epoch milliseconds). Never rejects: what cannot be read has
 * not changed as far as anybody can tell.
 */
export async function changedSince(folder: string, names: readonly string[], at: number): Promise<readonly string[]> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return [];
  const changed = await Promise.all(names.map(name => isChanged(root, name, at)));
  return names.filter((_, index) => changed[index]);
}

/** What stands around a name in prose. A blank ends a name, because nobody can tell where one with blanks ends. */
const separators = /[\s"'`“”„‘’<>()[\]{}|,;*?]+/u;

const segment = String.raw`[\p{L}\p{N}._@+~-]+`;
const pathShape = new RegExp(`^(?:${segment}/)*${segment}$`, 'u');
const extensionShape = /[^.]\.([a-z][a-z\d]{0,9})$/i;

/** What these endings follow, without a folder before it, is a domain or an abbreviation. */
const notExtensions = new Set(['io', 'com', 'org', 'net', 'dev', 'de', 'ai', 'app', 'g', 'e', 'b', 'z']);
const products = /^(?:alpine|angular|backbone|chart|d3|discord|ember|express|nest|next|node|nuxt|react|socket|solid|three|vue)\.js$/i;
const filesWithoutExtension = /^(?:Dockerfile|Makefile|LICENSE|LICENCE|Procfile|Gemfile|Rakefile|Justfile|\.[a-z][a-z\d.-]+)$/;

function nameIn(token: string): string | undefined {
  if (token.length > longestName || token.includes('://') || /^(?:[a-z]:|\\\\|\/)/i.test(token)) return undefined;
  const name = withoutEnd(token.replaceAll('\\', '/'), /[.:!…]/)
    .replace(/:\d+(?::\d+)?$/, '')
    .replace(/^@?(?:\.\/)+|^@(?=[^/]+\.)/, '');
  const segments = name.split('/');
  if (!pathShape.test(name) || segments.some(part => /^\.+$/.test(part))) return undefined;
  return isFileLike(segments) ? name : undefined;
}

/** "REST/GraphQL", "and/or", "Node.js" and "e.g" have the shape of a path and are none. */
function isFileLike(segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? '';
  if (filesWithoutExtension.test(last)) return true;
  const extension = extensionShape.exec(last)?.[1]?.toLowerCase();
  if (extension === undefined) return false;
  return segments.length > 1 || !(notExtensions.has(extension) || products.test(last));
}

async function isChanged(root: string, name: string, at: number): Promise<boolean> {
  const path = join(root, name);
  try {
    // A folder in the path may be a link to anywhere.
    const real = await realpath(join(path, '..'));
    const inside = relative(root, real);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return false;
    const found = await lstat(path);
    return found.isFile() && found.mtimeMs > at;
  } catch {
    return false;
  }
}
