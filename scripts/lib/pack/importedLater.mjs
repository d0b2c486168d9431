// Which files of the host are imported later, and whether each of them is found in the one bundle that has them all.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Paths of the files of a folder that an `import()` in it names, with the ending of the import.
 * @param {string} folder
 */
export function importedLater(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  return new Set(
    files.flatMap(file =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/(?<!typeof )\bimport\('(\.[^']+)'\)/g)].map(([, path = '']) =>
        join(folder, dirname(file), path).replaceAll('\\', '/'),
      ),
    ),
  );
}

/**
 * What whoever imports one of these files would not find in a bundle of `export *` from each of them: a name that two of them export, and a default.
 * @param {ReadonlySet<string>} paths as of `importedLater`
 */
export async function hiddenNames(paths) {
  const entryPoints = [...paths].map(path => path.replace(/\.js$/, '.ts'));
  const { metafile } = await build({ entryPoints, outdir: 'out', format: 'esm', write: false, metafile: true });
  /** @type {Map<string, string[]>} */
  const exporting = new Map();
  for (const { entryPoint = '', exports } of Object.values(metafile.outputs))
    for (const name of exports) exporting.set(name, [...(exporting.get(name) ?? []), entryPoint]);
  return [...exporting]
    .filter(([name, files]) => name === 'default' || files.length > 1)
    .map(([name, files]) => `Whoever imports ${files.join(' or ')} later does not find \`${name}\`: give it a name of its own`);
}
