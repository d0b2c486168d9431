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

export const sections: Readonly<Record<string, () => Promise<Row[]>>> = {
  step: () => inRun(stepRows),
  bytes: () => inRun(bytesRows),
  question: questionRows,
  open: () => inRun(openedRows),
  stream: () => inRun(streamRows),
  window: windowRows,
  start: startRows,
};

async function inRun(rowsOf: (run: Run) => Promise<Row[]>): Promise<Row[]> {
  const run = startRun();
  try {
    return await rowsOf(run);
  } finally {
    run.end();
  }
}
