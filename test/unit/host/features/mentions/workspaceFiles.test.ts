// The names of the files behind `@`, while they are being read, and when they are read again.
import assert from 'node:assert/strict';
import type { PathIndex } from '../../../../../src/host/features/mentions/pathIndex.js';
import { WorkspaceFiles } from '../../../../../src/host/features/mentions/workspaceFiles.js';

const pathsOf = (index: PathIndex): readonly string[] => [...index.from(0)].flatMap(([paths]) => paths);

/** A listing whose files come as the test has them come. */
class Folders {
  readonly begun: string[] = [];
  readonly #open = new Map<string, { readonly found: (path: string) => void; readonly end: () => void }>();
  /** Ends the wait under way. */
  pass: () => void = () => undefined;
  readonly files = new WorkspaceFiles(() => new Promise(resolve => (this.pass = resolve)));

  refresh(...folders: readonly string[]): void {
    this.files.refresh(folders, (folder, found) => {
      this.begun.push(folder);
      return new Promise(end => this.#open.set(folder, { found, end }));
    });
  }

  find(folder: string, ...paths: readonly string[]): void {
    for (const path of paths) this.#open.get(folder)?.found(path);
  }

  end(folder: string): void {
    this.#open.get(folder)?.end();
  }
}

describe('the names of the files of the window', () => {
  /** The paths of the next rows, of all folders. */
  type Rows = ReturnType<WorkspaceFiles['found']>;
  const next = async (rows: Rows): Promise<readonly string[] | undefined> => {
    const step = await rows.next();
    return step.done === true ? undefined : step.value.flatMap(({ index }) => pathsOf(index));
  };

  it('are shown at once as far as they are found, and whole at the end', async () => {
    const folders = new Folders();
    folders.refresh('/work');
    const rows = folders.files.found();
    const first = next(rows);
    folders.find('/work', 'a.ts');
    assert.deepEqual(await first, ['a.ts']);
    const last = next(rows);
    folders.find('/work', 'src/b.ts');
    folders.end('/work');
    assert.deepEqual(await last, ['a.ts', 'src/', 'src/b.ts']);
    assert.equal(await next(rows), undefined);
  });

  it('are not shown before there is one', async () => {
    const folders = new Folders();
    folders.refresh('/work');
    const first = next(folders.files.found());
    folders.pass();
    // The end of the wait is heard.
    await new Promise(resolve => setImmediate(resolve));
    folders.find('/work', 'a.ts');
    folders.pass();
    assert.deepEqual(await first, ['a.ts']);
  });

  it('are there at once in the next list, which has what is new when it is read', async () => {
    const folders = new Folders();
    folders.refresh('/work');
    folders.find('/work', 'old.ts');
    folders.end('/work');
    for await (const _ of folders.files.found());
    folders.refresh('/work');
    folders.refresh('/work');
    assert.deepEqual(folders.begun, ['/work', '/work'], 'read once more, not twice');
    const rows = folders.files.found();
    assert.deepEqual(await next(rows), ['old.ts']);
    folders.find('/work', 'new.ts');
    folders.end('/work');
    assert.deepEqual(await next(rows), ['new.ts']);
    assert.equal(await next(rows), undefined);
  });

  it('are those of the folders that are open now', async () => {
    const folders = new Folders();
    folders.refresh('/work');
    folders.find('/work', 'old.ts');
    folders.end('/work');
    for await (const _ of folders.files.found());
    folders.refresh('/other');
    folders.end('/other');
    assert.deepEqual(await next(folders.files.found()), []);
  });

  it('are waited for no more once a disk has been silent for long, and ranked once', async () => {
    let waited = 0;
    const pass = (ms: number): Promise<void> => {
      waited += ms;
      return new Promise(resolve => setImmediate(resolve));
    };
    const files = new WorkspaceFiles(pass);
    let end: () => void = () => undefined;
    files.refresh(['/work'], (_, found) => {
      found('a.ts');
      return new Promise(resolve => (end = resolve));
    });
    const rows = async (): Promise<number> => {
      let count = 0;
      for await (const _ of files.found()) if (++count === 5) break;
      return count;
    };
    assert.equal(await rows(), 1);
    assert.ok(waited >= 10_000 && waited < 20_000, `${waited}`);
    assert.equal(await rows(), 1, 'in the next list too');
    end();
    assert.equal(await rows(), 1);
    files.refresh(['/work'], () => new Promise(() => undefined));
    assert.equal(await rows(), 1, 'what was read before');
  });

  it('stand in the inner one of two folders', async () => {
    const folders = new Folders();
    folders.refresh('/work', '/work/inner');
    folders.find('/work', 'a.ts', 'inner/b.ts');
    folders.find('/work/inner', 'b.ts');
    folders.end('/work');
    folders.end('/work/inner');
    for await (const found of folders.files.found())
      assert.deepEqual(Object.fromEntries(found.map(({ folder, index }) => [folder, pathsOf(index)])), {
        '/work': ['a.ts'],
        '/work/inner': ['b.ts'],
      });
  });
});
