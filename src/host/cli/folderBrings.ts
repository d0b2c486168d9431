// Asks the person once about what a folder brings along for the CLI (claude/settings/brought), before a CLI starts there. Owns what was let through, line
// by line, in Parley's storage: a line that has changed is asked about again.
import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import * as vscode from 'vscode';
import { readSmallFile } from '../../disk/smallFile.js';
import type { Brought } from '../../claude/settings/brought.js';
import { broughtByMarkdown, broughtByServers, broughtBySettings } from '../../claude/settings/brought.js';
import { configFolder } from '../../claude/transcripts/configFolder.js';
import { nodeFileSystem, writeWhole } from '../../disk/fileSystem.js';
import { mainFolderOf, namedMainOf } from '../../memory/gitPlace.js';
import { plain } from '../../shared/plain.js';
import { storageFolder } from '../storage/chatFolders.js';
import type { FolderLook, FolderUse } from '../chats/chatDependencies.js';
import type { Log } from '../chats/chatDependencies.js';
import { showMessage } from '../vscode/plainUi.js';
import { readEnvironment, readSetting } from '../vscode/settings.js';
import type { NamedFile, TooLarge, Unseen } from './broughtFiles.js';
import { filesBelow, filesNamedIn, readBrought, SharedLooks } from './broughtFiles.js';
import { realClock } from '../../disk/clock.js';

const { t } = vscode.l10n;

/** Lines, and letters of one, that a person reads in a dialog. What is more is shown in an editor. */
const mostLines = 15;
const longestLine = 1_000;
/** Files that the dialog names. */
const mostFiles = 10;
/** The most characters of the name of a line: a matcher can be as long as its author likes. */
const longestName = 100;
/** The most lines that are remembered of a folder, those of its other branches too. */
const mostKept = 2_000;

/** The files of a plugin below a skill that run by themselves, or say what does. */
const pluginFiles: ReadonlySet<string> = new Set(['hooks.json', 'plugin.json', '.mcp.json', '.lsp.json']);

/** A line, and the files of the folder that it names: what runs is in those, so that they are part of what is let through. */
interface Line extends Brought {
  readonly files: readonly NamedFile[];
}

type Why = 'start' | FolderLook;

/** What becomes of Claude where the dialog is closed; `runs`: what has changed runs all the same, so that Claude is stopped. */
type Closing = 'start' | 'goesOn' | 'reading' | 'runs';

const closingOf = (why: Why): Closing => (why === 'change' || why === 'message' ? 'goesOn' : why);

/** What keeps a CLI from the files of its folder (2.0.77, 2.1.100, 2.1.329). */
export const withoutBrought: readonly string[] = ['--setting-sources', 'user', '--strict-mcp-config'];

export class FolderBrings {
  /** The look at the folders that began last and has not ended, by the folders. */
  readonly #looks = new Map<string, { readonly closing: Closing; readonly use: Promise<FolderUse> }>();
  /** Each look waits for the one before, so that no dialog lies over another. */
  #last: Promise<unknown> = Promise.resolve();
  /** The lines that the person has refused in this window, by the folders. */
  readonly #refused = new Map<string, string>();
  /** The lines about which the person has closed the dialog while a CLI runs, by the folders. */
  readonly #undecided = new Map<string, string>();
  /** What the lines say that a CLI of this window may have by now. The programs that they name run without being read again. */
  readonly #given = new Set<string>();

  /** The folders of which a CLI of this window may have everything by the setting, which was `use` then. */
  readonly #unasked = new Set<string>();

  constructor(
    private readonly globalStorage: string,
    private readonly log: Log,
  ) {}

