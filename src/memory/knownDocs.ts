// Finds the notes of other tools in a project (CLAUDE.md, AGENTS.md, …), to take them into the Product Doc and not to tell them twice. Owns
// where those files lie and which of them the CLI reads by itself; changes none of them.
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, posix, sep } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import { bytesOf, openFile } from '../disk/smallFile.js';
import { oneLine, shortened } from './cardPieces.js';
import type { ProductDoc } from './productDoc.js';
import { isSectionName, productDocLimits } from './productDoc.js';
import { headingsIn, normalisedContent } from './productDocText.js';
import type { Steps } from './slices.js';
import { Slices } from './slices.js';

type KnownDocKind = 'claude' | 'agents' | 'copilot' | 'kiro' | 'memoryBank' | 'specKit' | 'openSpec';

interface KnownSection {
  readonly title: string;
  readonly content: string;
}

export interface KnownDoc {
  /** The path below the folder, with `/`. */
  readonly file: string;
  readonly kind: KnownDocKind;
  /** Claude gets it without Parley. */
  readonly readByCli: boolean;
  readonly text: string;
  readonly sections: readonly KnownSection[];
}

const places: readonly (readonly [KnownDocKind, readonly string[]])[] = [
  ['claude', ['CLAUDE.md', '.claude/CLAUDE.md']],
  ['agents', ['AGENTS.md', '.claude/AGENTS.md']],
  ['copilot', ['.github/copilot-instructions.md']],
  ['kiro', ['product', 'tech', 'structure'].map(name => `.kiro/steering/${name}.md`)],
  [
    'memoryBank',
    ['projectbrief', 'productContext', 'activeContext', 'systemPatterns', 'techContext', 'progress'].map(name => `memory-bank/${name}.md`),
  ],
  ['specKit', ['.specify/memory/constitution.md']],
  ['openSpec', ['openspec/project.md']],
];

/** Bytes. A larger file is none that a person wants in a card. */
const maximumSize = 256 * 1024;

/**
 * The files of `folder` that are there, in the order of the table. A file that is too large, no UTF-8, unreadable or outside of the folder
 * (by a link) is left out. `readsAgents`: whether the CLI reads AGENTS.md where there is no CLAUDE.md. `home`: of the person.
 */
export async function findKnownDocs(folder: string, readsAgents: () => Promise<boolean>, home = homedir()): Promise<readonly KnownDoc[]> {
  const root = await realpath(folder).catch(nothing);
  if (root === undefined) return [];
  const found: { readonly file: string; readonly kind: KnownDocKind; readonly text: string }[] = [];
  for (const [kind, files] of places)
    for (const file of files) {
      const text = await readInside(root, file);
      if (text !== undefined && text.trim() !== '') found.push({ file, kind, text });
    }
  const texts = new Map(found.map(({ file, text }) => [file, text]));
  const read = await readByCli(texts, { root, home, readsAgents });
  const known: KnownDoc[] = [];
  const slices = new Slices();
  for (const doc of found) {
    known.push({ ...doc, readByCli: read.has(doc.file), sections: sectionsOf(doc.file, doc.text) });
    if (slices.isOver) await slices.pause();
  }
  return known;
}

export interface TakenSection extends KnownSection {
  /** The file, from the folder on. */
  readonly source: string;
}

/** All sections of `docs`, to be put into a Product Doc: each content once, and each title once, with the file where another has it. */
export function takeIn(docs: readonly KnownDoc[]): readonly TakenSection[] {
  const titles = new Set<string>();
  const contents = new Set<string>();
  return docs.flatMap(({ file, sections }) =>
    sections.flatMap(({ title: wanted, content }) => {
      if (contents.has(unspaced(content))) return [];
      contents.add(unspaced(content));
      let title = wanted;
      for (let number = 1; titles.has(title); number++) title = `${wanted} (${file}${number === 1 ? '' : `, ${number}`})`;
      titles.add(title);
      return [{ title, content, source: file }];
    }),
  );
}

/** Whether the whole content still stands in a file that the CLI reads by itself. Line ends and blanks do not count. */
export function isSentByCli({ content }: Pick<KnownSection, 'content'>, docs: readonly KnownDoc[]): boolean {
  const wanted = unspaced(content);
  return wanted !== '' && docs.some(doc => doc.readByCli && includesLinear(wordsOf(doc), ` ${wanted} `));
}

/** Characters for which `includes` looks first: most texts do not even have the beginning. */
const beginningLength = 200;

/**
 * `includes` in linear time (Knuth, Morris, Pratt). V8's takes seconds where a text of 256 kB and a section of 100 kB repeat themselves, and a model may
 * have written both.
 */
function includesLinear(text: string, wanted: string): boolean {
  if (!text.includes(wanted.slice(0, beginningLength))) return false;
  /** How much of the beginning of `wanted` stands again in front of each place. */
  const again = new Uint32Array(wanted.length);
  const grown = (same: number, character: string | undefined): number => {
    let left = same;
    while (left > 0 && wanted[left] !== character) left = again[left - 1] ?? 0;
    return wanted[left] === character ? left + 1 : left;
  };
  for (let at = 1; at < wanted.length; at++) again[at] = grown(again[at - 1] ?? 0, wanted[at]);
  for (let at = 0, same = 0; at < text.length; at++) {
    same = grown(same, text[at]);
    if (same === wanted.length) return true;
  }
  return false;
}

