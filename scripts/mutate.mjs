// npm run mutate: changes the pure core in small ways (Stryker's mutants), and runs the unit tests on each change. Prints the score of each
// file, and ends with 1 when a mutant lives that test/mutants.md does not explain, when that list names a mutant that no longer lives, or
// when too few are killed.
// usage: node scripts/mutate.mjs [FILE…]
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { judge } from './lib/mutants.mjs';

process.chdir(join(import.meta.dirname, '..'));
ensureDependencies();
const { Stryker } = await import('@stryker-mutator/core');

const wanted = process.argv.slice(2);
const stryker = new Stryker({
  mutate: wanted.length > 0 ? wanted : ['src/session/*.ts', 'src/claude/encode.ts', 'src/claude/toEvents.ts'],
  // The tests run in a copy of these.
  ignorePatterns: ['**', '!src/**/*.ts', '!test/unit/*.ts', '!test/support/*', '!test/host/*.ts', '!test/fixtures/**'],
  tempDirName: 'out/stryker',
  plugins: [join(import.meta.dirname, 'lib/mutantRunner.mjs')],
  testRunner: 'unitTests',
  coverageAnalysis: 'perTest',
  // A mutant that never ends counts as killed, so a busy machine must not be taken for one.
  timeoutMS: 20_000,
  reporters: ['progress'],
  // A constant enumeration, whose names are gone at run time.
  logLevel: /** @type {import('@stryker-mutator/api/core').LogLevel} */ ('warn'),
});
const mutants = (await stryker.runMutationTest()).map(mutant => ({
  ...mutant,
  fileName: relative('.', mutant.fileName).replaceAll('\\', '/'),
}));
const { ok, report } = judge(mutants, file => readFileSync(file, 'utf8'), readFileSync('test/mutants.md', 'utf8'));
console.log(report);
process.exitCode = ok ? 0 : 1;
