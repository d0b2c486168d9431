// Opens an option's preview or image in an editor tab beside the active one. The page shows it like the card does and loads nothing, but for
// the image, which lies in the folder of its chat.
// Claude's text is in the page only and goes with its tab.
import * as vscode from 'vscode';
import { withIntent } from './intentSchema.js';
import { openPanel } from '../vscode/plainUi.js';
import type { Log } from '../chats/chatDependencies.js';
import type { PagePreview } from './webviewPage.js';
import { webviewPage } from './webviewPage.js';

interface PreviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** `folder`: in which the chat works; undefined for the first one. */
  readonly openLink: (href: string, folder: string | undefined) => Promise<void>;
  /** The colours of code in the theme when the preview is opened. */
  readonly codeColours: () => readonly string[] | undefined;
}

export class Previews implements vscode.Disposable {
  readonly #panels = new Set<vscode.WebviewPanel>();

  constructor(private readonly dependencies: PreviewDependencies) {}

  /** Closes the preview tabs, because their links need Parley. */
  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
  }

  open(label: string, text: string, folder: string | undefined): void {
    this.#open(label, { folder }, () => ({ label, text }));
  }

  /** `file`: a name of `imageFileName` in the folder of a chat's images. */
  openImage(label: string, folder: string, file: string): void {
    const images = vscode.Uri.file(folder);
    this.#open(label, { images }, webview => ({ label, image: webview.asWebviewUri(vscode.Uri.joinPath(images, file)).toString() }));
  }

  #open(
    label: string,
    { images, folder }: { readonly images?: vscode.Uri; readonly folder?: string | undefined },
    shown: (webview: vscode.Webview) => PagePreview,
  ): void {
    const dist = vscode.Uri.joinPath(this.dependencies.extensionUri, 'dist');
    const panel = openPanel('parley.preview', label, vscode.ViewColumn.Beside);
    this.#panels.add(panel);
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist, ...(images === undefined ? [] : [images])] };
    const receiving = panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message, folder));
    panel.onDidDispose(() => {
      receiving.dispose();
      this.#panels.delete(panel);
    });
    panel.webview.html = webviewPage(panel.webview, dist, images, {
      ...shown(panel.webview),
      codeColours: this.dependencies.codeColours(),
    });
  }

  /** Accepts `openLink` and `reportError` only; every other intent belongs to a chat. */
  #receive(message: unknown, folder: string | undefined): void {
    const { log, openLink } = this.dependencies;
    withIntent(message, checked => {
      const intent = 'at' in checked ? undefined : checked.addressed.intent;
      if (intent?.type === 'reportError') log.error(`A preview reports: ${intent.text}`);
      if (intent?.type === 'openLink')
        openLink(intent.href, folder).catch((error: unknown) => log.error(`Opening a link failed: ${String(error)}`));
    });
  }
}
