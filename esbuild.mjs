// Builds the extension host's bundle, the webview's, and with --tests the test suites.
// usage: node esbuild.mjs [--production] [--tests] [--watch] [--metafile]
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, context, transform } from 'esbuild';
import { hiddenNames, importedLater } from './scripts/lib/pack/importedLater.mjs';
import { licences } from './scripts/lib/pack/licences.mjs';
import { builtName } from './scripts/lib/suites/counts.mjs';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
  metafile: true,
  legalComments: 'none',
  // esbuild cannot follow what its form for CommonJS requires.
  alias: { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' },
};

/**
 * Leaves the schemas out that a side does not use: those of its own messages. esbuild does not see that the calls which make a schema do
 * nothing else.
 * @type {import('esbuild').Plugin}
 */
const pureSchemas = {
  name: 'pure-schemas',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/]shared[\\/](?:\w+[\\/])*\w+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/(?<![\w.])z\.(?!infer\b)\w+\(/g, '/* @__PURE__ */ $&'),
      loader: 'ts',
    }));
  },
};

/**
 * What is imported later comes out of one bundle, so that activation reads less code: the entry `later` has every file of src that an `import()` names.
 * @type {import('esbuild').Plugin}
 */
const importsLater = {
  name: 'imports-later',
  setup(builder) {
    let paths = new Set();
    builder.onStart(() => void (paths = importedLater('src')));
    builder.onResolve({ filter: /^later$/ }, () => ({ path: 'later', namespace: 'later' }));
    builder.onLoad({ filter: /./, namespace: 'later' }, async () => ({
      contents: [...paths].map(path => `export * from './${path}';`).join('\n'),
      resolveDir: import.meta.dirname,
      loader: 'ts',
      errors: (await hiddenNames(paths)).map(text => ({ text })),
    }));
    builder.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const wanted = relative('.', join(resolveDir, path)).replaceAll('\\', '/');
      if (paths.has(wanted)) return { path: './later.js', external: true };
      return { errors: [{ text: `The import() of ${wanted} is not written as importedLater reads it` }] };
    });
  },
};

/**
 * VS Code 1.100 loads CommonJS, and esbuild shares code between two bundles only as ESM: each bundle is built as ESM and written as CommonJS.
 * @type {import('esbuild').Plugin}
 */
const writesCommonJs = {
  name: 'writes-common-js',
  setup(builder) {
    builder.onEnd(async ({ outputFiles = [] }) => {
      mkdirSync('dist', { recursive: true });
      const modules = outputFiles.filter(({ path }) => path.endsWith('.js'));
      for (const { path, text } of modules) {
        const { code } = await transform(withPlainImports(text), {
          ...hostFormat,
          format: 'cjs',
          minify: production,
          sourcemap: production ? false : 'inline',
        });
        const plain = withPlainExports(code);
        // Nothing uses esbuild's helpers for exports any more.
        writeFileSync(
          join('dist', basename(path)),
          production ? (await transform(plain, { ...hostFormat, format: 'cjs', minify: true, treeShaking: true })).code : plain,
        );
      }
    });
  },
};

/**
 * Each source file imports `vscode`, and esbuild would copy its hundreds of properties for each of them. One function loads what comes later,
 * because its code at each of the forty places would be a part of the bundle's size. Node reads a CommonJS file a second
 * time for its exports where `import()` loads it, and a third time for its format.
 * @param {string} text
 */
function withPlainImports(text) {
  const imports = /(?<![\w$.])import\s*\*\s*as ([\w$]+) from\s*"vscode";?/g;
  const [first, ...others] = [...text.matchAll(imports)].map(([, name]) => name);
  const vscode = first === undefined ? [] : [`${first}=require("vscode")`, ...others.map(name => `${name}=${first}`)];
  const later = /(?<![\w$.])import\("\.\/later\.js"\)/g;
  const loads = later.test(text) ? 'function loadLater(){return Promise.resolve().then(()=>require("./later.js"))}' : '';
  const declared = vscode.map(declaration => `const ${declaration};`).join('');
  return `${declared}${loads}${text.replace(imports, '').replaceAll(later, 'loadLater()')}`;
}

/**
 * What a module exports as values, at its end. esbuild makes a function and a property of each, and both again, before a line of the module
 * runs, for the sake of values that change; no module here exports a variable.
 * @param {string} code
 */
