// The transcripts that the CLI has kept. Owns where their files lie, which of them are a folder's, and their titles; the rules of which
// entries count are in conversation.ts. Must not know what is done with the transcripts. Nothing here writes.
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PastEntry } from '../../chat/events.js';
import { configFolder } from './configFolder.js';
import { conversationOf } from './conversation.js';
import { pathsOf } from '../install/places.js';
import { limitLooks } from '../process/placeLooks.js';
import { readLines } from './readLines.js';
import type { SessionFile } from './knownSessions.js';
import { KnownSessions } from './knownSessions.js';
import { descriptionOf } from './sessionDescription.js';
import { blocksOf, deferralOf, promptOf, readTranscriptLine, sentUuidOf } from './transcriptLine.js';
import type { TranscriptEntry } from './transcriptReader.js';
import { createEntryReader } from './transcriptReader.js';
import { within } from '../process/within.js';
import { messageOf } from '../../shared/error.js';
import { isCode } from '../../disk/fileSystem.js';

export interface PastSession {
  readonly sessionId: string;
  /** The person's own, else the CLI's, else the first line of the first prompt: at most 200 characters. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly path: string;
  /** The folder in which the session works, absolute, because the CLI needs its working directory so. It may be gone. */
  readonly folder: string;
}

export interface PastSessionsOptions {
  /** What the CLI is started with: it decides where transcripts are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. What lies below them counts too. */
  readonly folders: readonly string[];
  readonly limit: number;
  /** Ids of sessions that are not wanted: their files are not opened. */
  readonly without?: ReadonlySet<string | undefined>;
  /** What needs no reading; nothing where it is not given. */
  readonly known?: KnownSessions;
  /** Gets those that are known so far, while many are read. */
  readonly told?: (sessions: readonly PastSession[]) => void;
  /** Writes a line into the log. */
  readonly warn: (text: string) => void;
  readonly platform?: NodeJS.Platform;
}

/** The length from which a folder's name is cut, with a hash behind it (2.1.329; 2.0.77 never cuts). */
const longestSlug = 200;

/** Others beside them are of subagents: `agent-<id>.jsonl`. */
const sessionFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

/** Files that are read before the next rows are told. */
const readBetween = 10;

/**
 * The sessions of these folders, and of what lies below them, in which a person has said something, those last used first, at most `limit`. The
 * files are `<config>/projects/<slug>/<session id>.jsonl`; only as many of them are opened as are asked for, and of each its two ends.
 */
export async function listPastSessions(options: PastSessionsOptions): Promise<readonly PastSession[]> {
  const { env, limit, known = new KnownSessions(), platform = process.platform } = options;
  await known.load();
  const places = await placesOf(options.folders, platform);
  const files = await sessionFiles(join(configFolder(env, platform), 'projects'), places, options.warn);
  const sessions: PastSession[] = [];
  let read = 0;
  for (const file of files.sort((a, b) => b.usedAt - a.usedAt)) {
    if (sessions.length >= limit) break;
    if (options.without?.has(file.sessionId) === true) continue;
    if (!known.has(file) && read++ % readBetween === readBetween - 1) options.told?.([...sessions]);
    try {
      const described = await descriptionOf(file, known);
      const folder = described && folderIn(described.places, basename(dirname(file.path)), places, platform);
      const { sessionId, usedAt, path } = file;
      if (described !== undefined && folder !== undefined) sessions.push({ sessionId, title: described.title, usedAt, path, folder });
    } catch (error) {
      options.warn(`An earlier session could not be read: ${messageOf(error)}`);
    }
  }
  await known.save();
  return sessions;
}

/**
 * Finds the transcript of this session and the time of its last change; undefined where there is none. Ids are unique, so it is the session in
 * whatever folder it lies: its transcript moves when Claude goes to another worktree. Rejects where it is not found and a folder in which it is to be
 * expected could not be looked into, because nobody knows then whether there is one. A folder of another place may belong to another account for ever.
 */
