// What a link of Claude's names.
import assert from 'node:assert/strict';
import { linkPlaceOf } from '../../../../src/host/commands/linkPlace.js';

describe('the place that a link names', () => {
  for (const [href, path] of [
    ['file:///C:/work/a%20b.cs#L3', 'C:/work/a b.cs'],
    ['file:///c:/work/a.cs:3', 'c:/work/a.cs'],
    ['file:///work/a.cs:3', '/work/a.cs'],
    ['C:\\work\\a.cs:3', 'C:\\work\\a.cs'],
  ] as const) {
    it(`is a line of a file: ${href}`, () => assert.deepEqual(linkPlaceOf(href), { path, line: 3 }));
  }

  it('is a file without what stands behind a question mark', () => {
    assert.deepEqual(linkPlaceOf('docs/a.md?plain=1'), { path: 'docs/a.md' });
    assert.deepEqual(linkPlaceOf('docs/a.md?plain=1#part-two'), { path: 'docs/a.md', heading: 'part-two' });
    assert.equal(linkPlaceOf('?plain=1'), undefined);
  });

  for (const href of ['file:////server/share/a.cs', 'file://server/a.cs', '//server/a.cs', '%5C%5Cserver%5Ca.cs']) {
    it(`is none on another machine: ${href}`, () => assert.equal(linkPlaceOf(href), undefined));
  }
});
