// Owns: the processor time of this process and of all that descend from it. Linux only. Knows nothing about tests.
import { readFileSync, readdirSync } from 'node:fs';

/**
 * @typedef {object} Seen
 * @property {number} pid
 * @property {number} parent
 * @property {string} began tells two processes apart that had the same number
 * @property {number} own clock ticks
 * @property {number} reaped clock ticks of the children that ended and that it has waited for, and of theirs
 */

/** Linux gives every program the same, whatever the kernel counts in. */
const ticksPerSecond = 100;

/**
 * Adds up what is seen of the processes from look to look. A parent's own count leaves out the children that nobody has waited for,
 * such as Chromium's renderers when the browser ends: for them counts what the look before saw.
 * @param {number} root
 */
export function cpuMeter(root) {
  /** @type {Map<string, Seen>} */
  let known = new Map();
  let lost = 0;
  return {
    /** @param {readonly Seen[]} processes */
    look(processes) {
      const now = descendants(root, known, processes);
      lost += lostBetween(known, now);
      known = now;
    },
    /** Seconds, up to the last look. */
    seconds: () => ([...known.values()].reduce((sum, { own, reaped }) => sum + own + reaped, 0) + lost) / ticksPerSecond,
  };
}

/** @param {Seen} seen */
const keyOf = ({ pid, began }) => `${pid} ${began}`;

/**
 * The root, who was known before (also with another parent, because its own has ended), and the children of these.
 * @param {number} root @param {ReadonlyMap<string, Seen>} known @param {readonly Seen[]} processes
 * @returns {Map<string, Seen>}
 */
function descendants(root, known, processes) {
  /** @type {Map<string, Seen>} */
  const found = new Map();
  const pids = new Set([root]);
  // A child can have a smaller number than its parent.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const seen of processes) {
      const key = keyOf(seen);
      if (found.has(key) || !(pids.has(seen.pid) || pids.has(seen.parent) || known.has(key))) continue;
      found.set(key, seen);
      pids.add(seen.pid);
    }
  }
  return found;
}

/**
 * What the processes that have ended had used, as far as no process that is left counts it as that of its children.
 * @param {ReadonlyMap<string, Seen>} before @param {ReadonlyMap<string, Seen>} now
 */
function lostBetween(before, now) {
  const byPid = new Map([...before.values()].map(seen => [seen.pid, seen]));
  /** @type {Map<Seen | undefined, number>} by who should have counted them */
  const used = new Map();
  for (const [key, seen] of before) {
    if (now.has(key)) continue;
    /** @type {Seen | undefined} */
    let heir = byPid.get(seen.parent);
    while (heir !== undefined && !now.has(keyOf(heir))) heir = byPid.get(heir.parent);
    used.set(heir, (used.get(heir) ?? 0) + seen.own + seen.reaped);
  }
  let lost = 0;
  for (const [heir, ticks] of used) {
    const counted = heir === undefined ? 0 : (now.get(keyOf(heir))?.reaped ?? 0) - heir.reaped;
    lost += Math.max(0, ticks - counted);
  }
  return lost;
}

/** @returns {readonly Seen[]} */
function allProcesses() {
  return readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .flatMap(entry => {
      try {
        return [parseStat(readFileSync(`/proc/${entry}/stat`, 'utf8'))];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}

/** @param {string} line of `/proc/PID/stat`; the name in brackets can hold anything @returns {Seen} */
export function parseStat(line) {
  const end = line.lastIndexOf(')');
  const fields = line.slice(end + 2).split(' ');
  const number = (/** @type {number} */ index) => Number(fields[index - 3]); // as proc(5) counts them
  return {
    pid: Number.parseInt(line, 10),
    parent: number(4),
    began: fields[22 - 3] ?? '',
    own: number(14) + number(15),
    reaped: number(16) + number(17),
  };
}

/** Milliseconds. */
const betweenLooks = 1000;

/**
 * @returns {() => number | undefined} seconds until now, of this process and of all that it has started since; undefined where there is
 *   no `/proc`
 */
export function watchCpuTime() {
  if (process.platform !== 'linux') return () => undefined;
  const meter = cpuMeter(process.pid);
  const look = () => meter.look(allProcesses());
  look();
  setInterval(look, betweenLooks).unref();
  return () => {
    look();
    return meter.seconds();
  };
}
