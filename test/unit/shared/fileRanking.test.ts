import assert from 'node:assert/strict';
import { atOnce } from '../../../src/memory/slices.js';
import { isMatch, PathIndex, rankPaths } from '../../../src/shared/fileRanking.js';

function indexOf(paths: readonly string[]): PathIndex {
  const index = new PathIndex();
  for (const path of paths) index.add(path);
  return index;
}

const rank = (query: string, paths: readonly string[], most = 20): readonly string[] =>
  atOnce(rankPaths(query, [{ prefix: '', index: indexOf(paths) }], most));

describe('the ranking of files where the CLI has none', () => {
  it('has the whole name before its beginning, a word in it, its middle, the folders, and letters apart', () => {
    const paths = ['src/my.routes', 'src/preroutes.ts', 'routes/z.ts', 'src/routes', 'r/o/u/t/e/s.ts', 'src/routes.ts', 'other.ts'];
    assert.deepEqual(
      rank('routes', paths).filter(path => !path.endsWith('/')),
      ['src/routes', 'src/routes.ts', 'src/my.routes', 'src/preroutes.ts', 'routes/z.ts', 'r/o/u/t/e/s.ts'],
    );
  });

  it('has the folders of the files, with a slash at the end', () => {
    assert.deepEqual(rank('src', ['src/deep/a.ts', 'b.ts']), ['src/', 'src/deep/', 'src/deep/a.ts']);
    assert.deepEqual(rank('', ['src/a.ts', 'b.ts']), ['b.ts', 'src/', 'src/a.ts']);
  });

  it('has those of several folders, each as it is shown', () => {
    const folders = [
      { prefix: '', index: indexOf(['src/a.ts']) },
      { prefix: '/Other/', index: indexOf(['a.ts', 'deep/a.ts']) },
    ];
    assert.deepEqual(atOnce(rankPaths('a.ts', folders, 2)), ['src/a.ts', '/Other/a.ts']);
    assert.deepEqual(atOnce(rankPaths('other/d', folders, 2)), ['/Other/deep/', '/Other/deep/a.ts']);
  });

  it('knows neither case nor how a letter is composed, and gives each path as it is', () => {
    const decomposed = 'src/Wo\u0308rter.ts';
    assert.deepEqual(rank('wört', [decomposed]), [decomposed]);
    assert.equal(isMatch('WÖR', decomposed), true);
    assert.equal(isMatch('x', decomposed), false);
  });

  it('has the shorter of two equals first, and no more than asked for', () => {
    const paths = Array.from({ length: 500 }, (_, at) => `src/file${499 - at}.ts`);
    assert.deepEqual(rank('file', paths, 3), ['src/file0.ts', 'src/file1.ts', 'src/file2.ts']);
    assert.deepEqual(rank('file', paths.toReversed(), 3), ['src/file0.ts', 'src/file1.ts', 'src/file2.ts']);
  });
});
