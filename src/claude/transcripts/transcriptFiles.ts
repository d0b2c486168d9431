// The transcripts that the CLI has kept. Owns where their files lie, which of them are a folder's, and their titles; the rules of which
// entries count are in conversation.ts. Must not know what is done with the transcripts. Nothing here writes.
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PastEntry } from '../../session/events.js';
import { configFolder } from './configFolder.js';
import { conversationOf } from './conversation.js';
import { createLineSplitter } from '../process/lines.js';
import { pathsOf } from '../install/places.js';
import { limitLooks } from '../process/placeLooks.js';
import type { TranscriptLine } from './transcriptLine.js';
import { deferralOf, fieldsOf, promptOf, readTranscriptLine, sentUuidOf } from './transcriptLine.js';
import type { TranscriptEntry } from './transcriptReader.js';
import { createEntryReader } from './transcriptReader.js';

export interface PastSession {
  readonly sessionId: string;
  /** The person's own, else the CLI's, else the first line of the first prompt: at most 200 characters. */
  readonly title: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly path: string;
}

export interface PastSessionsOptions {
  /** What the CLI is started with: it decides where transcripts are looked for. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly folders: readonly string[];
  readonly limit: number;
  /** For the log. */
  readonly warn: (text: string) => void;
  readonly platform?: NodeJS.Platform;
}

/** How far into a file its first prompt is looked for: past an image or two that were sent along. */
const headBytes = 16 * 1024 * 1024;

/** The end of a file, where the CLI repeats the title. Single lines of some 60 KB stand there too (2.1.329). */
const tailBytes = 256 * 1024;

/** From here on a folder's name is cut, with a hash behind it (2.1.329; 2.0.77 never cuts). */
const longestSlug = 200;

const longestTitle = 200;

/** Others beside them are of subagents: `agent-<id>.jsonl`. */
const sessionFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

/**
 * The sessions of these folders in which a person has said something, those last used first, at most `limit`. The files are
 * `<config>/projects/<slug>/<session id>.jsonl`; only as many of them are opened as are asked for, and of each its two ends.
 */
export async function listPastSessions(options: PastSessionsOptions): Promise<readonly PastSession[]> {
  const { env, limit, platform = process.platform } = options;
  const places = await placesOf(options.folders, platform);
  const files = await sessionFiles(join(configFolder(env, platform), 'projects'), places, options.warn);
  const sessions: PastSession[] = [];
  for (const file of files.sort((a, b) => b.usedAt - a.usedAt)) {
    if (sessions.length >= limit) break;
    try {
      const title = await titleIn(file, place => places.some(known => samePlace(known, place, platform)));
      const { sessionId, usedAt, path } = file;
      if (title !== undefined) sessions.push({ sessionId, title, usedAt, path });
    } catch (error) {
      options.warn(`An earlier session could not be read: ${messageOf(error)}`);
    }
  }
  return sessions;
}

/** Where the CLI keeps this session of one of these folders, and when it last wrote it; undefined where it does not. */
export async function findPastSession(
  sessionId: string,
  { env, folders, warn, platform = process.platform }: Omit<PastSessionsOptions, 'limit'>,
): Promise<Pick<PastSession, 'path' | 'usedAt'> | undefined> {
  const projects = join(configFolder(env, platform), 'projects');
  const names = await foldersOf(projects, await placesOf(folders, platform), warn);
  const found = await Promise.all(names.map(name => sessionFileOf(join(projects, name), `${sessionId}.jsonl`, warn)));
  return found.find(file => file !== undefined);
}

