// An option's preview in an editor tab of its own, beside what is open: a page of ours, which shows it like the card does and loads
// nothing. The text is Claude's; it is in the page and nowhere else, so it is gone with its tab.
import * as vscode from 'vscode';
import { withIntentSchema } from './intentSchema.js';
import { openPanel } from './plainUi.js';
import type { SessionLog } from './sessionLoop.js';
import { webviewPage } from './webviewPage.js';

export interface PreviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: SessionLog;
  readonly openLink: (href: string) => Promise<void>;
}

export class Previews implements vscode.Disposable {
  readonly #panels = new Set<vscode.WebviewPanel>();

  constructor(private readonly dependencies: PreviewDependencies) {}

  /** Closes its own tabs: without Parley their links lead nowhere. */
  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
  }

  open(label: string, text: string): void {
    const dist = vscode.Uri.joinPath(this.dependencies.extensionUri, 'dist');
    const panel = openPanel('parley.preview', label, vscode.ViewColumn.Beside);
    this.#panels.add(panel);
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const receiving = panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    panel.onDidDispose(() => {
      receiving.dispose();
      this.#panels.delete(panel);
    });
    panel.webview.html = webviewPage(panel.webview, dist, { label, text });
  }

  /** Nothing but links: what else the page can say belongs to a chat. */
  #receive(message: unknown): void {
    const { log, openLink } = this.dependencies;
    withIntentSchema(schema => {
      const { data } = schema.safeParse(message);
      if (data?.type === 'reportError') log.error(`A preview reports: ${data.text}`);
      if (data?.type === 'openLink') openLink(data.href).catch((error: unknown) => log.error(`Opening a link failed: ${String(error)}`));
    });
  }
}
