// Decisions as MADR files in a folder, such as docs/decisions: which of them are written and read. The form of a file is src/memory/madr's. Writes
// new files only, and never changes one that is there. Knows nothing of VS Code.
import { lstat, mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';
import { bytesOf, withOpen } from '../../disk/smallFile.js';
import { realPathOf } from '../../memory/docPlace.js';
import type { Decisions, KnownDecision } from '../../memory/decision.js';
import { isSameDecision, madrName, madrNumber, nextNumber, toMadr } from '../../memory/madr.js';
import type { MadrFault } from '../../memory/madrReading.js';
import { fileIdOf, foreignDecision, fromMadr } from '../../memory/madrReading.js';
import { Slices } from '../../memory/slices.js';
import { messageOf } from '../../shared/error.js';

/** `unreadable`: the system's own words are in `detail`. */
export interface FileFault {
  readonly name: string;
  readonly fault: MadrFault | 'unreadable' | 'noFile';
  readonly detail?: string;
}

interface ReadFile {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** The id that a decision from a file in this place has. */
  readonly id: string;
  /** The decision that the file tells, which may be untrue. */
  readonly decision: KnownDecision;
}

interface ReadFolder {
  readonly files: readonly ReadFile[];
  readonly faults: readonly FileFault[];
  /** Names of the files of the form NNNN-title.md; others are not read. */
  readonly names: readonly string[];
  /** The number of each decision's file, by the id that the file claims and by `ReadFile.id`. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** Bytes. More is no text that a person writes as a decision. */
const largestFile = 1_048_576;

interface FoundFile {
  readonly name: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Rejects also where a link, or what is no file, has come there meanwhile. */
async function textOf(path: string): Promise<string> {
  return withOpen(path, 'no links', async file => {
    return (await bytesOf(file, largestFile)).toString('utf8');
  });
}

/**
 * The decisions in the files of a folder; empty where there is no such folder, and rejects where it cannot be read.
 * @param workFolder absolute path: a file's place in it is part of what the file's decision is known by
 */
export async function readDecisionFiles(folder: string, workFolder: string, isCancelled: () => boolean): Promise<ReadFolder> {
  const names = (await namesIn(folder)).filter(name => madrNumber(name) !== undefined).sort();
  const files: FoundFile[] = [];
  const faults: FileFault[] = [];
  for (const name of names) {
    if (isCancelled()) break;
    const path = join(folder, name);
    try {
      // A link in a folder that others have written could lead to any file of the person's.
      const found = await lstat(path);
      if (!found.isFile()) faults.push({ name, fault: 'noFile' });
      else if (found.size > largestFile) faults.push({ name, fault: 'tooLong' });
      else files.push({ name, text: await textOf(path), changedAt: found.mtimeMs });
    } catch (error) {
      faults.push({ name, fault: 'unreadable', detail: messageOf(error) });
    }
  }
  const placeOf = (name: string): string => relative(workFolder, join(folder, name)).split(sep).join('/');
  const sourceOf = ({ name, changedAt }: FoundFile) => ({ name: placeOf(name), folder: workFolder, at: Math.round(changedAt) });
  // A file can name another one by its number, so all ids come before all decisions.
  const ids = new Map<number, string>();
  const numbers = new Map<string, number>();
  const slices = new Slices();
  for (const file of files) {
    if (slices.isOver) await slices.pause();
    const read = fromMadr(file.text, sourceOf(file));
    const number = madrNumber(file.name);
    if (!read.ok || number === undefined) continue;
    ids.set(number, read.decision.id);
    numbers.set(fileIdOf(placeOf(file.name)), number).set(read.decision.id, number);
  }
  const readFiles: ReadFile[] = [];
  for (const file of files) {
    if (slices.isOver) await slices.pause();
    const read = fromMadr(file.text, { ...sourceOf(file), idOf: number => ids.get(number), numberOf: id => numbers.get(id) });
    if (read.ok) readFiles.push({ text: file.text, changedAt: file.changedAt, id: fileIdOf(placeOf(file.name)), decision: read.decision });
    else faults.push({ name: file.name, fault: read.fault });
  }
  return { files: readFiles, faults, names, numbers };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

export interface Written {
  /** Names of the files. */
  readonly written: readonly string[];
  /** Decisions that have a file there, whatever it says of them. */
  readonly there: number;
}

/** Writes a file for each decision that has none there, the oldest first. Rejects where the disk refuses; what is written by then stays. */
export async function writeDecisionFiles(folder: string, workFolder: string, decisions: readonly KnownDecision[]): Promise<Written> {
  const [real, root] = await Promise.all([realPathOf(folder), realpath(workFolder)]);
  // A link in the workspace could lead to any folder of the person's.
  if (real?.startsWith(root + sep) !== true) throw new Error(`${folder} leads out of the work folder`);
  await mkdir(folder, { recursive: true });
  const present = await readDecisionFiles(folder, workFolder, () => false);
  const ids = new Set(present.files.map(({ id }) => id));
  const claimed = new Map<string, KnownDecision[]>(present.files.map(({ decision }) => [decision.id, []]));
  for (const { decision } of present.files) claimed.get(decision.id)?.push(decision);
  const texts = new Set(present.files.map(({ text }) => text));
  const isThere = (one: KnownDecision): boolean =>
    ids.has(one.id) ||
    // Whoever has written a file may claim any id.
    claimed.get(one.id)?.some(decision => isSameDecision(decision, one)) === true ||
    textsOf(one).some(text => texts.has(text));
  const next = nextNumber(await namesIn(folder));
  const wanted = decisions.filter(decision => !isThere(decision)).toSorted((one, other) => one.at - other.at);
  const planned = wanted.map((decision, at) => ({ decision, name: madrName(decision, next + at) }));
  const numbers = new Map<string, number | undefined>(present.numbers);
  for (const { decision, name } of planned) numbers.set(decision.id, madrNumber(name));
  const written: string[] = [];
  for (const { decision, name } of planned) {
    // `wx` fails where another program has made a file of that name meanwhile.
    await writeFile(
      join(folder, name),
      toMadr(decision, id => numbers.get(id)),
      { flag: 'wx' },
    );
    written.push(name);
  }
  return { written, there: decisions.length - wanted.length };
}

/** How many decisions of files have come into a ledger, and of how many that it has the files say something else by now. */
interface TakenIn {
  readonly added: number;
  /** They hold no longer here, because their files say so. */
  readonly ended: number;
  /** They are here as they were. */
  readonly changed: number;
}

/**
 * Adds those that this ledger did not write, as `foreignDecision`. A decision that it has or had under the claimed id, with the same content, stays
 * what it is there. The same id with another content is another decision. A decision that it has from the same file, with another text, becomes
 * what that text says where it holds no longer there, and stays what it is otherwise; a file that is older than the person's last word on the
 * decision changes nothing. A date of a file that is later than `now` (epoch milliseconds) becomes `now`.
 */
export async function addFromFiles(ledger: Decisions, files: readonly ReadFile[], now: number): Promise<TakenIn> {
  const before = await ledger.all();
  const deleted = await ledger.deleted(files.map(({ decision }) => decision.id));
  const known = new Map(before.map(decision => [decision.id, decision]));
  // A copy of a file in another place has another id.
  const texts = new Set(before.flatMap(textsOf));
  const isOwn = ({ decision }: ReadFile): boolean => {
    const own = known.get(decision.id);
    // One from a file has its place as its id, and a file without a comment of Parley's claims the same.
    return deleted.has(decision.id) || (own !== undefined && own.file === undefined && isSameDecision(own, decision));
  };
  const foreign = files.filter(file => !isOwn(file));
  const ids = new Map(files.map(file => [file.decision.id, isOwn(file) ? file.decision.id : file.id]));
  const others = foreign.filter(({ text }) => !texts.has(text)).map(file => ({ ...file, by: ids.get(file.decision.superseded?.by ?? '') }));
  const added = others.filter(({ id }) => !known.has(id)).map(foreignDecision);
  await ledger.add(added.map(one => ({ ...one, at: Math.min(one.at, now) })));
  let [ended, changed] = [0, 0];
  for (const { id, decision, by, changedAt } of others) {
    const own = known.get(id);
    // What the person has said since the file was written counts, also where it takes back what an import has said.
    if (own === undefined || changedAt <= (own.judgedAt ?? -Infinity)) continue;
    if (!isOver(decision)) changed++;
    else if (!isOver(own)) {
      const { reason = '' } = decision.superseded ?? {};
      await ledger.judge(
        id,
        decision.status === 'once' ? { type: 'once' } : { type: 'supersede', reason, ...(by !== undefined && { by }) },
      );
      ended++;
    }
  }
  return { added: (await ledger.all()).length - before.length, ended, changed };
}

function isOver({ status }: KnownDecision): boolean {
  return status === 'superseded' || status === 'once';
}

/** The texts by which a decision from a file is known again: what the file says, and what Parley writes of it. */
function textsOf(decision: KnownDecision): readonly string[] {
  return decision.file === undefined ? [] : [decision.file.text, toMadr(decision)];
}