/** That of these folders in which the CLI began the session; undefined where it is none of them. Rejects where the file cannot be read. */
export async function folderOfSession(
  path: string,
  folders: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  const places = await Promise.all(folders.map(async folder => ({ folder, known: await placesOf([folder], platform) })));
  let found: string | undefined;
  await readLines(path, { end: headBytes - 1 }, text => {
    const cwd = readTranscriptLine(text)?.cwd;
    found = places.find(({ known }) => cwd !== undefined && known.some(place => samePlace(place, cwd, platform)))?.folder;
    return found !== undefined;
  });
  return found;
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
    else if (promptOf(line) !== undefined || (text.includes('"tool_result"') && text.includes(toolUseId))) isHeld = false;
  });
  return isHeld;
}

/** The calls of which this line of a transcript holds the results. */
function resultsIn(text: string): readonly unknown[] {
  const content = fieldsOf(readTranscriptLine(text)?.message)?.['content'];
  return Array.isArray(content)
    ? content.map(block => (fieldsOf(block)?.['type'] === 'tool_result' ? fieldsOf(block)?.['tool_use_id'] : undefined))
    : [];
}

/** Of each of these calls, whether this transcript holds its result. */
export async function resultsHeld(path: string, toolUseIds: readonly string[]): Promise<Readonly<Record<string, boolean>>> {
  const found = new Set<unknown>();
  await readLines(path, {}, text => {
    // A turn can have a thousand calls: looking for each of them in each line costs more than reading the line.
    if (text.includes('"tool_result"')) for (const id of resultsIn(text)) found.add(id);
  });
  return Object.fromEntries(toolUseIds.map(id => [id, found.has(id)]));
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

/** Also by their real names: the CLI goes by that of its working directory. */
async function placesOf(folders: readonly string[], platform: NodeJS.Platform): Promise<readonly string[]> {
  const named = folders.map(folder => pathsOf(platform).resolve(folder));
  const real = await Promise.all(named.map(folder => realNameOf(folder)));
  return [...new Set([...named, ...real])].map(folder => folder.normalize('NFC'));
}

/** Milliseconds that a look at a folder may take. */
const lookLimit = 1_500;

type Look = (folder: string) => Promise<string>;
const inTurn = limitLooks(({ folder, look }: { readonly folder: string; readonly look: Look }) => look(folder));

/** By folder: its real name, or its own name as long as its disk has not answered. */
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
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<void>(done => {
    timer = setTimeout(() => {
      realNames.set(folder, folder);
      done();
    }, limit);
  });
  await Promise.race([looking, overdue]).finally(() => clearTimeout(timer));
  return realNames.get(folder) ?? folder;
}

function samePlace(one: string, other: string, platform: NodeJS.Platform): boolean {
  const [a, b] = [one, other.normalize('NFC')];
  // Windows does not tell `c:\` from `C:\`, and VS Code writes the first.
  return platform === 'win32' ? a.toLowerCase() === b.toLowerCase() : a === b;
}

type SessionFile = Omit<PastSession, 'title'> & { readonly size: number };

async function sessionFiles(projects: string, places: readonly string[], warn: (text: string) => void): Promise<SessionFile[]> {
  const folders = (await foldersOf(projects, places, warn)).map(name => join(projects, name));
  const paths = (await Promise.all(folders.map(async folder => (await listed(folder, warn)).map(name => [folder, name] as const)))).flat();
  const files = await Promise.all(paths.map(([folder, name]) => sessionFileOf(folder, name, warn)));
  return files.filter(file => file !== undefined);
}

async function foldersOf(projects: string, places: readonly string[], warn: (text: string) => void): Promise<readonly string[]> {
  return (await listed(projects, warn)).filter(name => places.some(place => mayHold(name, place)));
}

/** Whether the sessions of this place are in the folder of this name; other places' may be as well. */
function mayHold(name: string, place: string): boolean {
  const slug = place.replace(/[^a-zA-Z0-9]/g, '-').toLowerCase();
  const found = name.toLowerCase();
  return slug.length > longestSlug ? found.startsWith(slug.slice(0, longestSlug)) : found === slug;
}