export async function findPastSession(
  sessionId: string,
  { env, folders, warn, platform = process.platform }: Omit<PastSessionsOptions, 'limit' | 'without'>,
): Promise<Pick<PastSession, 'path' | 'usedAt'> | undefined> {
  const projects = join(configFolder(env, platform), 'projects');
  const places = await placesOf(folders, platform);
  const unread: string[] = [];
  const failed = (text: string): void => {
    unread.push(text);
    warn(text);
  };
  const all = await listed(projects, failed);
  const isLikely = (name: string): boolean => places.some(({ slug }) => mayHold(name, slug));
  const rounds = [
    { names: all.filter(isLikely), notRead: failed },
    { names: all.filter(name => !isLikely(name)), notRead: warn },
  ];
  for (const { names, notRead } of rounds) {
    const found = await Promise.all(names.map(name => sessionFileOf(join(projects, name), `${sessionId}.jsonl`, notRead)));
    const [latest] = found.filter(file => file !== undefined).sort((a, b) => b.usedAt - a.usedAt);
    if (latest !== undefined) return latest;
  }
  if (unread.length > 0) throw new Error(unread.join('\n'));
  return undefined;
}

/**
 * The title and the folder of this session as `listPastSessions` tells them; without a folder where the session is of none of these. Rejects where
 * the file cannot be read.
 */
export async function describeSession(
  sessionId: string,
  path: string,
  folders: readonly string[],
  known: KnownSessions = new KnownSessions(),
  platform: NodeJS.Platform = process.platform,
): Promise<Partial<Pick<PastSession, 'title' | 'folder'>>> {
  const { size, mtimeMs } = await stat(path);
  const described = await descriptionOf({ sessionId, path, size, usedAt: Math.trunc(mtimeMs) }, known);
  if (described === undefined) return {};
  const folder = folderIn(described.places, basename(dirname(path)), await placesOf(folders, platform), platform);
  return { title: described.title, ...(folder !== undefined && { folder }) };
}

/**
 * The whole conversation, oldest first: what is left of it where the person went back, and also what was before a compaction.
 * Undefined where the file cannot be read. Lines that are no lines of a transcript are left out, with one warning.
 */
export async function readPastSession(path: string, warn: (text: string) => void): Promise<readonly PastEntry[] | undefined> {
  const reader = createEntryReader();
  const entries: TranscriptEntry[] = [];
  let unread = 0;
  const take = (text: string): void => {
    const line = readTranscriptLine(text);
    const entry = line && reader.read(line);
    if (line === undefined || entry?.isReadable === false) unread++;
    if (entry !== undefined) entries.push(entry);
  };
  try {
    await readLines(path, {}, take, () => unread++);
  } catch (error) {
    warn(`An earlier session could not be read: ${messageOf(error)}`);
    return undefined;
  }
  if (unread > 0) warn(`Lines of an earlier session that could not be read: ${unread}, in ${path}`);
  return conversationOf(entries).entries.flatMap(({ past }) => past);
}

/**
 * Whether this transcript holds the CLI's record that it keeps the question (2.1.100 and 2.1.329: an attachment
 * `hook_deferred_tool`), with nothing behind it that ends that: its result, or a later prompt, after which 2.1.329 does not ask.
 */
export async function holdsDeferral(path: string, toolUseId: string): Promise<boolean> {
  let isHeld = false;
  await readLines(path, {}, text => {
    const isRecord = text.includes('hook_deferred_tool') && text.includes(toolUseId);
    if (!isHeld && !isRecord) return;
    const line = readTranscriptLine(text);
    if (line === undefined) return;
    if (isRecord && deferralOf(line) === toolUseId) isHeld = true;
    else if (promptOf(line) !== undefined || blocksOf(line).some(block => block['tool_use_id'] === toolUseId)) isHeld = false;
  });
  return isHeld;
}

/** Whether this transcript holds the prompt, which has its `uuid` there (all versions). */
export async function holdsPrompt(path: string, uuid: string): Promise<boolean> {
  let isThere = false;
  await readLines(path, {}, text => {
    if (isThere || !text.includes(uuid)) return;
    const line = readTranscriptLine(text);
    isThere = line !== undefined && [line.uuid, sentUuidOf(line)].includes(uuid);
  });
  return isThere;
}

interface Place {
  /** The path without links, because the CLI goes by the real name of its working directory; or as it was given. */
  readonly path: string;
  /** The slug of the path, which is compared with the name of each folder of transcripts. */
  readonly slug: string;
  /** The folder as the caller gave it. */
  readonly folder: string;
}

async function placesOf(folders: readonly string[], platform: NodeJS.Platform): Promise<readonly Place[]> {
  const { resolve } = pathsOf(platform);
  const named = folders.map(folder => ({ path: resolve(folder), folder }));
  const real = await Promise.all(named.map(async ({ path, folder }) => ({ path: await realNameOf(path), folder })));
  return [...named, ...real].map(({ path, folder }) => ({ path: path.normalize('NFC'), slug: slugOf(path), folder }));
}

