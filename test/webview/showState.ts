// Shows a state of the gallery on a page that remembers nothing of the state before: a card keeps what is typed into it.
import assert from 'node:assert/strict';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { OptionImage } from '../../src/shared/optionImages.js';
import type { GalleryState } from './gallery.js';
import { snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';

const emptyChat = snapshot([]);

/** Each state is shown in a chat of its own, because the page keeps what was opened in a chat. */
let chats = 0;

function inChat<M extends HostMessage>(message: M): M {
  return 'chat' in message && message.chat === 's' ? { ...message, chat: `s${chats}` } : message;
}

export async function showState(
  webview: WebviewPage,
  { hostMessages, presses = [], replies = [], images = [], readFails, finds }: GalleryState,
): Promise<void> {
  chats += 1;
  const before = await sendInTurn(webview, emptyChat, ...hostMessages.map(inChat));
  // As assistive technology presses, because a card that has just come lets a pointer through.
  for (const name of presses) {
    const button = webview.button(name).first();
    await button.evaluate(element => {
      (element as HTMLElement).click();
    });
  }
  if (replies.length > 0) await webview.send(...replies.map(inChat));
  if (images.length > 0) await sendImages(webview, images, before);
  if (readFails === true) {
    await webview.send({ type: 'readFailed', chat: `s${chats}`, id: await lastRequest(webview, 'readPage', before) });
  }
  if (finds !== undefined) await find(webview, finds, before);
}

/** Sends the messages, the second once the page shows the first. The highest number of a request that the page has made before. */
async function sendInTurn(webview: WebviewPage, ...messages: readonly HostMessage[]): Promise<number> {
  const { page } = webview;
  const highest = await page.mainFrame().evaluate(async ([first, ...others]) => {
    const send = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }));
    const close = document.querySelector('[role=search]')?.querySelectorAll('button, vscode-button');
    if (close !== undefined) ([...close].at(-1) as HTMLElement).click();
    const ids = globalThis.parleyIntents.map(said => ('id' in said && typeof said.id === 'number' ? said.id : 0));
    send(first);
    // What the page renders in a microtask is not painted: nobody looks at it.
    for (let turn = 0; document.querySelector('h1') === null; turn += 1) {
      await (turn < 10 ? Promise.resolve() : new Promise(resolve => requestAnimationFrame(resolve)));
    }
    others.forEach(send);
    return Math.max(0, ...ids);
  }, messages);
  await webview.painted();
  return highest;
}

/** Replies to the requests for images that the page makes for this state, once it has made as many. */
async function sendImages(webview: WebviewPage, images: readonly OptionImage[], before: number): Promise<void> {
  for (;;) {
    const asked = (await webview.intentsOf('readOptionImage')).filter(({ id }) => id > before);
    if (asked.length === images.length) {
      return webview.send(...asked.map(({ id }, index) => ({ type: 'optionImage' as const, id, shown: images[index] ?? assert.fail() })));
    }
    await webview.painted();
  }
}

async function find(webview: WebviewPage, { words, item }: NonNullable<GalleryState['finds']>, before: number): Promise<void> {
  await webview.page.keyboard.press('Control+f');
  await webview.page.getByRole('searchbox', { name: 'Find' }).fill(words);
  const hits = [{ item, at: [1, 0] as const, cursor: '' }];
  await webview.send({ type: 'found', chat: `s${chats}`, id: await lastRequest(webview, 'find', before), hits, state: 'done' });
  await webview.page.getByRole('search').getByText('1 of 1').waitFor();
}

/** The number of the last request of this kind, once the page has made one for this state. */
async function lastRequest(webview: WebviewPage, type: 'readPage' | 'find', before: number): Promise<number> {
  for (;;) {
    const id = (await webview.intentsOf(type)).at(-1)?.id ?? 0;
    if (id > before) return id;
    await webview.painted();
  }
}
