// Each promise of the documents has a test that is there and runs in `npm test`: test/promises.md names it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readArchitecture } from '../../support/documents.js';
import type { TestTitle } from '../../support/testTitles.js';
import { filesIn, titlesOf, titlesOfFile } from '../../support/testTitles.js';

/** The suites of `npm test`, by their folders. */
const suites = ['unit', 'webview', 'host', 'e2e'];

interface Row {
  readonly promise: string;
  readonly file: string;
  readonly test: string;
  readonly tier: string;
}

/** The cells of each row of the tables in `text`, without heads. */
function rowsIn(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').map(line => (/^\|.*\|$/.test(line) ? line.slice(1, -1).split('|') : undefined));
  const isLine = (cells: readonly string[] | undefined): boolean => cells?.every(cell => /^ *-+ *$/.test(cell)) === true;
  return lines.flatMap((cells, at) =>
    cells === undefined || isLine(cells) || isLine(lines[at + 1]) ? [] : [cells.map(cell => cell.trim())],
  );
}

/** The rows of the section of test/promises.md with this heading. */
function named(heading: string): readonly Row[] {
  const sections = readFileSync('test/promises.md', 'utf8').split(/^## /m);
  const section = sections.find(one => one.startsWith(`${heading}\n`)) ?? assert.fail(heading);
  return rowsIn(section).map(([promise = '', file = '', test = '', tier = '']) => ({ promise, file, test, tier }));
}

const architecture = readArchitecture();
const seeds = readFileSync('docs/seeds.md', 'utf8');

/** The numbers of the five promises at the beginning, and the marks. */
function marksIn(text: string): readonly string[] {
  const promises = [...(text.split('\n## ')[0] ?? '').matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number);
  return [...promises, ...[...text.matchAll(/\(([A-Z]\d+)\)/g)].map(([, mark = '']) => mark)];
}

/** Each row with each of its outcomes, once. */
function faultsIn(text: string): readonly string[] {
  const table = /<!-- faults -->([^]*)<!-- \/faults -->/.exec(text)?.[1] ?? '';
  return rowsIn(table).flatMap(([fault = '', ...outcomes]) => [...new Set(outcomes)].map(outcome => `${fault}: ${outcome}`));
}

const documents: Readonly<Record<string, readonly string[]>> = {
  'docs/architecture.md': marksIn(architecture),
  'The table of faults': faultsIn(architecture),
  'docs/seeds.md': rowsIn(seeds).map(([requirement = '']) => requirement),
};

/** The files of tests, and the titles of one of them. */
interface Titles {
  readonly files: readonly string[];
  of(file: string): readonly TestTitle[];
}

/** What is wrong with a row, if anything is. The files that it does not name are read only where it is wrong. */
function faultsOf({ promise, file, test, tier }: Row, promises: readonly string[], titles: Titles): string[] {
  const foundIn = (one: string): readonly TestTitle[] => titles.of(one).filter(({ title }) => title.includes(test));
  const found = titles.files.includes(file) ? foundIn(file) : [];
  const [first] = found;
  const elsewhere = first === undefined ? titles.files.filter(one => foundIn(one).length > 0).join(', ') : '';
  const wrong = [
    promises.includes(promise) ? '' : 'there is no such promise',
    first === undefined ? `there is no such test${elsewhere === '' ? '' : `; one is in ${elsewhere}`}` : '',
    found.length > 1 ? `these are ${found.length} tests` : '',
    first !== undefined && tier !== (first.isOfWholeMatrix ? 'test:all' : 'npm test') ? `its tier is not “${tier}”` : '',
  ];
  return wrong.filter(words => words !== '').map(words => `${promise} | ${file} | ${test}: ${words}`);
}

describe('the promises of the documents', () => {
  const titles: Titles = { files: suites.flatMap(suite => filesIn(`test/${suite}`)), of: titlesOfFile };

  for (const [heading, promises] of Object.entries(documents)) {
    it(`have a test each that npm test runs: ${heading}`, () => {
      assert.ok(promises.length > 5);
      const shown = new Set(named(heading).flatMap(({ promise, tier }) => (tier === 'npm test' ? [promise] : [])));
      assert.deepEqual(
        promises.filter(promise => !shown.has(promise)),
        [],
      );
    });

    it(`are shown by tests that are there: ${heading}`, () => {
      assert.deepEqual(
        named(heading).flatMap(row => faultsOf(row, promises, titles)),
        [],
      );
    });
  }

  it('are numbered without a gap, each once', () => {
    const marks = marksIn(architecture);
    assert.equal(new Set(marks).size, marks.length);
    const letters = new Set(marks.map(mark => mark.replace(/\d+/, '')));
    for (const letter of letters) {
      const numbers = marks.filter(mark => mark.replace(/\d+/, '') === letter).map(mark => Number(mark.slice(letter.length)));
      assert.deepEqual(
        numbers.toSorted((one, other) => one - other),
        numbers.map((_, index) => index + 1),
        letter,
      );
    }
  });

  it('would be missed where a row names what is not there, or what npm test leaves out', () => {
    const texts: Readonly<Record<string, string>> = {
      'a.ts': "it('adds', f); it('adds more', f);",
      'b.ts': "if (isWholeMatrix) it('adds much', f);",
    };
    const some: Titles = { files: Object.keys(texts), of: file => titlesOf(file, texts[file] ?? '') };
    const wrong = (row: Partial<Row>): string[] =>
      faultsOf({ promise: 'Q1', file: 'b.ts', test: 'adds much', tier: 'test:all', ...row }, ['Q1'], some);
    assert.deepEqual(wrong({}), []);
    assert.match(wrong({ promise: 'Q2' }).join(), /no such promise/);
    assert.match(wrong({ test: 'divides' }).join(), /no such test$/);
    assert.match(wrong({ file: 'a.ts' }).join(), /no such test; one is in b\.ts/);
    assert.match(wrong({ file: 'a.ts', test: 'adds', tier: 'npm test' }).join(), /these are 2 tests/);
    assert.match(wrong({ tier: 'npm test' }).join(), /its tier is not/);
  });
});

describe('the titles of tests', () => {
  it('have those of the groups around, and what is no literal text is a gap', () => {
    const source = `
      for (const cli of clis())
        describe(\`the \${cli} CLI\`, () => {
          it('asks', f);
          it.skip(\`answers \${one} of \${all}\`, f);
          describe('after ' + fault, function () { it(name, f); });
        });`;
    assert.deepEqual(
      titlesOf('a.ts', source).map(({ title }) => title),
      ['the … CLI asks', 'the … CLI answers … of …', 'the … CLI … …'],
    );
  });

  it('are those of the suites that say where they run, too', () => {
    const source = `
      inVsCode('a view', () => it('opens', f));
      everywhere('a list', () => { anywhere.it('closes', f); });
      describe('a link', () => placeOf(href).it(\`leads \${to}\`, f));`;
    assert.deepEqual(
      titlesOf('a.ts', source).map(({ title }) => title),
      ['a view opens', 'a list closes', 'a link leads …'],
    );
  });

  it('are told apart by whether npm test runs them', () => {
    const source = `
      it('here', f);
      (isWholeMatrix ? it : it.skip)('there', f);
      if (isWholeMatrix) describe('there', () => { it('too', f); });
      else it('here', f);
      (isWholeMatrix ? describe : describe.skip)('there', () => it('again', f));`;
    assert.deepEqual(
      titlesOf('a.ts', source).map(({ title, isOfWholeMatrix }) => `${title} ${isOfWholeMatrix}`),
      ['here false', 'there true', 'there too true', 'here false', 'there again true'],
    );
  });
});
