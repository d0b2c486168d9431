// A process of its own for one mocha. usage: node scripts/lib/suites/mochaProcess.mjs PROGRESS_FILE BEAT_MILLISECONDS TEST_FILE…
// Not mocha's own command line, which reports nothing before all test files are loaded.
import { readFileSync } from 'node:fs';
import Mocha from 'mocha';
import { exitOnSignals } from '../system/processes.mjs';
import { shareBrowser } from '../vscode/sharedBrowser.mjs';
import { writeProgress } from './progress.mjs';

const [progress = '', beat = '', ...files] = process.argv.slice(2);
// When the runner ends this process, the exit handlers of the tests end the servers and remove the temporary folders.
exitOnSignals();
/** @type {unknown} */
const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const mocha = new Mocha(/** @type {{ mocha: Mocha.MochaOptions }} */ (manifest).mocha);
for (const file of files) mocha.addFile(file);
const run = writeProgress(mocha, progress, { beat: Number(beat) });
const endBrowser = shareBrowser();
await mocha.loadFilesAsync();
process.exitCode = (await run()) > 0 ? 1 : 0;
await endBrowser();
