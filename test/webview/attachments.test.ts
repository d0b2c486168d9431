// What is added to a message: the chips of the message box and of a sent prompt, and how an image gets there.
import assert from 'node:assert/strict';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';

const selection: Attachment = { kind: 'selection', id: 's', path: 'src/routes.ts', first: 12, last: 40 };
const file: Attachment = { kind: 'file', id: 'f', path: 'docs/a b.md' };
const image: Attachment = {
  kind: 'image',
  id: 'i',
  name: 'shot.png',
  file: '0123456789abcdef.webp',
  mediaType: 'image/webp',
  size: { width: 1568, height: 980, bytes: 180_400 },
  was: { width: 3136, height: 1960, bytes: 1_230_000 },
};
const idle = { turn: 'idle' } as const;

describe('what is added to a message', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ width: 300 });
  });
  afterEach(() => webview.close());

  const chips = () => webview.page.getByRole('list', { name: 'Added to the message' }).getByRole('listitem');
  /** A cut path stands in two pieces. */
  const said = async (): Promise<readonly string[]> => (await chips().allInnerTexts()).map(text => text.replace('\n/', '/'));
  const remove = (name: string) => webview.button(`Remove ${name}`);
  const open = (...attachments: Attachment[]) => webview.send({ ...snapshot([]), attachments });
  const hasFocus = (name: string) => eventually(() => remove(name).evaluate(button => button === document.activeElement), true);
  const boxHasFocus = () => eventually(() => webview.composer.evaluate(box => box === document.activeElement), true);

  /** A PNG of this size on the clipboard or in the hand of the pointer, given to the message box. */
  const give = (how: 'paste' | 'drop', { width = 4, height = 3, name = 'image.png', words = '' } = {}) =>
    webview.composer.evaluate(
      async (box, { how, width, height, name, words }) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.fillStyle = 'red';
        context.fillRect(0, 0, width / 2, height);
        const data = new DataTransfer();
        data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
        if (words !== '') data.setData('text/plain', words);
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        return box.dispatchEvent(event);
      },
      { how, width, height, name, words },
    );

  /** The page reads a Blob of these bytes as an image. */
  const giveBytes = (bytes: number, type = 'image/png') =>
    webview.composer.evaluate(
      (box, { bytes, type }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'image.png', { type }));
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      { bytes, type },
    );

  it('stands in the message box by its name, and goes by its button', async () => {
    await open(selection, file, image);
    await eventually(said, ['src/routes.ts:12–40', 'docs/a b.md', 'shot.png\n1568 × 980, 180 kB']);
    await remove('docs/a b.md').click();
    await eventually(() => webview.intent('removeAttachment'), { type: 'removeAttachment', id: 'f' });
    await eventually(() => chips().count(), 2);
    await hasFocus('shot.png');
    // The host says the same, and nothing comes back.
    await webview.send({ type: 'items', version: 2, items: [], attachments: [selection, image] });
    await eventually(() => chips().count(), 2);
  });

  it('is reached by the keyboard: Backspace in an empty box goes to the last, and only there removes it', async () => {
    await open(selection, file);
    await webview.composer.fill('ab');
    await webview.composer.press('Backspace');
    await webview.composer.press('Backspace');
    await boxHasFocus();
    await webview.composer.press('Backspace');
    await hasFocus('docs/a b.md');
    await eventually(() => webview.intentsOf('removeAttachment'), []);
    await webview.page.keyboard.press('Backspace');
    await hasFocus('src/routes.ts:12–40');
    await webview.page.keyboard.press('Enter');
    await boxHasFocus();
    await webview.composer.press('Backspace');
    await eventually(async () => (await webview.intentsOf('removeAttachment')).map(({ id }) => id), ['f', 's']);
  });

  it('stays where Backspace is held down to delete the words', async () => {
    await open(file);
    await webview.composer.fill('ab');
    for (let repeat = 0; repeat < 6; repeat += 1) await webview.page.keyboard.down('Backspace');
    await webview.page.keyboard.up('Backspace');
    await boxHasFocus();
    await eventually(async () => [await webview.composer.inputValue(), await webview.intentsOf('removeAttachment')], ['', []]);
  });

  it('is sent with the words, or alone, and leaves an empty box', async () => {
    await open(selection, file);
    await webview.composer.fill('Look');
    await webview.composer.press('Enter');
    await eventually(() => chips().count(), 0);
    await webview.send({ type: 'items', version: 2, items: [], attachments: [image] });
    await webview.button('Send').click();
    await eventually(
      () => webview.intentsOf('sendPrompt'),
      [
        { type: 'sendPrompt', text: 'Look', attachments: ['s', 'f'] },
        { type: 'sendPrompt', text: '', attachments: ['i'] },
      ],
    );
  });

  it('comes back with the words when they could not be sent, and belongs to its chat', async () => {
    await open(file);
    await webview.composer.fill('Look');
    await webview.composer.press('Enter');
    await webview.send({ type: 'returned', text: 'Look', because: 'question' });
    await webview.send({ type: 'items', version: 2, items: [], attachments: [file] });
    await eventually(said, ['docs/a b.md']);
    await eventually(() => webview.composer.inputValue(), 'Look');
    await webview.send({ ...snapshot([]), chat: 'other' });
    await eventually(() => chips().count(), 0);
  });

  it('stands in the row of a sent prompt, an image as a small picture', async () => {
    await webview.send(snapshot([{ kind: 'prompt', id: 'p', text: '', state: 'sent', attachments: [selection, image] }]));
    await eventually(said, ['src/routes.ts:12–40', 'shot.png\n1568 × 980, 180 kB']);
    const picture = chips().locator('img');
    await eventually(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0), true);
    await eventually(async () => (await picture.getAttribute('src')) ?? '', /^\/images\/0123456789abcdef\.webp$/);
    await eventually(() => webview.page.getByRole('button', { name: /^Remove/ }).count(), 0);
  });

  it('has a name that hides nothing and is cut where it is long, at any width', async () => {
    const path = `src/\u202e\u200b<b>${'long'.repeat(60)}.ts`;
    await open({ ...file, path });
    const [shown = ''] = await said();
    assert.ok(!shown.includes('\u202e'));
    const inside = await chips().evaluate(
      chip => chip.getBoundingClientRect().right <= innerWidth && chip.scrollWidth <= chip.clientWidth + 1,
    );
    assert.equal(inside, true);
    await remove(shown).click();
    await eventually(() => chips().count(), 0);
  });

  it('gives its folders before its file name where there is no room, also with a space in its path', async () => {
    const folders = 'packages/a long name/src/components/of/the/sidebar';
    await open({ ...selection, path: `${folders}/routes.ts` }, { ...file, path: `${folders}/two words.md` });
    for (const [at, end] of ['/routes.ts:12–40', '/two words.md'].entries()) {
      const [folder, name] = [chips().nth(at).getByText(folders, { exact: true }), chips().nth(at).getByText(end, { exact: true })];
      const isWhole = (piece: typeof folder) => piece.evaluate(element => element.scrollWidth <= element.clientWidth);
      await eventually(async () => [await isWhole(folder), await isWhole(name)], [false, true]);
    }
  });

  it('says so where the file of an image is gone', async () => {
    await open({ ...image, file: '00000000deadbeef.webp' });
    await eventually(said, ['File missing\nshot.png\n1568 × 980, 180 kB']);
    webview.allowComplaints(/404/);
  });

  it('says what the plus does, also to the person who replies with an image', async () => {
    await open(image);
    await webview.button('Add context…').click();
    await webview.intent('addContext');
    await eventually(() => webview.page.getByText('goes as a file').count(), 0);
  });

  it('is an image as it was pasted, where its size is one that Claude can use', async () => {
    await open();
    const isPasted = await give('paste');
    assert.equal(isPasted, false, 'nothing else is pasted');
    const { id, base64, ...rest } = await webview.intent('attachImage');
    assert.deepEqual(rest, { type: 'attachImage', name: 'Image 1', mediaType: 'image/png', width: 4, height: 3 });
    assert.ok(base64.startsWith('iVBORw0KGgo'));
    await webview.composer.fill('Look');
    await webview.composer.press('Enter');
    await eventually(() => webview.intentsOf('sendPrompt'), [], 'not before the image is there');
    await webview.page.getByRole('status').getByText('Reading the image…').waitFor();
    await webview.send({ type: 'items', version: 2, items: [], attachments: [{ ...image, id }] });
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('sendPrompt')).attachments, [id]);
  });

  it('is an image scaled down where it is larger, from a drop or a file too', async () => {
    await open();
    await give('drop', { width: 3200, height: 1600, name: 'plan.png' });
    const { base64, id: _, was, ...rest } = await webview.intent('attachImage');
    assert.deepEqual(rest, { type: 'attachImage', name: 'plan.png', mediaType: 'image/webp', width: 1568, height: 784 });
    assert.deepEqual([was?.width, was?.height, (was?.bytes ?? 0) > 0], [3200, 1600, true]);
    assert.equal(Buffer.from(base64, 'base64').toString('latin1', 8, 12), 'WEBP');
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await webview.send({ type: 'imageChosen', chat: 's', name: 'dot.png', base64: png });
    await eventually(
      async () => (await webview.intentsOf('attachImage')).map(({ name, mediaType }) => [name, mediaType]),
      [
        ['plan.png', 'image/webp'],
        ['dot.png', 'image/png'],
      ],
    );
  });

  it('goes to the chat for which it was added, also when another chat came into view while the image was read', async () => {
    await open();
    await webview.composer.evaluate(
      async (box, next) => {
        const data = new DataTransfer();
        const canvas = new OffscreenCanvas(4, 3);
        canvas.getContext('2d');
        data.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        window.dispatchEvent(new MessageEvent('message', { data: next }));
      },
      { ...snapshot([]), chat: 'other' },
    );
    const chats = async (): Promise<readonly unknown[]> => {
      const names = (await webview.intents()).map(intent => intent.type === 'attachImage' && intent.name);
      const chats = await webview.page.evaluate(() => globalThis.parleyChats);
      return names.flatMap((name, at) => (name === false ? [] : [[name, chats[at]]]));
    };
    await eventually(chats, [['shot.png', 's']]);
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await webview.send({ type: 'imageChosen', chat: 's', name: 'dot.png', base64: png });
    await eventually(chats, [
      ['shot.png', 's'],
      ['dot.png', 's'],
    ]);
    await webview.composer.fill('Meanwhile');
    await webview.composer.press('Enter');
    await eventually(async () => (await webview.intent('sendPrompt')).text, 'Meanwhile', 'the chat in view waits for no image');
  });

  it('is waited for in its own chat, also when that comes into view again, where a refusal is told too', async () => {
    await open();
    const alert = webview.page.getByRole('alert');
    const show = (chat: string) => webview.send({ ...snapshot([]), chat });
    // The page reads nothing until it may go on.
    const goOn = await webview.page.evaluateHandle(() => {
      let resolve = (): void => undefined;
      const held = new Promise<void>(done => (resolve = done));
      globalThis.createImageBitmap = () => held.then(() => Promise.reject(new Error('no image')));
      return { resolve };
    });
    await webview.composer.fill('Look');
    await giveBytes(20);
    await show('other');
    await webview.composer.fill('Meanwhile');
    await eventually(() => webview.button('Send').isEnabled(), true);
    await show('s');
    await webview.composer.fill('Look again');
    await eventually(() => webview.button('Send').isDisabled(), true);
    await show('other');
    await goOn.evaluate(({ resolve }) => resolve());
    await webview.painted();
    await eventually(() => alert.count(), 0);
    await show('s');
    await alert.getByText('This image cannot be read.').waitFor();
    await show('other');
    await eventually(() => alert.count(), 0);
  });

  it('is refused in one sentence where it is no image, too large, or cannot be stored; what was typed stays', async () => {
    await open(file);
    await webview.composer.fill('half a thought');
    const alert = webview.page.getByRole('alert');
    await giveBytes(20);
    await alert.getByText('This image cannot be read. Save it as PNG or JPEG and add that.').waitFor();
    await giveBytes(50 * 1024 * 1024 + 1);
    await alert.getByText('This image is too large: 50 MB is the most.').waitFor();
    await give('paste');
    await eventually(() => alert.count(), 0);
    await webview.send({ type: 'notAttached', id: (await webview.intent('attachImage')).id });
    await alert.getByText('This image could not be stored. Is the disk full?').waitFor();
    await eventually(async () => [await webview.composer.inputValue(), await chips().count()], ['half a thought', 1]);
    await webview.composer.press('Enter');
    await webview.intent('sendPrompt');
    await eventually(() => alert.count(), 0);
  });

  /** Files of these names and types on the clipboard or in the hand of the pointer, each image a dot. */
  const giveFiles = (how: 'paste' | 'drop', files: Readonly<Record<string, string>>, words = '') =>
    webview.composer.evaluate(
      async (box, { how, files, words }) => {
        const canvas = new OffscreenCanvas(1, 1);
        canvas.getContext('2d');
        const data = new DataTransfer();
        for (const [name, type] of Object.entries(files)) data.items.add(new File([await canvas.convertToBlob()], name, { type }));
        if (words !== '') data.setData('text/plain', words);
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        return box.dispatchEvent(event);
      },
      { how, files, words },
    );
  const onlyImages = () => webview.page.getByRole('alert').getByText('Only images can be added this way. Add other files with + or @.');

  for (const how of ['paste', 'drop'] as const)
    it(`is each image that comes together with others, and of other files it says that they cannot be added: ${how}`, async () => {
      await open();
      await giveFiles(how, { 'one.png': 'image/png', 'two.png': 'image/png' });
      const names = async () => (await webview.intentsOf('attachImage')).map(({ name }) => name).toSorted();
      await eventually(names, ['one.png', 'two.png']);
      await eventually(() => onlyImages().count(), 0);
      const isLeft = await giveFiles(how, { 'plan.pdf': 'application/pdf' });
      assert.equal(isLeft, false);
      await onlyImages().waitFor();
      await webview.composer.fill('Look');
      await eventually(() => onlyImages().count(), 0);
      await giveFiles(how, { 'notes.txt': 'text/plain', 'three.png': 'image/png' });
      await eventually(names, ['one.png', 'three.png', 'two.png']);
      await onlyImages().waitFor();
    });

  it('says nothing of a file that the clipboard holds beside words', async () => {
    await open();
    const isPasted = await giveFiles('paste', { 'plan.pdf': 'application/pdf', 'shot.png': 'image/png' }, 'words');
    assert.equal(isPasted, true);
    await eventually(async () => [await onlyImages().count(), await webview.intentsOf('attachImage')], [0, []]);
  });

  it('is no image where the clipboard holds words too', async () => {
    await open();
    const isPasted = await give('paste', { words: 'a table' });
    assert.equal(isPasted, true);
    await eventually(() => webview.intentsOf('attachImage'), []);
    await webview.send({ type: 'items', version: 2, items: [], status: idle });
  });

  it('opens what a chip stands for', async () => {
    await open({ ...file, path: 'docs/a #b ä.md' }, selection, { kind: 'file', id: 'd', path: 'src/' });
    await webview.button('Open docs/a #b ä.md').click();
    await webview.button('Open src/routes.ts:12–40').click();
    await eventually(
      async () => (await webview.intentsOf('openLink')).map(({ href }) => href),
      ['docs/a%20%23b%20%C3%A4.md', 'src/routes.ts#L12-L40'],
    );
    await eventually(() => webview.button('Open src/').count(), 0);
  });
});
