// Texts about the Product Doc that are no files: what would be written, beside what is there. Owns their documents, and the offer to take what a
// diff shows; must not know what the texts are about.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { nodeDocDisk, readText } from '../../memory/productDocDisk.js';
import { visible } from '../../shared/plain.js';
import { markdownToPreview } from '../../shared/wholeInput.js';
import { showDiff } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { previewBeside, showBeside } from '../vscode/textDocuments.js';

const scheme = 'parley-doc';

export interface Side {
  /** The words of the tab. */
  readonly name: string;
  readonly text: string;
}

export interface Offer {
  readonly title: string;
  /** What is there now, and what would be. */
  readonly before: Side;
  readonly after: Side;
  /** Shown with the buttons while the diff is open. */
  readonly message: string;
  readonly accept: { readonly label: string; readonly run: () => Promise<void> };
  readonly decline: { readonly label: string; readonly run?: () => Promise<void> };
}

export class DocTexts {
  readonly #texts = new Map<string, string>();
  /** The offers by the document of what would be. */
  readonly #offers = new Map<string, Offer>();
  /** The file that is previewed, by the document of its preview. */
  readonly #previews = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #parts: readonly vscode.Disposable[];

  constructor() {
    this.#parts = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: uri => this.#texts.get(uri.toString()) ?? this.#previewOf(uri),
      }),
      this.#changed,
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        for (const [preview, file] of this.#previews)
          if (uri.scheme === 'file' && uri.fsPath === file) this.#changed.fire(vscode.Uri.parse(preview, true));
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) this.#forget(input);
      }),
    ];
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  async show(side: Side): Promise<void> {
    await showBeside(this.#make(side));
  }

  /**
   * VS Code's own preview of the Markdown of `file`, an absolute path, as a copy that loads nothing: Claude or a repository may have written it, and
   * an image's address can carry away what Claude has read. It follows what is typed, and is read anew with each command.
   */
  async preview(file: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${basename(file)}`, query: pathToFileURL(file).href });
    this.#previews.set(uri.toString(), file);
    this.#changed.fire(uri);
    await previewBeside(uri);
  }

  /** Resolves once the person has chosen, or has closed the message. Until the diff is closed, `accept` may still come. */
  async offer(offer: Offer): Promise<void> {
    const [before, after] = [this.#make(offer.before), this.#make(offer.after)];
    this.#offers.set(after.toString(), offer);
    await showDiff(before, after, offer.title);
    const pressed = await showMessage(offer.message, [offer.accept.label, offer.decline.label]);
    if (pressed !== undefined) await this.#settle(after.toString(), pressed === 0 ? 'accept' : 'decline');
  }

  /** Accepts by the button above the diff `uri`, or by the command for the diff that is open. */
  async accept(uri: unknown): Promise<void> {
    const shown = shownDiff(uri);
    if (shown === undefined || !this.#offers.has(shown)) {
      await showMessage(vscode.l10n.t('No text is offered here. Open the difference first.'));
      return;
    }
    await this.#settle(shown, 'accept');
  }

  /** Whether `accept` would find an offer. */
  hasOffer(uri: unknown): boolean {
    return this.#offers.has(shownDiff(uri) ?? '');
  }

  async #settle(key: string, choice: 'accept' | 'decline'): Promise<void> {
    const offer = this.#offers.get(key);
    // A message may be pressed after the button above the diff.
    if (offer === undefined) return;
    this.#offers.delete(key);
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === key),
    );
    await offer[choice].run?.();
  }

  async #previewOf(uri: vscode.Uri): Promise<string | undefined> {
    const file = this.#previews.get(uri.toString());
    if (file === undefined) return undefined;
    const open = vscode.workspace.textDocuments.find(({ uri: { scheme: of, fsPath } }) => of === 'file' && fsPath === file);
    if (open !== undefined) return markdownToPreview(open.getText());
    const read = await readText(nodeDocDisk, file);
    return read.ok ? markdownToPreview(read.text) : undefined;
  }

  #make({ name, text }: Side): vscode.Uri {
    // VS Code may still hold the document of an earlier text in the same place.
    const uri = vscode.Uri.from({ scheme, path: `/${name.replace(/[/\\?#]/g, ' ')}.md`, query: randomUUID() });
    // It is looked at alone: what is taken is the text itself.
    this.#texts.set(uri.toString(), visible(text));
    return uri;
  }

  #forget(input: unknown): void {
    const uris =
      input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : input instanceof vscode.TabInputText ? [input.uri] : [];
    const isOpen = ({ input: other }: vscode.Tab): boolean =>
      uris.some(
        uri =>
          (other instanceof vscode.TabInputTextDiff && other.modified.toString() === uri.toString()) ||
          (other instanceof vscode.TabInputText && other.uri.toString() === uri.toString()),
      );
    // The same diff may be open in another group.
    if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isOpen))) return;
    for (const uri of uris) {
      this.#texts.delete(uri.toString());
      this.#offers.delete(uri.toString());
    }
  }
}

/** `uri`, else the diff that is open. */
function shownDiff(uri: unknown): string | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return (uri instanceof vscode.Uri ? uri : input instanceof vscode.TabInputTextDiff ? input.modified : undefined)?.toString();
}
