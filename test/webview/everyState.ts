// Every state of the gallery in several themes: measured (looks.ts), and as axe sees it. The state is shown once and the themes change around
// it, because to show it costs as much as to look at it.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { GalleryState } from './gallery.js';
import { gallery, germanGallery } from './gallery.js';
import type { PageOptions, WebviewPage } from './harness.js';
import { Harness } from './harness.js';
import { faultTexts } from './looks.js';
import type { Place, ThemeName } from './servedPage.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Look {
  readonly place: Place;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly themes: readonly [ThemeName, ...ThemeName[]];
}

/** States in one test: so few that a busy machine, too, looks at them within mocha's limit. */
const part = 30;

/** Sets mocha's tests up. */
export function testEveryState(look: Look): void {
  let harness: Harness;
  before(async () => {
    harness = await Harness.start();
  });
  after(() => harness.stop());

  for (let from = 0; from < gallery.length; from += part) {
    const states = gallery.slice(from, from + part);
    const names = `${states[0]?.name} to ${states.at(-1)?.name}`;
    it(`has nothing that is too pale or covered, and nothing that axe finds, in ${look.themes.join(', ')}: ${names}`, async () => {
      assert.deepEqual(await faultsIn(harness, look, states, {}), []);
    });
  }

  it('has nothing of that in German', async () => {
    assert.deepEqual(await faultsIn(harness, look, germanGallery, { language: 'de' }), []);
  });
}

async function faultsIn(harness: Harness, look: Look, states: readonly GalleryState[], options: PageOptions): Promise<readonly string[]> {
  const [first, ...others] = look.themes;
  const { place, width, height } = look;
  const webview = await harness.open({ ...options, theme: first, place, width, height, reducedMotion: true });
  await webview.page.evaluate(axeSource);
  const found: string[] = [];
  for (const state of states) {
    await webview.show(state);
    const inFirst = [...(await faultTexts(webview.page)), ...(await violations(webview, structure))];
    found.push(...inFirst.map(fault => `${state.name}, ${first}: ${fault}`));
    for (const theme of others) {
      await webview.wear(theme, place);
      const faults = [...(await faultTexts(webview.page)), ...(await violations(webview, colours))];
      found.push(...faults.map(fault => `${state.name}, ${theme}: ${fault}`));
    }
    await webview.wear(first, place);
  }
  await webview.close();
  return found;
}

/** Only violations: what axe has to say about all that is well takes it longer. The frames of previews have no scripts, so axe waits in vain for them. */
const cheap: RunOptions = { resultTypes: ['violations'], iframes: false };
/** The contrast is measured already, by stricter rules than those of axe: also where the text is large, cut off or in a pseudo-element. */
const structure: RunOptions = { ...cheap, rules: { 'color-contrast': { enabled: false } } };
/** What else depends on the colours. */
const colours: RunOptions = { ...cheap, runOnly: ['link-in-text-block'] };

async function violations({ page }: WebviewPage, options: RunOptions): Promise<readonly string[]> {
  const found = await page.evaluate(async how => (await globalThis.axe.run(how)).violations, options);
  return found.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}

declare global {
  // What the source of axe puts into the page.
  var axe: { run(options: RunOptions): Promise<AxeResults> };
}
