import assert from 'node:assert/strict';
import { atOnce } from '../../../../../src/memory/slices.js';
import { PathIndex, PathRanking } from '../../../../../src/host/features/mentions/pathIndex.js';
import { isMatch } from '../../../../../src/shared/fileRanking.js';

function indexOf(paths: readonly string[]): PathIndex {
  const index = new PathIndex();
  for (const path of paths) index.add(path);
  return index;
}

const rank = (query: string, paths: readonly string[], most = 20): readonly string[] =>
  atOnce(new PathRanking(query, most).rank([{ prefix: '', index: indexOf(paths) }]));

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
    assert.deepEqual(atOnce(new PathRanking('a.ts', 2).rank(folders)), ['src/a.ts', '/Other/a.ts']);
    assert.deepEqual(atOnce(new PathRanking('other/d', 2).rank(folders)), ['/Other/deep/', '/Other/deep/a.ts']);
  });

  it('knows neither case nor how a letter is composed, and gives each path as it is', () => {
    const decomposed = 'src/Wo\u0308rter.ts';
    assert.deepEqual(rank('wört', [decomposed]), [decomposed]);
    assert.equal(isMatch('WÖR', decomposed), true);
    assert.equal(isMatch('x', decomposed), false);
  });

  it('looks at each path once, in whatever pieces they are found', () => {
    const paths = Array.from({ length: 3_000 }, (_, at) => `src/${at % 7}/file${(at * 7919) % 3_000}.ts`);
    const index = new PathIndex();
    let looks = 0;
    const counted: Pick<PathIndex, 'count' | 'from'> = {
      get count() {
        return index.count;
      },
      *from(position) {
        for (const piece of index.from(position)) {
          looks += piece[0].length;
          yield piece;
        }
      },
    };
    const ranking = new PathRanking('file1', 20);
    let rows: readonly string[] = [];
    for (let found = 0; found < paths.length; found += 700) {
      for (const path of paths.slice(found, found + 700)) index.add(path);
      rows = atOnce(ranking.rank([{ prefix: '', index: counted }]));
    }
    assert.deepEqual(rows, rank('file1', paths));
    assert.equal(looks, index.count);
  });

  it('has the shorter of two equals first, and no more than asked for', () => {
    const paths = Array.from({ length: 500 }, (_, at) => `src/file${499 - at}.ts`);
    assert.deepEqual(rank('file', paths, 3), ['src/file0.ts', 'src/file1.ts', 'src/file2.ts']);
    assert.deepEqual(rank('file', paths.toReversed(), 3), ['src/file0.ts', 'src/file1.ts', 'src/file2.ts']);
  });
});
