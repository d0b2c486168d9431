// A host with a conversation of any length, for tests: it shows the window, and reads pages and finds words as the real host does. A cursor is
// the index of the item behind it.
import type { Locator } from 'playwright-core';
import type { Intent } from '../../src/shared/contract/fromView.js';
import type { Hit } from '../../src/shared/contract/places.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus } from '../../src/shared/chatStatus.js';
import { nothing, questionItem, running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { look } from './harness.js';

const pageItems = 40;
const windowItems = 200;

export function items(count: number): TranscriptItem[] {
  return Array.from({ length: count }, (_, index) => itemAt(index));
}

function itemAt(index: number): TranscriptItem {
  const id = `item${index}`;
  switch (index % 5) {
    case 0:
      return { kind: 'prompt', id, text: `Prompt ${index}`, state: 'sent' };
    case 1:
      return { kind: 'tool', id, name: 'Read', summary: `src/file${index}.ts`, state: 'done', result: 'one\ntwo' };
    case 2:
      return questionItem({
        id,
        phase: 'answered',
        draft: [
          { ...nothing, selected: [0] },
          { ...nothing, selected: [1] },
        ],
      });
    default:
      return { kind: 'text', id, text: `## Answer ${index}\n\nSome **words** and \`code\`.\n\n- one\n- two`, streaming: false };
  }
}

export class LongConversation {
  private answered = 0;

  constructor(
    readonly webview: WebviewPage,
    readonly all: readonly TranscriptItem[],
    private readonly chat = 's',
  ) {}

  get log(): Locator {
    return this.webview.page.getByRole('log');
  }

  /** A ring turns beside the conversation while the chat is `running`. */
  async show(status: ChatStatus = running): Promise<void> {
    const first = Math.max(0, this.all.length - windowItems);
    this.answered = (await this.webview.intents()).length;
    await this.webview.send({
      ...snapshot(this.all.slice(first), status),
      chat: this.chat,
      start: first === 0 ? null : String(first),
    });
  }

  /** The requests that have not been answered yet. */
  async requests(): Promise<readonly Intent[]> {
    const all = await this.webview.intents();
    return all.slice(this.answered).filter(({ type }) => ['readPage', 'goToHit', 'find'].includes(type));
  }

  /** Answers all requests. Returns how many there were. */
  async answer(): Promise<number> {
    const requests = await this.requests();
    if (requests.length === 0) return 0;
    this.answered = (await this.webview.intents()).length;
    for (const request of requests) await this.reply(request);
    return requests.length;
  }

  /** Waits for a request, and answers it. */
  async answerNext(): Promise<void> {
    while ((await this.answer()) === 0) await this.webview.painted();
  }

  /** The rows in the view, by the number of their item, with their distance from the top of the scroller in CSS pixels. */
  async visibleRows(): Promise<readonly { readonly item: number; readonly top: number }[]> {
    return look(() =>
      this.log.evaluate(scroller => {
        const view = scroller.getBoundingClientRect();
        return [...scroller.querySelectorAll<HTMLElement>('[data-item]')]
          .map(row => ({ item: Number(row.dataset['item']?.slice(4)), box: row.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
          .map(({ item, box }) => ({ item, top: box.top - view.top }));
      }),
    );
  }

  async scrollBy(pixels: number): Promise<void> {
    await this.log.evaluate((scroller, by) => {
      scroller.scrollTop += by;
    }, pixels);
  }

  /** Elements in the conversation. */
  async size(): Promise<number> {
    return look(() => this.log.evaluate(scroller => scroller.getElementsByTagName('*').length));
  }

  private async reply(request: Intent): Promise<void> {
    if (request.type === 'find') {
      const hits = this.hits(request.query);
      await this.webview.send({ type: 'found', chat: this.chat, id: request.id, hits, state: 'done' });
    } else if (request.type === 'goToHit') {
      const limit = request.before === null ? this.all.length : Number(request.before);
      const [from, to] = [Math.max(0, Number(request.cursor) - 20), Math.min(limit, Number(request.cursor) + 20)];
      await this.webview.send({
        type: 'around',
        chat: this.chat,
        id: request.id,
        items: this.all.slice(from, to),
        start: from === 0 ? null : String(from),
        end: to === limit ? null : String(to),
      });
    } else if (request.type === 'readPage') {
      const [after, before] = [Number(request.after ?? 0), Number(request.before)];
      const older = request.direction === 'older';
      const [from, to] = older ? [Math.max(after, before - pageItems), before] : [after, Math.min(before, after + pageItems)];
      const rest = older ? (from > after ? String(from) : null) : to < before ? String(to) : null;
      await this.webview.send({ type: 'page', chat: this.chat, id: request.id, items: this.all.slice(from, to), rest });
    }
  }

  private hits(query: string): Hit[] {
    const words = query.toLowerCase();
    return this.all.flatMap((item, index) => {
      const text = item.kind === 'tool' ? `${item.name} ${item.summary} ${item.result}` : 'text' in item ? item.text : '';
      return text.toLowerCase().includes(words) ? [{ item: item.id, at: [index, 0], cursor: String(index) }] : [];
    });
  }
}
