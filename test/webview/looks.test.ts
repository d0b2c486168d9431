// The measuring of looks finds what is wrong on pages made for it. everyState.ts measures the product.
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/lib/vscode/chromium.mjs';
import { faultTexts } from './looks.js';

describe('the measuring of looks', () => {
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
  });
  after(() => browser.close());

  async function found(body: string): Promise<readonly string[]> {
    await page.setContent(`<!DOCTYPE html><body style="background: #fff; color: #000">${body}</body>`);
    return faultTexts(page);
  }

  const weak: Readonly<Record<string, readonly [body: string, fault: string]>> = {
    'a grey text on white': ['<p style="color: #999">pale</p>', '“pale” has a contrast of 2.85 (#999999 on #ffffff)'],
    'a text that is half transparent': [
      '<p style="color: rgb(0 0 0 / 50%)">half</p>',
      '“half” has a contrast of 3.98 (#808080 on #ffffff)',
    ],
    'a text in something faded': ['<div style="opacity: 0.4"><p>faded</p></div>', '“faded” has a contrast of 2.85 (#999999 on #ffffff)'],
    'a ground that lets another one through': [
      '<div style="background: #000"><p style="background: rgb(255 255 255 / 50%); color: #fff">through</p></div>',
      '“through” has a contrast of 3.98 (#ffffff on #808080)',
    ],
    'a mixed colour': [
      '<p style="color: color-mix(in srgb, #000 40%, #fff)">mixed</p>',
      '“mixed” has a contrast of 2.85 (#999999 on #ffffff)',
    ],
    'a placeholder': [
      '<style>::placeholder { color: #999; opacity: 1 }</style><input placeholder="Type here">',
      '“Type here” has a contrast of 2.85 (#999999 on #ffffff)',
    ],
    'a text before an element': [
      '<style>p::before { content: "new"; color: #999 }</style><p></p>',
      '“new” has a contrast of 2.85 (#999999 on #ffffff)',
    ],
    'a text in a shadow root': [
      '<div style="color: #999"><template shadowrootmode="open"><b><slot></slot></b></template>slotted</div>',
      '“slotted” has a contrast of 2.85 (#999999 on #ffffff)',
    ],
  };
  for (const [name, [body, fault]] of Object.entries(weak)) {
    it(`finds ${name}`, async () => {
      if (body.includes('shadowrootmode')) {
        await page.setContent('<!DOCTYPE html><body style="background: #fff"></body>');
        await page.evaluate(html => document.body.setHTMLUnsafe(html), body);
        assert.deepEqual(await faultTexts(page), [fault]);
        return;
      }
      assert.deepEqual(await found(body), [fault]);
    });
  }

  it('lets alone what is readable, what is hidden, and what is for screen readers only', async () => {
    const hidden = ['display: none', 'visibility: hidden', 'opacity: 0'].map(style => `<p style="color: #fff; ${style}">hidden</p>`);
    const forReaders = '<p style="color: #fff; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">x</p>';
    assert.deepEqual(await found(`<p style="color: #767676">grey</p>${hidden.join('')}${forReaders}`), []);
  });

  const cover = '<div class="lid" style="position: absolute; top: 0; left: 0; width: 100px; height: 60px">lid</div>';
  const button = '<button style="position: absolute; top: 10px; left: 10px; width: 60px; height: 24px">Act</button>';

  it('finds a control under something, also where that lets the pointer through', async () => {
    const expected = ['“button Act” is covered: “div lid” (lid) is above 5 of 5 points'];
    assert.deepEqual(await found(button + cover), expected);
    assert.deepEqual(await found(button + cover.replace('style="', 'style="pointer-events: none; ')), expected);
  });

  it('finds a control of which a part is under another', async () => {
    const other = '<button style="position: absolute; top: 10px; left: 50px; width: 60px; height: 24px">Other</button>';
    assert.deepEqual(await found(button + other), ['“button Act” is covered: “button Other” () is above 2 of 5 points']);
  });

  it('lets alone a control that lies above, and one that has to be scrolled to', async () => {
    const list = `<div style="height: 50px; overflow: auto"><div style="height: 200px">above</div><button>Below</button></div><p>after</p>`;
    assert.deepEqual(await found(cover + button), []);
    assert.deepEqual(await found(list), []);
    assert.equal(await page.evaluate(() => document.querySelector('div')?.scrollTop), 0);
  });
});
