// Finds the window of VS Code in which an agent that works in a folder asks: by the windows' files (host/windows/windowRecords) of all work folders. Knows
// nothing of what is asked.
import { readdir, realpath } from 'node:fs/promises';
import { connect } from 'node:net';
import { isAbsolute, join, relative } from 'node:path';
import { isCode } from '../disk/fileSystem.js';
import { thisMachine } from '../host/windows/machine.js';
import { isReachable } from '../host/windows/owner.js';
import { protocolVersion, readLines, writeLine } from '../host/windows/windowProtocol.js';
import type { WindowRecord } from '../host/windows/windowRecords.js';
import { parseObject, WindowRecords } from '../host/windows/windowRecords.js';

/** Where a window takes calls: see `ServerPlace` in host/agents/agentServer. */
export interface WindowPlace {
  readonly socket: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** And which of the agent's folders it has. */
export interface DoorPlace extends WindowPlace {
  readonly folder: string;
}

/** Milliseconds that a window has to say where it takes calls. One that is stopped says nothing, and another one may fit. */
const greetingLimit = 3_000;

/** The window that was used last, of those that have one of these folders or one above it. Undefined without one that can be reached. */
export async function findWindow(globalStorage: string, folders: readonly string[]): Promise<DoorPlace | undefined> {
  const [windows, machine, places] = await Promise.all([listWindows(globalStorage), thisMachine(), Promise.all(folders.map(namesOf))]);
  const self = { window: '', socket: '', folder: '', ...machine };
  const fitting = windows.flatMap(one => {
    // Without a look at its folders: one on a disk that does not answer would hold this process for ever, also at its end.
    const its = one.record.folders ?? [];
    const index = places.findIndex(names => names.some(name => its.some(folder => isIn(folder, name))));
    return index < 0 ? [] : [{ ...one, folder: folders[index] ?? '' }];
  });
  for (const { record, folder } of fitting.sort((one, other) => other.usedAt - one.usedAt)) {
    const place = (await isReachable(record, self)) ? await askForDoor(record) : undefined;
    if (place !== undefined) return { ...place, folder };
  }
  return undefined;
}

async function listWindows(globalStorage: string): Promise<{ readonly record: WindowRecord; readonly usedAt: number }[]> {
  const root = join(globalStorage, 'folders');
  const names = await readdir(root).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async name => {
      const records = new WindowRecords(join(root, name));
      const ids = await records.list().catch(() => []);
      return Promise.all(ids.map(async id => ({ record: await records.read(id), usedAt: await records.usedAt(id) })));
    }),
  );
  return found.flat().flatMap(({ record, usedAt }) => (typeof record === 'string' ? [] : [{ record, usedAt }]));
}

/** The path, and where its links lead. */
async function namesOf(path: string): Promise<readonly string[]> {
  return [path, await realpath(path).catch(() => path)];
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${'/'}`) && !way.startsWith('..\\') && !isAbsolute(way));
}

/** Undefined where the window does not answer, is not the one of the record, or has no door. */
function askForDoor({ socket: path, token, window }: WindowRecord): Promise<WindowPlace | undefined> {
  return new Promise(resolve => {
    const socket = connect({ path });
    const end = (place?: WindowPlace): void => {
      clearTimeout(timer);
      resolve(place);
      socket.destroy();
    };
    const timer = setTimeout(end, greetingLimit);
    socket.once('connect', () => {
      writeLine(socket, { parley: protocolVersion, token });
      writeLine(socket, { id: 1, door: true });
    });
    socket.on('error', () => undefined);
    socket.once('close', () => end());
    let isGreeted = false;
    const read = (text: string): void => {
      const message = parseObject(text);
      if (isGreeted) return end(placeIn(message?.['door']));
      isGreeted = message?.['window'] === window;
      if (!isGreeted) end();
    };
    readLines(socket, read, () => end());
  });
}

function placeIn(door: unknown): WindowPlace | undefined {
  const { socket, headers } = Object(door) as Readonly<Record<string, unknown>>;
  if (typeof socket !== 'string' || typeof headers !== 'object' || headers === null) return undefined;
  return { socket, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) };
}
