import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageFileName } from '../../../../src/host/storage/chatImages.js';
import { ConversationReader, hitsAtOnce } from '../../../../src/host/views/conversationReader.js';
import { WindowPlaces } from '../../../../src/host/views/windowPlaces.js';
import type { ItemPage, ItemsAround, OlderItems, PageRequest, Place } from '../../../../src/host/conversation/olderItems.js';
import type { ChatItem } from '../../../../src/chat/state.js';
import type { FoundItem } from '../../../../src/host/conversation/olderItems.js';
import type { HostMessage } from '../../../../src/shared/contract/toView.js';
import type { ToolCall } from '../../../../src/shared/toolInput.js';
import { removeFolder } from '../../../support/removeFolder.js';

const item = (id: string): Extract<ChatItem, { kind: 'text' }> => ({ kind: 'text', id, text: id, streaming: false });
const hit = (at: number): FoundItem => ({ item: `item${at}`, at: [at, 0], cursor: String(at), line: 'words' });

/** A conversation whose replies come when the test gives them. */
class FakeItems implements OlderItems {
  readonly hasOlder = true;
  readonly pages: { readonly request: PageRequest; readonly reply: (page: ItemPage | Error) => void }[] = [];
  readonly arounds: { readonly hit: string; readonly limit: Place | undefined; readonly reply: (around: ItemsAround) => void }[] = [];
  readonly searches: { readonly query: string; readonly signal: AbortSignal }[] = [];
  batches: readonly (readonly FoundItem[] | Error)[] = [];
  /** How many batches were asked for. */
  taken = 0;

  /** The call by its id, or why it cannot be read. */
  readonly calls = new Map<string, ToolCall | Error>();

  async *upTo(): AsyncIterable<readonly ChatItem[]> {
    await Promise.resolve();
    yield [];
  }