/** Milliseconds that a look at a folder may take. */
const lookLimit = 1_500;

type Look = (folder: string) => Promise<string>;
const inTurn = limitLooks(({ folder, look }: { readonly folder: string; readonly look: Look }) => look(folder));

/** The real name of each folder, or its own name as long as its disk has not answered. */
const realNames = new Map<string, string>();
/** The looks that are under way, by folder. */
const looks = new Map<string, Promise<void>>();

/**
 * The path of the folder without links, remembered for later calls. `folder` itself where there is no such folder, which is looked for again,
 * and where its disk does not answer within `limit` milliseconds; a late answer counts from then on.
 */
export async function realNameOf(folder: string, look: Look = realpath, limit = lookLimit): Promise<string> {
  const known = realNames.get(folder);
  if (known !== undefined) return known;
  const looking =
    looks.get(folder) ??
    inTurn({ folder, look })
      .then(
        name => void realNames.set(folder, name),
        () => void realNames.delete(folder),
      )
      .finally(() => looks.delete(folder));
  looks.set(folder, looking);
  await within(looking, limit, () => realNames.set(folder, folder));
  return realNames.get(folder) ?? folder;
}

/**
 * The folder of a session whose transcript lies in the folder `name`. A place in the transcript counts where it fits the name: other places that
 * Claude was in do not, and slugs are not unique. Where no place fits, somebody has renamed the folder, and its transcripts with it. Undefined
 * where the session works neither in one of `places` nor below one.
 */
function folderIn(said: readonly string[], name: string, places: readonly Place[], platform: NodeJS.Platform): string | undefined {
  const recorded = said.find(cwd => isSlug(name, slugOf(cwd)))?.normalize('NFC');
  const { sep } = pathsOf(platform);
  // Windows does not tell `c:\` from `C:\`, and VS Code writes the first.
  const same = (path: string): string => (platform === 'win32' ? path.toLowerCase() : path);
  if (recorded === undefined) return places.find(({ slug }) => isSlug(name, slug))?.folder;
  const own = places.find(({ path }) => same(path) === same(recorded));
  const above = places.find(({ path }) => same(recorded).startsWith(same(path.endsWith(sep) ? path : `${path}${sep}`)));
  return own?.folder ?? (above && recorded);
}

function slugOf(place: string): string {
  return place
    .normalize('NFC')
    .replace(/[^a-zA-Z0-9]/g, '-')
    .toLowerCase();
}

/** Whether the sessions of the place with this slug are in the folder of this name; other places' may be as well. */
function isSlug(name: string, slug: string): boolean {
  const found = name.toLowerCase();
  return slug.length > longestSlug ? found.startsWith(slug.slice(0, longestSlug)) : found === slug;
}

/** The same, or of a place below it. */
function mayHold(name: string, slug: string): boolean {
  return isSlug(name, slug) || name.toLowerCase().startsWith(slug.endsWith('-') ? slug : `${slug}-`.slice(0, longestSlug));
}

async function sessionFiles(projects: string, places: readonly Place[], warn: (text: string) => void): Promise<SessionFile[]> {
  const names = (await listed(projects, warn)).filter(name => places.some(({ slug }) => mayHold(name, slug)));
  const folders = names.map(name => join(projects, name));
  const paths = (await Promise.all(folders.map(async folder => (await listed(folder, warn)).map(name => [folder, name] as const)))).flat();
  const files = await Promise.all(paths.map(([folder, name]) => sessionFileOf(folder, name, warn)));
  return files.filter(file => file !== undefined);
}

async function sessionFileOf(folder: string, name: string, warn: (text: string) => void): Promise<SessionFile | undefined> {
  const sessionId = sessionFile.exec(name)?.[1];
  if (sessionId === undefined) return undefined;
  const path = join(folder, name);
  try {
    const { mtimeMs, size } = await stat(path);
    return { sessionId, usedAt: Math.trunc(mtimeMs), path, size };
  } catch (error) {
    // A file may lie beside the folders of transcripts.
    if (!isCode(error, 'ENOENT') && !isCode(error, 'ENOTDIR')) warn(`An earlier session could not be read: ${messageOf(error)}`);
    return undefined;
  }
}

async function listed(folder: string, warn: (text: string) => void): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Where the CLI has never run there is no such folder.
    if (!isCode(error, 'ENOENT')) warn(`Earlier sessions could not be listed: ${messageOf(error)}`);
    return [];
  }
}
