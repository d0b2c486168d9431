// A path that wraps behind its separators, because the browser sees no place to wrap in it and would do so in the middle of the file name.
import { pathParts } from '../../src/shared/pathParts.js';

/** Characters of a file name that have room on a line of the narrowest place. A longer name may wrap anywhere. */
const longestName = 24;

/** The path as nodes; a text that is no path as it is. */
export function wrappedPath(text: string): readonly (string | Element)[] {
  const [folders, file = ''] = pathParts(text) ?? [];
  if (folders === undefined) return [text];
  const name = document.createElement('span');
  name.textContent = file.slice(1);
  if (file.length <= longestName) name.className = 'fileName';
  const before = `${folders}${file.slice(0, 1)}`.split(/(?<=[\\/])/);
  return [...before.flatMap(folder => [folder, document.createElement('wbr')]), name];
}
