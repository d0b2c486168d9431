// Where a Product Doc may lie in a work folder. Owns the bounds of what Claude changes without a permission; must not know who names the file.
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { ifMissing } from '../disk/fileSystem.js';
import { basename, dirname, join, relative, sep } from 'node:path';

/**
 * `noMarkdown`: no Markdown file in the folder, or one of git's. `toolsOwn`: Claude or another tool obeys the file as instructions, or keeps it
 * for itself.
 */
export type PlaceFault = 'noMarkdown' | 'toolsOwn';

/** The only file in a hidden folder that can be a Product Doc. */
export const usualPlace = '.claude/product-doc.md';

/**
 * Why `file` (absolute), there or not yet, cannot be the Product Doc of `folder` once all links are followed. A setting or a link of a hostile
 * repository could lead Claude's words to a hook of git, to a script, to another file of the person's, or to instructions that every later
 * session obeys. Who has made the setting does not matter, so a repository can say where its document lies.
 */
export async function docPlaceFault(folder: string, file: string): Promise<PlaceFault | undefined> {
  const [root, real] = await Promise.all([realpath(folder).catch(ifMissing(undefined)), realPathOf(file)]);
  if (root === undefined || real === undefined || !real.startsWith(root + sep)) return 'noMarkdown';
  const names = relative(root, real).toLowerCase().split(sep);
  if (!/\.(?:md|markdown)$/.test(real.toLowerCase()) || names.includes('.git')) return 'noMarkdown';
  return isToolsOwn(names) || (await mayBeLinkedByTool(root, real)) ? 'toolsOwn' : undefined;
}

/** Names of files that coding agents obey in any folder. */
const obeyedFile =
  /^(?:(?:claude|agents?|gemini|qwen|warp|crush|copilot)(?:\.\w+)?|copilot-instructions|conventions|skill|.+\.(?:instructions|prompt|chatmode|agent))\.\w+$/;
/** The folders of a plugin for Claude, of a memory bank and of a specification, which may lie in any folder. */
const toolsFolders = ['agents', 'commands', 'skills', 'rules', 'hooks', 'output-styles', 'memory-bank', 'openspec'];

/** `names`: the path from the work folder on, in lower case. A tool that nobody knows yet keeps its files in a hidden folder too. */
function isToolsOwn(names: readonly string[]): boolean {
  if (names.join('/') === usualPlace) return false;
  const isHidden = names.some(name => name.startsWith('.'));
  const isInFolder = names.slice(0, -1).some(name => toolsFolders.includes(name));
  return isHidden || isInFolder || names.includes('node_modules') || obeyedFile.test(names.at(-1) ?? '');
}

/** What a repository often makes a link, because two tools are to read the same. */
const linkedPlaces = [
  ...['.github/copilot-instructions.md', '.claude/CLAUDE.md'],
  ...['.github/instructions', '.cursor/rules', '.kiro/steering', '.clinerules', '.windsurf/rules'],
  ...toolsFolders.flatMap(name => [name, `.claude/${name}`]),
];
/** Links and folders of one folder: a hostile repository could have any number. */
const mostEntries = 1_000;

/** Says whether a tool reads the file by a link. It says so too where a folder has too many links to read, because one of them may lead there. */
async function mayBeLinkedByTool(root: string, real: string): Promise<boolean> {
  try {
    const rootLinks = await entriesOf(root, entry => entry.isSymbolicLink() && isObeyedInRoot(entry.name.toLowerCase()));
    const places = linkedPlaces.map(place => join(root, place));
    const inPlaces = await Promise.all(places.map(place => linksIn(place, 2)));
    const targets = [...rootLinks.map(({ name }) => join(root, name)), ...places, ...inPlaces.flat()];
    const found = await Promise.all(targets.map(target => realpath(target).catch(() => undefined)));
    return found.some(target => target !== undefined && (real === target || real.startsWith(target + sep)));
  } catch (error) {
    if (error instanceof TooManyEntries) return true;
    throw error;
  }
}

class TooManyEntries extends Error {}

/** Tools have hidden files of rules too, such as .windsurfrules. */
const isObeyedInRoot = (name: string): boolean => name.startsWith('.') || obeyedFile.test(name);

/** Absolute paths of the links in the folder and, with `levels` 2, in its folders. */
async function linksIn(folder: string, levels: number): Promise<readonly string[]> {
  const entries = await entriesOf(folder, entry => entry.isSymbolicLink() || (levels > 1 && entry.isDirectory()));
  const found = await Promise.all(
    entries.map(async entry => {
      const path = join(folder, entry.name);
      return entry.isSymbolicLink() ? [path] : linksIn(path, levels - 1);
    }),
  );
  return found.flat();
}

/** None where the folder cannot be read. */
async function entriesOf(folder: string, isWanted: (entry: Dirent) => boolean): Promise<readonly Dirent[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter(isWanted);
  if (entries.length > mostEntries) throw new TooManyEntries();
  return entries;
}

/** Resolves all links of `path`, which is absolute and need not exist as a whole. Undefined where nothing of it exists. */
export async function realPathOf(path: string): Promise<string | undefined> {
  const rest: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return join(real, ...rest);
    if (at === dirname(at)) return undefined;
    rest.unshift(basename(at));
  }
}
