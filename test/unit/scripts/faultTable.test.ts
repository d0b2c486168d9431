import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { faultTable, tablePlace } from '../../e2e/faults.js';

describe('the table of faults', () => {
  it('stands in docs/architecture/question.md as the tests have it: node scripts/faultTable.mjs writes it', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly devDependencies: Record<string, string> };
    assert.equal(tablePlace.exec(readFileSync('docs/architecture/question.md', 'utf8'))?.[0], faultTable(devDependencies));
  });
});
