// Owns: an esbuild plugin that lets the UI toolkit be shaken. The toolkit imports everything through the barrels of
// @microsoft/fast-*; esbuild keeps most of what a barrel touches, so each import is rewritten to the module that defines
// the name. Knows the shape of those packages (ES modules that re-export each other), and nothing of our own code.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

const packages = ['@microsoft/fast-foundation', '@microsoft/fast-element', '@microsoft/fast-web-utilities'];
const users = /[\\/](@vscode[\\/]webview-ui-toolkit|@microsoft[\\/]fast-(foundation|element))[\\/]dist[\\/].*\.js$/;

/** @returns {import('esbuild').Plugin} */
export function shakeToolkit() {
  return {
    name: 'shakeToolkit',
    setup(build) {
      /** @type {Promise<Map<string, Map<string, Definition>>> | undefined} */
      let found;
      build.onLoad({ filter: users }, async ({ path }) => {
        found ??= definitionsOf(packages);
        return { contents: rewriteImports(await readFile(path, 'utf8'), await found), loader: 'js', resolveDir: dirname(path) };
      });
    },
  };
}

/** Where a name of a barrel is defined, and as what. @typedef {{ file: string, name: string }} Definition */

/** @param {readonly string[]} names @returns {Promise<Map<string, Map<string, Definition>>>} */
async function definitionsOf(names) {
  // The toolkit is where the packages are resolved from: npm may have nested them.
  const fromHere = createRequire(import.meta.url);
  const fromToolkit = createRequire(fromHere.resolve('@vscode/webview-ui-toolkit/package.json'));
  /** @type {Map<string, Map<string, Definition>>} */
  const all = new Map();
  for (const name of names) {
    const manifestPath = fromToolkit.resolve(`${name}/package.json`);
    const manifest = /** @type {{ main: string }} */ (JSON.parse(await readFile(manifestPath, 'utf8')));
    all.set(name, await exportsOf(join(dirname(manifestPath), manifest.main)));
  }
  return all;
}

/**
 * What a module exports, followed through its re-exports to the modules that define it.
 * @param {string} file
 * @returns {Promise<Map<string, Definition>>}
 */
async function exportsOf(file) {
  const source = await readFile(file, 'utf8');
  /** @type {Map<string, Definition>} */
  const names = new Map();
  for (const [, from = ''] of source.matchAll(/^export \* from ["'](\.[^"']+)["']/gm)) {
    for (const [name, definition] of await exportsOf(resolve(dirname(file), from))) names.set(name, definition);
  }
  for (const [, list = '', from] of source.matchAll(/^export \{([^}]*)\}(?: from ["'](\.[^"']+)["'])?/gm)) {
    const inner = from === undefined ? undefined : await exportsOf(resolve(dirname(file), from));
    for (const { imported, local } of specifiers(list)) names.set(local, inner?.get(imported) ?? { file, name: local });
  }
  for (const [, name = ''] of source.matchAll(/^export (?:async )?(?:const|let|var|class|function\*?|abstract class) ([\w$]+)/gm)) {
    names.set(name, { file, name });
  }
  return names;
}

/** @param {string} source @param {Map<string, Map<string, Definition>>} definitions */
function rewriteImports(source, definitions) {
  return source.replace(
    /^import \{([^}]*)\} from ["']([^"']+)["'];?/gm,
    (whole, /** @type {string} */ list, /** @type {string} */ from) => {
      const known = definitions.get(from);
      if (known === undefined) return whole;
      return specifiers(list)
        .map(({ imported, local }) => {
          const definition = known.get(imported);
          // A name we cannot place stays with the barrel: bigger, never wrong.
          if (definition === undefined) return `import { ${imported} as ${local} } from '${from}';`;
          return `import { ${definition.name} as ${local} } from '${definition.file.split(sep).join('/')}';`;
        })
        .join(' ');
    },
  );
}

/** `a, b as c` as pairs. @param {string} list */
function specifiers(list) {
  return list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const [imported = part, local = imported] = part.split(/\s+as\s+/);
      return { imported, local };
    });
}
