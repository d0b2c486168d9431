// The two sides of a diff that shows an edit: documents of a scheme of our own, of which the right one can be written. Owns their bytes and the
// tabs that show them; must not know what the texts are about. VS Code asks before it closes an editor with changes, so what is typed is
// saved here at once: closing the diff decides nothing and loses nothing.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { KeptFiles } from '../../vscode/keptFiles.js';
import { showDiff } from '../../vscode/plainLater.js';

const scheme = 'parley-edit';

/** Milliseconds behind the last letter. */
const typingPause = 400;

/** The byte order mark, with which VS Code reads UTF-8 whatever `files.encoding` says. */
const mark = '\ufeff';

interface PairOptions {
  /** The file's name, which tells VS Code the language. */
  readonly name: string;
  readonly title: string;
  readonly lineEnd: '\n' | '\r\n';
  /** The text with `\n` as the line end. */
  readonly left: string;
  readonly right: string;
  /** The right side has changed. Comes once for a run of letters. */
  readonly onText: (text: string) => void;
  /** The person has pressed a button in the title of the diff. `onText` has come before it for the text of that moment. */
  readonly onDecide: (decision: 'allow' | 'deny') => void;
}

interface Page {
  bytes: Uint8Array;
  mtime: number;
  readonly pair?: PagePair;
}

export class EditPages extends KeptFiles {
  readonly #pages = new Map<string, Page>();
  #clock = Date.now();

  constructor() {
    super();
    vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true });
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === scheme && contentChanges.length > 0) this.#pages.get(document.uri.toString())?.pair?.typed();
    });
  }

  pair(options: PairOptions): PagePair {
    const authority = randomUUID();
    const name = options.name.replaceAll(/[/\\?#]/g, '_');
    // VS Code shows the path above the text, and not the authority.
    const [left, right] = [vscode.l10n.t('Current'), vscode.l10n.t('Proposed')].map(side =>
      vscode.Uri.from({ scheme, authority, path: `/${side}/${name}` }),
    );
    if (left === undefined || right === undefined) throw new Error('a pair without a side');
    const pair = new PagePair(this, options, left, right);
    this.#pages.set(left.toString(), { bytes: encoded(options.left, options.lineEnd), mtime: this.#clock });
    this.#pages.set(right.toString(), { bytes: encoded(options.right, options.lineEnd), mtime: this.#clock, pair });
    return pair;
  }

  /** The pair whose diff the person has in front; undefined where that is none. */
  get inFront(): PagePair | undefined {
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    return input instanceof vscode.TabInputTextDiff ? this.#pages.get(input.modified.toString())?.pair : undefined;
  }

  /** VS Code reads the page anew, unless its editor holds changes. */
  put(uri: vscode.Uri, text: string, lineEnd: PairOptions['lineEnd']): void {
    const page = this.#pages.get(uri.toString());
    if (page === undefined) return;
    page.bytes = encoded(text, lineEnd);
    page.mtime = ++this.#clock;
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  drop(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.#pages.delete(uri.toString());
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, mtime, pair } = this.#page(uri);
    const form = { type: vscode.FileType.File, ctime: 0, mtime, size: bytes.length };
    return pair === undefined ? { ...form, permissions: vscode.FilePermission.Readonly } : form;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#page(uri).bytes;
  }

  override writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const page = this.#page(uri);
    page.bytes = bytes;
    page.mtime = ++this.#clock;
    // The person may save and close the editor before the pause behind the last letter is over.
    page.pair?.saved(decoded(bytes));
  }

  #page(uri: vscode.Uri): Page {
    const page = this.#pages.get(uri.toString());
    if (page === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return page;
  }
}

export class PagePair {
  #pause: NodeJS.Timeout | undefined;

  constructor(
    private readonly pages: EditPages,
    private readonly options: PairOptions,
    private readonly left: vscode.Uri,
    readonly right: vscode.Uri,
  ) {}

  /** Opens the diff beside a chat that is a tab itself, else in front. */
  async show(): Promise<void> {
    const isChat = vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
    await showDiff(this.left, this.right, this.options.title, isChat ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
  }

  typed(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.take();
      void this.#document()?.save();
    }, typingPause);
  }

  decide(decision: 'allow' | 'deny'): void {
    this.#forgetPause();
    this.take();
    this.options.onDecide(decision);
  }

  saved(text: string): void {
    if (this.#pause === undefined) return;
    this.#forgetPause();
    this.options.onText(text);
  }

  #forgetPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  /** Tells what stands in the editor now. */
  take(): void {
    const document = this.#document();
    if (document !== undefined) this.options.onText(document.getText().replaceAll('\r\n', '\n'));
  }

  /** Puts `text` on the right side, also where an editor shows it. */
  async set(text: string): Promise<void> {
    const document = this.#document();
    if (document === undefined) return this.pages.put(this.right, text, this.options.lineEnd);
    const edit = new vscode.WorkspaceEdit();
    const { start, end, put } = spliceOf(document.getText(), text.replaceAll('\n', document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n'));
    edit.replace(this.right, new vscode.Range(document.positionAt(start), document.positionAt(end)), put);
    await vscode.workspace.applyEdit(edit);
    await document.save();
  }

  /** Closes the tabs that show the pair, without a question, and forgets the texts. */
  async end(): Promise<void> {
    this.#forgetPause();
    const document = this.#document();
    if (document?.isDirty === true) await document.save();
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(tab => this.#isShownBy(tab));
    await vscode.window.tabGroups.close(tabs, true);
    this.#forgetPause();
    this.pages.drop([this.left, this.right]);
  }

  #isShownBy({ input }: vscode.Tab): boolean {
    const uris =
      input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : input instanceof vscode.TabInputText ? [input.uri] : [];
    return uris.some(uri => [this.left, this.right].some(side => side.toString() === uri.toString()));
  }

  #document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && uri.toString() === this.right.toString());
  }
}

/** VS Code opens the tabs of the window before anew, whose edits have ended with it: they would show nothing but an error. Runs once, when this file is loaded. */
async function closeTabsOfBefore(): Promise<void> {
  const isOurs = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputTextDiff && input.modified.scheme === scheme;
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(isOurs);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
void closeTabsOfBefore();

function encoded(text: string, lineEnd: PairOptions['lineEnd']): Uint8Array {
  return new TextEncoder().encode(`${mark}${lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd)}`);
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

/** The cursor of an editor stays where it is, when only what differs is replaced. */
function spliceOf(before: string, after: string): { readonly start: number; readonly end: number; readonly put: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, end: before.length - same, put: after.slice(start, after.length - same) };
}
