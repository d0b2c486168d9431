// Files of a folder that another program changes for something else in the moment in which Parley opens them: nothing waits for a pipe, no device
// is read without end, and no link is followed where none may be.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesNamedIn, readBrought } from '../../../../src/host/cli/broughtFiles.js';
import { readDecisionFiles } from '../../../../src/host/memory/decisionFiles.js';
import { gitPlaceOf } from '../../../../src/memory/gitPlace.js';
import { findKnownDocs } from '../../../../src/memory/knownDocs.js';
import { contentAt } from '../../../../src/review/presentFiles.js';
import { removeFolder } from '../../../support/removeFolder.js';

interface Reader {
  readonly file: string;
  readonly text: string;
  readonly read: (folder: string) => Promise<unknown>;
  /** What is read while the file is one. */
  readonly found: unknown;
  readonly none: unknown;
  /** A link is followed, and is what it leads to. */
  readonly followsLinks: boolean;
}

const hash = 'a'.repeat(40);
const readers: Readonly<Record<string, Reader>> = {
  'settings that a folder brings': {
    file: 'settings.json',
    text: '{}',
    read: async folder => JSON.stringify(await readBrought(join(folder, 'settings.json'))).replace(/^"Error.*$/, 'Error'),
    found: '"{}"',
    none: 'Error',
    followsLinks: true,
  },
  'a program that a line names': {
    file: 'run.sh',
    text: 'echo',
    read: async folder => (await filesNamedIn('sh run.sh', folder)).map(({ path }) => path),
    found: ['run.sh'],
    none: [],
    followsLinks: true,
  },
  'notes of another tool': {
    file: 'CLAUDE.md',
    text: '# One\n\nTwo.\n',
    read: async folder => (await findKnownDocs(folder, () => Promise.resolve(false), folder)).map(({ file }) => file),
    found: ['CLAUDE.md'],
    none: [],
    followsLinks: true,
  },
  'a file of git': { file: '.git/HEAD', text: hash, read: gitPlaceOf, found: { commit: hash }, none: {}, followsLinks: true },
  'a decision': {
    file: '0001-one.md',
    text: '# One\n\n## Context\n\nWhich?\n\n## Decision\n\nThat.\n',
    read: async folder =>
      (await readDecisionFiles(folder, folder, () => false)).faults.filter(({ fault }) => fault === 'unreadable').length,
    found: 0,
    none: 1,
    followsLinks: false,
  },
  'a file of a turn': {
    file: 'a.txt',
    text: 'one',
    read: folder => contentAt(folder, 'a.txt').then(String, () => 'none'),
    found: 'one',
    none: 'none',
    followsLinks: false,
  },
};
const swaps: Readonly<Record<string, (path: string) => void>> = {
  'a named pipe': path => execFileSync('mkfifo', [path]),
  'a link to a device': path => symlinkSync('/dev/zero', path),
};

describe('a file that is changed for something else while it is opened', () => {
  const real = { open: fs.promises.open, readFile: fs.promises.readFile };
  let folder: string;
  let swapped = 0;
  /** `swap` comes between whatever has looked at the file and its opening. */
  const before = (path: string, swap: (path: string) => void): void => {
    const look = (opened: unknown): void => {
      if (opened !== path) return;
      swapped += 1;
      rmSync(path);
      swap(path);
    };
    fs.promises.open = (...given) => (look(given[0]), real.open(...given));
    fs.promises.readFile = ((...given: Parameters<typeof real.readFile>) => (
      look(given[0]),
      real.readFile(...given)
    )) as typeof real.readFile;
    syncBuiltinESMExports();
  };
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-swapped-')));
    swapped = 0;
  });
  afterEach(async () => {
    Object.assign(fs.promises, real);
    syncBuiltinESMExports();
    await removeFolder(folder);
  });

  for (const [name, { file, text, read, found, none, followsLinks }] of Object.entries(readers)) {
    const toSame = (path: string): void => {
      writeFileSync(`${path}.other`, text);
      symlinkSync(`${path}.other`, path);
    };
    for (const [what, swap] of Object.entries({ ...swaps, ...(!followsLinks && { 'a link to another file': toSame }) }))
      it(`is none, at once: ${name}, for ${what}`, async function () {
        if (process.platform === 'win32') return this.skip();
        const path = join(folder, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        assert.deepEqual(await read(folder), found);
        before(path, swap);
        assert.deepEqual(await read(folder), none);
        assert.ok(swapped > 0);
      });
  }
});
