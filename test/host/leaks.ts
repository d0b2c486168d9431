// Whether a resource leaks when Parley is opened and closed many times.
import assert from 'node:assert/strict';
import { getHeapStatistics } from 'node:v8';
import { until } from './until.js';
import { isWholeMatrix } from '../support/tier.js';
import { anywhere } from './where.js';

/** One that leaks is seen; more see what leaks now and then. */
const cycles = isWholeMatrix ? 25 : 5;
const warnings: string[] = [];

export function collectWarnings(): () => void {
  const collect = (warning: Error): unknown => warnings.push(`${warning.name}: ${warning.message}`);
  process.on('warning', collect);
  return () => process.off('warning', collect);
}

/** `cycle` opens Parley, uses it and closes it; `pids` are the processes that were started meanwhile. */
export function describeLeaks(title: string, cycle: () => Promise<void>): void {
  anywhere(title, () => {
    it('leaves nothing behind, however often it comes and goes', async function () {
      this.timeout(180_000);
      // A resource that is made once and kept is no leak, so the first rounds are not counted.
      for (let round = 0; round < 3; round++) await cycle();
      const before = counts();
      for (let round = 0; round < cycles; round++) await cycle();
      // VS Code has timers of its own, which come and go.
      await until(() => grown(before, counts()).length === 0);
    });

    it('makes Node warn of nothing', () => {
      assert.deepEqual(
        warnings.filter(warning => warning.includes('MaxListeners')),
        [],
      );
    });
  });
}

type Counts = Readonly<Record<string, number>>;

/** Handles of the event loop by kind, and listeners of the process. */
function counts(): Counts {
  const found: Record<string, number> = { contexts: getHeapStatistics().number_of_native_contexts };
  for (const kind of process.getActiveResourcesInfo()) found[kind] = (found[kind] ?? 0) + 1;
  for (const event of process.eventNames()) found[`on ${String(event)}`] = process.listenerCount(event);
  return found;
}

function grown(before: Counts, after: Counts): string[] {
  return Object.entries(after).flatMap(([name, count]) =>
    count > (before[name] ?? 0) ? [`${name}: ${before[name] ?? 0} → ${count}`] : [],
  );
}
