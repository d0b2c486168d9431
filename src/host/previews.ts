// An option's preview in an editor tab of its own, beside what is open. The text is the model's: nothing in it may act.
import * as vscode from 'vscode';
import { openPanel } from './plainUi.js';

const scheme = 'parley-preview';

export class Previews implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #registration: vscode.Disposable;
  readonly #texts = new Map<string, string>();
  #count = 0;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string | undefined {
    return this.#texts.get(uri.path);
  }

  async open(label: string, text: string): Promise<void> {
    if (/^\s*<[a-z!]/i.test(text)) this.#openHtml(label, text);
    else await this.#openMarkdown(label, text);
  }

  async #openMarkdown(label: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${++this.#count}/${label.replaceAll('/', '∕')}.md` });
    this.#texts.set(uri.path, text);
    await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
  }

  #openHtml(label: string, html: string): void {
    const panel = openPanel('parley.preview', label, vscode.ViewColumn.Beside);
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:`;
    panel.webview.html = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"></head><body>${html}</body></html>`;
  }
}
