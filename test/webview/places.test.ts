// The conversation in a side bar and in an editor tab, whose grounds differ: what is seen of it on each, and how wide it is.
import assert from 'node:assert/strict';
import { idle, snapshot } from './gallery.js';
import { Harness } from './harness.js';
import { themeNames } from './servedPage.js';

const prompt = snapshot([{ kind: 'prompt', id: 'prompt1', text: 'Hello', state: 'sent' }], idle);

describe('the conversation in each place', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  it("sets the person's words off from the ground in every theme, in the side bar and in an editor tab", async () => {
    const alike: string[] = [];
    const webview = await harness.open();
    await webview.send(prompt);
    const words = webview.page.getByRole('log').getByText('Hello', { exact: true });
    for (const theme of themeNames) {
      for (const place of ['view', 'tab'] as const) {
        await webview.wear(theme, place);
        if ((await words.evaluate(difference)) < 0.02) alike.push(`${theme} ${place}`);
      }
    }
    await webview.close();
    assert.deepEqual(alike, []);
  });

  it('is a column of at most 760 px in the middle of a wide place', async () => {
    const webview = await harness.open({ place: 'tab', width: 1100 });
    await webview.send(prompt);
    await webview.page.keyboard.press('Control+f');
    const parts = {
      words: webview.page.getByRole('log').getByText('Hello', { exact: true }).locator('xpath=..'),
      composer: webview.composer.locator('xpath=..'),
    };
    for (const part of ['words', 'composer'] as const) {
      const { x = 0, width = 0 } = (await parts[part].boundingBox()) ?? {};
      assert.ok(width > 700 && width <= 760, `${part}: ${width} px`);
      assert.ok(Math.abs(x + width / 2 - 550) < 8, `${part} begins at ${x} px`);
    }
    await webview.close();
  });
});

/** Runs in the page: by how much of the way from black to white the ground of a bubble, or its border, differs from what is around it. */
function difference(words: Element): number {
  const bubble = words.parentElement ?? words;
  const parts = (css: string): readonly number[] => {
    const numbers = (css.match(/[\d.]+/g) ?? []).map(Number);
    return css.startsWith('color(') ? numbers.map((number, index) => (index < 3 ? number * 255 : number)) : numbers;
  };
  const around = parts(getComputedStyle(document.documentElement).backgroundColor);
  const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(bubble);
  const own = borderTopWidth === '0px' ? [backgroundColor] : [backgroundColor, borderTopColor];
  const differences = own.map(parts).map(([red = 0, green = 0, blue = 0, alpha = 1]) => {
    const channels = [red, green, blue].map((value, index) => (Math.abs(value - (around[index] ?? 0)) * alpha) / 255);
    return channels.reduce((sum, value) => sum + value, 0) / 3;
  });
  return Math.max(...differences);
}
