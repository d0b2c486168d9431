// The text documents of the stand-in: files of the disk, pages of file systems, texts of content providers. What an editor shows is one object
// for all; what none shows is read anew each time.
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type * as vscode from 'vscode';
import type { WorkspaceEdit } from './basics.js';
import { CancellationTokenSource, Disposable, EventEmitter, Uri, constants } from './basics.js';
import { Position, Range } from './ranges.js';

const lineEnd = /\r\n|\n|\r/;
const mark = '\ufeff';

interface Change {
  readonly range: Range;
  readonly text: string;
}

/** A change as VS Code tells it, with its place in the text of before. */
interface ToldChange extends Change {
  readonly rangeOffset: number;
  readonly rangeLength: number;
}

/** The source of a document's text, which also gets the text when the document is saved. */
interface Origin {
  readonly text: string;
  readonly save?: (text: string) => Promise<void>;
}

export class TextDocument {
  #lines: readonly string[] = [];
  #eol = '\n';
  #hasMark = false;
  #version = 0;
  readonly encoding = 'utf8';
  isDirty = false;
  isClosed = false;

  constructor(
    readonly uri: vscode.Uri,
    private readonly origin: Origin,
    private readonly changed: (document: TextDocument, changes: readonly ToldChange[]) => void,
    readonly isUntitled = false,
    readonly languageId = 'plaintext',
    /** What is waited for before the text goes into the file. */
    private readonly saving?: (document: TextDocument) => Promise<void>,
    private readonly saved?: (document: TextDocument) => void,
  ) {
    this.#put(origin.text);
  }

  get fileName(): string {
    return this.uri.fsPath;
  }

  get version(): number {
    return this.#version;
  }

  get eol(): number {
    return this.#eol === '\r\n' ? constants.EndOfLine.CRLF : constants.EndOfLine.LF;
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  getText(range?: Range): string {
    const { start, end } = range === undefined ? this.#whole : this.validateRange(range);
    const lines = this.#lines.slice(start.line, end.line + 1);
    // The last line first, because the first one may be the same.
    lines.push((lines.pop() ?? '').slice(0, end.character));
    return [(lines.shift() ?? '').slice(start.character), ...lines].join(this.#eol);
  }

  lineAt(place: number | Position): { readonly text: string; readonly lineNumber: number; readonly range: Range } {
    const lineNumber = typeof place === 'number' ? place : place.line;
    const text = this.#lines[lineNumber];
    if (text === undefined) throw new Error('Illegal value for `line`');
    return { text, lineNumber, range: new Range(lineNumber, 0, lineNumber, text.length) };
  }

  validatePosition({ line, character }: Position): Position {
    const last = this.lineCount - 1;
    const at = Math.min(line, last);
    const { length } = this.lineAt(at).text;
    return new Position(at, line > last ? length : Math.min(character, length));
  }

  validateRange({ start, end }: Range): Range {
    return new Range(this.validatePosition(start), this.validatePosition(end));
  }

  offsetAt(place: Position): number {
    return this.getText(new Range(new Position(0, 0), place)).length;
  }

  positionAt(offset: number): Position {
    const before = this.getText().slice(0, Math.max(0, offset)).split(lineEnd);
    return this.validatePosition(new Position(before.length - 1, before.at(-1)?.length ?? 0));
  }

  /** False where there is nothing to save. */
  async save(): Promise<boolean> {
    if (!this.isDirty || this.origin.save === undefined) return !this.isUntitled;
    await this.saving?.(this);
    await this.origin.save(`${this.#hasMark ? mark : ''}${this.getText()}`);
    this.isDirty = false;
    this.saved?.(this);
    return true;
  }

  /** The person or an extension changes the text. */
  edit(changes: readonly Change[]): void {
    // The last one in the text first, as VS Code has them.
    const placed = changes.map(change => this.#placed(change)).sort((one, other) => other.rangeOffset - one.rangeOffset);
    let text = this.getText();
    for (const { rangeOffset: at, rangeLength, text: put } of placed) text = text.slice(0, at) + put + text.slice(at + rangeLength);
    this.#put(text);
    this.isDirty = true;
    this.changed(this, placed);
  }

  /** Another program changes the file. Changes that are not saved stay. */
  reload(text: string): void {
    if (this.isDirty || text.replace(mark, '') === this.getText()) return;
    const change = this.#placed({ range: this.#whole, text });
    this.#put(text);
    this.changed(this, [change]);
  }

  #placed(change: Change): ToldChange {
    const rangeOffset = this.offsetAt(change.range.start);
    return { ...change, rangeOffset, rangeLength: this.offsetAt(change.range.end) - rangeOffset };
  }

  #put(text: string): void {
    this.#hasMark ||= text.startsWith(mark);
    const plain = text.replace(mark, '');
    if (this.#version === 0) this.#eol = plain.includes('\r\n') ? '\r\n' : '\n';
    this.#lines = plain.split(lineEnd);
    this.#version++;
  }

  get #whole(): Range {
    const last = this.lineCount - 1;
    return new Range(0, 0, last, this.lineAt(last).text.length);
  }
}

export class Documents {
  readonly #texts = new Map<string, vscode.TextDocumentContentProvider>();
  readonly #fileSystems = new Map<string, vscode.FileSystemProvider>();
  readonly #changed = new EventEmitter<vscode.TextDocumentChangeEvent>();
  readonly onDidChange = this.#changed.event;
  readonly #saving = new EventEmitter<vscode.TextDocumentWillSaveEvent>();
  readonly onWillSave = this.#saving.event;
  readonly #saved = new EventEmitter<vscode.TextDocument>();
  readonly onDidSave = this.#saved.event;
  /** What the editors show. */
  readonly shown = new Set<TextDocument>();
  #untitled = 0;

