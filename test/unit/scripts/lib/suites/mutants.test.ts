import assert from 'node:assert/strict';
import { judge } from '../../../../../scripts/lib/suites/mutants.mjs';
import { mutantTests } from '../../../../../scripts/lib/suites/mutantTests.mjs';

type Mutant = Parameters<typeof judge>[0][number];

const source = 'const a = 1;\nif (one &&\n    other) act();\n';
const killed: Mutant = {
  fileName: 'src/a.ts',
  status: 'Killed',
  location: { start: { line: 1, column: 11 }, end: { line: 1, column: 12 } },
  replacement: '2',
};
const living: Mutant = {
  fileName: 'src/a.ts',
  status: 'Survived',
  location: { start: { line: 2, column: 5 }, end: { line: 3, column: 10 } },
  replacement: 'true',
};
const change = '```diff\n- if (one &&\n- other) act();\n+ if (true) act();\n```';
const list = (why: string): string => `# Mutants\n\n## src/a.ts\n\n${why}\n\n${change}\n`;
const many = (mutant: Mutant, times: number): Mutant[] => Array.from({ length: times }, () => mutant);
const judged = (mutants: readonly Mutant[], explained: string): ReturnType<typeof judge> => judge(mutants, () => source, explained);

describe('the judgement over mutants', () => {
  it('passes when every survivor is explained, and gives the score of each file', () => {
    const { ok, report } = judged([...many(killed, 9), living], list('`act` does nothing.'));
    assert.deepEqual([ok, report.split('\n')], [true, [' 90.0 %       9 of 10  src/a.ts', ' 90.0 %       9 of 10  all']]);
  });

  it('fails for a survivor that is not explained, and prints it in the form of the list', () => {
    const { ok, report } = judged([...many(killed, 9), living], '# Mutants\n');
    assert.equal(ok, false);
    assert.ok(report.includes(`## src/a.ts\n\n${change}`), report);
  });

  it('fails for a mutant without any test as for a survivor', () => {
    assert.equal(judged([...many(killed, 9), { ...living, status: 'NoCoverage' }], '').ok, false);
  });

  it('counts a mutant that runs into the time limit as killed', () => {
    assert.equal(judged([...many(killed, 9), { ...living, status: 'Timeout' }], '').ok, true);
  });

  it('fails when the list names a mutant that no longer lives', () => {
    assert.equal(judged(many(killed, 10), list('`act` does nothing.')).ok, false);
  });

  it('does not look for survivors in files that were not mutated', () => {
    assert.equal(judged(many({ ...killed, fileName: 'src/b.ts' }, 10), list('`act` does nothing.')).ok, true);
  });

  it('fails when the list gives no reason', () => {
    assert.equal(judged([...many(killed, 9), living], list('')).ok, false);
  });

  it('fails when fewer than 85 % are killed, explained or not', () => {
    const why = list('`act` does nothing.');
    assert.equal(judged([...many(killed, 85), ...many(living, 15)], why).ok, true);
    assert.equal(judged([...many(killed, 84), ...many(living, 16)], why).ok, false);
  });
});

describe('the tests that run on each mutant', () => {
  it('are those of the code that is changed, wherever they stand, without the slow ones', () => {
    const tests = mutantTests();
    for (const name of [
      'chat/questionMachine',
      'claude/answers/resultText',
      'host/storage/journal',
      'host/windows/owner',
      'disk/checkedLines',
    ])
      assert.ok(tests.includes(`./test/unit/${name}.test.ts`), name);
    assert.equal(tests.includes('./test/unit/host/storage/journalCrash.test.ts'), false);
  });
});
