// Reads many contents in few runs of git, which take longer to begin than to read.
import type { Snapshots } from './snapshots.js';

/** Contents of one run. */
const atOnce = 100;

/**
 * A function that gives the content of each of `blobs`; undefined where the store does not have it. It is quick where they are asked for in their order, and
 * holds no more than those of one run.
 */
export function contentsOf(
  snapshots: Pick<Snapshots, 'run' | 'bytes'>,
  blobs: readonly string[],
): (blob: string) => Promise<Buffer | undefined> {
  let at = 0;
  let held: ReadonlyMap<string, Buffer> = new Map();
  let asked = new Set<string>();
  return async blob => {
    if (!asked.has(blob)) {
      // Where it is needed next, because others are asked for behind it.
      const next = blobs.indexOf(blob, at);
      at = Math.max(0, next === -1 ? blobs.indexOf(blob) : next);
      asked = new Set(blobs.slice(at, at + atOnce));
      held = await readAll(snapshots, [...asked]);
    }
    // What is too long for one run, or of which none is known here, is read alone.
    return held.get(blob) ?? snapshots.bytes(blob);
  };
}

/** The ids of `blobs` that the store has. Rejects where git fails. */
export async function storedOf(snapshots: Pick<Snapshots, 'run'>, blobs: readonly string[]): Promise<ReadonlySet<string>> {
  if (blobs.length === 0) return new Set();
  const input = Buffer.from(blobs.map(blob => `${blob}\n`).join(''));
  const lines = String(await snapshots.run(['cat-file', '--batch-check', '--buffer'], input)).split('\n');
  return new Set(lines.flatMap(line => /^([0-9a-f]+) blob /.exec(line)?.[1] ?? []));
}

/** Empty where git fails. */
async function readAll(snapshots: Pick<Snapshots, 'run'>, blobs: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  const input = Buffer.from(blobs.map(blob => `${blob}\n`).join(''));
  const output = await snapshots.run(['cat-file', '--batch', '--buffer'], input).catch(() => Buffer.alloc(0));
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(10, at);
    const [, id, type, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (end < 0) break;
    // `missing`
    if (id === undefined || size === undefined) continue;
    // A submodule has a commit, whose words may be anybody's.
    if (type === 'blob') contents.set(id, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}
