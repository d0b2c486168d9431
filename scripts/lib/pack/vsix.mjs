// Packs the extension. Before that vsce builds dist/ by the script `vscode:prepublish`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../system/processes.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** Path of the packed extension. */
export const packedVsix = join(root, 'out', 'parley.vsix');

/** @returns {Promise<string>} the packed file */
export async function packVsix() {
  mkdirSync(join(root, 'out'), { recursive: true });
  // No dependencies, because the bundles contain all code. Relative links stay, because there is no published repository to point to.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', packedVsix];
  // A separate process, because vsce prints the list of packed files.
  await run(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], { cwd: root });
  return packedVsix;
}
