// Collects the licences of the packages whose code is in the bundles, because they must be shipped with it.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {readonly string[]} inputs the bundles' source files, as esbuild's metafile names them
 * @returns {string}
 */
export function licences(inputs) {
  const folders = inputs.map(file => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(folder => folder !== undefined);
  return [...new Set(folders)].sort().map(licenceOf).join('\n\n');
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license } = /** @type {{ name: string, version: string, license?: string }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  );
  const files = existsSync(folder) ? readdirSync(folder).filter(file => /^(licen[cs]e|notice|copying)/i.test(file)) : [];
  const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim());
  return [`${'='.repeat(80)}\n${name} ${version} (${license ?? 'see below'})\n${'='.repeat(80)}`, ...texts].join('\n\n');
}
