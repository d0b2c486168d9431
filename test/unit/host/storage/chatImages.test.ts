// The folder of a chat's images: each whole, under a name of its own, and no file of anything else.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { imageFileName, keepImage, readImage, removeCutImages } from '../../../../src/host/storage/chatImages.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the folder of a chat’s images', () => {
  const root = mkdtempSync(join(tmpdir(), 'parley-images-'));
  after(() => removeFolder(root));
  const folder = join(root, 'images', 'k');
  const bytes = Buffer.from('pixels');

  it('keeps an image once, for this account alone, under a name made of its content', async () => {
    const path = await keepImage(folder, 'image/jpeg', bytes);
    assert.equal(await keepImage(folder, 'image/jpeg', bytes), path);
    assert.deepEqual(readdirSync(folder), [imageFileName('image/jpeg', bytes)]);
    if (process.platform !== 'win32') assert.deepEqual([statSync(path).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700]);
    assert.equal(await readImage(folder, imageFileName('image/jpeg', bytes)), bytes.toString('base64'));
  });

  it('has each image whole at each moment, also while it is added a second time', async () => {
    const large = Buffer.alloc(3_700_000, 7);
    const path = await keepImage(folder, 'image/png', large);
    const { ino, mtimeMs } = statSync(path);
    let isOver = false;
    const again = keepImage(folder, 'image/png', large).finally(() => (isOver = true));
    const sizes = new Set<number>();
    while (!isOver) sizes.add((await readImage(folder, imageFileName('image/png', large))).length);
    await again;
    assert.deepEqual([...sizes], [large.toString('base64').length]);
    const after = statSync(path);
    assert.deepEqual([after.ino, after.mtimeMs], [ino, mtimeMs], 'not written again');
  });

  it('gets an image anew that a crash has cut, or left without its content', async () => {
    const name = imageFileName('image/gif', bytes);
    for (const cut of [bytes.subarray(0, 2), Buffer.alloc(bytes.length)]) {
      writeFileSync(join(folder, name), cut);
      await keepImage(folder, 'image/gif', bytes);
      assert.equal(await readImage(folder, name), bytes.toString('base64'));
      assert.deepEqual(
        readdirSync(folder).filter(one => one.endsWith('.new')),
        [],
      );
    }
  });

  it('loses what a crash has left of an image that was being written, and nothing else', async () => {
    const hour = 3_600_000;
    const path = await keepImage(folder, 'image/png', bytes);
    const [old, young] = [`${path}.1.new`, `${path}.2.new`];
    for (const cut of [old, young]) writeFileSync(cut, 'pix');
    const now = Date.now();
    utimesSync(old, now / 1000, (now - hour - 1000) / 1000);
    utimesSync(path, now / 1000, (now - 100 * hour) / 1000);
    const before = readdirSync(folder);
    await removeCutImages(folder, now);
    assert.deepEqual(
      before.filter(name => !readdirSync(folder).includes(name)),
      [basename(old)],
    );
  });

  it('loses that also beside a folder and a link with such a name, which stay', async () => {
    const cut = join(folder, 'b.new');
    mkdirSync(join(folder, 'a.new'));
    writeFileSync(cut, 'pix');
    for (const one of [join(folder, 'a.new'), cut]) utimesSync(one, 1, 1);
    await removeCutImages(folder, Date.now());
    assert.deepEqual([existsSync(cut), existsSync(join(folder, 'a.new'))], [false, true]);
  });

  it('gives no other file through a link, and holds up no prompt for a pipe', async function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(join(root, 'secret'), 'secret');
    symlinkSync(join(root, 'secret'), join(folder, '00000000deadbeef.png'));
    await assert.rejects(readImage(folder, '00000000deadbeef.png'));
    execFileSync('mkfifo', [join(folder, '00000000deadbeee.png')]);
    await assert.rejects(readImage(folder, '00000000deadbeee.png'), /is no file/);
  });

  it('gives no other file, whatever a stored chat says', async () => {
    for (const name of ['../k/0123456789abcdef.png', '/etc/passwd', 'a.png', '0123456789abcdef.svg', '0123456789abcdef.png/..', ''])
      await assert.rejects(readImage(folder, name), /is no image of this chat/);
    await assert.rejects(readImage(undefined, '0123456789abcdef.png'), /is no image of this chat/);
    await assert.rejects(readImage(folder, '0123456789abcdef.png'), /ENOENT/);
  });
});
