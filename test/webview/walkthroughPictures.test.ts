// The pictures of the walkthrough are seen in every theme.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { faultTexts } from './looks.js';
import { themeNames } from './servedPage.js';
import { showWalkthroughPicture, walkthroughPictures } from './walkthroughPictures.js';

describe('the pictures of the walkthrough', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
  });
  after(() => browser.close());

  for (const file of walkthroughPictures)
    it(`are painted in the theme's colours, and can be read: ${file}`, async () => {
      for (const theme of themeNames) {
        await showWalkthroughPicture(page, file, theme);
        assert.deepEqual(await page.evaluate(unpainted), [], theme);
        assert.deepEqual(await faultTexts(page), [], theme);
      }
    });
});

/** Runs in the page: the shapes of which nothing is seen. */
function unpainted(): string[] {
  const shapes = [...document.querySelectorAll('svg > *')];
  return shapes
    .filter(shape => {
      const { fill, stroke } = getComputedStyle(shape);
      return fill === 'none' && stroke === 'none';
    })
    .map(shape => shape.outerHTML);
}
