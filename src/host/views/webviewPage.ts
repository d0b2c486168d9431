// The page around the webview's bundle: a strict CSP, no inline script. The translation, where there is one, stands in it, since the
// first paint needs its words, and so does a preview that has the page for itself; everything else comes by message.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { readSetting } from '../vscode/settings.js';

/** An option's preview, or its image by the address that the page has for it; label and text are Claude's. */
export type PagePreview = { readonly label: string; readonly codeColours?: readonly string[] | undefined } & (
  | { readonly text: string }
  | { readonly image: string }
);

/** `images`: the only folder of which the page may show images. */
export function webviewPage(webview: vscode.Webview, dist: vscode.Uri, images?: vscode.Uri, preview?: PagePreview): string {
  // For the first paint; a change comes with the preferences.
  const size = readSetting('parley.chat.fontSize');
  const nonce = randomBytes(16).toString('base64');
  const uriOf = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  // Style attributes, and only these: previews in HTML are laid out by them, and the frame that shows one has this policy too.
  // Sheets stay ours, nothing is loaded by a style (there are no sources for it), and the model's Markdown keeps no attribute.
  const policy = `default-src 'none'; style-src ${webview.cspSource}; style-src-attr 'unsafe-inline'; script-src 'nonce-${nonce}'${imageSource(webview, images)}`;
  // A browser looks up the names in links before anybody presses one, where the page comes by plain http, as from a server of VS Code in the own network.
  return `<!DOCTYPE html>
<html lang="${vscode.l10n.bundle === undefined ? 'en' : vscode.env.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<link rel="stylesheet" href="${uriOf('webview.css')}">
<title>Parley</title>
</head>
<body${size > 0 ? ` style="--vscode-font-size:${size}px"` : ''}>
<div id="root"></div>
${dataBlock('l10n', vscode.l10n.bundle)}${dataBlock('preview', preview)}
<script type="module" nonce="${nonce}" src="${uriOf('webview.js')}"></script>
</body>
</html>`;
}

/** The source of images with the path of their folder, because the hosts of `cspSource` alone would let a preview load from any machine of theirs. */
function imageSource(webview: vscode.Webview, images: vscode.Uri | undefined): string {
  if (images === undefined) return '';
  const { pathname } = new URL(webview.asWebviewUri(images).toString());
  const hosts = webview.cspSource.split(' ').filter(source => source.startsWith('https:'));
  return `; img-src ${hosts.map(host => `${host}${pathname}/`).join(' ')}`;
}

/** Data cannot end its block, and the policy lets no script of this page run without the nonce. */
function dataBlock(id: string, data: unknown): string {
  return data === undefined ? '' : `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
