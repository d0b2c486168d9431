// Runs the three checks of `npm run check` in parallel. Prints the output of a failed check only.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '..', '..', '..', 'node_modules');
const checks = [
  { name: 'types', args: [join(bin, 'typescript/bin/tsc'), '-b'] },
  {
    name: 'lint',
    args: [join(bin, 'eslint/bin/eslint.js'), '-c', 'test/eslint.config.mjs', '--max-warnings', '0', 'src', 'webview', 'test', 'scripts'],
  },
  { name: 'format', args: [join(bin, 'prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function runChecks() {
  const results = await Promise.all(checks.map(({ name, args }) => runCheck(name, args)));
  const failed = results.filter(ok => !ok).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<boolean>}
 */
function runCheck(name, args) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '..', '..', '..'), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('close', code => {
      if (code !== 0) console.log(`check: ${name} failed\n${output}`);
      resolve(code === 0);
    });
  });
}