function withPlainExports(code) {
  const exported = /var ([\w$]+)\s*=\s*\{\};\s*[\w$]+\(\1,\s*\{([^}]*)\}\);\s*module\.exports\s*=\s*[\w$]+\(\1\);/;
  const names = exported.exec(code)?.[2];
  if (names === undefined) throw new Error('esbuild writes exports in another way now');
  return code
    .replace(exported, '')
    .replace(/(?=\n\/\/# sourceMappingURL|$)/, () => `;module.exports={${names.replaceAll('() =>', '').replaceAll('()=>', '')}};`);
}

const hostFormat = {
  platform: /** @type {const} */ ('node'),
  // Node of VS Code 1.100.
  target: 'node20',
};

const hostFiles = ['dist/extension.js', 'dist/extension-chunk.js', 'dist/later.js'];

/** @type {import('esbuild').BuildOptions} */
const host = {
  ...common,
  ...hostFormat,
  entryPoints: { extension: 'src/extension.ts', later: 'later' },
  outdir: 'dist',
  // The code that both need becomes extension-chunk.js.
  splitting: true,
  chunkNames: 'extension-[name]',
  format: 'esm',
  sourcemap: production ? false : 'inline',
  write: false,
  plugins: [pureSchemas, importsLater, writesCommonJs],
  external: ['vscode'],
};

/** What other agents start, with the editor's own Node. It shares no code with the host, because that is loaded by VS Code alone. @type {import('esbuild').BuildOptions} */
const door = {
  ...common,
  ...hostFormat,
  entryPoints: { door: 'src/door/main.ts' },
  outdir: 'dist',
  format: 'cjs',
  sourcemap: production ? false : 'inline',
  plugins: [pureSchemas],
};

/**
 * Gives an icon as the data of one path, because all have the same frame and look the same by the rule `evenodd`. Nobody sees a thousandth of a pixel.
 * @type {import('esbuild').Plugin}
 */
const drawings = {
  name: 'drawings',
  setup(builder) {
    builder.onLoad({ filter: /\.svg$/ }, ({ path }) => {
      const inner = /^<svg width="16" height="16" viewBox="0 0 16 16" [^>]*fill="currentColor">([\s\S]*)<\/svg>\s*$/.exec(
        readFileSync(path, 'utf8'),
      )?.[1];
      const paths = [...(inner ?? '').matchAll(/<path(?: (?:fill|clip)-rule="evenodd")* d="([^"]+)"\/>\s*/g)];
      if (inner === undefined || paths.map(([whole]) => whole).join('') !== inner.trimStart())
        return { errors: [{ text: `${path} has another frame than the other icons, or is drawn by more than paths` }] };
      const rounded = paths.map(([, data]) => data?.replace(/\d+\.\d{3,}/g, number => String(Number(Number(number).toFixed(2))))).join('');
      return { contents: rounded.replace(/(?<!\d)0\.(?=\d)/g, '.'), loader: 'text' };
    });
  },
};

/**
 * Leaves out what the toolkit brings along and we do without: the dependency injection, because webview/ui/toolkit.ts defines the elements
 * itself; the design tokens, which are plain CSS in webview/ui/designTokens.ts; a table of key codes that nothing reads; and the question whether the
 * browser knows `:focus-visible`. It asks by a style element, which our policy refuses, and to tell where, the browser reads the page's code once more.
 * @type {import('esbuild').Plugin}
 */
const leanToolkit = {
  name: 'lean-toolkit',
  setup(builder) {
    builder.onLoad({ filter: /fast-foundation[\\/]dist[\\/]esm[\\/]di[\\/]di\.js$/ }, () => ({
      contents: 'export const DI = undefined, Registration = undefined;',
    }));
    builder.onLoad({ filter: /fast-foundation[\\/]dist[\\/]esm[\\/]utilities[\\/]style[\\/]focus\.js$/ }, () => ({
      contents: "export const focusVisible = 'focus-visible';",
    }));
    builder.onResolve({ filter: /[\\/]design-tokens\.js$/ }, () => ({ path: join(import.meta.dirname, 'webview/ui/designTokens.ts') }));
    builder.onLoad({ filter: /fast-web-utilities[\\/]dist[\\/]key-codes\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/export var KeyCodes;\n\(function[^]*?\n\}\)\(KeyCodes[^;]*;/, ''),
    }));
  },
};

