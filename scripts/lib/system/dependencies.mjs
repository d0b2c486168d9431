// The project's npm packages: installed when they are missing or older than the lock file. Imports nothing of them.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

const root = join(import.meta.dirname, '..', '..', '..');

/** Runs `npm ci` where node_modules does not match the lock file. Exits with a sentence when that fails. */
export function ensureDependencies() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return;
  console.error('Installing the npm packages…');
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`${stdout}${stderr}\nThe npm packages could not be installed: run \`npm ci\` by hand and look at what it says.`);
  process.exit(1);
}
