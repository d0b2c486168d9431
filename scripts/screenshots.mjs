// npm run screenshots [gallery [PART]]: builds, packs, and takes and measures the pictures (test/pictures).
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './lib/system/dependencies.mjs';

ensureDependencies();
const { run } = await import('./lib/system/processes.mjs');
const { packVsix } = await import('./lib/pack/vsix.mjs');
const root = join(import.meta.dirname, '..');

await run(process.execPath, ['esbuild.mjs', '--production', '--tests'], { cwd: root });
await packVsix();
const { status } = spawnSync(process.execPath, ['out/test/pictures/pictures.mjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
