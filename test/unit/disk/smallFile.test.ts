// Files that the CLI, or another window, keeps and Parley reads: whatever lies in their place, nothing waits for it and nothing grows.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesOf, readSmallFile, withOpen } from '../../../src/disk/smallFile.js';
import { RunningSessions } from '../../../src/claude/transcripts/sessionRecords.js';
import { resultsHeld } from '../../../src/claude/transcripts/heldResults.js';
import { holdsPrompt, listPastSessions } from '../../../src/claude/transcripts/transcriptFiles.js';
import { TranscriptIndex } from '../../../src/claude/transcripts/transcriptIndex.js';
import { startMode } from '../../../src/host/cli/startMode.js';
import { WindowRecords } from '../../../src/host/windows/windowRecords.js';
import { removeFolder } from '../../support/removeFolder.js';

const places: Readonly<Record<string, (path: string) => void>> = {
  'a folder': path => mkdirSync(path),
  'a named pipe': path => execFileSync('mkfifo', [path]),
  'a link to a device': path => symlinkSync('/dev/zero', path),
  'more bytes than any such file has': path => {
    writeFileSync(path, '');
    truncateSync(path, 3e9);
  },
};

describe('a file that another program keeps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-small-'));
  });
  afterEach(() => removeFolder(folder));

  it('is read as it is', async () => {
    const path = join(folder, 'a');
    for (const text of ['', 'ä', 'x'.repeat(3_000_000)]) {
      writeFileSync(path, text);
      assert.equal(await readSmallFile(path), text);
    }
  });

  it('is closed again, also where the work with it fails', async () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'a');
    const opened: FileHandle[] = [];
    assert.equal(await withOpen(path, 'links', file => Promise.resolve(opened.push(file))), 1);
    await assert.rejects(
      withOpen(path, 'links', file => {
        opened.push(file);
        return Promise.reject(new Error('fails'));
      }),
      /fails/,
    );
    assert.deepEqual(
      opened.map(({ fd }) => fd),
      [-1, -1],
    );
  });

  it('is read to the end of what another program writes in its place meanwhile, and no further than is wanted', async () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'short');
    const handle = await open(path);
    try {
      const written = 'longer'.repeat(1000);
      const meanwhile = {
        stat: async () => {
          const told = await handle.stat();
          writeFileSync(path, written);
          return told;
        },
        read: handle.read.bind(handle),
      };
      assert.equal(String(await bytesOf(meanwhile as unknown as FileHandle, 10_000)), written);
      writeFileSync(path, 'short');
      assert.equal(String(await bytesOf(meanwhile as unknown as FileHandle, 9)), 'longerlon');
    } finally {
      await handle.close();
    }
  });

  for (const [what, make] of Object.entries(places)) {
    it(`with ${what} in its place counts as one that cannot be read, at once`, async function () {
      if (process.platform === 'win32' && /pipe|device/.test(what)) return this.skip();
      await assert.rejects(() => {
        make(join(folder, 'a'));
        return readSmallFile(join(folder, 'a'));
      });

      // More of them than Node has threads.
      const windows = Array.from({ length: 6 }, () => randomUUID());
      mkdirSync(join(folder, 'windows'));
      for (const window of windows) make(join(folder, 'windows', `${window}.json`));
      const records = new WindowRecords(folder);
      assert.deepEqual(
        await Promise.all(windows.map(window => records.read(window))),
        windows.map(() => 'unreadable'),
      );

      mkdirSync(join(folder, 'sessions'));
      for (const pid of [1, 2, 3, 4, 5, process.pid]) make(join(folder, 'sessions', `${pid}.json`));
      make(join(folder, 'settings.json'));
      const env = { CLAUDE_CONFIG_DIR: folder };
      assert.equal(await new RunningSessions().find({ env, sessionId: 's' }), undefined);
      assert.equal(await startMode(env, join(folder, 'settings.json')), 'default');
    });

    if (what === 'more bytes than any such file has') continue;
    it(`with ${what} in the place of a transcript is none, at once`, async function () {
      if (process.platform === 'win32' && /pipe|device/.test(what)) return this.skip();
      const project = join(folder, 'projects', folder.replace(/[^a-zA-Z0-9]/g, '-'));
      mkdirSync(project, { recursive: true });
      // More of them than Node has threads.
      const paths = Array.from({ length: 6 }, () => join(project, `${randomUUID()}.jsonl`));
      for (const path of paths) make(path);
      const options = { env: { CLAUDE_CONFIG_DIR: folder }, folders: [folder], limit: 10, warn: () => undefined };
      assert.deepEqual(await listPastSessions(options), []);
      for (const read of [
        (path: string) => holdsPrompt(path, 'x'),
        (path: string) => resultsHeld(path, ['x']),
        (path: string) => new TranscriptIndex(path).page({ count: 1 }),
      ])
        await Promise.all(paths.map(path => assert.rejects(read(path))));
    });
  }
});