  provideTexts(scheme: string, provider: vscode.TextDocumentContentProvider): Disposable {
    this.#texts.set(scheme, provider);
    return new Disposable(() => this.#texts.delete(scheme));
  }

  provideFiles(scheme: string, provider: vscode.FileSystemProvider): Disposable {
    if (this.#fileSystems.has(scheme)) throw new Error(`a provider for the scheme '${scheme}' is already registered`);
    this.#fileSystems.set(scheme, provider);
    const changes = provider.onDidChangeFile(events => {
      for (const { uri } of events) void this.#reload(uri);
    });
    return Disposable.from(changes, { dispose: () => this.#fileSystems.delete(scheme) });
  }

  async open(given: vscode.Uri | string | { readonly content?: string; readonly language?: string }): Promise<TextDocument> {
    if (typeof given === 'object' && !('scheme' in given)) {
      const uri = Uri.from({ scheme: 'untitled', path: `Untitled-${++this.#untitled}` });
      return new TextDocument(uri, { text: given.content ?? '' }, this.#tell, true, given.language);
    }
    const uri = typeof given === 'string' ? Uri.file(given) : given;
    const known = this.#find(uri);
    if (known !== undefined) return known;
    const text = await this.#read(uri);
    if (text.text.includes('\0'))
      throw new Error(`cannot open ${uri.toString()}. Detail: File seems to be binary and cannot be opened as text`);
    return new TextDocument(uri, text, this.#tell, false, 'plaintext', this.#tellSaving, this.#tellSaved);
  }

  /** Changes texts that editors show; false where one is not shown. */
  async edit({ changes }: WorkspaceEdit): Promise<boolean> {
    await Promise.resolve();
    const documents = new Map(changes.map(({ uri }) => [uri.toString(), this.#find(uri)]));
    if ([...documents.values()].includes(undefined)) return false;
    for (const [key, document] of documents) document?.edit(changes.filter(({ uri }) => uri.toString() === key));
    return true;
  }

  readonly #tell = (document: TextDocument, contentChanges: readonly ToldChange[]): void => {
    // The document and the changes have what Parley reads of VS Code's.
    this.#changed.fire({ document, contentChanges, reason: undefined } as unknown as vscode.TextDocumentChangeEvent);
  };

  readonly #tellSaving = async (document: TextDocument): Promise<void> => {
    const waits: PromiseLike<unknown>[] = [];
    const waitUntil = (wait: PromiseLike<unknown>): void => void waits.push(wait);
    // The event has what Parley reads of VS Code's.
    this.#saving.fire({ document, waitUntil } as unknown as vscode.TextDocumentWillSaveEvent);
    await Promise.all(waits);
  };

  readonly #tellSaved = (document: TextDocument): void => {
    // The document has what Parley reads of VS Code's.
    this.#saved.fire(document as unknown as vscode.TextDocument);
  };

  #find(uri: vscode.Uri): TextDocument | undefined {
    return [...this.shown].find(document => document.uri.toString() === uri.toString());
  }

  async #reload(uri: vscode.Uri): Promise<void> {
    const document = this.#find(uri);
    if (document !== undefined) document.reload((await this.#read(uri)).text);
  }

  async #read(uri: vscode.Uri): Promise<Origin> {
    const failed = (why: unknown): Promise<never> => Promise.reject(new Error(`cannot open ${uri.toString()}. Detail: ${String(why)}`));
    if (uri.scheme === 'file') return { text: await readFile(uri.fsPath, 'utf8').catch(failed), save: text => writeFile(uri.fsPath, text) };
    const files = this.#fileSystems.get(uri.scheme);
    if (files !== undefined) {
      const read = async (): Promise<string> => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readFile(uri));
      const save = async (text: string): Promise<void> =>
        files.writeFile(uri, new TextEncoder().encode(text), { create: false, overwrite: true });
      return { text: await read().catch(failed), save };
    }
    const text = await this.#texts.get(uri.scheme)?.provideTextDocumentContent(uri, new CancellationTokenSource().token);
    return typeof text === 'string' ? { text } : failed('Unable to resolve text model content');
  }
}

export function labelOf({ uri }: Pick<TextDocument, 'uri'>): string {
  return basename(uri.path);
}
