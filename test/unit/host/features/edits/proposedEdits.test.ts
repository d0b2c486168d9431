// An edit that the person changes before it is allowed: what the CLI writes with the changed input, the changes one by one, and what Claude is told.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { changedInput } from '../../../../../src/claude/edits/changedInput.js';
import { changedText } from '../../../../../src/claude/edits/changeWords.js';
import { composed, hunkStates, withHunk } from '../../../../../src/claude/edits/hunks.js';
import { placeOf, replacedIn } from '../../../../../src/claude/edits/placeOf.js';
import type { Proposal, Proposed } from '../../../../../src/claude/edits/proposal.js';
import { proposed, withLineEnds } from '../../../../../src/claude/edits/proposal.js';
import { lineHunks } from '../../../../../src/shared/lineDiff.js';
import { longestNote } from '../../../../../src/shared/longestNote.js';
import { runs } from '../../../../support/tier.js';

const newest = '2.1.329';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The bytes that the CLI writes for this text. */
const bytesOf = (text: string, { lineEnd, mark }: Proposal['form']): Uint8Array =>
  encode(`${mark ? '\ufeff' : ''}${withLineEnds(text, lineEnd)}`);

function proposalOf(result: Proposed): Proposal {
  return result.ok ? result.proposal : assert.fail(result.why);
}

const edit = (file: string | undefined, old: string, replacement: string, all?: boolean): Proposed =>
  proposed(
    'Edit',
    { file_path: '/a', old_string: old, new_string: replacement, ...(all !== undefined && { replace_all: all }) },
    file === undefined ? undefined : encode(file),
    newest,
  );

/** The file after the edit, or why there is none. */
const outcome = (result: Proposed): string => (result.ok ? decode(bytesOf(result.proposal.after, result.proposal.form)) : result.why);

/** Few different lines, so that many are alike. */
const anyText = fc
  .array(fc.constantFrom('a', 'b', '', ' ', 'x = 1;', '$& $1', '\t', 'ü\u{1f600}', '"q"', '\u201cq\u201d'), { maxLength: 12 })
  .map(lines => lines.join('\n'));
const anyLineEnd = fc.constantFrom('\n', '\r\n' as const);

describe('what an edit writes', () => {
  it('follows the rules of the CLI', () => {
    assert.equal(outcome(edit('one\ntwo\n', 'two', 'three')), 'one\nthree\n');
    assert.equal(outcome(edit('one\r\ntwo\r\n', 'one\ntwo', 'x\ny\nz')), 'x\r\ny\r\nz\r\n');
    assert.equal(outcome(edit('\ufeffone\n', 'one', '$&')), '\ufeff$&\n');
    assert.equal(outcome(edit('a b a', 'a', 'c', true)), 'c b c');
    // The line goes with its line end.
    assert.equal(outcome(edit('one\ntwo\nthree\n', 'two', '')), 'one\nthree\n');
    assert.equal(outcome(edit(undefined, '', 'new\n')), 'new\n');
    const write = (file: string | undefined, content: string, version = newest): string =>
      outcome(proposed('Write', { file_path: '/a', content }, file === undefined ? undefined : encode(file), version));
    assert.equal(write('\ufeffone\r\n', 'x\ny\n'), '\ufeffx\ny\n');
    assert.equal(write(undefined, 'x\r\ny\r\n'), 'x\r\ny\r\n');
    assert.equal(write('one\n', 'x\n', '2.0.77'), 'x\n');
  });

  it('is not offered where it is not known to the byte', () => {
    const write = (file: Uint8Array | undefined, content: string, version = newest): string =>
      outcome(proposed('Write', { file_path: '/a', content }, file, version));
    assert.equal(outcome(edit('one', 'two', 'x')), 'notFound');
    assert.equal(outcome(edit('a a', 'a', 'x')), 'several');
    assert.equal(outcome(edit(undefined, 'a', 'x')), 'missing');
    assert.equal(outcome(edit('one\rtwo', 'one', 'x')), 'lineEnds');
    assert.equal(outcome(edit('one', 'one', 'x\r\n')), 'lineEnds');
    assert.equal(outcome(edit('one\0', 'one', 'x')), 'notText');
    assert.equal(outcome(edit('one', 'one', '\ud800')), 'notText');
    assert.equal(write(Uint8Array.of(0xe9), 'x'), 'notText');
    assert.equal(write(undefined, 'a\r\nb\n'), 'lineEnds');
    assert.equal(write(encode('one\r\n'), 'x\n', '2.0.77'), 'version');
    assert.equal(write(encode('\ufeffone\n'), 'x\n', '2.1.100'), 'version');
    assert.equal(write(undefined, 'x'.repeat(1_000_001)), 'tooLong');
    assert.equal(outcome(proposed('Bash', { command: 'ls' }, undefined, newest)), 'tool');
  });
});

