// The checks of `npm run check`, which run in parallel. Prints the output of a failed check only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sumOf } from './counts.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const bin = join(root, 'node_modules');
/**
 * Types and lint in one, with the native compiler: it takes an eighth of the processor time that `tsc` and a linter above it would.
 * test/unit/project/lint.test.ts shows that each rule sees what it is for.
 */
export const lintArguments = [
  join(bin, 'oxlint/bin/oxlint'),
  ...['-c', join(root, 'test/oxlintrc.json'), '--type-aware', '--type-check'],
  ...['--deny-warnings', '--report-unused-disable-directives-severity', 'error'],
];
/** The compiler that an editor runs agrees with the native one, so that only the whole matrix asks it. */
const typesOfEditors = { name: 'types', args: [join(bin, 'typescript/bin/tsc'), '-b'] };
/** The formatter reads every file but those that a program writes; the lines that Git ignores are ignored here. */
const formatArguments = ['-c', join(root, 'test/oxfmtrc.json'), '!package-lock.json', '!test/fixtures/**', '.'];
export const checks = [
  ...(process.env['PARLEY_TEST_ALL'] === '1' ? [typesOfEditors] : []),
  { name: 'lint', args: [...lintArguments, 'src', 'webview', 'test', 'scripts'] },
  { name: 'tables', args: [join(root, 'scripts/tables.mjs'), '--check'] },
  { name: 'format', args: [join(bin, 'oxfmt/bin/oxfmt'), '--check', ...formatArguments] },
];

/** @typedef {import('./counts.mjs').Counts} Counts */

/** @returns {Promise<Counts>} */
export async function runChecks() {
  return sumOf(await Promise.all(checks.map(runCheck)));
}

/**
 * @param {{ name: string, args: string[] }} check
 * @returns {Promise<Counts>}
 */
export function runCheck({ name, args }) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('close', code => {
      if (code !== 0) console.log(`check: ${name} failed\n${output}`);
      resolve(
        code === 0
          ? { passed: 1, failed: 0, skipped: 0 }
          : { passed: 0, failed: 1, skipped: 0, red: [{ kind: 'run', name: 'check', message: name, part: name }] },
      );
    });
  });
}
