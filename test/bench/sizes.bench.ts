// What has to be downloaded and read: the packed extension and its two bundles, minified.
import { statSync } from 'node:fs';
import { atMost } from '../../scripts/lib/benchRows.mjs';
import type { Row } from '../../scripts/lib/benchRows.mjs';
import { packVsix } from '../../scripts/lib/vsix.mjs';

export async function bench(): Promise<Row[]> {
  const vsix = await packVsix();
  return [size('VSIX', vsix, 500), size('host bundle', 'dist/extension.js', 300), size('webview bundle', 'dist/webview.js', 300)];
}

function size(name: string, file: string, bound: number): Row {
  return atMost({ name, now: statSync(file).size / 1000, unit: 'kB' }, { bound });
}