/** Names of the sections of which the whole content stands in a file that the CLI reads by itself. */
export function* namesSentByCli(sections: ProductDoc['sections'], docs: readonly KnownDoc[]): Steps<readonly string[]> {
  const names: string[] = [];
  for (const [name, section] of Object.entries(sections)) {
    if (isSentByCli(section, docs)) names.push(name);
    yield;
  }
  return names;
}

/** The words of each document that sections were compared with; a document has up to 256 kB. */
const words = new WeakMap<KnownDoc, string>();

function wordsOf(doc: KnownDoc): string {
  const known = words.get(doc) ?? ` ${unspaced(doc.text)} `;
  words.set(doc, known);
  return known;
}

const unspaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

const nothing = (error: unknown): undefined => {
  if (!isCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'EINVAL', 'ENXIO', 'ERR_ENCODING_INVALID_ENCODED_DATA'))
    throw error;
};

async function readInside(root: string, file: string): Promise<string | undefined> {
  const path = await realpath(join(root, file)).catch(nothing);
  if (path === undefined || !path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  const handle = await openFile(path).catch(nothing);
  if (handle === undefined) return undefined;
  try {
    const bytes = await bytesOf(handle, maximumSize + 1);
    return bytes.length > maximumSize ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    return nothing(error);
  } finally {
    await handle.close();
  }
}

interface Reader {
  readonly root: string;
  readonly home: string;
  readonly readsAgents: () => Promise<boolean>;
}

/** The CLI reads CLAUDE.md with what it imports; AGENTS.md only where there is no CLAUDE.md (seen with 2.1.329). */
async function readByCli(texts: ReadonlyMap<string, string>, reader: Reader): Promise<ReadonlySet<string>> {
  const own = claudeFiles.filter(file => texts.has(file));
  const agents = own.length > 0 ? [] : filesOf('agents').filter(file => texts.has(file));
  const isRead = agents.length > 0 && !(await isClaudeFileNear(reader)) && (await reader.readsAgents());
  const read = new Set(isRead ? agents : own);
  // A set gives what is added meanwhile as well.
  for (const file of read) for (const imported of importsOf(file, texts.get(file) ?? '')) if (texts.has(imported)) read.add(imported);
  return read;
}

const filesOf = (wanted: KnownDocKind): readonly string[] => places.flatMap(([kind, files]) => (kind === wanted ? files : []));
const claudeFiles = filesOf('claude');

/** Whether the person's own CLAUDE.local.md says something, or a file above the folder. That in `home` is for all projects and does not count. */
async function isClaudeFileNear({ root, home }: Reader): Promise<boolean> {
  if (await saysSomething(root, 'CLAUDE.local.md')) return true;
  for (let folder = dirname(root), below = root; folder !== below; below = folder, folder = dirname(folder))
    for (const file of [...claudeFiles, 'CLAUDE.local.md'])
      if (join(folder, file) !== join(home, '.claude', 'CLAUDE.md') && (await saysSomething(folder, file))) return true;
  return false;
}

async function saysSomething(folder: string, file: string): Promise<boolean> {
  return /\S/.test((await readInside(folder, file)) ?? '');
}

/** Files that the text imports as `@path`, outside of code; from the folder on. */
function importsOf(file: string, text: string): readonly string[] {
  const plain = text.replace(/^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|$(?![^]))/gm, '').replace(/`[^`\n]*`/g, '');
  return [...plain.matchAll(/(?<=^|\s)@(?:\.\/)?([^\s@]+)/g)].map(([, path = '']) =>
    posix.normalize(posix.join(dirname(file).replaceAll('\\', '/'), path.replace(/(?<![.,;:)])[.,;:)]+$/, ''))),
  );
}

/** What stands under each `#` and `##` heading. What stands before the first of them has the name of the file. */
function sectionsOf(file: string, text: string): readonly KnownSection[] {
  const headings = headingsIn(text);
  const before = text.slice(0, headings[0]?.start).replace(/^\ufeff?(?:---[ \t]*\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$))?/, '');
  const sections = headings.map(({ title, end }, at) => ({
    title: nameOf(title) ?? titleOf(file),
    content: normalisedContent(text.slice(end, headings[at + 1]?.start)),
  }));
  return [{ title: titleOf(file), content: normalisedContent(before) }, ...sections].filter(({ content }) => content.trim() !== '');
}

/** The title as a name of a section, with room for the file behind it; undefined where it is none. */
function nameOf(title: string): string | undefined {
  const name = shortened(oneLine(title), productDocLimits.name - 50);
  return isSectionName(name) ? name : undefined;
}

/** `memory-bank/techContext.md` is "Tech context". */
function titleOf(file: string): string {
  const name = posix.basename(file, '.md').replace(/[-_]+/g, ' ');
  const words = /^[A-Z]+$/.test(name) ? name : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
