// Names the machine and its present boot, so that a window can tell whether another window ran on the same machine and in the same
// boot. Owns how each platform is asked; must not know why.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

export interface Machine {
  /** 32 hex digits. Equal for all processes of one machine or container, different on every other one. */
  readonly host: string;
  /** Changes with each start of the operating system; '' where the system has no such id. */
  readonly boot: string;
}

/** What is asked of the operating system. `readText` and `run` reject where there is no answer. */
export interface MachineAccess {
  readonly platform: NodeJS.Platform;
  readonly hostName: string;
  readonly readText: (path: string) => Promise<string>;
  /** Standard output of a program that ended with 0. */
  readonly run: (command: string, args: readonly string[]) => Promise<string>;
}

/** Milliseconds. Both programs answer within 30 ms; without an answer the id counts as unknown. */
const programLimit = 5_000;

const execute = promisify(execFile);

const realAccess: MachineAccess = {
  platform: process.platform,
  hostName: hostname(),
  readText: path => readFile(path, 'utf8'),
  run: async (command, args) => (await execute(command, args, { timeout: programLimit })).stdout,
};

export async function thisMachine(access: MachineAccess = realAccess): Promise<Machine> {
  const { names, boot } = await (platforms[access.platform] ?? otherPlatform)(access);
  return { host: createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32), boot };
}

type ReadMachine = (access: MachineAccess) => Promise<{ readonly names: readonly string[]; readonly boot: string }>;

/** Windows needs no id of the boot, because the system removes a pipe with the process that made it. */
const otherPlatform: ReadMachine = ({ hostName }) => Promise.resolve({ names: [hostName], boot: '' });

const platforms: Partial<Record<NodeJS.Platform, ReadMachine>> = { linux: linuxMachine, darwin: macMachine };

async function linuxMachine({ hostName, readText }: MachineAccess): Promise<Awaited<ReturnType<ReadMachine>>> {
  const [machineId, mounts, boot] = await Promise.all([
    orEmpty(readText('/etc/machine-id')),
    orEmpty(readText('/proc/self/mountinfo')),
    orEmpty(readText('/proc/sys/kernel/random/boot_id')),
  ]);
  return { names: [hostName, machineId.trim(), containerLayer(mounts)], boot: boot.trim() };
}

/**
 * The writable layer of a container's root file system, '' outside of a container. Containers of one image share the machine id,
 * and can share the host name too, but each has a layer of its own.
 */
function containerLayer(mounts: string): string {
  const root = mounts.split('\n').findLast(line => line.split(' ')[4] === '/' && line.includes(' - overlay '));
  return /[ ,]upperdir=([^, ]*)/.exec(root ?? '')?.[1] ?? '';
}

/** The host name of a Mac changes with its network, so it counts only where the hardware has no id. */
async function macMachine({ hostName, run }: MachineAccess): Promise<Awaited<ReturnType<ReadMachine>>> {
  const [hardware, boot] = await Promise.all([
    orEmpty(run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'])),
    orEmpty(run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'])),
  ]);
  return { names: [/"IOPlatformUUID" = "([^"]+)"/.exec(hardware)?.[1] ?? hostName], boot: boot.trim() };
}

/** '' stands for an id that the system does not have. */
function orEmpty(text: Promise<string>): Promise<string> {
  return text.catch(() => '');
}
