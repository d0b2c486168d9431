// The images of options: what a model may name, and what comes of a path, on a real file system.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { keepOptionImage } from '../../../src/host/paths/optionImages.js';
import { imageTypeOf } from '../../../src/shared/imageBytes.js';
import type { OptionImage } from '../../../src/shared/optionImages.js';
import { isImageAddress } from '../../../src/shared/optionImages.js';
import { removeFolder } from '../../support/removeFolder.js';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8L', 'latin1');
const dataOf = (bytes: Buffer, type = 'png'): string => `data:image/${type};base64,${bytes.toString('base64')}`;

describe('the image of an option', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-option-')));
  const folder = join(base, 'project');
  const second = join(base, 'library');
  const other = join(base, 'project-other');
  const imageFolder = join(base, 'images', 'k');
  before(() => {
    for (const made of [join(folder, 'docs'), second, other, join(folder, 'folder.png')]) mkdirSync(made, { recursive: true });
    for (const file of ['logo.png', 'docs/a b.PNG']) writeFileSync(join(folder, file), png);
    writeFileSync(join(folder, 'photo.png'), jpeg);
    writeFileSync(join(folder, 'text.png'), 'secret words');
    writeFileSync(join(folder, 'drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    writeFileSync(join(folder, 'empty.gif'), '');
    writeFileSync(join(second, 'only.webp'), webp);
    writeFileSync(join(other, 'secret.png'), png);
    symlinkSync(join(folder, 'logo.png'), join(folder, 'inside.png'));
    symlinkSync(join(other, 'secret.png'), join(folder, 'outside.png'));
    symlinkSync(other, join(folder, 'link'));
    symlinkSync(join(folder, 'not-there.png'), join(folder, 'dangling.png'));
    symlinkSync(folder, join(base, 'linked-project'));
    for (const size of [5 * 1024 * 1024, 5 * 1024 * 1024 + 1]) {
      const file = join(folder, size % 2 === 0 ? 'large.png' : 'too-large.png');
      writeFileSync(file, png);
      truncateSync(file, size);
    }
  });
  beforeEach(() => rmSync(imageFolder, { recursive: true, force: true }));
  after(() => removeFolder(base));

  const keep = (image: string, workFolders: readonly string[] = [folder]): Promise<OptionImage> =>
    keepOptionImage({ question: 't', image }, { workFolders, imageFolder, trusted: true });
  const problemOf = async (image: string, workFolders?: readonly string[]): Promise<string> => {
    const shown = await keep(image, workFolders);
    assert.ok(!existsSync(imageFolder), `${image} is kept`);
    return 'problem' in shown ? shown.problem : shown.file;
  };
  const bytesOf = async (image: string, workFolders?: readonly string[]): Promise<Buffer> => {
    const shown = await keep(image, workFolders);
    assert.ok('file' in shown, `${image}: ${JSON.stringify(shown)}`);
    assert.match(shown.file, /^[0-9a-f]{16}\.(?:png|jpg|gif|webp)$/);
    return readFileSync(join(imageFolder, shown.file));
  };

  it('of a data: address is kept with its bytes, once', async () => {
    assert.deepEqual(await bytesOf(dataOf(png)), png);
    assert.deepEqual(await bytesOf(dataOf(png)), png);
    assert.deepEqual(readdirSync(imageFolder).length, 1);
    assert.deepEqual(await bytesOf(dataOf(png), []), png, 'without a folder open');
  });

  it('is named by what its bytes are, whatever its name or address says', async () => {
    for (const image of ['photo.png', dataOf(jpeg)]) assert.match(JSON.stringify(await keep(image)), /\.jpg"/);
  });

  it('of a file lies in a folder of the workspace: relative, absolute, by a link inside of it, in the second folder', async () => {
    for (const path of ['logo.png', './docs/../logo.png', 'docs/a b.PNG', join(folder, 'logo.png'), 'inside.png'])
      assert.deepEqual(await bytesOf(path), png, path);
    assert.deepEqual(await bytesOf('only.webp', [folder, second]), webp);
    assert.deepEqual(await bytesOf('../library/only.webp', [folder, second]), webp);
    assert.deepEqual(await bytesOf('logo.png', [join(base, 'gone'), folder]), png, 'one folder is gone');
  });

  it('may be named through either name of a folder that was opened by a link', async () => {
    const linked = join(base, 'linked-project');
    for (const path of ['logo.png', join(linked, 'logo.png'), join(folder, 'logo.png')])
      assert.deepEqual(await bytesOf(path, [linked]), png);
  });

  it('is not shown from outside: by dots, by an absolute path, by a link to a file or a folder', async () => {
    const secret = join(other, 'secret.png');
    const ways = ['../project-other/secret.png', secret, relative(folder, secret), 'outside.png', 'link/secret.png', `${folder}/../x.png`];
    for (const path of ways) assert.equal(await problemOf(path), 'outside', path);
    assert.equal(await problemOf(join(other, 'not-there.png')), 'outside', 'what is there is not told');
    assert.equal(await problemOf('logo.png', []), 'notFound');
  });

  it('that is not there says so', async () => {
    for (const path of ['not-there.png', 'logo.png/x.png', 'dangling.png', `${'long'.repeat(300)}.png`])
      assert.equal(await problemOf(path), 'notFound', path);
  });

  it('begins as an image does, and is a file', async () => {
    for (const path of ['text.png', 'drawing.png', 'empty.gif', dataOf(Buffer.from('<svg/>'))])
      assert.equal(await problemOf(path), 'noImage', path);
    if (process.platform === 'win32') return;
    assert.equal(await problemOf('folder.png'), 'noImage');
    execFileSync('mkfifo', [join(folder, 'pipe.png')]);
    assert.equal(await problemOf('pipe.png'), 'noImage', 'and nothing waits for the pipe');
  });

  it('has 5 MB at most', async () => {
    assert.equal(await problemOf('too-large.png'), 'tooLarge');
    assert.equal((await bytesOf('large.png')).length, 5 * 1024 * 1024);
  });

  it('has 40 megapixels at most, because a small file can hold an image that no page can show', async () => {
    const numbers = (...bytes: readonly number[]): string => String.fromCharCode(...bytes);
    const [wide, small] = [numbers(0x3e, 0x80), numbers(0, 1)];
    const swapped = (number: string): string => [...number].toReversed().join('');
    const header = (side: string): Readonly<Record<string, string>> => ({
      png: `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0${side}\0\0${side}`,
      'jpeg behind fill bytes and a table': `\xff\xd8\xff\xe0\0\x04JF\xff\xff\xc4\0\x03a\xff\xc2\0\x11\b${side}${side}\x03`,
      gif: `GIF89a${swapped(side)}${swapped(side)}\0\0\0;`,
      'gif with a frame that is larger than its screen': `GIF89a\x01\0\x01\0\x80\0\0abcdef!\xf9\x04\0\0\0\0\0,\0\0\0\0${swapped(side)}${swapped(side)}\0`,
      'webp, extended': `RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0${swapped(side)}\0${swapped(side)}\0`,
      'webp, lossy': `RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01*${swapped(side)}${swapped(side)}`,
    });
    for (const [name, bytes] of Object.entries(header(wide)))
      assert.equal(await problemOf(dataOf(Buffer.from(bytes, 'latin1'))), 'tooManyPixels', name);
    const lossless = Buffer.from(`RIFF\0\0\0\0WEBPVP8L\0\0\0\0/${'\0'.repeat(9)}`, 'latin1');
    lossless.writeUInt32LE((15_999 << 14) | 15_999, 21);
    assert.equal(await problemOf(dataOf(lossless)), 'tooManyPixels');
    for (const [name, bytes] of Object.entries(header(small)))
      assert.ok('file' in (await keep(dataOf(Buffer.from(bytes, 'latin1')))), name);
  });

  it('of a file is not read where the folder is not trusted; one in the question itself is shown', async () => {
    const places = { workFolders: [folder], imageFolder, trusted: false };
    assert.deepEqual(await keepOptionImage({ question: 't', image: 'logo.png' }, places), { problem: 'untrusted' });
    assert.ok('file' in (await keepOptionImage({ question: 't', image: dataOf(png) }, places)));
  });

  it('has no place in a chat without a folder, and none where the page names what no option may', async () => {
    const nowhere = { workFolders: [], imageFolder: undefined, trusted: true };
    assert.deepEqual(await keepOptionImage({ question: 't', image: dataOf(png) }, nowhere), { problem: 'unreadable' });
    for (const address of ['https://example.com/a.png', `file://${folder}/logo.png`, '//server/share/a.png', join(folder, 'package.json')])
      assert.equal(await problemOf(address), 'unreadable', address);
  });

  describe('of a question on which the person has acted', () => {
    const image = 'draft.png';
    const draw = (bytes: Buffer): void => writeFileSync(join(folder, image), bytes);
    const shown = async (question: string, settled?: true): Promise<unknown> => {
      const one = await keepOptionImage({ question, image, settled }, { workFolders: [folder], imageFolder, trusted: true });
      return 'file' in one ? readFileSync(join(imageFolder, one.file)) : one.problem;
    };

    it('is the one that was shown, though its file has changed or is gone, and the next question shows what is there', async () => {
      draw(png);
      assert.deepEqual(await shown('first'), png);
      draw(jpeg);
      assert.deepEqual([await shown('second'), await shown('first', true)], [jpeg, png]);
      draw(webp);
      assert.deepEqual(await shown('second'), webp, 'it is still open');
      rmSync(join(folder, image));
      assert.deepEqual([await shown('first', true), await shown('second', true), await shown('third')], [png, webp, 'notFound']);
    });

    it('is what is there where it was not shown before, from then on', async () => {
      draw(png);
      assert.deepEqual(await shown('first', true), png);
      draw(jpeg);
      assert.deepEqual(await shown('first', true), png);
    });

    it('is no other one where the disk has lost it', async () => {
      draw(png);
      const one = await keepOptionImage({ question: 'first', image }, { workFolders: [folder], imageFolder, trusted: true });
      assert.ok('file' in one);
      rmSync(join(imageFolder, one.file));
      draw(jpeg);
      assert.equal(await shown('first', true), 'notFound');
      assert.deepEqual(await shown('first'), jpeg);
    });
  });

  it('is one after the other, and one that cannot be read holds up no other', async () => {
    const all = ['text.png', 'logo.png', '\0.png', 'photo.png', 'not-there.png', 'inside.png'];
    const shown = await Promise.allSettled(all.map(path => keep(path)));
    assert.deepEqual(
      shown.map(one => (one.status === 'rejected' ? 'rejected' : 'problem' in one.value ? one.value.problem : 'file')),
      ['noImage', 'file', 'rejected', 'file', 'notFound', 'file'],
    );
  });
});

describe('what a model may name as an image', () => {
  it('is a data: address of a picture, or a path', () => {
    for (const image of ['logo.png', './a/b.JPEG', '/work/a.gif', 'C:\\work\\a.webp', 'a b.jpg', dataOf(png), dataOf(webp, 'webp')])
      assert.ok(isImageAddress(image), image);
  });

  it('is nothing of the network, no drawing that can run scripts, and no other file', () => {
    const refused = [
      ...['https://example.com/a.png', 'HTTP://x/a.png', 'file:///work/a.png', 'vscode-resource:/a.png', '//server/share/a.png'],
      ...['\\\\server\\share\\a.png', 'data:image/svg+xml;base64,PHN2Zy8+', 'data:image/png,abc', 'data:text/html;base64,AAAA'],
      ...['', ' ', 'a.svg', 'a.png.txt', 'package.json', `data:image/png;base64,${'A'.repeat(300_000)}`],
    ];
    for (const image of refused) assert.ok(!isImageAddress(image), image.slice(0, 80));
  });
});

describe('the type of an image', () => {
  it('is told by its first bytes, all of them', () => {
    const gif = Buffer.from('GIF87a\x01\0\x01\0', 'latin1');
    assert.deepEqual([png, jpeg, gif, webp].map(imageTypeOf), ['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
    const lies = ['\x89PNG and words', 'GIF8 and words', 'RIFF\x10\0\0\0WAVE', 'RIFFWEBP', '\xff\xd8', '', '<svg/>'];
    for (const lie of lies) assert.equal(imageTypeOf(Buffer.from(lie, 'latin1')), undefined, lie);
  });
});
