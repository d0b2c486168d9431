// The documents name files that exist, and link to nothing that does not; nor does the README in the VSIX.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedReadme } from '../../scripts/lib/pack/packedReadme.mjs';
import { chatCommands } from '../../src/host/vscode/contributions.js';

interface Manifest {
  readonly contributes: {
    readonly keybindings: readonly { readonly key: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

/** Paths in backticks that begin with a folder of the project. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|webview|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
}

/** `claude/stream/encode` and the like: a file of src without its ending, or a folder. */
function isThere(path: string): boolean {
  return ['', '.ts', '.tsx'].some(ending => existsSync(`${path}${ending}`));
}

/** The targets of all links and pictures. */
function targetsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The name that a heading's link has. */
function anchors(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync('docs').map(name => `docs/${name}`)].filter(name =>
  name.endsWith('.md'),
);

describe('the documents', () => {
  for (const file of documents)
    it(`link to what is there: ${file}`, () => {
      const dead = targetsIn(readFileSync(file, 'utf8')).filter(target => {
        if (/^https:\/\//.test(target)) return false;
        const [path = '', anchor] = target.split('#');
        const linked = path === '' ? file : join(dirname(file), path);
        if (!existsSync(linked)) return true;
        return anchor !== undefined && !anchors(readFileSync(linked, 'utf8')).includes(anchor);
      });
      assert.deepEqual(dead, []);
    });

  it('have a README that is right in the VSIX: a card to look at, no picture or link that is dead, nothing about npm', () => {
    const packed = packedReadme(readFileSync('README.md', 'utf8'));
    assert.match(packed, /```text\n┌─+┐\n│ \? Claude asks/);
    assert.deepEqual(
      targetsIn(packed).filter(target => !target.startsWith('https:')),
      [],
    );
    assert.doesNotMatch(packed, /npm|<!--/);
  });

  it('say in the README first how to get it, then what else npm can do', () => {
    const readme = readFileSync('README.md', 'utf8');
    const places = ['docs/parley.png', 'code --install-extension', 'npm start', 'Claude CLI', '## What it does'].map(words =>
      readme.indexOf(words),
    );
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
    );
    assert.ok(!places.includes(-1));
  });

  it('list every setting, every key and the commands around the chat in the README', () => {
    const readme = readFileSync('README.md', 'utf8').replaceAll(/\s+/g, ' ');
    // The manifest is ours.
    const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
    const names = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
    const settings = Object.keys(contributes.configuration.properties).map(name => `| \`${name}\``);
    const keys = contributes.keybindings.map(({ key }) => `\`${key.replaceAll(/(?:^|(?<=[ +]))[a-z]/g, first => first.toUpperCase())}\``);
    const around = chatCommands.filter(act => !['focusChat', 'allow', 'deny'].includes(act)).map(act => `_${names[`command.${act}`]}_`);
    assert.deepEqual(
      [...settings, ...keys, ...around].filter(words => !readme.includes(words)),
      [],
    );
  });

  for (const file of ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/protocol.md'])
    it(`name files that exist: ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      const inSource = [...text.matchAll(/`((?:claude|host|chat|shared)\/[\w/]+)`/g)].map(([, path = '']) => `src/${path}`);
      assert.deepEqual(
        [...pathsIn(text), ...inSource].filter(path => !isThere(path)),
        [],
      );
    });
});
