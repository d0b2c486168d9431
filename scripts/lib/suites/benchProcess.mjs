// A process of its own for one section of `npm run bench`, started by benchRun.mjs. usage: benchProcess.mjs FILE [SECTION]
// FILE exports `bench`, or `sections` by their names. Sends the rows, or why there are none; answers what it is doing.
import { pathToFileURL } from 'node:url';
import { exitOnSignals } from '../system/processes.mjs';
import { describeDoing } from './benchSteps.mjs';

/** @typedef {import('./benchRows.mjs').Row} Row */
/** @typedef {() => Promise<Row[]>} Bench */
/** @typedef {{ rows: Row[] } | { failed: string } | { doing: string }} BenchMessage */

const [file = '', section] = process.argv.slice(2);
// The exit handlers end the servers and remove the temporary folders.
exitOnSignals();
process.once('disconnect', () => process.exit(1));
process.on('message', () => process.send?.({ doing: describeDoing() }));
process.once('uncaughtException', fail);
process.once('unhandledRejection', fail);

try {
  /** @type {{ bench?: Bench, sections?: Readonly<Record<string, Bench>> }} */
  const { bench, sections = {} } = await import(pathToFileURL(file).href);
  const act = section === undefined ? bench : sections[section];
  if (act === undefined) throw new Error(`${file} has no ${section === undefined ? '`bench`' : `section “${section}”`}`);
  end({ rows: await act() });
} catch (error) {
  fail(error);
}

/** @param {unknown} error */
function fail(error) {
  end({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

/** The bench has closed its resources; a stray timer must not keep the process alive. @param {BenchMessage} message */
function end(message) {
  process.send?.(message, () => process.exit('rows' in message ? 0 : 1));
}
