// The documents name files that exist, and link to nothing that does not; nor does the README in the VSIX.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packedReadme } from '../../../scripts/lib/pack/packedReadme.mjs';
import { saySame, withTables } from '../../../scripts/lib/pack/readmeTables.mjs';
import { readGuide } from '../../../scripts/lib/pack/vsix.mjs';
import { chatCommands } from '../../../src/host/vscode/contributions.js';
import { architectureFiles } from '../../support/documents.js';

/** Paths in backticks that begin with a folder of the project. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|webview|test|scripts|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path);
}

/** `claude/stream/encode` and the like: a file of src without its ending, or a folder. */
function isThere(path: string): boolean {
  // One of each feature, or of each language.
  const named = path.replace('/NAME', '/meters').replace('.XX.', '.de.');
  return ['', '.ts', '.tsx'].some(ending => existsSync(`${named}${ending}`));
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

/** Comments and texts. */
const wordsOnly = /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"[^"\n]*"/g;
const guide = readGuide();
const guideFiles = readdirSync('docs/guide');
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync('docs')
    .map(name => `docs/${name}`)
    .filter(name => !architectureFiles.includes(name)),
  ...guideFiles.map(name => `docs/guide/${name}`),
  ...architectureFiles,
].filter(name => name.endsWith('.md'));

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
    const packed = packedReadme(readFileSync('README.md', 'utf8'), guide);
    assert.match(packed, /```text\n┌─+┐\n│ \? Claude asks/);
    assert.deepEqual(
      targetsIn(packed).filter(
        target => !target.startsWith('https:') && !(target.startsWith('#') && anchors(packed).includes(target.slice(1))),
      ),
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

  it('have the whole guide on the extension’s page, and name there the commands around the chat', () => {
    assert.deepEqual(Object.keys(guide).toSorted(), guideFiles.toSorted());
    const text = Object.values(guide).join(' ').replaceAll(/\s+/g, ' ');
    const names = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Readonly<Record<string, string>>;
    const around = chatCommands.filter(act => !['focusChat', 'allow', 'deny'].includes(act)).map(act => `_${names[`command.${act}`]}_`);
    assert.deepEqual(
      around.filter(words => !text.includes(words)),
      [],
    );
  });

  it('have one name for one thing: what the glossary avoids is no name in the code', () => {
    const rows = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^\|[^|\n]*\|[^|\n]*\| (`\w+`(?:, `\w+`)*) +\|$/gm)];
    const avoided = rows.flatMap(([, names = '']) => names.replaceAll('`', '').split(', '));
    assert.ok(avoided.includes('Session') && avoided.length > 10, avoided.join(' '));
    const used = ['src', 'webview'].flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => /\.tsx?$/.test(name))
        .flatMap(name => readFileSync(join(folder, name), 'utf8').replaceAll(wordsOnly, ' ').match(/\w+/g) ?? []),
    );
    const words = new Set(used);
    assert.deepEqual(
      avoided.filter(name => words.has(name)),
      [],
    );
  });

  it('have a README for a reader with five minutes', () => {
    const words = readFileSync('README.md', 'utf8')
      .split(/\s+/)
      .filter(word => /[\p{L}\d]/u.test(word));
    assert.ok(words.length <= 900, `${words.length} words`);
  });

  it('have tables in the README that follow package.json', () => {
    const readme = readFileSync('README.md', 'utf8');
    assert.ok(saySame(readme, withTables(readme)));
    assert.ok(!saySame(readme.replace('`parley.chat.notify`', '`parley.chat.tell`'), withTables(readme)));
  });

  for (const file of ['CONTRIBUTING.md', ...architectureFiles, 'docs/protocol.md'])
    it(`name files that exist: ${file}`, () => {
      const text = readFileSync(file, 'utf8');
      const inSource = [...text.matchAll(/`((?:claude|host|chat|shared)\/[\w/]+)`/g)].map(([, path = '']) => `src/${path}`);
      assert.deepEqual(
        [...pathsIn(text), ...inSource].filter(path => !isThere(path)),
        [],
      );
    });
});
