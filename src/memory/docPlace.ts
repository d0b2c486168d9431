// Where a Product Doc may lie in a work folder. Owns the bounds of what Claude changes without a permission; must not know who names the file.
import { realpath } from 'node:fs/promises';
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
  const [root, real] = await Promise.all([realpath(folder).catch(() => undefined), realPathOf(file)]);
  if (root === undefined || real === undefined || !real.startsWith(root + sep)) return 'noMarkdown';
  const names = relative(root, real).toLowerCase().split(sep);
  if (!/\.(?:md|markdown)$/.test(real.toLowerCase()) || names.includes('.git')) return 'noMarkdown';
  return isToolsOwn(names) || (await isLinkedByTool(root, real)) ? 'toolsOwn' : undefined;
}

/** Names of files that coding agents obey in any folder. */
const obeyedFile =
  /^(?:(?:claude|agents?|gemini|qwen|warp|crush|copilot)(?:\.\w+)?|copilot-instructions|conventions|skill|.+\.(?:instructions|prompt|chatmode|agent))\.\w+$/;
/** Of the work folder: of a plugin for Claude, a memory bank and a specification. */
const toolsFolders = new Set(['agents', 'commands', 'skills', 'memory-bank', 'openspec']);

/** `names`: the path from the work folder on, in lower case. A tool that nobody knows yet keeps its files in a hidden folder too. */
function isToolsOwn(names: readonly string[]): boolean {
  if (names.join('/') === usualPlace) return false;
  const isHidden = names.some(name => name.startsWith('.'));
  const isInFolder = names.length > 1 && toolsFolders.has(names[0] ?? '');
  return isHidden || isInFolder || names.includes('node_modules') || obeyedFile.test(names.at(-1) ?? '');
}

/** What a repository often makes a link, because two tools are to read the same. */
const linkedPlaces = [
  ...['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md', 'GEMINI.md', '.github/copilot-instructions.md', '.github/instructions'],
  ...['CLAUDE.md', 'agents', 'commands', 'skills', 'rules', 'output-styles'].map(name => `.claude/${name}`),
  ...['.cursor/rules', '.kiro/steering', 'agents', 'commands', 'skills', 'memory-bank'],
];

async function isLinkedByTool(root: string, real: string): Promise<boolean> {
  const targets = await Promise.all(linkedPlaces.map(place => realpath(join(root, place)).catch(() => undefined)));
  return targets.some(target => target !== undefined && (real === target || real.startsWith(target + sep)));
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
