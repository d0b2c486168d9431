// Which files a decision names, and which of them have changed since.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedSince, namedFiles } from '../../../src/memory/namedFiles.js';
import { decision } from '../../support/decisions.js';
import { choice } from '../../support/questions.js';
import { removeFolder } from '../../support/removeFolder.js';

const named = (question: string): readonly string[] => namedFiles(decision({ question: choice(question, '', []) }));

describe('the files that a decision names', () => {
  it('are found in question, options, answer and note', () => {
    const question = choice('What about src/a.ts?', 'a.ts', ['Move it to `lib/b.ts`', 'Keep']);
    assert.deepEqual(namedFiles(decision({ question, words: 'into docs\\c.md, please', note: 'see ./d.json:12.' })), [
      ...['a.ts', 'src/a.ts', 'lib/b.ts', 'docs/c.md', 'd.json'],
    ]);
  });

  it('are at most five, each once', () => {
    assert.deepEqual(named('a.ts b.ts a.ts c.ts d.ts e.ts f.ts g.ts'), ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
  });

  it('never lie outside of the folder', () => {
    for (const text of [
      '../a.ts',
      'src/../../a.ts',
      '/etc/a.conf',
      'C:\\a.ts',
      'c:a.ts',
      '\\\\host\\share\\a.ts',
      '//host/a.ts',
      '~/../a.ts',
    ])
      assert.deepEqual(named(text), [], text);
  });

  it('are no addresses, no names of products and no other words with a dot or a slash', () => {
    for (const text of [
      'https://example.com/a.html',
      'file:///a.ts',
      'Node.js',
      'vue.js',
      'REST/GraphQL',
      'and/or',
      'e.g. this',
      'v1.2.3',
      '3.14',
    ])
      assert.deepEqual(named(text), [], text);
  });

  it('have no control characters', () => {
    assert.deepEqual(named('src/a\u0000b.ts src/c\u001bd.ts src/\u202ed.ts'), []);
  });

  it('may be known by their whole name', () => {
    assert.deepEqual(named('Dockerfile, .gitignore or .github/CODEOWNERS.md? index.js!'), [
      ...['Dockerfile', '.gitignore', '.github/CODEOWNERS.md', 'index.js'],
    ]);
  });
});

describe('the files that have changed since', () => {
  let folder = '';
  const decided = 1_700_000_000_000;
  const write = (name: string, seconds: number): void => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, decided / 1000 + seconds, decided / 1000 + seconds);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'named-'));
  });
  afterEach(async () => {
    await removeFolder(folder);
  });

  it('are those that exist and were written later', async () => {
    write('src/new.ts', 60);
    write('old.ts', -60);
    mkdirSync(join(folder, 'folder.ts'));
    assert.deepEqual(await changedSince(folder, ['src/new.ts', 'old.ts', 'gone.ts', 'folder.ts'], decided), ['src/new.ts']);
  });

  it('are none where the folder is gone', async () => {
    assert.deepEqual(await changedSince(join(folder, 'gone'), ['a.ts'], decided), []);
  });

  it('are found behind no link that leads out of the folder', async function () {
    if (process.platform === 'win32') this.skip();
    write('outside/a.ts', 60);
    write('work/inside/b.ts', 60);
    symlinkSync(join(folder, 'outside'), join(folder, 'work/linked'));
    symlinkSync(join(folder, 'outside/a.ts'), join(folder, 'work/a.ts'));
    symlinkSync(join(folder, 'work/inside'), join(folder, 'work/within'));
    const names = ['linked/a.ts', 'a.ts', '../outside/a.ts', 'within/b.ts'];
    assert.deepEqual(await changedSince(join(folder, 'work'), names, decided), ['within/b.ts']);
  });
});
