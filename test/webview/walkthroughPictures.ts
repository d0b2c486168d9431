// The pictures of the walkthrough as VS Code shows them: the SVG itself in a page of its own, whose policy forbids style attributes.
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { ThemeName } from './servedPage.js';
import { themes, wear } from './servedPage.js';

const folder = 'media/walkthrough';

export const walkthroughPictures: readonly string[] = readdirSync(folder);

export async function showWalkthroughPicture(page: Page, file: string, theme: ThemeName): Promise<void> {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-test'">`;
  await page.setContent(`<!DOCTYPE html><html><head>${policy}</head><body>${readFileSync(`${folder}/${file}`, 'utf8')}</body></html>`);
  const { kind, variables, tab } = themes[theme];
  await page.evaluate(wear, { kind, variables, ground: tab });
}
