// npm run screenshots: the README's picture from the running product, and every state of the webview in every theme, width and
// place, the view Chats, and Parley beside VS Code's own chat, in out/screenshots, to be looked at. Fails where a text cannot be read, a control is covered, or
// a size differs from VS Code's without a reason. With an argument (`product`, `chats`, `beside`, `gallery`) only these; a second one of `gallery` names the
// states by a part of their names.
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { demoOtherwise, demoReplies } from '../../scripts/lib/demo/demoReplies.mjs';
import { openParley, viewFrame } from '../support/parley.js';
import { Harness } from '../webview/harness.js';
import { besideVsCode } from './besideVsCode.js';
import { chatsPictures } from './chatsPictures.js';
import { galleryPictures } from './galleryPictures.js';

const folder = 'out/screenshots';
mkdirSync(folder, { recursive: true });

async function widenSideBar(page: Page): Promise<void> {
  const { x = 0, width = 0 } = (await page.locator(viewFrame).boundingBox()) ?? {};
  await page.mouse.move(x + width + 3, 600);
  await page.mouse.down();
  await page.mouse.move(x + width + 140, 600, { steps: 5 });
  await page.mouse.up();
}

async function productPicture(theme: string, file: string): Promise<void> {
  const settings = { 'workbench.colorTheme': theme, 'parley.questions.layout': 'auto' };
  const parley = await openParley({ replies: demoReplies, otherwise: demoOtherwise, settings });
  const { page, view, card } = parley;
  await page.setViewportSize({ width: 1280, height: 1160 });
  await widenSideBar(page);
  await page.keyboard.press('Control+P');
  await page.keyboard.type('schema.sql');
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /schema\.sql/ }).waitFor();
  await parley.send('Ask me one question: which database should this project use?');
  await view.getByRole('radio', { name: /PostgreSQL/ }).click();
  await card()
    .getByRole('textbox', { name: /Other answer/ })
    .waitFor();
  await page.screenshot({ path: `${folder}/product-one.png` });
  await view.getByRole('button', { name: 'Submit' }).click();
  await view.getByText('Next I would connect').waitFor();
  await parley.send('Plan the next release. Ask me four questions first.');
  const last = view.getByRole('form', { name: 'Claude asks' }).last();
  await last.getByRole('radio', { name: /E-mail link/ }).click();
  await last.getByRole('tab', { name: 'Features' }).click();
  await last.getByRole('checkbox', { name: 'Search' }).click();
  await last.getByRole('checkbox', { name: 'Tags, colours and pins' }).click();
  await last.getByRole('tab', { name: 'Deleting' }).click();
  await last.getByRole('textbox', { name: 'Other answer: Deleting' }).fill('Bin for 90 days, and ask before it is emptied');
  await last.getByRole('button', { name: 'What Claude will read' }).click();
  await last.getByText('"What happens to a deleted note?"="Bin for').waitFor();
  await page.screenshot({ path: file });
  await parley.stop();
}

const [, , only, part = ''] = process.argv;
const wants = (name: string): boolean => only === undefined || only === name;
const faults: string[] = [];
if (wants('product')) {
  await productPicture('Dark Modern', 'docs/parley.png');
  await productPicture('Light Modern', `${folder}/product-light.png`);
}
if (wants('chats')) await chatsPictures(folder);
if (wants('beside')) {
  const harness = await Harness.startWithOwnTime();
  faults.push(...(await besideVsCode(harness, folder)));
  await harness.stop();
}
if (wants('gallery')) faults.push(...(await galleryPictures(folder, part)));
console.log(`The pictures are in ${folder}; that of the README is docs/parley.png.`);
if (faults.length > 0) {
  console.error(`${faults.length} faults in the pictures:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