async function sessionFileOf(folder: string, name: string, warn: (text: string) => void): Promise<SessionFile | undefined> {
  const sessionId = sessionFile.exec(name)?.[1];
  if (sessionId === undefined) return undefined;
  const path = join(folder, name);
  try {
    const { mtimeMs, size } = await stat(path);
    return { sessionId, usedAt: Math.trunc(mtimeMs), path, size };
  } catch (error) {
    if (!isMissing(error)) warn(`An earlier session could not be read: ${messageOf(error)}`);
    return undefined;
  }
}

async function listed(folder: string, warn: (text: string) => void): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Where the CLI has never run there is no such folder.
    if (!isMissing(error)) warn(`Earlier sessions could not be listed: ${messageOf(error)}`);
    return [];
  }
}

/** The title of this session as `listPastSessions` tells it. Rejects where the file cannot be read. */
export async function titleOfSession(sessionId: string, path: string): Promise<string | undefined> {
  const { size } = await stat(path);
  return titleIn({ sessionId, path, size, usedAt: 0 }, () => true);
}

/** The title; undefined where no person has said anything in it, or where it is another folder's: slugs are not unique. */
async function titleIn({ path, sessionId, size }: SessionFile, isOurs: (place: string) => boolean): Promise<string | undefined> {
  const lines: TranscriptLine[] = [];
  let prompt: string | undefined;
  await readLines(path, { end: headBytes - 1 }, text => {
    const line = readTranscriptLine(text);
    // The piece may end within a line.
    if (line === undefined) return false;
    lines.push(slim(line));
    prompt = promptOf(line);
    return prompt !== undefined;
  });
  if (prompt === undefined) return undefined;
  lines.push(...(await tailOf(path, size)));
  if (!lines.some(({ cwd }) => cwd !== undefined && isOurs(cwd))) return undefined;
  return cut(writtenTitle(lines, sessionId) ?? prompt);
}

/** What was written last counts. A summary is of the conversation that ends with an entry, which is often in another file. */
function writtenTitle(lines: readonly TranscriptLine[], sessionId: string): string | undefined {
  const mine = lines.filter(line => line.sessionId === sessionId);
  const summaries = lines.filter(line => line.type === 'summary' && lines.some(({ uuid }) => uuid !== undefined && uuid === line.leafUuid));
  const titles = [mine.map(line => line.customTitle), mine.map(line => line.aiTitle), summaries.map(line => line.summary)];
  const last = titles.map(given =>
    given
      .filter(title => title !== undefined)
      .at(-1)
      ?.trim(),
  );
  // One that was taken back is an empty one.
  return last.find(title => title !== undefined && title !== '');
}

async function tailOf(path: string, size: number): Promise<readonly TranscriptLine[]> {
  const start = Math.max(0, size - tailBytes);
  const lines: TranscriptLine[] = [];
  await readLines(path, { start }, text => {
    // The first may have been cut in two, the last may be being written.
    const line = readTranscriptLine(text);
    if (line !== undefined) lines.push(slim(line));
  });
  return lines;
}

/** Without what is large. */
function slim(line: TranscriptLine): TranscriptLine {
  return { ...line, message: undefined, attachment: undefined, toolUseResult: undefined };
}

function cut(title: string): string {
  const [line = ''] = title.trim().split(/\r?\n/, 1);
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
}

/** Hands over line by line until `onLine` returns true; rejects where the file cannot be read. */
async function readLines(
  path: string,
  piece: { readonly start?: number; readonly end?: number },
  onLine: (text: string) => unknown,
  onOverlong: () => void = () => undefined,
): Promise<void> {
  let isEnough = false;
  const splitter = createLineSplitter({
    onLine(text) {
      if (!isEnough) isEnough = onLine(text) === true;
    },
    onOverlong,
  });
  const bytes: AsyncIterable<Buffer> = createReadStream(path, piece);
  for await (const chunk of bytes) {
    splitter.push(chunk);
    if (isEnough) return;
  }
  splitter.end();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