const webviewFiles = ['dist/webview.js', 'dist/webview-engine.js'];

/** Is bundled by itself (`engine`), because it shares no code with the page and is loaded with the first code alone. @type {import('esbuild').Plugin} */
const engineApart = {
  name: 'engine-apart',
  setup(builder) {
    builder.onResolve({ filter: /^\.\/engine\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './webview-engine.js', external: true } : undefined,
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const webview = {
  ...common,
  entryPoints: { webview: 'webview/main.tsx', 'webview-engine': 'webview/features/code/engine.ts' },
  outdir: 'dist',
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The page says that it is UTF-8.
  charset: 'utf8',
  plugins: [drawings, leanToolkit, pureSchemas, engineApart],
};

/** Scripts find the project by their own place, so they are imported where they are and not bundled. @type {import('esbuild').Plugin} */
const scriptsStay = {
  name: 'scripts-stay',
  setup(builder) {
    builder.onResolve({ filter: /^\..*\.mjs$/ }, ({ path, resolveDir }) => ({
      path: relative('out/test/suite', join(resolveDir, path)).replaceAll('\\', '/'),
      external: true,
    }));
  },
};

/**
 * Every file of a suite is an entry of its own, as is every program that a test starts (`test/support/NAME.process.ts`). The host's suite
 * is one bundle, as VS Code loads one module.
 */
function tests() {
  /** @type {import('esbuild').BuildOptions} */
  const node = {
    ...common,
    minify: false,
    sourcemap: 'linked',
    sourcesContent: false,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    format: 'esm',
    // A mocha that has the product once for all its files is small, and the larger a process is, the longer it takes to start another.
    splitting: true,
    outExtension: { '.js': '.mjs' },
    plugins: [scriptsStay],
  };
  const suites = ['unit', 'windows', 'webview', 'host', 'e2e', 'agents', 'bench', 'pictures', 'support'].map(suite => ({
    ...node,
    entryPoints: filesOf(`test/${suite}`),
    outdir: `out/test/${suite}`,
  }));
  // A test whose source is gone must not go on running.
  for (const { outdir } of suites) rmSync(outdir, { recursive: true, force: true });
  const hostSuite = {
    ...common,
    minify: false,
    sourcemap: /** @type {const} */ ('linked'),
    sourcesContent: false,
    entryPoints: ['test/host/index.ts'],
    outfile: 'out/test/host/index.js',
    platform: /** @type {const} */ ('node'),
    target: 'node20',
    format: /** @type {const} */ ('cjs'),
    external: ['vscode', 'mocha'],
  };
  return [...suites, hostSuite].filter(({ entryPoints }) => Object.values(entryPoints).some(file => existsSync(file)));
}

/** Each lies beside the others when it is built, whatever folder it is in (see `builtName`). @param {string} folder */
function filesOf(folder) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return Object.fromEntries(
    names
      .filter(name => /(\.(test|bench|process)|^pictures)\.ts$/.test(name))
      .map(name => [builtName(name.replaceAll('\\', '/').slice(0, -'.ts'.length)), join(folder, name)]),
  );
}

// What VS Code translates with lies beside the bundles.
cpSync('src/l10n', 'dist/l10n', { recursive: true });

const builds = [host, webview, door, ...(flags.has('--tests') ? tests() : [])];
if (flags.has('--watch')) {
  for (const options of builds) await (await context({ ...options, logLevel: 'info' })).watch();
} else {
  const results = await Promise.all(builds.map(options => build(options)));
  if (production) {
    writeFileSync('dist/licences.txt', licences(results.slice(0, 3).flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))));
    reportSizes();
  }
  if (flags.has('--metafile')) {
    mkdirSync('out', { recursive: true });
    writeFileSync('out/meta-host.json', JSON.stringify(results[0]?.metafile));
    writeFileSync('out/meta-webview.json', JSON.stringify(results[1]?.metafile));
  }
}

function reportSizes() {
  for (const file of [...hostFiles, 'dist/door.js', ...webviewFiles, 'dist/webview.css']) {
    console.log(`${file}  ${(statSync(file).size / 1000).toFixed(1)} kB`);
  }
}
