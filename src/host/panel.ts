// The view in the side bar, which shows the current session.
import * as vscode from 'vscode';
import { viewId } from './contributions.js';
import type { FocusTarget, PageDependencies } from './page.js';
import { Page } from './page.js';
import { setBadge } from './plainUi.js';

export interface PanelDependencies extends PageDependencies {
  /** The view has come into sight, or gone out of it. */
  readonly visibilityChanged: () => void;
}

export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
  #view: vscode.WebviewView | undefined;
  #page: Page | undefined;
  #badge: vscode.ViewBadge | undefined;
  #focusNext: FocusTarget | undefined;
  readonly #registration: vscode.Disposable;

  constructor(private readonly dependencies: PanelDependencies) {
    this.#registration = vscode.window.registerWebviewViewProvider(viewId, this);
  }

  dispose(): void {
    this.#page?.dispose();
    this.#page = undefined;
    this.#view = undefined;
    this.#registration.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#page?.dispose();
    const page = new Page(view.webview, this.dependencies);
    this.#view = view;
    this.#page = page;
    setBadge(view, this.#badge);
    const seeing = view.onDidChangeVisibility(() => this.dependencies.visibilityChanged());
    view.onDidDispose(() => {
      seeing.dispose();
      page.dispose();
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#page = undefined;
      this.dependencies.visibilityChanged();
    });
    if (this.#focusNext !== undefined) page.focus(this.#focusNext);
    this.#focusNext = undefined;
    this.dependencies.visibilityChanged();
  }

  get page(): Page | undefined {
    return this.#page;
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** On the view's icon. */
  setBadge(badge: vscode.ViewBadge | undefined): void {
    this.#badge = badge;
    if (this.#view !== undefined) setBadge(this.#view, badge);
  }

  /** By the person's command only: opens the view and moves the focus. */
  async focus(target: FocusTarget): Promise<void> {
    if (this.#page === undefined) this.#focusNext = target;
    await vscode.commands.executeCommand(`${viewId}.focus`);
    if (this.#focusNext === undefined) this.#page?.focus(target);
  }
}
