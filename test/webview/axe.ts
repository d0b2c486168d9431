// axe over every state of the gallery, in a theme, at a width. Colours do not depend on the width nor the layout on the theme, so each
// theme has one width: every state is seen in every theme, as narrow as a side bar and as wide as an editor.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import { gallery } from './gallery.js';
import type { ThemeName, WebviewPage } from './harness.js';
import { Harness } from './harness.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Sets mocha's tests up. Widths in pixels. */
export function testWithAxe(themes: Partial<Record<ThemeName, 300 | 600>>): void {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  // The names are those of the record's type.
  for (const [theme, width] of Object.entries(themes) as [ThemeName, number][]) {
    it(`has nothing to say against any state in ${theme} at ${width} px`, async () => {
      const webview = await harness.open({ theme, width, reducedMotion: true });
      await webview.page.evaluate(axeSource);
      const found: string[] = [];
      for (const state of gallery) {
        await webview.show(state);
        found.push(...(await violations(webview)).map(violation => `${state.name}: ${violation}`));
      }
      assert.deepEqual(found, []);
      await webview.close();
    });
  }
}

/** Only these: what axe has to say about all that is well takes it longer. The frames of previews have no scripts, so axe waits in vain for them. */
const options: RunOptions = { resultTypes: ['violations'], iframes: false };

async function violations(webview: WebviewPage): Promise<readonly string[]> {
  const found = await webview.page.evaluate(async how => (await globalThis.axe.run(how)).violations, options);
  return found.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}

declare global {
  // What the source of axe puts into the page.
  var axe: { run(options: RunOptions): Promise<AxeResults> };
}
