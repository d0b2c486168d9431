// What is already there costs nothing: each figure at several lengths of a chat, or numbers of chats, against the smallest of the
// same run. `npm run bench -- growth` measures all of it, `npm run bench -- growth.stream` one section.
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { openedRows } from './growthOpen.js';
import { bytesRows, questionRows, stepRows } from './growthHost.js';
import { startRun } from './growthRun.js';
import type { Run } from './growthRun.js';
import { streamRows } from './growthStream.js';
import { startRows } from './growthStart.js';
import { windowRows } from './growthWindow.js';

const sections: Readonly<Record<string, (run: Run) => Promise<Row[]>>> = {
  step: stepRows,
  bytes: bytesRows,
  question: questionRows,
  open: openedRows,
  stream: streamRows,
  window: windowRows,
  start: startRows,
};

/** `wanted`: names of sections; none: all. */
export async function bench(wanted: readonly string[] = []): Promise<Row[]> {
  const unknown = wanted.find(name => !(name in sections));
  if (unknown !== undefined) throw new Error(`growth has no section “${unknown}”. There are: ${Object.keys(sections).join(', ')}.`);
  const run = startRun();
  const rows: Row[] = [];
  try {
    for (const [name, section] of Object.entries(sections)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const began = performance.now();
      rows.push(...(await section(run)));
      console.error(`  growth.${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
  } finally {
    run.end();
  }
  return rows;
}
