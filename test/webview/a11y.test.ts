// axe over every state of the gallery, in every theme, as narrow as a side bar and as wide as an editor.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import { gallery } from './gallery.js';
import type { WebviewPage } from './harness.js';
import { Harness, themeNames } from './harness.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('the page, as axe sees it', function () {
  this.timeout(120_000);
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  for (const theme of themeNames) {
    for (const width of [300, 600]) {
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
});

async function violations(webview: WebviewPage): Promise<readonly string[]> {
  const results = await webview.page.evaluate(() => globalThis.axe.run());
  return results.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}

declare global {
  // What the source of axe puts into the page.
  var axe: { run(): Promise<AxeResults> };
}
