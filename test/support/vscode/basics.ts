// The classes and constants of VS Code's API that Parley uses, for a plain Node process. Each behaves as VS Code's own does, as far as
// test/host/standIn.suite.ts looks: that suite runs with this stand-in and in both VS Codes.
import type * as vscode from 'vscode';
import { URI, Utils } from 'vscode-uri';
import type { Range } from './ranges.js';
export { Position, Range, Selection } from './ranges.js';

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath.bind(Utils) });

export class RelativePattern {
  constructor(
    readonly baseUri: vscode.Uri,
    readonly pattern: string,
  ) {}
}

export class Disposable implements vscode.Disposable {
  #end: (() => unknown) | undefined;

  constructor(end: () => unknown) {
    this.#end = end;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }

  dispose(): void {
    const end = this.#end;
    this.#end = undefined;
    end?.();
  }
}

interface Listener<T> {
  readonly call: (event: T) => unknown;
}

interface Delivery<T> {
  readonly event: T;
  readonly listeners: readonly Listener<T>[];
  next: number;
}

export class EventEmitter<T> implements vscode.EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  #delivery: Delivery<T> | undefined;
  #isDisposed = false;

  readonly event: vscode.Event<T> = (call, self?: unknown, subscriptions?: vscode.Disposable[]) => {
    const listener = { call: self === undefined ? call : call.bind(self) };
    if (!this.#isDisposed) this.#listeners.add(listener);
    const ended = new Disposable(() => this.#listeners.delete(listener));
    subscriptions?.push(ended);
    return ended;
  };

  /** What a listener fires comes to all behind the event that this listener was told of. */
  fire(event: T): void {
    this.#deliver();
    this.#delivery = { event, listeners: [...this.#listeners], next: 0 };
    this.#deliver();
  }

  /** A listener that throws keeps no other one from the event; one that has ended meanwhile is told nothing. */
  #deliver(): void {
    const delivery = this.#delivery;
    if (delivery === undefined) return;
    for (let listener; (listener = delivery.listeners[delivery.next++]) !== undefined;) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener.call(delivery.event);
      } catch (error) {
        console.error(error);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listeners.clear();
  }
}

/** An event that never comes here. */
export const never: vscode.Event<never> = () => new Disposable(() => undefined);

export class CancellationTokenSource implements vscode.CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  #isCancelled = false;
  readonly token: vscode.CancellationToken;

  constructor() {
    const isCancelled = (): boolean => this.#isCancelled;
    this.token = {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: (call, self?: unknown, subscriptions?: vscode.Disposable[]) => {
        if (!isCancelled()) return this.#cancelled.event(call, self, subscriptions);
        const timer = setTimeout(() => void call.call(self, undefined));
        return new Disposable(() => clearTimeout(timer));
      },
    };
  }

  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#cancelled.fire();
  }

  dispose(): void {
    this.#cancelled.dispose();
  }
}

export class CancellationError extends Error {
  constructor() {
    super('Canceled');
    this.name = 'Canceled';
  }
}

export class FileSystemError extends Error {
  constructor(
    where?: string | vscode.Uri,
    readonly code = 'Unknown',
  ) {
    super(typeof where === 'object' ? where.toString(true) : where);
    this.name = `${code === 'FileNotFound' ? 'EntryNotFound' : code} (FileSystemError)`;
  }

  static FileNotFound(where?: string | vscode.Uri): FileSystemError {
    return new FileSystemError(where, 'FileNotFound');
  }

  static NoPermissions(where?: string | vscode.Uri): FileSystemError {
    return new FileSystemError(where, 'NoPermissions');
  }
}

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class CodeAction {
  command: vscode.Command | undefined;
  diagnostics: readonly vscode.Diagnostic[] | undefined;

  constructor(
    readonly title: string,
    readonly kind?: unknown,
  ) {}
}

export class TabInputText {
  constructor(readonly uri: URI) {}
}

export class TabInputTextDiff {
  constructor(
    readonly original: URI,
    readonly modified: URI,
  ) {}
}

export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly unknown[]) {}
}

export class LanguageModelDataPart {
  private constructor(
    readonly data: Uint8Array,
    readonly mimeType: string,
  ) {}

  static image(data: Uint8Array, mimeType: string): LanguageModelDataPart {
    return new LanguageModelDataPart(data, mimeType);
  }
}

export class McpHttpServerDefinition {
  constructor(
    readonly label: string,
    readonly uri: URI,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly version?: string,
  ) {}
}

/** Changes of texts, each in place of what stands in a range. */
export class WorkspaceEdit {
  readonly changes: { readonly uri: URI; readonly range: Range; readonly text: string }[] = [];

  replace(uri: URI, range: Range, text: string): void {
    this.changes.push({ uri, range, text });
  }
}

/** The values are VS Code's. */
export const constants = {
  ColorThemeKind: { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 },
  CommentMode: { Editing: 0, Preview: 1 },
  CommentThreadCollapsibleState: { Collapsed: 0, Expanded: 1 },
  CommentThreadState: { Unresolved: 0, Resolved: 1 },
  CodeActionKind: { QuickFix: { value: 'quickfix' } },
  ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  EndOfLine: { LF: 1, CRLF: 2 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
  FilePermission: { Readonly: 1 },
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  UIKind: { Desktop: 1, Web: 2 },
  ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
} as const;
