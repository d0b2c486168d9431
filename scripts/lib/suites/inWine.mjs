// Owns: the suite that runs with Node for Windows: which tests are in it, and how mocha runs under Wine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWine, openWindows, windowsPath } from '../system/wine.mjs';
import { builtName, sumOf } from './counts.mjs';
import { runMocha } from './mocha.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {import('./counts.mjs').Red} Red */

const out = join(import.meta.dirname, '..', '..', '..', 'out/test');

/** The unit tests of what differs on Windows. A name without a file is an error: a test that is renamed must not go missing here. */
const unitTests = [
  // Pipes and processes.
  ...['claude/process/lines', 'claude/process/process', 'claude/process/processStart', 'claude/process/launch'],
  // Finding the CLI and its transcripts.
  ...['claude/install/find', 'claude/transcripts/recordedTranscripts', 'claude/transcripts/sessionList'],
  // Paths.
  'host/paths/remotePath',
  // Storage.
  ...['chat/journalRecords', 'host/storage/journal', 'host/storage/journalFaults', 'host/storage/chatFiles'],
  // The owner of a chat.
  ...['host/windows/owner'],
];

/** All of it is one part of the suite, because opening a Windows takes longer than most of its tests. */
export const winePart = 'wine';

/**
 * Runs those, and the built files of `test/windows`.
 * @param {readonly string[]} windowsTests absolute paths
 * @returns {Promise<Counts>}
 */
export async function runInWine(windowsTests) {
  const unit = unitTests.map(fileOf);
  const wine = await ensureWine();
  if (typeof wine === 'string') {
    console.log(`windows: left out, ${unit.length + windowsTests.length} files. ${wine}.`);
    return { passed: 0, failed: 0, skipped: unit.length + windowsTests.length };
  }
  // The first is busy most of the time, the other waits for the CLI's start.
  const runs = [
    { files: unit, label: 'windows' },
    { files: windowsTests, label: 'windows2' },
  ].filter(({ files }) => files.length > 0);
  return sumOf(await Promise.all(runs.map(({ files, label }) => runInFreshWindows(wine, files, label))));
}

/** Wine 8.0's server crashes in about one of ten runs on a busy machine. */
const mostRuns = 4;

/**
 * Runs the tests in a Windows of their own. Wine's server can crash or hang under load, and takes all of its programs with it; the tests
 * then run again, because nothing can be said about them.
 * @param {import('../system/wine.mjs').Wine} wine
 * @param {readonly string[]} files
 * @param {string} label
 * @param {readonly string[]} [only] titles of the tests; without it all
 * @returns {Promise<Counts>}
 */
async function runInFreshWindows(wine, files, label, only) {
  for (let run = 1; ; run++) {
    const { fault, red = [], ...counts } = await runInWindowsOf(wine, files, label, only);
    if (fault === undefined || run === mostRuns) return { ...counts, red: red.map(each => withSecondRun(each, wine, label)) };
    console.log(`${label}: ${fault}. That says nothing about the tests: they run again, in a fresh Windows.`);
  }
}

/** A failed test runs again in a fresh Windows. @param {Red} red @param {import('../system/wine.mjs').Wine} wine @param {string} label @returns {Red} */
function withSecondRun(red, wine, label) {
  const { kind, name, file } = red;
  if (kind !== 'test' || file === undefined) return { ...red, part: winePart };
  return { ...red, part: winePart, again: () => runInFreshWindows(wine, [file], `${label}-again`, [name]) };
}

/**
 * @param {import('../system/wine.mjs').Wine} wine
 * @param {readonly string[]} files
 * @param {string} label
 * @param {readonly string[] | undefined} only
 */
async function runInWindowsOf(wine, files, label, only) {
  const windows = await openWindows(wine);
  const host = {
    command: windows.wine,
    args: [windows.node],
    pathOf: windowsPath,
    // The CLIs refuse to start on a Windows without Git Bash. They check only that the file exists; no test lets them run a command.
    env: { ...windows.env, CLAUDE_CODE_GIT_BASH_PATH: windowsPath(windows.node) },
    failed: windows.failed,
    findFault: windows.findFault,
  };
  try {
    return await runMocha(files, { label, place: join(out, label), host, ...(only && { only }) });
  } finally {
    windows.close();
  }
}

/** @param {string} name @returns {string} */
function fileOf(name) {
  const file = join(out, 'unit', `${builtName(name)}.test.mjs`);
  if (!existsSync(file)) throw new Error(`scripts/lib/suites/inWine.mjs names test/unit/${name}.test.ts, which does not exist.`);
  return file;
}
