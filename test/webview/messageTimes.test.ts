// When a message was sent or came, and the lines between the days.
import assert from 'node:assert/strict';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { running, snapshot } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { eventually, Harness } from './harness.js';
import { pageTime } from './pageTime.js';

const hour = 3_600_000;
const said = (id: string, at?: number): TranscriptItem => ({
  kind: 'prompt',
  id,
  text: `Message ${id}`,
  state: 'sent',
  ...(at !== undefined && { at }),
});
const answered = (id: string, at: number): TranscriptItem => ({ kind: 'text', id, text: `Answer ${id}`, streaming: false, at });

/** Runs in the page: what a chat has when its first row comes, and how many formats of times were made until then. */
function showWatched(data: unknown): Promise<Readonly<Record<'words' | 'buttons' | 'times' | 'formats', string | number | undefined>>> {
  return new Promise(resolve => {
    let formats = 0;
    const { DateTimeFormat } = Intl;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, given) {
        formats += 1;
        return Reflect.construct(target, given) as object;
      },
    });
    const observer = new MutationObserver(() => {
      const row = document.querySelector('[data-item]');
      if (row === null) return;
      observer.disconnect();
      Intl.DateTimeFormat = DateTimeFormat;
      const [buttons, times] = ['button', 'time'].map(tag => row.querySelectorAll(tag).length);
      resolve({ words: row.querySelector('.promptText')?.textContent, buttons, times, formats });
    });
    observer.observe(document.body, { subtree: true, childList: true });
    window.dispatchEvent(new MessageEvent('message', { data }));
  });
}

describe('the time of a message', () => {
  let harness: Harness;
  let webview: WebviewPage;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());
  beforeEach(async () => {
    webview = await harness.open({ clock: true });
  });
  afterEach(() => webview.close());

  const log = () => webview.page.getByRole('log');
  const lines = () => log().locator('.dayLine').allTextContents();
  const rowOf = (id: string) => log().locator(`[data-item="${id}"]`);

  it('is there for a screen reader, in sight under the pointer, and has the whole date as its title', async () => {
    await webview.send(snapshot([said('a', pageTime - 2 * hour), answered('b', pageTime - hour), said('c')], running));
    const time = rowOf('a').getByRole('time');
    await eventually(() => time.textContent(), '1:00 PM');
    await eventually(() => time.getAttribute('title'), 'Saturday, November 21, 2026 at 1:00 PM');
    await eventually(() => rowOf('b').getByRole('time').textContent(), '2:00 PM');
    await eventually(() => rowOf('c').getByRole('time').count(), 0, 'nobody knows when it was');
    const opacity = () =>
      rowOf('b')
        .locator('.messageFoot')
        .evaluate(one => getComputedStyle(one).opacity);
    await webview.page.mouse.move(1, 1);
    await eventually(opacity, '0');
    await rowOf('b').hover();
    await eventually(opacity, '1');
    // Where the rows begin is the same with the time in sight.
    await eventually(lines, []);
  });

  it('comes with the buttons of the first messages behind their words, which wait for nothing that is out of sight', async () => {
    const first = await webview.page.evaluate(showWatched, snapshot([said('a', pageTime - hour)], running));
    assert.deepEqual(first, { words: 'Message a', buttons: 0, times: 0, formats: 0 });
    await eventually(() => rowOf('a').getByRole('time').textContent(), '2:00 PM');
    await webview.send({ type: 'items', version: 2, items: [answered('b', pageTime)] });
    await eventually(() => rowOf('b').getByRole('time').textContent(), '3:00 PM');
  });

  it('is whole at the end of a chat that has just been opened', async () => {
    await webview.send(
      snapshot(
        Array.from({ length: 40 }, (_, nth) => said(`m${nth}`, pageTime - hour)),
        running,
      ),
    );
    await rowOf('m39').getByRole('time').waitFor({ state: 'attached' });
    const below = await webview.page
      .getByRole('log')
      .evaluate(scroller => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight);
    assert.ok(below < 1, `${below} px are below`);
  });

  it('has its date where it is not of today, and a line is above the first message of each other day', async () => {
    const [friday, before] = [pageTime - 24 * hour, new Date(2025, 10, 20, 9, 30).getTime()];
    await webview.send(
      snapshot([said('a', before), answered('b', before + hour), said('n'), said('c', friday), said('d', pageTime)], running),
    );
    await eventually(() => rowOf('a').getByRole('time').textContent(), 'Nov 20, 2025, 9:30 AM');
    await eventually(lines, ['Thursday, November 20, 2025', 'Yesterday', 'Today']);
    await eventually(() => rowOf('c').evaluate(row => row.previousElementSibling?.textContent), 'Yesterday');
  });

  it('has no line above a message of which nobody knows what stands in front of it', async () => {
    await webview.send({ ...snapshot([said('a', pageTime - 24 * hour), said('b', pageTime)], running), start: 'window:0' });
    await eventually(lines, ['Today']);
  });

  it('goes on over midnight: what was today is yesterday', async () => {
    await webview.send(snapshot([said('a', pageTime)], running));
    await eventually(() => rowOf('a').getByRole('time').textContent(), '3:00 PM');
    await eventually(lines, []);
    await webview.advance(10 * hour);
    await eventually(lines, ['Yesterday']);
    await eventually(() => rowOf('a').getByRole('time').textContent(), 'Nov 21, 2026, 3:00 PM');
    await webview.send({ type: 'items', version: 2, items: [answered('b', pageTime + 10 * hour)] });
    await eventually(lines, ['Yesterday', 'Today']);
  });

  it('is in the person’s language', async () => {
    const german = await harness.open({ clock: true, language: 'de' });
    await german.send(snapshot([said('a', pageTime - 24 * hour), said('b', pageTime)], running));
    await eventually(() => german.page.getByRole('log').locator('.dayLine').allTextContents(), ['Gestern', 'Heute']);
    await eventually(() => german.page.getByRole('log').locator('[data-item="b"]').getByRole('time').textContent(), '15:00');
    await german.close();
  });
});