describe('the changed input', () => {
  it('is found in no time where the lines of a long file are alike', () => {
    // In quadratic time it would take longer than mocha's limit, on any machine.
    const lines = 800_000;
    const before = `${'a\n'.repeat(lines)}b\n${'a\n'.repeat(lines)}`;
    const right = before
      .split('\n')
      .with(lines / 2, 'x')
      .join('\n');
    const { old_string: old } = changedInput('Edit', {}, { before, after: before, form: { lineEnd: '\n', mark: false } }, right);
    const half = 'a\n'.repeat(lines / 2);
    assert.equal(outcome(edit(before, `${half}c\n${half}`, 'x')), 'notFound');
    assert.ok(typeof old === 'string' && before.split(old).length === 2);
  });

  it('is looked for as `indexOf` and `replaceAll` do it', () => {
    const words = fc.array(fc.constantFrom('a', 'b', '\n', '$&'), { minLength: 1, maxLength: 6 }).map(parts => parts.join(''));
    fc.assert(
      fc.property(words, words, fc.nat(3), fc.nat(40), fc.boolean(), (unit, other, times, from, isLong) => {
        // Long ones are looked for in another way.
        const part = isLong ? `${unit.repeat(600)}${other}` : unit;
        const text = `${other}${`${part}${unit}`.repeat(times)}${unit.repeat(300)}`;
        assert.equal(placeOf(text, part, from), text.indexOf(part, from));
        assert.equal(
          replacedIn(text, part, other, true),
          text.replaceAll(part, () => other),
        );
        assert.equal(
          replacedIn(text, part, other, false),
          text.replace(part, () => other),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('makes the CLI write exactly the right side, whatever stands there', () => {
    const any = fc.record({ before: anyText, right: anyText, lineEnd: anyLineEnd, mark: fc.boolean(), from: fc.nat(), to: fc.nat() });
    fc.assert(
      fc.property(any, ({ before, right, lineEnd, mark, from, to }) => {
        fc.pre(before !== right && !(before === '' && mark));
        const bytes = bytesOf(before, { lineEnd, mark });
        const old = before.slice(from % (before.length + 1)).slice(0, to % (before.length + 1));
        for (const [tool, input] of [
          ['Edit', { file_path: '/a', old_string: old, new_string: 'y', replace_all: true }],
          ['Write', { file_path: '/a', content: 'y\n' }],
        ] as const) {
          const made = proposed(tool, input, bytes, newest);
          if (!made.ok) continue;
          const written = proposalOf(proposed(tool, changedInput(tool, input, made.proposal, right), bytes, newest));
          assert.equal(decode(bytesOf(written.after, written.form)), decode(bytesOf(right, made.proposal.form)));
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('says no more of the file than makes the place the only one', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const before = lines.join('\n');
    const { proposal } = edit(before, 'line 50', 'changed') as Extract<Proposed, { ok: true }>;
    const input = changedInput(
      'Edit',
      { file_path: '/a', old_string: 'line 50', new_string: 'changed' },
      proposal,
      before.replace('line 50', 'mine'),
    );
    assert.deepEqual(input, {
      file_path: '/a',
      old_string: lines.slice(47, 54).join('\n'),
      new_string: lines.slice(47, 54).join('\n').replace('line 50', 'mine'),
    });
  });
});

describe('the changes of an edit', () => {
  it('are one where the file is new, whatever empty lines it has', () => {
    assert.equal(lineHunks('', '# Notes\n\nOne.\n').length, 1);
  });

  it('are taken and left out one by one, each without another one', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.array(fc.nat({ max: 20 }), { maxLength: 8 }), (before, after, toggles) => {
        const hunks = lineHunks(before, after);
        let right = after;
        let taken: readonly boolean[] = hunks.map(() => true);
        for (const toggle of hunks.length === 0 ? [] : toggles) {
          const index = toggle % hunks.length;
          const take = taken[index] === false;
          right = withHunk({ before, after, hunks, taken }, right, index, take) ?? assert.fail('a change without a place');
          taken = taken.with(index, take);
          assert.equal(right, composed(before, hunks, taken));
        }
        assert.equal(
          composed(
            before,
            hunks,
            hunks.map(() => true),
          ),
          after,
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('stay as the person has made them in the editor, where another one is left out', () => {
    const before = 'a\nb\nc\nd\ne\nf\ng\n';
    const after = 'A\nb\nc\nD\ne\nf\nG\n';
    const hunks = lineHunks(before, after);
    const choice = { before, after, hunks, taken: [true, true, true] };
    const right = 'first\na\nb\nc\nD and more\ne\nf\nG\n';
    assert.deepEqual(hunkStates(choice, right), ['out', 'own', 'in']);
    assert.equal(withHunk(choice, right, 0, true), right.replace('\na\n', '\nA\n'));
    assert.equal(withHunk(choice, right, 2, false), right.replace('G', 'g'));
    assert.equal(withHunk(choice, right, 1, false), undefined);
  });

  it('that VS Code reverts in the editor are left out', () => {
    const before = 'a\nb\nc\n';
    const after = 'a\nnew\nb\nC\n';
    const choice = { before, after, hunks: lineHunks(before, after), taken: [true, true] };
    assert.deepEqual(hunkStates(choice, 'a\nb\nC\n'), ['out', 'in']);
    assert.deepEqual(hunkStates(choice, 'a\nnew\nb\nc\n'), ['in', 'out']);
  });
});

describe('what Claude is told of a changed edit', () => {
  it('is the difference from its proposal, with the changes that were left out by name', () => {
    const before = 'a\nb\nc\nd\ne\n';
    const after = 'A\nb\nc\nd\nE\n';
    const right = 'a\nb\nc\nd\nmine\n';
    const hunks = lineHunks(before, after);
    assert.equal(
      changedText(after, right, hunks, hunkStates({ before, after, hunks, taken: [true, true] }, right)),
      [
        'The user changed this edit before allowing it, so it is not what you proposed. From your proposal to the user’s version:',
        ...['@@ -1,6 +1,6 @@', '-A', '+a', ' b', ' c', ' d', '-E', '+mine', ' ', ''],
        'Changes of yours that the user left out, by the line of the file before the edit:',
        '- line 1: A',
      ].join('\n'),
    );
  });

  it('reaches Claude whole, however long the difference is', () => {
    const right = Array.from({ length: 5_000 }, (_, index) => `mine ${index}`).join('\n');
    const told = changedText('yours', right, [], []);
    assert.ok(told.length <= longestNote && told.length > longestNote - 500);
    assert.match(told, /more lines of the difference are not shown\. Read the file\.\)$/);
  });
});