  /** Whether a CLI that starts in `cwd`, or runs there, may use what this folder and the others bring. Absolute paths. */
  look(cwd: string, others: readonly string[], why: Why): Promise<FolderUse> {
    const folders = [cwd, ...others];
    const key = folders.join('\0');
    const setting = readSetting('parley.claude.projectSettings');
    if (setting === 'use') this.#unasked.add(key);
    if (setting !== 'ask') return Promise.resolve(setting === 'use' ? 'use' : 'without');
    const before = this.#looks.get(key);
    const closing = closingOf(why);
    // What has changed since another look at the same folders began is looked at; what was not to be used then is not asked about at once again,
    // unless closing that dialog meant something else.
    const use = this.#last
      .then(() => before?.use)
      .then(said => (said === 'without' || (said === 'undecided' && before?.closing === closing) ? said : this.#decide(folders, why)));
    const look = { closing, use };
    const ended = use.finally(() => this.#looks.get(key) === look && this.#looks.delete(key));
    this.#last = ended.catch(() => undefined);
    this.#looks.set(key, look);
    return use;
  }

  /** What the person has the CLI write into a file of this folder is theirs, and is not asked about. */
  async letThrough(cwd: string, own: readonly Brought[]): Promise<void> {
    const main = await mainFolderOf(cwd);
    const top = await repositoryOf(cwd);
    const lines = await Promise.all(own.map(async line => ({ ...line, files: await filesNamedIn(line.text, cwd, { top }) })));
    await this.#keep(main, [...(await this.#kept(main)), ...lines.map(hashOf)]);
  }

  async #decide(folders: readonly string[], why: Why): Promise<FolderUse> {
    const [cwd = ''] = folders;
    const key = folders.join('\0');
    // The worktrees of one repository are one folder here: a line counts there by its words and by the files that it names.
    const main = await mainFolderOf(cwd);
    // Read anew after each answer: a dialog may stand open for an hour, and another branch may be there then.
    for (;;) {
      const brought = (await Promise.all(folders.map(broughtIn))).flat();
      const kept = await this.#kept(main);
      const fresh = brought.filter(one => !kept.has(hashOf(one)));
      if (fresh.length === 0) {
        this.#unasked.delete(key);
        return this.#give(brought);
      }
      const all = fresh.map(hashOf).join();
      if (this.#refused.get(key) === all) return 'without';
      // The CLI sees what it was kept from a second time, and is asked about with the next message.
      if (why === 'change' && this.#undecided.get(key) === all) return 'undecided';
      const hasProgram = fresh.some(one => one.files.length > 0 && this.#given.has(wordsOf(one)));
      const closing = (hasProgram || this.#unasked.has(key)) && closingOf(why) === 'goesOn' ? 'runs' : closingOf(why);
      const answer = await ask(fresh, closing);
      if (answer !== 'use') {
        if (answer === 'without') this.#refused.set(key, all);
        else if (closing === 'goesOn' || closing === 'reading') this.#undecided.set(key, all);
        this.log.info(`Claude does not use what is new in the folder: ${cwd} (${answer})`);
        return closing === 'runs' ? 'without' : answer;
      }
      await this.#keep(main, [...kept, ...fresh.map(hashOf)]);
      // Where nothing can be stored, this start goes on.
      const stored = await this.#kept(main);
      if (fresh.some(one => !stored.has(hashOf(one)))) return this.#give(brought);
    }
  }

  #give(brought: readonly Line[]): 'use' {
    for (const line of brought) this.#given.add(wordsOf(line));
    return 'use';
  }

  #file(cwd: string): string {
    return join(storageFolder(this.globalStorage, cwd), 'brought.json');
  }

  async #kept(cwd: string): Promise<ReadonlySet<unknown>> {
    try {
      const kept: unknown = JSON.parse(await readSmallFile(this.#file(cwd)));
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      // Nothing was let through yet, or it cannot be read: the person is asked.
      return new Set();
    }
  }

  async #keep(cwd: string, hashes: readonly unknown[]): Promise<void> {
    const bytes = Buffer.from(JSON.stringify([...new Set(hashes)].slice(-mostKept)));
    await writeWhole({ fileSystem: nodeFileSystem, clock: realClock }, this.#file(cwd), bytes).catch((error: unknown) =>
      this.log.warn(`What this folder brings along is asked about again, because that could not be stored: ${String(error)}`),
    );
  }
}

async function ask(fresh: readonly Line[], closing: Closing): Promise<FolderUse> {
  // As they are shown: what cannot be seen has a name there, and takes room.
  const lines = linesOf(fresh).map(line => plain(line, Infinity));
  const text =
    closing !== 'start'
      ? t('Since Claude was started, this folder brings along more that runs by itself, or decides for you. Use it with Claude?')
      : t('This folder brings along what runs by itself, or decides for you. Use it with Claude?');
  const without = [
    t('“Start Without Them” leaves out all that the folder has for Claude: its CLAUDE.md, permission rules and MCP servers too.'),
    ...closingWords(closing),
  ];
  const files = [...new Set(fresh.flatMap(line => line.files.map(({ path }) => plain(path))))];
  const listed = [...files.slice(0, mostFiles), ...(files.length > mostFiles ? ['…'] : [])].join(', ');
  const named =
    files.length > 0
      ? [t('You are asked again when one of these changes, but not about what it or the other lines start: {0}', listed)]
      : [];
  const isWhole = lines.length <= mostLines && lines.every(line => line.length <= longestLine);
  // “Start Without Them” first, because Enter may still be on its way from the message box.
  const buttons = [t('Start Without Them'), isWhole ? t('Use All') : t('Show All First')];
  const detail = isWhole
    ? [...lines, ...named, ...without]
    : [t('They are {0} lines, which are too long to be shown here.', lines.length), ...named, ...without];
  const pressed = await showMessage(text, buttons, { level: 'warning', modal: true, detail });
  if (isWhole || pressed !== 1) return pressed === 1 ? 'use' : pressed === 0 ? 'without' : 'undecided';
  const shown = await vscode.workspace.openTextDocument({ content: lines.join('\n\n') });
  await vscode.window.showTextDocument(shown);
  // As an error, because VS Code hides a warning after some seconds, and Claude would wait unseen.
  const then = await showMessage(text, [t('Start Without Them'), t('Use All')], { level: 'error' });
  return then === 1 ? 'use' : then === 0 ? 'without' : 'undecided';
}

/** What becomes of Claude without “Use All”. */
function closingWords(closing: Closing): readonly string[] {
  if (closing === 'start') return [t('Cancel does the same, for this start only.')];
  const ends = t('Claude is stopped for it, and starts again with your next message, or with “Continue”.');
  const then =
    closing === 'reading'
      ? t('Cancel does the same, because Claude is about to read all settings.')
      : closing === 'runs'
        ? t('Cancel does the same, because Claude already runs what has changed.')
        : t('With Cancel, Claude continues without what is new, and you are asked again before your next message.');
  return [ends, then];
}

async function broughtIn(folder: string): Promise<readonly Line[]> {
  // The CLI goes by the real name of its folder. It takes local settings from the repository's folder too (2.1.329), and of a worktree these, skills,
  // agents and commands from the main one.
  const own = [folder, await realOf(folder)];
  const tops = await Promise.all(own.map(repositoryOf));
  const mains = (await Promise.all(tops.map(namedMainOf))).flatMap(main => (main === undefined || main === homedir() ? [] : [main]));
  const above = (await Promise.all(own.map(skillFolders))).flat();
  const local = (await once([folder, ...tops, ...mains])).map(parent => join(parent, '.claude', 'settings.local.json'));
  const settings = [...(await withoutOwn([folder])).map(parent => join(parent, '.claude', 'settings.json')), ...local].map(async path =>
    orUnread(path, await readBrought(path), broughtBySettings),
  );
  const servers = (await once(own.flatMap(parentsOf))).map(async parent => {
    const path = join(parent, '.mcp.json');
    return orUnread(path, await readBrought(path), broughtByServers);
  });
  const all = (await Promise.all([...settings, ...servers, ofMarkdown(folder, await withoutOwn(await once([...above, ...mains])))])).flat();
  const [top = folder] = tops;
  const looks = new SharedLooks(all.length);
  return Promise.all(
    all.map(async line => ({ ...line, files: await filesNamedIn(line.text, folder, { top, plugins: pluginPlaces(line, folder), looks }) })),
  );
}

/**
 * Leaves out the folder whose `.claude` is the person's own, such as the home folder: the CLI takes its `settings.json`, skills, agents and commands in
 * every folder, also where it is kept from what a folder brings.
 */
async function withoutOwn(folders: readonly string[]): Promise<readonly string[]> {
  const own = await realOf(configFolder({ ...process.env, ...readEnvironment() }));
  const real = await Promise.all(folders.map(folder => realOf(join(folder, '.claude'))));
  return folders.filter((_, at) => real[at] !== own);
}

/** Each folder once, by its first path. */
async function once(folders: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(folders.map(realOf));
  return folders.filter((_, at) => real.indexOf(real[at] ?? '') === at);
}

function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** The folders that can be the root of the plugin that a file below a skill belongs to. */
function pluginPlaces({ kind, name }: Brought, folder: string): readonly string[] {
  if (kind !== 'file' || !/(?:^|[\\/])\.claude[\\/]skills[\\/]/.test(name)) return [];
  const above = parentsOf(dirname(resolve(folder, name)));
  return above.slice(
    0,
    above.findIndex(path => basename(path) === 'skills'),
  );
}

/** The folder itself where it is in none. */
async function repositoryOf(folder: string): Promise<string> {
  const top = (await skillFolders(folder)).at(-1) ?? folder;
  return (await isThere(join(top, '.git'))) ? top : folder;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The folders up to the root of the disk, in which the CLI looks for `.mcp.json`. */
function parentsOf(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...parentsOf(above)];
}

/** A file that Parley cannot read may be one that the CLI can. */
function orUnread(
  path: string,
  text: string | TooLarge | undefined,
  lines: (text: string) => readonly Brought[] | undefined,
): readonly Brought[] {
  if (text === undefined) return [];
  if (typeof text !== 'string') return [{ kind: 'file', name: path, text: sayTooLarge(text) }];
  return text.trim() === '' ? [] : (lines(text) ?? [{ kind: 'file', name: path, text }]);
}

/** Names the time of the last change, so that the line is another one once the file has changed. */
function sayTooLarge({ size, modifiedAt, beside }: TooLarge): string {
  const changed = new Date(modifiedAt).toISOString();
  return beside === undefined
    ? t('Parley does not read it, because it is too large: {0} bytes, changed at {1}', size, changed)
    : t('Parley does not read its {0} bytes, because it has read {1} bytes of other files. Changed at {2}', size, beside, changed);
}

/** Names the limit, by how much it is exceeded, and the time of the last change, so that the line is another one once the folder has changed. */
function notLookedAt(folder: string, unseen: Unseen): Brought {
  const { path, modifiedAt } = unseen;
  const changed = modifiedAt === undefined ? '' : new Date(modifiedAt).toISOString();
  const text =
    unseen.why === 'unreadable'
      ? t('Parley cannot look into it: {0}', unseen.detail)
      : unseen.why === 'deep'
        ? t(
            'Parley does not look into it, because it is {0} folders deep, and it looks at {1}. Changed at {2}',
            unseen.found,
            unseen.most,
            changed,
          )
        : t(
            'Parley does not look into it, because {0} entries were found up to here, and it looks at {1}. Changed at {2}',
            unseen.found,
            unseen.most,
            changed,
          );
  return { kind: 'file', name: relative(folder, path), text };
}

/** The skills, agents and commands, and the files of plugins below the skills. */
async function ofMarkdown(folder: string, parents: readonly string[]): Promise<readonly Brought[]> {
  const all: Brought[] = [];
  let bytes = 0;
  const read = async (path: string): ReturnType<typeof readBrought> => {
    const text = await readBrought(path, bytes);
    if (typeof text === 'string') bytes += text.length;
    return text;
  };
  for (const parent of parents)
    for (const place of ['agents', 'skills', 'commands']) {
      const { files, unseen } = await filesBelow(join(parent, '.claude', place));
      all.push(...unseen.map(one => notLookedAt(folder, one)));
      for (const path of files) {
        const name = relative(folder, path);
        if (path.toLowerCase().endsWith('.md')) all.push(...orUnread(name, await read(path), text => ofReadable(text, name)));
        else if (place === 'skills' && pluginFiles.has(basename(path)))
          all.push(...orUnread(name, await read(path), text => [{ kind: 'file', name, text }]));
      }
    }
  return all;
}

/** Undefined where there are the words of an error in place of a text. */
function ofReadable(text: string, name: string): readonly Brought[] | undefined {
  return text.startsWith('Error: ') ? undefined : broughtByMarkdown(text, name);
}

/** The folder and those above it, up to its repository's, or to below the person's own: the CLI looks there for skills, agents and commands. */
async function skillFolders(folder: string): Promise<readonly string[]> {
  const folders: string[] = [];
  for (const parent of parentsOf(folder)) {
    if (parent === homedir() && parent !== folder) break;
    folders.push(parent);
    if (await isThere(join(parent, '.git'))) break;
  }
  return folders;
}

function wordsOf({ kind, name, text }: Line): string {
  return JSON.stringify([kind, name, text]);
}

function hashOf({ kind, name, text, files }: Line): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, name, text, ...files.map(({ path, hash }) => [path, hash])]))
    .digest('hex');
}

/** A line for each, and one for all rules, of which a project has dozens. */
function linesOf(brought: readonly Brought[]): readonly string[] {
  const rules = brought.filter(({ kind }) => kind === 'rule').map(({ text }) => text);
  const others = brought.filter(({ kind }) => kind !== 'rule').map(lineOf);
  return rules.length === 0 ? others : [...others, t('Allowed without asking: {0}', rules.join(' · '))];
}

function lineOf({ kind, name: whole, text }: Brought): string {
  const name = whole.length > longestName && kind !== 'variable' ? `${whole.slice(0, longestName)}…` : whole;
  switch (kind) {
    case 'hook':
      return t('Hook {0}: {1}', name, text);
    case 'server':
      return t('MCP server {0}: {1}', name, text);
    case 'variable':
      return t('Environment: {0}', `${name}=${text}`);
    case 'helper':
      return t('Command of {0}: {1}', name, text);
    case 'plugin':
      return t('Plugin: {0}', text);
    case 'folder':
      return t('Further folder: {0}', text);
    case 'rule':
    case 'setting':
      return t('Setting {0}: {1}', name, text);
    case 'file':
      return t('File {0}: {1}', name, text);
  }
}
