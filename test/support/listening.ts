// The ports at which processes listen, as Linux tells them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a socket that listens, in the tables below. */
const listens = '0A';

/** Local addresses as the tables have them, `ADDRESS:PORT` in hexadecimal. */
export function listeningPorts(pids: readonly number[]): readonly string[] {
  const own = new Set(pids.flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap(table =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap(line => {
        const [, address = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        return state === listens && own.has(inode) ? [address] : [];
      }),
  );
}

/** The inodes of its sockets; none of a process that has ended. */
function socketsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(name => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`))?.[1] ?? []);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed meanwhile.
    return '';
  }
}
