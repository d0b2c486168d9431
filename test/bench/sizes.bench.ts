// What has to be downloaded and read: the packed extension and the bundles of its two sides, minified.
import { statSync } from 'node:fs';
import { atMost } from '../../scripts/lib/suites/benchRows.mjs';
import type { Row } from '../../scripts/lib/suites/benchRows.mjs';
import { packedVsix } from '../../scripts/lib/pack/vsix.mjs';

export function bench(): Promise<Row[]> {
  return Promise.resolve([
    size('VSIX', [packedVsix], 500),
    size('host, at activation', ['dist/extension.js', 'dist/extension-chunk.js'], 150),
    size('host, with what is loaded later', ['dist/extension.js', 'dist/extension-chunk.js', 'dist/later.js'], 640),
    size('webview, until the first paint', ['dist/webview.js', 'dist/webview-chunk.js'], 300),
    size('webview, what colours code', ['dist/webview-engine.js'], 170),
    size('webview, with what is loaded later', ['dist/webview.js', 'dist/webview-chunk.js', 'dist/webview-later.js'], 430),
  ]);
}

function size(name: string, files: readonly string[], bound: number): Row {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return atMost({ name, now: bytes / 1000, unit: 'kB' }, { bound });
}
