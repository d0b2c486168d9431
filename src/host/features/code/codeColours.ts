// Owns the theme's colours for code, as the pages are told them: read once somebody asks for them, and again when the theme or its settings change.
import * as vscode from 'vscode';
import type { Emitter } from '../../chats/emitter.js';
import { emitter } from '../../chats/emitter.js';
import type { Log } from '../../chats/chatDependencies.js';

export class CodeColours implements vscode.Disposable {
  #colours: readonly string[] | undefined;
  #isAsked = false;
  #first: NodeJS.Immediate | undefined;
  #reading = 0;
  readonly onDidChange: Emitter<void>;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly log: Log) {
    this.onDidChange = emitter(log);
    this.#subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveColorTheme(() => this.#read()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('editor.tokenColorCustomizations') || change.affectsConfiguration('workbench.colorTheme'))
          this.#read();
      }),
    );
  }

  dispose(): void {
    clearImmediate(this.#first);
    this.#reading += 1;
    this.#isAsked = false;
    this.#subscriptions.dispose();
  }

  /** The colours in the order of `codeKinds`, each `#…` or empty. Undefined as long as the theme is not known: the page has colours of its own. */
  get colours(): readonly string[] | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true;
      // After the page has what it asks for with this.
      this.#first = setImmediate(() => this.#read());
    }
    return this.#colours;
  }

  #read(): void {
    if (!this.#isAsked) return;
    this.#reading += 1;
    const reading = this.#reading;
    import('./themeFile.js')
      .then(({ readThemeColours }) => readThemeColours())
      .then(
        colours => {
          // A later one is under way.
          if (reading !== this.#reading) return;
          if (colours === undefined)
            this.log.info('The colours of the theme cannot be read. Code has the colours of VS Code’s own themes.');
          if (colours?.join() === this.#colours?.join()) return;
          this.#colours = colours;
          this.onDidChange.fire();
        },
        (error: unknown) => this.log.warn(`The colours of the theme cannot be read: ${String(error)}`),
      );
  }
}
