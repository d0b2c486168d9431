// Parley beside VS Code's own chat: the same conversation in the style sheet of the newest VS Code that the tests install and in Parley's page, as a picture
// with a table of what is measured in both. A difference that no reason here names is a fault, and so is a reason without a difference.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { ensureWorkbench } from '../../scripts/lib/vscode/workbench.mjs';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { snapshot } from '../webview/gallery.js';
import type { Harness } from '../webview/harness.js';
import type { ThemeName } from '../webview/servedPage.js';
import { clothesOf, wear } from '../webview/servedPage.js';
import type { Conversation, Measured } from './vsCodeChat.js';
import { distance, measures, reasons, sizes, theirPage } from './vsCodeChat.js';

const width = 420;
const height = 900;
const shownThemes: readonly ThemeName[] = ['dark2026', 'light2026'];

const conversation: Conversation = {
  prompt: 'Why is the total rounded twice?',
  answer: [
    '# One rounding too many\n',
    'The total is rounded in `total()` and again where it is *shown*. See [the tests](https://example.com/).\n',
    '## What happens\n',
    '- Each line is rounded.\n- Their sum is rounded again.\n',
    '1. Round once.\n2. Round last.\n',
    '### In the code\n',
    '```ts\nconst total = lines.reduce((sum, { price }) => sum + price, 0);\n```\n',
    '> Round as late as you can.\n',
    '| Line | Price |\n| --- | --- |\n| Ink | 1.005 |\n',
    'That is all.',
  ].join('\n'),
  draft: 'Change it',
};

/** The faults, each with what it is about. The pictures go into `folder`. */
export async function besideVsCode(harness: Harness, folder: string): Promise<readonly string[]> {
  const faults = new Set<string>();
  for (const theme of shownThemes) for (const fault of await compared(harness, theme, folder)) faults.add(fault);
  return [...faults];
}

async function compared(harness: Harness, theme: ThemeName, folder: string): Promise<readonly string[]> {
  const ours = await harness.open({ theme, width, height });
  const items: readonly TranscriptItem[] = [
    { kind: 'prompt', id: 'p', text: conversation.prompt, state: 'sent' },
    { kind: 'text', id: 'm', text: conversation.answer, streaming: false },
  ];
  await ours.send(snapshot(items, undefined, conversation.draft));
  await ours.page.locator('table').waitFor();
  const theirs = (await ours.page.context().browser()?.newPage()) ?? assert.fail();
  await theirs.setViewportSize({ width, height });
  await theirs.setContent(theirPage(await theirStyle(), conversation));
  await theirs.evaluate(wear, clothesOf(theme, 'view'));
  const rows = await Promise.all(
    measures.map(async ({ name, theirs: their, ours: our, property }): Promise<Measured> => {
      const [vsCode, parley] = await Promise.all([valueOf(theirs, their, property), valueOf(ours.page, our, property)]);
      return { name, property, vsCode, parley, because: reasons[`${name}: ${property}`] };
    }),
  );
  const [left, right] = await Promise.all([theirs.screenshot(), ours.page.screenshot()]);
  await theirs.setViewportSize({ width: 1600, height: 1400 });
  await theirs.setContent(tablePage(left, right, rows));
  await theirs.screenshot({ path: join(folder, `beside-vscode.${theme}.png`), fullPage: true });
  await theirs.close();
  await ours.close();
  return rows.flatMap(row => faultIn(row) ?? []);
}

function faultIn({ name, property, vsCode, parley, because }: Measured): string | undefined {
  if (vsCode === parley)
    return because === undefined ? undefined : `${name}: ${property} is VS Code's, so the reason for a difference goes`;
  return because === undefined ? `${name}: ${property} is ${parley}, and VS Code has ${vsCode}` : undefined;
}

async function theirStyle(): Promise<string> {
  const { entry } = await ensureWorkbench('newest');
  const css = readFileSync(join(dirname(entry), '../../lib/vscode/out/vs/code/browser/workbench/workbench.css'), 'utf8');
  const spacing = [...new Set(css.match(/spacing-size\d+/g))].map(name => [name, `${Number(name.slice(12)) / 10}px`] as const);
  const all = [...Object.entries(sizes), ...spacing].map(([name, value]) => `--vscode-${name}:${value}`);
  return `:root{${all.join(';')}}${css}`;
}

async function valueOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate(
      (element, { name, isDistance }) => {
        if (!isDistance) return getComputedStyle(element).getPropertyValue(name);
        const blocks = [...document.querySelectorAll('.markdown, .rendered-markdown')]
          .flatMap(text => [...text.querySelectorAll('h1, h2, h3, p, ul, ol')])
          .filter(one => one.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_FOLLOWING);
        const end = blocks.at(-1)?.getBoundingClientRect().bottom ?? 0;
        return `${Math.round(element.getBoundingClientRect().top - end)}px`;
      },
      { name: property, isDistance: property === distance },
    );
}

function tablePage(left: Buffer, right: Buffer, rows: readonly Measured[]): string {
  const image = (data: Buffer, name: string): string =>
    `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${data.toString('base64')}"></figure>`;
  const cells = rows.map(
    ({ name, property, vsCode, parley, because = '' }) =>
      `<tr class="${vsCode === parley ? '' : because === '' ? 'fault' : 'own'}"><td>${name}<td>${property}<td>${vsCode}<td>${vsCode === parley ? 'the same' : parley}<td>${because}`,
  );
  return `<!DOCTYPE html><meta charset="utf-8"><style>body{display:flex;gap:16px;margin:16px;font:12px/1.4 sans-serif}figure{margin:0}
img{border:1px solid #888}td,th{padding:2px 8px;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}.own{background:#fff7d6}.fault{background:#fdd}</style>
${image(left, 'VS Code’s chat')}${image(right, 'Parley')}<table><tr><th>What<th><th>VS Code<th>Parley<th>Why${cells.join('')}</table>`;
}
