// Writes test/fixtures/themes.json and vscodeDefault.css: what the newest VS Code gives a webview in its own default themes, read in the running product.
// `node out/test/pictures/themes.process.mjs`, after the tests are built and the extension is packed.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { FrameLocator } from 'playwright-core';
import type { Parley } from '../support/parley.js';
import { openParley, tabFrame, viewFrame } from '../support/parley.js';
import { replies } from '../support/replies.js';

/** Our names for VS Code's themes, by the ids of the themes. */
const wanted = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  hcDark: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
  dark2026: 'Dark 2026',
  light2026: 'Light 2026',
};

/** The families of which a page may use any: a webview is given about nine hundred variables, most of them for the editor's own parts. */
const families =
  /^--vscode-(font-|editor-font-|foreground$|(error|description|disabled|icon-)foreground$|focusBorder$|contrast|chat-request|text|button|badge|input|dropdown|checkbox|radio|list-|widget-|progressBar-|scrollbar|toolbar-|keybindingLabel-|editor-(background|foreground|findMatch|selection)|editor(Error|Warning|Info|Widget|LineNumber)|diffEditor-|charts-|sideBar-|panel|banner-|settings-dropdownListBorder$)/i;

interface Look {
  readonly kind: string;
  /** What lies behind the page, which is transparent. */
  readonly background: string;
  readonly variables: Readonly<Record<string, string>>;
}

async function lookOf(parley: Parley, frame: string, page: FrameLocator): Promise<Look> {
  const { kind, all } = await page.locator('body').evaluate(({ ownerDocument: { body, documentElement } }) => {
    const { style } = documentElement;
    const names = Array.from({ length: style.length }, (_, index) => style.item(index));
    return { kind: body.className, all: names.map((name): [string, string] => [name, style.getPropertyValue(name)]) };
  });
  const variables = Object.fromEntries(all.filter(([name]) => families.test(name)).sort(([one], [other]) => (one < other ? -1 : 1)));
  const background = await parley.page.locator(frame).evaluate(behind);
  return { kind: kind.split(' ').find(name => name.startsWith('vscode-')) ?? '', background, variables };
}

/** The first ground in the stack below the middle of the frame. */
function behind(frame: Element): string {
  const { x, y, width, height } = frame.getBoundingClientRect();
  const grounds = document.elementsFromPoint(x + width / 2, y + height / 2).map(element => getComputedStyle(element).backgroundColor);
  return grounds.find(ground => !/^(transparent|rgba\(.*, 0\))$/.test(ground)) ?? '';
}

async function inTab(parley: Parley): Promise<Look> {
  await parley.send('HELLO there');
  await parley.log.getByText('Hello, you.').waitFor();
  await parley.page.getByRole('button', { name: 'Open Chat in Editor Tab' }).click();
  const tab = parley.page.frameLocator(tabFrame).frameLocator('#active-frame');
  await tab.getByText('Hello, you.').waitFor();
  return lookOf(parley, tabFrame, tab);
}

const themes: Record<string, object> = {};
for (const [name, theme] of Object.entries(wanted)) {
  const parley = await openParley({ replies, settings: { 'workbench.colorTheme': theme } });
  const { background: view, kind, variables } = await lookOf(parley, viewFrame, parley.view);
  const tab = await inTab(parley);
  // The page is told nothing of its place, so only the ground behind it differs.
  assert.deepEqual(tab.variables, variables);
  themes[name] = { name: theme, kind, view, tab: tab.background, variables };
  const styles = await parley.view.locator('#_defaultStyles').evaluate(element => element.textContent);
  writeFileSync('test/fixtures/vscodeDefault.css', `/* The style sheet that VS Code gives every webview. */\n${styles.trim()}\n`);
  await parley.stop();
}
writeFileSync('test/fixtures/themes.json', `${JSON.stringify(themes, null, 2)}\n`);
