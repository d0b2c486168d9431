// How long a Product Doc of 1 MB holds the thread when a session begins, and when Claude looks for the sections that fit a task.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { beginStep } from '../../scripts/lib/suites/benchSteps.mjs';
import { findKnownDocs, namesSentByCli } from '../../src/memory/knownDocs.js';
import { openProductDoc } from '../../src/memory/productDocFile.js';
import { projectCard } from '../../src/memory/projectCard.js';
import { relevantSections } from '../../src/memory/relevantSections.js';
import { inSlices } from '../../src/memory/slices.js';
import { roundsOf } from './smoke.js';
import { whileWatched } from './watched.js';

const rounds = roundsOf(7);
const sections = 200;
/** Bytes of the document, and of a CLAUDE.md beside it. */
const size = 990_000;
const beside = 250_000;

/** `bound`: milliseconds. */
export async function docRows(bound: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-doc-'));
  try {
    const [file, meta] = [join(folder, 'product-doc.md'), join(folder, 'product-doc.json')];
    writeFileSync(file, madeDoc(sections, size));
    writeFileSync(join(folder, 'CLAUDE.md'), madeDoc(20, beside));
    const read = async () => {
      const log = { warn: fail };
      const doc = openProductDoc({
        file,
        access: 'private',
        meta,
        folder,
        log,
        now: () => Date.now(),
        clock: { after: () => fail('a timer') },
      });
      const found = await doc.read();
      return found.ok ? found.doc : fail(JSON.stringify(found.problem));
    };
    const start = async (): Promise<void> => {
      const doc = await read();
      const exclude = await inSlices(namesSentByCli(doc.sections, await findKnownDocs(folder, () => Promise.resolve(true))));
      const card = await inSlices(projectCard(doc, { exclude }));
      if (card.lines.length === 0) fail('nothing is told');
    };
    const doc = await read();
    const look = async (): Promise<void> => {
      if ((await inSlices(relevantSections(doc, 'the checkout sends orders'))).length === 0) fail('nothing fits');
    };
    return [...(await heldRows('start of a session', bound, start)), ...(await heldRows('sections for a task', bound, look))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The round in which the thread was held least: what else runs on the machine holds it in one round and not in the next. */
async function heldRows(name: string, bound: number, work: () => Promise<void>): Promise<Row[]> {
  beginStep(name);
  const all: Awaited<ReturnType<typeof whileWatched>>[] = [];
  for (let round = 0; round < rounds; round++) all.push(await whileWatched(work));
  const quietest = all.reduce((best, one) => (one.held < best.held ? one : best));
  return [
    atMost({ name: `${name}, Product Doc of 1 MB: thread held`, now: quietest.held, unit: 'ms' }, { bound, aim: 8 }),
    told({ name: `${name}, Product Doc of 1 MB: whole time`, now: quietest.took, unit: 'ms' }),
  ];
}

const sentence = 'The checkout of the shop sends `orders` to the queue, and **retries** after 5 s – see [plan](docs/plan.md). ';

function madeDoc(count: number, bytes: number): string {
  const content = (at: number): string => `${at}. ${sentence}\n`;
  const lines = Math.floor(bytes / count / Buffer.byteLength(content(1_000)));
  const section = (_: unknown, at: number): string =>
    `## Section ${at}\n\n${Array.from({ length: lines - 1 }, (_line, line) => content(line + at)).join('')}`;
  return `${Array.from({ length: count }, section).join('\n')}`;
}

function fail(text: string): never {
  throw new Error(text);
}
