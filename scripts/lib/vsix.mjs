// Packs the extension: dist/ must be built.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.mjs';

const root = join(import.meta.dirname, '..', '..');

/** Where the packed extension is put. */
export const packedVsix = join(root, 'out', 'parley.vsix');

/** @returns {Promise<string>} the packed file */
export async function packVsix() {
  mkdirSync(join(root, 'out'), { recursive: true });
  // No dependencies: all that runs is in the bundles. Relative links stay: there is no published repository to point to.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', packedVsix];
  // A process of its own, since vsce prints what it packs.
  await run(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], { cwd: root });
  return packedVsix;
}
