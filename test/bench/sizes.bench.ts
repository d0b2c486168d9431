// What has to be downloaded and read: the packed extension and the bundles of its two sides, minified.
import { statSync } from 'node:fs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { packedVsix } from '../../scripts/lib/pack/vsix.mjs';

export function bench(): Promise<Row[]> {
  return Promise.resolve([
    size('VSIX', [packedVsix]),
    size('host, at activation', ['dist/extension.js', 'dist/extension-chunk.js']),
    size('host, with what is loaded later', ['dist/extension.js', 'dist/extension-chunk.js', 'dist/later.js']),
    size('webview', ['dist/webview.js']),
    size('webview, what colours code', ['dist/webview-engine.js']),
  ]);
}

/** No bound: what people feel is the time, which `activate` and `growth.open` hold. */
function size(name: string, files: readonly string[]): Row {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { name, now: bytes / 1000, unit: 'kB' };
}
