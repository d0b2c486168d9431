// Builds and packs the extension. Packs a copy, because the README in the VSIX is another one than the project's.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../system/processes.mjs';
import { packedReadme } from './packedReadme.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** Path of the packed extension. */
export const packedVsix = join(root, 'out', 'parley.vsix');

/** @returns {Promise<string>} the packed file */
export async function packVsix() {
  await run(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  return packBuilt();
}

/** `packVsix` after a production build. @returns {Promise<string>} */
export async function packBuilt() {
  const copy = join(root, 'out', 'package');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const words = readdirSync(root).filter(name => /^package\.nls.*\.json$/.test(name));
  for (const name of ['.vscodeignore', 'package.json', ...words, 'CHANGELOG.md', 'LICENSE', 'media', 'dist'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  writeFileSync(join(copy, 'README.md'), packedReadme(readFileSync(join(root, 'README.md'), 'utf8'), readGuide()));
  dropScripts(join(copy, 'package.json'));
  // No dependencies, because the bundles contain all code. Relative links stay, because there is no published repository to point to.
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links', '--out', packedVsix];
  // A separate process, because vsce prints the list of packed files.
  await run(process.execPath, [join(root, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags], { cwd: copy });
  return packedVsix;
}

/** What the README names first comes first. */
export function readGuide() {
  const names = ['asking', 'chat', 'permissions', 'review', 'decisions', 'product-doc', 'other-agents', 'folders', 'settings'].map(
    name => `${name}.md`,
  );
  return Object.fromEntries(names.map(name => [name, readFileSync(join(root, 'docs', 'guide', name), 'utf8')]));
}

/** The scripts work in the project's folder only. @param {string} file */
function dropScripts(file) {
  /** @type {Record<string, unknown>} */
  const { scripts: _, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}
