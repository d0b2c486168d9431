// Which window owns a chat, and what proves that this window has ended. Knows machines, sockets and the windows' files; nothing of
// chats, nor of what is said through a socket.
import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { thisMachine } from './machine.js';
import type { Log } from '../chats/chatDependencies.js';
import { folderId, privateSocketFolder, usualParents } from './socketFolder.js';

/** A window for as long as it lives. Stands in the header of each chat that it owns. */
export interface Owner {
  /** Random UUID, new for each start of the extension host. */
  readonly window: string;
  /** See `Machine.host`. */
  readonly host: string;
  /** See `Machine.boot`. */
  readonly boot: string;
  /** Path of the socket, or name of the pipe; '' where the window could have none. */
  readonly socket: string;
  /** See `folderId`, of the folder in which the socket lies. '' on Windows, where a pipe lies in no folder. */
  readonly folder: string;
}

/** `unknown` is neither proven: only a person may decide to take a chat from such an owner. */
export type Life = 'alive' | 'dead' | 'unknown';

const onWindows = process.platform === 'win32';

/** This window, with a place for its socket. Without a safe place `socket` is '' and the log says why. */
export async function thisOwner(log: Log, parents: readonly string[] = usualParents()): Promise<Owner> {
  const window = randomUUID();
  const { host, boot } = await thisMachine();
  const name = randomBytes(8).toString('hex');
  if (onWindows) return { window, host, boot, socket: `\\\\.\\pipe\\parley-${name}`, folder: '' };
  const found = await privateSocketFolder(parents, process.getuid?.() ?? -1);
  if ('folder' in found) return { window, host, boot, socket: join(found.folder.path, name), folder: found.folder.id };
  log.warn(`Other windows cannot ask this one for a chat, because no folder is safe for a socket. ${found.refusals.join('; ')}`);
  return { window, host, boot, socket: '', folder: '' };
}

/** The windows' files (`WindowRecords`): `missing` is certain, `unreadable` is a file that could not be read. */
interface OwnerRecords {
  read(window: string): Promise<Owner | 'missing' | 'unreadable'>;
}

/** What a test replaces. */
export interface LifeAccess {
  readonly platform: NodeJS.Platform;
  readonly folderId: (path: string) => Promise<string>;
  /** `connected`, or the code of the error. */
  readonly connect: (socket: string) => Promise<string>;
}

const realAccess: LifeAccess = { platform: process.platform, folderId, connect: connectionResult };

/**
 * Whether the owner's window lives. `dead` only with a proof:
 * - The window has no file in `windows`. It removes the file when it ends in order; else whoever proved its death did.
 * - The machine is ours, and has been started anew since.
 * - The machine and the socket's folder are ours, and the system refuses the connection.
 * - On Windows: the machine is ours, and the pipe is gone.
 */
export async function deathOf(owner: Owner, self: Owner, records: OwnerRecords, access: LifeAccess = realAccess): Promise<Life> {
  if (owner.window === self.window) return 'alive';
  const record = await records.read(owner.window);
  if (record === 'missing') return 'dead';
  const place = record === 'unreadable' ? owner : record;
  if (isEarlierBoot(place, self)) return 'dead';
  if (!(await isReachable(place, self, access))) return 'unknown';
  switch (await access.connect(place.socket)) {
    case 'connected':
    // Somebody listens, and has not accepted the connections before ours.
    case 'EAGAIN':
    case 'EBUSY':
    // Its process was ended with our connection in the queue: the next look has the proof.
    case 'ECONNRESET':
      return 'alive';
    case 'ECONNREFUSED':
      return 'dead';
    case 'ENOENT':
      // A socket's file that is gone proves nothing by itself, because whoever tidies temporary files can remove that of a live window.
      return access.platform === 'win32' || (await records.read(owner.window)) === 'missing' ? 'dead' : 'unknown';
    default:
      return 'unknown';
  }
}

/** The owner's socket means the same for us: no other machine or container, and no other folder that is now at the same path. */
export async function isReachable(
  owner: Owner,
  self: Owner,
  access: Pick<LifeAccess, 'platform' | 'folderId'> = realAccess,
): Promise<boolean> {
  if (owner.host !== self.host || owner.socket === '' || isEarlierBoot(owner, self)) return false;
  return access.platform === 'win32' || (owner.folder !== '' && (await access.folderId(dirname(owner.socket))) === owner.folder);
}

function isEarlierBoot(owner: Owner, self: Owner): boolean {
  return owner.host === self.host && owner.boot !== '' && self.boot !== '' && owner.boot !== self.boot;
}

/** Says nothing through the connection, and closes it. */
function connectionResult(path: string): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({ path });
    socket.once('connect', () => {
      resolve('connected');
      socket.destroy();
    });
    socket.on('error', error => resolve('code' in error && typeof error.code === 'string' ? error.code : 'unknown'));
  });
}
