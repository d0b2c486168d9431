// npm run mutate: changes the pure core and the storage in small ways (Stryker's mutants), and runs the unit tests on each change. Prints the score of each
// file, and ends with 1 when a mutant lives that test/mutants.md does not explain, when that list names a mutant that no longer lives, or
// when too few are killed.
// usage: node scripts/mutate.mjs [FILE…]
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureDependencies } from './lib/system/dependencies.mjs';
import { judge } from './lib/suites/mutants.mjs';

/** The storage of chats, and which window owns one. */
const storage = [
  'src/disk/checkedLines.ts',
  ...['archive', 'chatFiles', 'journal', 'journalFile'].map(name => `src/host/storage/${name}.ts`),
  ...['owner', 'socketFolder', 'windowProtocol', 'windowRecords'].map(name => `src/host/windows/${name}.ts`),
];
const files = [
  // The excepted ones have mutants that are neither killed nor explained yet.
  ...['src/chat/*.ts', '!src/chat/firstPrompt.ts', '!src/chat/journalRecords.ts', '!src/chat/past.ts'],
  ...['src/claude/answers/record.ts', 'src/claude/stream/encode.ts', 'src/claude/stream/toEvents.ts'],
  ...storage,
];

process.chdir(join(import.meta.dirname, '..'));
ensureDependencies();
const { Stryker } = await import('@stryker-mutator/core');

const wanted = process.argv.slice(2);
const stryker = new Stryker({
  mutate: wanted.length > 0 ? wanted : files,
  // Stryker copies these files and runs the tests in the copy.
  ignorePatterns: [
    '**',
    '!src/**/*.ts',
    '!webview/**/*.{ts,tsx}',
    '!test/unit/**/*.ts',
    '!test/support/**',
    '!test/host/*.ts',
    '!test/fixtures/**',
    '!package.json',
    '!tsconfig.json',
  ],
  tempDirName: 'out/stryker',
  plugins: [join(import.meta.dirname, 'lib/suites/mutantRunner.mjs')],
  testRunner: 'unitTests',
  coverageAnalysis: 'perTest',
  // A mutant that never ends counts as killed, so the limit must be long enough for a busy machine.
  timeoutMS: 20_000,
  reporters: ['progress'],
  // LogLevel is a const enum, whose names do not exist at run time.
  logLevel: /** @type {import('@stryker-mutator/api/core').LogLevel} */ ('warn'),
});
const mutants = (await stryker.runMutationTest()).map(mutant => ({
  ...mutant,
  fileName: relative('.', mutant.fileName).replaceAll('\\', '/'),
}));
const { ok, report } = judge(mutants, file => readFileSync(file, 'utf8'), readFileSync('test/mutants.md', 'utf8'));
console.log(report);
process.exitCode = ok ? 0 : 1;
