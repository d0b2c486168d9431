// The file that an edit names, which is whatever the model writes: it costs no memory, no thread that the journals need, and no time without end.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, fileOfEdit, mostBytes } from '../../../../../src/host/features/edits/editedFile.js';

describe('the file of an edit', () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'edited-'))));
  after(() => rm(folder, { recursive: true }));

  it('is read as it is', async () => {
    const file = join(folder, 'a.txt');
    const text = 'ü\r\n'.repeat(50_000);
    await writeFile(file, text);
    assert.equal(Buffer.from((await contentOf(file)) ?? []).toString(), text);
    await writeFile(file, '');
    assert.equal((await contentOf(file))?.length, 0);
    assert.equal(await contentOf(join(folder, 'none')), undefined);
  });

  it('is read only as far as a proposal can be', async () => {
    const file = join(folder, 'long');
    await writeFile(file, '');
    await truncate(file, 1_000_000_000);
    assert.equal((await contentOf(file))?.length, mostBytes);
  });

  it('is found from the working directory on, also where it does not exist yet', async () => {
    const real = await realpath(folder);
    await writeFile(join(real, 'b.txt'), 'b');
    assert.deepEqual(await fileOfEdit('b.txt', real), { file: join(real, 'b.txt'), bytes: Buffer.from('b') });
    assert.deepEqual(await fileOfEdit('new.txt', real), { file: join(real, 'new.txt'), bytes: undefined });
  });

  it('is no folder, and no pipe or device, which may never end', async function () {
    await assert.rejects(contentOf(folder));
    if (process.platform === 'win32') return this.skip();
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(contentOf(pipe), /is no file/);
    await assert.rejects(contentOf('/dev/zero'), /is no file/);
  });

  it('does not answer for ever', async () => {
    const never = (): Promise<undefined> => new Promise(() => undefined);
    await assert.rejects(contentOf('/mnt/dead/a', never, 5), /not read in time/);
    await assert.rejects(fileOfEdit('/mnt/dead/a', folder, never, 5), /not read in time/);
  });
});
