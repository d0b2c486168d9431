// Times on the page: in words that stay true, with the whole date where the pointer rests.
import { questionItem, snapshot } from './gallery.js';
import { eventually, Harness } from './harness.js';
import { pageTime } from './pageTime.js';

describe('the times on the page', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  it('say how long ago something was, go on while they are shown, and have the whole date as their title', async () => {
    const webview = await harness.open({ clock: true });
    const now = pageTime;
    await webview.send({ ...snapshot([]), earlier: [{ id: 'one', title: 'Plan', usedAt: now - 58 * 60_000 }] });
    const time = webview.page.getByRole('time');
    await eventually(() => time.textContent(), '58 min. ago');
    await eventually(() => time.getAttribute('title'), 'Saturday, November 21, 2026 at 2:02 PM');
    await webview.advance(3 * 60_000);
    await eventually(() => time.textContent(), '1 hr. ago');
    await webview.close();
  });

  it('are the same on a card that is over', async () => {
    const webview = await harness.open({ clock: true, language: 'de' });
    const now = pageTime;
    await webview.send(snapshot([questionItem({ phase: 'answered', endedAt: now - 86_400_000 })]));
    await eventually(() => webview.page.getByRole('time').textContent(), 'gestern');
    await webview.close();
  });
});
