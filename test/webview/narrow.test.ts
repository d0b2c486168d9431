// Every state of the gallery where there is little room: a narrow side bar, and one of the usual width at a zoom of 200 %.
import assert from 'node:assert/strict';
import { gallery } from './gallery.js';
import { Harness } from './harness.js';

describe('the page with little room', function () {
  this.timeout(60_000);
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  // To a page, a zoom is fewer and larger pixels.
  for (const [name, width] of [
    ['250 px', 250],
    ['400 px at 200 %', 200],
  ] as const) {
    it(`shows every control whole in every state, and nothing has to be scrolled sideways: ${name}`, async () => {
      const webview = await harness.open({ width, height: 450, reducedMotion: true });
      const found: string[] = [];
      for (const state of gallery) {
        await webview.show(state);
        found.push(...(await webview.page.evaluate(outside)).map(text => `${state.name}: ${text}`));
      }
      assert.deepEqual(found, []);
      await webview.close();
    });
  }
});

/** In the page: what can be acted on and reaches beyond its sides, and a conversation that is wider than its place. */
function outside(): string[] {
  const controls = [...document.querySelectorAll('button, input, textarea, vscode-button, a, [role=tab]')];
  const cut = controls
    .filter(control => control.closest('[hidden], pre, table, [role=tablist]') === null)
    .map(control => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > innerWidth + 1))
    .map(({ control }) => control.outerHTML.slice(0, 120));
  const log = document.querySelector('[role=log]');
  return log !== null && log.scrollWidth > log.clientWidth ? [...cut, `the conversation is ${log.scrollWidth} px wide`] : cut;
}
