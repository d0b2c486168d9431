// What axe finds on a page: the rules for people with disabilities that a program can check.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Limits axe to violations: what it has to say about all that is well takes it longer. The frames of previews have no scripts, so axe waits in vain
 * for them.
 */
const cheap: RunOptions = { resultTypes: ['violations'], iframes: false };
/** The contrast is measured by looks.ts, by stricter rules than those of axe: also where the text is large, cut off or in a pseudo-element. */
export const structure: RunOptions = { ...cheap, rules: { 'color-contrast': { enabled: false } } };
/** What else depends on the colours. */
export const colours: RunOptions = { ...cheap, runOnly: ['link-in-text-block'] };

/** Puts axe into the page, until the page is loaded anew. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
}

export async function violations(page: Page, options: RunOptions): Promise<readonly string[]> {
  // Not an act: axe leaves the page as it was.
  const found = await page.mainFrame().evaluate(async how => (await globalThis.axe.run(how)).violations, options);
  return found.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}

declare global {
  // What the source of axe puts into the page.
  var axe: { run(options: RunOptions): Promise<AxeResults> };
}
