// The page that the tests show, as the host makes it and VS Code dresses it: with the host's policy, a theme of VS Code's, and an API that
// records what the page says.
import { readFileSync } from 'node:fs';
import { installApi, installTime } from './inPage.js';

export const themeNames = ['dark', 'light', 'hcDark', 'hcLight', 'dark2026', 'light2026'] as const;
export type ThemeName = (typeof themeNames)[number];

/** The place in which VS Code shows a page: it tells the page nothing of that, but has another ground behind each. */
export type Place = 'view' | 'tab';

interface Theme {
  readonly name: string;
  readonly kind: string;
  /** The ground behind a page in the side bar, and in an editor tab. */
  readonly view: string;
  readonly tab: string;
  readonly variables: Readonly<Record<string, string>>;
}

// A file of ours, made by test/pictures/themes.process.ts from what VS Code itself gives a webview.
export const themes = JSON.parse(readFileSync('test/fixtures/themes.json', 'utf8')) as Readonly<Record<ThemeName, Theme>>;

/** What the server answers to a path; no body: nothing is there. `time`: when the pages begin, in epoch milliseconds, where time passes only as the test lets it pass. */
export function answerTo(url: string, time?: number): { readonly type: string; readonly body: string | Buffer | undefined } {
  if (/^\/webview[-a-z]*\.js$/.test(url)) return { type: 'text/javascript', body: readFileSync(`dist${url}`) };
  if (url === '/webview.css') return { type: 'text/css', body: readFileSync('dist/webview.css') };
  // In the place of the chat's folder of images.
  if (url.startsWith('/images/'))
    return { type: 'image/png', body: url.includes('00000000deadbeef') ? undefined : readFileSync('media/icon.png') };
  // As in the workbench: the page is a frame, beside which something else can have the focus.
  if (url === '/frame')
    return {
      type: 'text/html',
      body: '<link rel="icon" href="data:,"><input aria-label="Elsewhere"><iframe src="/dark-view" width="380" height="700"></iframe>',
    };
  if (url === '/vscode.css') return { type: 'text/css', body: readFileSync('test/fixtures/vscodeDefault.css') };
  const [, name, place, language, preview] = /^\/(\w+)-(view|tab)(?:\.(\w+))?(?:~\d+)?(?:\?(.+))?$/.exec(url) ?? [];
  const theme = themeNames.find(known => known === name);
  return {
    type: 'text/html; charset=utf-8',
    body: theme === undefined ? undefined : pageFor(clothesOf(theme, place === 'tab' ? 'tab' : 'view'), { time, language, preview }),
  };
}

export interface Clothes {
  readonly kind: string;
  readonly ground: string;
  readonly variables: Readonly<Record<string, string>>;
}

export function clothesOf(theme: ThemeName, place: Place): Clothes {
  const { kind, variables, ...grounds } = themes[theme];
  return { kind, variables, ground: grounds[place] };
}

/** Runs in the page: puts on the theme, as VS Code does when the page opens and whenever the theme changes. */
export function wear({ kind, ground, variables }: Clothes): void {
  const { style } = document.documentElement;
  style.cssText = '';
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  style.background = ground;
  document.body.className = kind;
  document.body.dataset['vscodeThemeKind'] = kind;
}

interface PageParts {
  readonly time: number | undefined;
  readonly language: string | undefined;
  readonly preview: string | undefined;
}

/** The host's own page, and what VS Code adds: its style sheet, the theme's variables and class, the ground behind the page, and acquireVsCodeApi. */
function pageFor(clothes: Clothes, { time, language = 'en', preview }: PageParts): string {
  const policy = `default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; script-src 'nonce-test'; img-src http://127.0.0.1:*/images/`;
  const worn = JSON.stringify(clothes);
  return `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><title>Parley</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="stylesheet" href="/vscode.css"><link rel="stylesheet" href="/webview.css"></head>
<body>
<script nonce="test">(${wear.toString()})(${worn}); (${installApi.toString()})();
${time === undefined ? '' : `(${installTime.toString()})(${time}, ${wear.toString()});`}</script>
<div id="root"></div>
${language === 'en' ? '' : dataBlock('l10n', readFileSync(`src/l10n/bundle.l10n.${language}.json`, 'utf8'))}
${preview === undefined ? '' : dataBlock('preview', decodeURIComponent(preview))}
<script type="module" nonce="test"${time === undefined ? ' src="/webview.js">' : `>parleyPage.begun = parleyPage.begin(${worn});`}</script></body></html>`;
}

/** The block of data of the host's own page. */
function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;
}