  toolResult(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** The images by the id of the call. */
  readonly images = new Map<string, readonly string[]>();

  resultImages(id: string): Promise<readonly string[]> {
    return Promise.resolve(this.images.get(id) ?? []);
  }

  toolCall(id: string): Promise<ToolCall | undefined> {
    const call = this.calls.get(id);
    return call instanceof Error ? Promise.reject(call) : Promise.resolve(call);
  }

  page(request: PageRequest): Promise<ItemPage> {
    return new Promise((resolve, reject) => {
      this.pages.push({
        request,
        reply: page => {
          if (page instanceof Error) reject(page);
          else resolve(page);
        },
      });
    });
  }

  around(hit: string, limit: Place | undefined): Promise<ItemsAround> {
    return new Promise(resolve => this.arounds.push({ hit, limit, reply: resolve }));
  }

  async *find(query: string, signal: AbortSignal): AsyncIterable<readonly FoundItem[]> {
    this.searches.push({ query, signal });
    for (const batch of this.batches) {
      await Promise.resolve();
      if (batch instanceof Error) throw batch;
      this.taken++;
      yield batch;
    }
  }
}

describe('the reader of a conversation', () => {
  let posted: HostMessage[];
  let warnings: string[];
  let items: FakeItems;
  let reader: ConversationReader;
  let places: WindowPlaces;
  let images: string;
  before(() => {
    images = mkdtempSync(join(tmpdir(), 'parley-images-'));
  });
  after(() => removeFolder(images));
  beforeEach(() => {
    posted = [];
    warnings = [];
    items = new FakeItems();
    places = new WindowPlaces();
    reader = readerOf('s', items);
  });
  const readerOf = (chat: string, conversation: OlderItems): ConversationReader =>
    new ConversationReader(
      { chat, items: conversation, places },
      {
        post: message => {
          posted.push(message);
          onPost();
        },
        warn: text => warnings.push(text),
        viewItem: shown => ({ ...item(shown.id), text: 'as the view has it' }),
        imagePlaces: () => ({ workFolders: [], imageFolder: images, trusted: true }),
      },
    );
  let onPost: () => void = () => undefined;
  const nextPost = (): Promise<void> => new Promise(resolve => (onPost = resolve));
  /** Resolves when all promises that are settled have been gone on with. */
  const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
  const found = (): readonly (readonly [number, string])[] =>
    posted.flatMap(message => (message.type === 'found' ? [[message.hits.length, message.state] as const] : []));

  it('gives the input of a tool call as a permission shows it, and says where it is gone', async () => {
    const call = (input: ToolCall['input']): ToolCall => ({ id: 't', name: 'Write', input });
    items.calls.set('small', call({ content: 'a\nb', file_path: '/x', timeout: 5 }));
    items.calls.set('large', call({ content: 'x'.repeat(500_000), file_path: '/x' }));
    items.calls.set('unreadable', new Error('torn'));
    for (const id of ['small', 'large', 'unreadable', 'gone']) reader.perform({ type: 'readToolInput', id });
    await settled();
    const told = new Map(posted.map(message => (message.type === 'toolInput' ? [message.id, message.parts] : assert.fail(message.type))));
    assert.deepEqual(told.get('small'), [
      { as: 'path', name: 'file_path', text: '/x', lines: 1, bytes: 2 },
      { as: 'text', name: 'content', text: 'a\nb', lines: 2, bytes: 3 },
      { as: 'text', name: 'timeout', text: '5', lines: 1, bytes: 1 },
    ]);
    const [, content] = told.get('large') ?? [];
    assert.ok(content?.as === 'text' && content.cut === true && content.bytes === 500_000 && content.text.length < 5_000);
    assert.deepEqual([told.get('unreadable'), told.get('gone')], [null, null]);
    assert.deepEqual(warnings, ['The input of a tool call could not be read: Error: torn']);
    reader.perform({ type: 'readToolInput', id: 'small' });
    reader.end();
    await settled();
    assert.equal(posted.length, 4);
  });

  it('keeps the image of an option, and logs why one is not shown', async () => {
    let shown = nextPost();
    reader.perform({ type: 'readOptionImage', id: 1, question: 't', image: 'logo.png' });
    await shown;
    shown = nextPost();
    reader.perform({
      type: 'readOptionImage',
      id: 2,
      question: 't',
      image: `data:image/gif;base64,${Buffer.from('GIF89a').toString('base64')}`,
    });
    await shown;
    const file = imageFileName('image/gif', Buffer.from('GIF89a'));
    assert.deepEqual(posted, [
      { type: 'optionImage', id: 1, shown: { problem: 'notFound' } },
      { type: 'optionImage', id: 2, shown: { file } },
    ]);
    assert.deepEqual(readdirSync(images), [file]);
    assert.deepEqual(warnings, ['The image of an option is not shown (notFound): logo.png']);
    rmSync(images, { recursive: true });
    writeFileSync(images, 'in the place of the folder');
    shown = nextPost();
    reader.perform({ type: 'readOptionImage', id: 3, question: 't', image: 'data:image/gif;base64,R0lGODlhAQ==' });
    await shown;
    assert.deepEqual(posted[2], { type: 'optionImage', id: 3, shown: { problem: 'unreadable' } });
    assert.match(warnings[1] ?? '', /^The image of an option is not shown \(unreadable: Error: ENOTDIR.*\): data:image\/gif;base64/);
  });

  it('keeps the images in the result of a call that is unfolded, those alone that can be shown, and none of a call without', async () => {
    const gif = Buffer.from('GIF89a').toString('base64');
    rmSync(images, { recursive: true });
    mkdirSync(images);
    items.images.set('t', [gif, Buffer.from('<svg onload=alert(1)>').toString('base64'), 'A'.repeat(8_000_000)]);
    for (const id of ['none', 't']) {
      const shown = nextPost();
      reader.perform({ type: 'readToolInput', id });
      await shown;
    }
    await nextPost();
    const file = imageFileName('image/gif', Buffer.from('GIF89a'));
    assert.deepEqual(posted.at(-1), { type: 'resultImages', chat: 's', id: 't', files: [file] });
    assert.deepEqual(
      posted.map(({ type }) => type),
      ['toolInput', 'toolInput', 'resultImages'],
    );
    assert.deepEqual(readdirSync(images), [file]);
    assert.deepEqual(warnings, ['An image of a result is not shown: noImage', 'An image of a result is not shown: tooLarge']);
  });

  it('reads a page between two places, whether it has named them for the window or the conversation has', async () => {
    const first = item('first');
    const start = places.add({ inFrontOf: first });
    reader.perform({ type: 'readPage', id: 1, direction: 'older', after: null, before: start });
    assert.deepEqual(items.pages[0]?.request, { direction: 'older', after: undefined, before: { inFrontOf: first } });
    items.pages[0]?.reply({ items: [item('older')], rest: 'there' });
    await settled();
    const shown = { ...item('older'), text: 'as the view has it' };
    const [page] = posted;
    assert.ok(page?.type === 'page');
    assert.deepEqual([page.chat, page.id, page.items], ['s', 1, [shown]]);
    const last = item('last');
    const behind = places.add({ behind: last });
    reader.perform({ type: 'readPage', id: 2, direction: 'newer', after: page.rest, before: behind });
    assert.deepEqual(items.pages[1]?.request, { direction: 'newer', after: { cursor: 'there' }, before: { behind: last } });
    items.pages[1]?.reply({ items: [], rest: undefined });
    await settled();
    assert.deepEqual(posted[1], { type: 'page', chat: 's', id: 2, items: [], rest: null });
  });

  it('says when a page cannot be read, or a place is unknown', async () => {
    const start = places.add({ inFrontOf: item('first') });
    reader.perform({ type: 'readPage', id: 1, direction: 'older', after: null, before: start });
    items.pages[0]?.reply(new Error('EIO'));
    reader.perform({ type: 'readPage', id: 2, direction: 'older', after: null, before: 'window:7' });
    await settled();
    assert.deepEqual(posted.map(message => message.type === 'readFailed' && message.id).sort(), [1, 2]);
    assert.match(warnings.join(), /EIO/);
  });

  it('drops replies that come after another snapshot', async () => {
    const start = places.add({ inFrontOf: item('first') });
    reader.perform({ type: 'readPage', id: 1, direction: 'older', after: null, before: start });
    reader.perform({ type: 'find', id: 2, query: 'words' });
    reader.end();
    items.pages[0]?.reply({ items: [item('older')], rest: undefined });
    await settled();
    assert.deepEqual(posted, []);
    assert.equal(items.searches[0]?.signal.aborted, true);
  });

  it('reads what is around a hit, up to the limit', async () => {
    const first = item('first');
    const start = places.add({ inFrontOf: first });
    items.batches = [[hit(5)]];
    reader.perform({ type: 'find', id: 1, query: 'words' });
    await settled();
    const [told] = posted;
    assert.ok(told?.type === 'found');
    reader.perform({ type: 'goToHit', id: 2, cursor: told.hits[0]?.cursor ?? '', before: start });
    assert.deepEqual([items.arounds[0]?.hit, items.arounds[0]?.limit], ['5', { inFrontOf: first }]);
    items.arounds[0]?.reply({ items: [item('item5')], start: undefined, end: 'there' });
    await settled();
    const around = posted.at(-1);
    assert.ok(around?.type === 'around');
    assert.deepEqual([around.id, around.items.length, around.start], [2, 1, null]);
    assert.notEqual(around.end, null);
  });

  it('tells hits as they are found, and waits after many until more are asked for', async () => {
    const many = Array.from({ length: hitsAtOnce }, (_, index) => hit(index));
    items.batches = [[hit(0)], [], many, [hit(1)]];
    reader.perform({ type: 'find', id: 1, query: 'words' });
    await settled();
    assert.deepEqual(found(), [
      [1, 'searching'],
      [hitsAtOnce, 'paused'],
    ]);
    assert.equal(items.taken, 3);
    reader.perform({ type: 'findMore', id: 7 });
    await settled();
    assert.equal(items.taken, 3, 'of another search');
    reader.perform({ type: 'findMore', id: 1 });
    await settled();
    assert.deepEqual(found().slice(2), [
      [1, 'searching'],
      [0, 'done'],
    ]);
  });

  it('ends a search for another one, when it is cancelled, and when it fails', async () => {
    items.batches = [[hit(0)]];
    reader.perform({ type: 'find', id: 1, query: 'one' });
    reader.perform({ type: 'find', id: 2, query: 'two' });
    assert.deepEqual(
      items.searches.map(({ signal }) => signal.aborted),
      [true, false],
    );
    reader.perform({ type: 'cancelFind' });
    await settled();
    assert.deepEqual(found(), []);
    items.batches = [new Error('EIO')];
    reader.perform({ type: 'find', id: 3, query: 'three' });
    await settled();
    assert.deepEqual(found(), [[0, 'failed']]);
    assert.match(warnings.join(), /EIO/);
  });
});
