// What is coloured in code: every character once, in its order, whatever the text.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readCode } from '../../../../../webview/features/code/engine.js';
import { cutRuns, isTooLong, readDiff } from '../../../../../webview/features/code/runs.js';
import type { Run } from '../../../../../webview/features/code/runs.js';
import { languageOf } from '../../../../../webview/ui/markdownSyntax.js';
import { cpuTime } from '../../../../support/cpuTime.js';

const runsOf = (text: string, language: string, time = Infinity): readonly Run[] | undefined => readCode(text, language, time)?.runs;
const diffRuns = (text: string): readonly Run[] => readDiff(text).runs;
const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { length }) => sum + length, 0);
/** The parts of a text that have this look. */
const withLook = (text: string, runs: readonly Run[], look: string): readonly string[] => {
  let at = 0;
  return runs.flatMap(run => {
    at += run.length;
    return run.look === look ? [text.slice(at - run.length, at)] : [];
  });
};

const names = ['ts', 'tsx', 'py', 'sh', 'html', 'css', 'json', 'sql', 'yaml', 'md', 'c++', 'c#', 'go', 'rs', 'php', 'vue', 'dockerfile'];
const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...'`"\'/*<>{}()$#\\\n\t&;='),
  fc.constantFrom(
    'const ',
    '<script>',
    '</script>',
    '/*',
    '*/',
    '"""',
    '${',
    '<?php',
    '<!--',
    '```',
    '\r\n',
    '&lt;',
    'class A ',
    'def f(x):',
  ),
);
const codeText = fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join(''));

describe('the colours of code', () => {
  it('cover every character once, in each language, whatever the text', () => {
    fc.assert(
      fc.property(codeText, fc.constantFrom(...names), (text, language) => {
        const runs = runsOf(text, language);
        assert.ok(runs, language);
        assert.equal(lengthOf(runs), text.length);
      }),
    );
  });

  it('cover every character of a difference, line by line', () => {
    fc.assert(fc.property(codeText, text => assert.equal(lengthOf(diffRuns(text)), text.length)));
  });

  it('are cut with the text that they are for', () => {
    const run = fc.record({ length: fc.integer({ min: 1, max: 9 }), look: fc.constantFrom('', 'tok-string') });
    fc.assert(
      fc.property(fc.array(run), fc.nat(80), (runs, place) => {
        const whole = lengthOf(runs);
        const at = Math.min(place, whole);
        const [head, tail] = [cutRuns(runs, 0, at), cutRuns(runs, at, whole)];
        assert.equal(lengthOf(head), at);
        const looks = (cut: readonly Run[]): string => cut.map(({ length, look }) => (look === '' ? '-' : 's').repeat(length)).join('');
        assert.equal(looks(head) + looks(tail), looks(runs));
      }),
    );
  });

  it('are those of words, strings, comments, types, functions and the language inside of another', () => {
    const script = 'const a: Map = load("x"); // why';
    const runs = runsOf(script, 'ts') ?? [];
    assert.deepEqual(withLook(script, runs, 'tok-keyword'), ['const']);
    assert.deepEqual(withLook(script, runs, 'tok-string'), ['"x"']);
    assert.deepEqual(withLook(script, runs, 'tok-comment'), ['// why']);
    const page = '<p class="a">x</p><script>let b = 1</script>';
    assert.deepEqual(withLook(page, runsOf(page, 'html') ?? [], 'tok-keyword'), ['let']);
    const inside = '`${name} is`';
    assert.ok(
      !withLook(inside, runsOf(inside, 'js') ?? [], 'tok-string')
        .join('')
        .includes('name'),
    );
  });

  it('are none in a language that is not known, or in a text that takes too long', () => {
    assert.equal(runsOf('x', 'klingon'), undefined);
    assert.equal(runsOf('x', 'constructor'), undefined);
    assert.equal(runsOf('const a = 1;\n'.repeat(100), 'ts', -1), undefined);
    assert.ok(isTooLong('a\n'.repeat(60_000)));
    assert.ok(isTooLong('a'.repeat(5_001)));
    assert.ok(!isTooLong(`${`${'a'.repeat(999)};`.repeat(4)}\n`.repeat(20)));
  });

  it('go on by themselves behind lines that close all they have begun', () => {
    const isClosed = (text: string, language = 'ts') => readCode(text, language, Infinity)?.isClosed;
    assert.equal(isClosed('const a = 1;\n'), true);
    assert.equal(isClosed('class A {\n  /* closed */ b = "c";\n'), true);
    assert.equal(isClosed('/* open\n'), false);
    assert.equal(isClosed('const a = `open\n'), false);
    assert.equal(isClosed('x = """open\n', 'py'), false);
    assert.equal(isClosed('<script>\n', 'html'), false);
  });

  it('of a difference are red and green for its lines, and neither for the names of its files', () => {
    const text = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- old words\n+new\n same\n';
    assert.deepEqual(
      diffRuns(text).flatMap(({ length, look }) => (length === 1 && look === '' ? [] : [look])),
      ['tok-meta', 'tok-meta', 'tok-meta', 'tok-meta', 'diffLine deleted', 'diffLine inserted', ''],
    );
  });

  // Held up the page for twenty seconds and more, because nothing ends the one pattern in which the language looks for a function.
  for (const [language, unit] of [
    ['c++', `${'a'.repeat(4_990)}\n`],
    ['c#', 'a a\n'],
    ['ts', `${'a'.repeat(4_990)}\n`],
    ['ts', ' \n'],
    ['c++', `${'a'.repeat(999)};\n`],
    ['c#', `${'a '.repeat(499)};\n`],
    ['c#', 'a<b, c> '],
  ] as const)
    it(`are come by in a time that no text makes long: ${language} ${JSON.stringify(unit.slice(0, 4))} (${unit.length})`, () => {
      const text = unit.repeat(Math.floor(100_000 / unit.length));
      const before = cpuTime();
      if (!isTooLong(text)) readCode(text, language);
      const taken = cpuTime() - before;
      assert.ok(taken < 5_000, `${taken} ms of this process`);
    });

  for (const [info, language] of [
    ['ts', 'ts'],
    ['TypeScript', 'typescript'],
    ['ts title="a.py"', 'ts'],
    ['ts:src/a.py', 'ts'],
    ['src/notes.test.ts', 'ts'],
    ['js{1,3}', 'js'],
    ['c++', 'c++'],
    ['c#', 'c#'],
    ['', ''],
    ['"quoted" words', ''],
    ['a'.repeat(200), ''],
  ] as const)
    it(`are those of the language that the fence names: ${info.slice(0, 20) || 'nothing'}`, () => assert.equal(languageOf(info), language));
});
