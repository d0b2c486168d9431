// The view in the side bar, which shows the current chat.
import * as vscode from 'vscode';
import { viewId } from '../vscode/contributions.js';
import type { FocusTarget, ChatWebviewDependencies } from './chatWebview.js';
import { ChatWebview } from './chatWebview.js';
import { setViewTitle } from '../vscode/plainUi.js';

interface SideBarViewDependencies extends ChatWebviewDependencies {
  /** The view has come into sight, or gone out of it. */
  readonly visibilityChanged: () => void;
}

export class SideBarView implements vscode.WebviewViewProvider, vscode.Disposable {
  #view: vscode.WebviewView | undefined;
  #webview: ChatWebview | undefined;
  #title = '';
  #focusNext: FocusTarget | undefined;
  #pageHasFocus = false;
  /** VS Code was asked for the focus at most once for the person's last command. */
  #mayAskAgain = false;
  readonly #registration: vscode.Disposable;

  constructor(private readonly dependencies: SideBarViewDependencies) {
    this.#registration = vscode.window.registerWebviewViewProvider(viewId, this);
  }

  dispose(): void {
    this.#webview?.dispose();
    this.#webview = undefined;
    this.#view = undefined;
    this.#registration.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#webview?.dispose();
    const webview = new ChatWebview(view.webview, {
      ...this.dependencies,
      notFocused: () => this.#askAgain(),
      focusChanged: (told, focused) => {
        this.#pageHasFocus = focused;
        this.dependencies.focusChanged(told, focused);
      },
    });
    this.#view = view;
    this.#webview = webview;
    setViewTitle(view, this.#title);
    const seeing = view.onDidChangeVisibility(() => {
      if (!view.visible) webview.hidden();
      this.dependencies.visibilityChanged();
    });
    view.onDidDispose(() => {
      seeing.dispose();
      webview.dispose();
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#webview = undefined;
      this.dependencies.visibilityChanged();
    });
    if (this.#focusNext !== undefined) webview.focus(this.#focusNext);
    this.#focusNext = undefined;
    this.dependencies.visibilityChanged();
  }

  get webview(): ChatWebview | undefined {
    return this.#webview;
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** The title of the chat that is shown. */
  setTitle(title: string): void {
    this.#title = title;
    if (this.#view !== undefined) setViewTitle(this.#view, title);
  }

  /** Opens the view and moves the focus, by the person's command only. */
  async focus(target: FocusTarget): Promise<void> {
    const wasVisible = this.isVisible;
    this.#mayAskAgain = true;
    if (this.#webview === undefined) this.#focusNext = target;
    // The page waits with its target until VS Code gives it the focus. A target that comes later finds the person elsewhere.
    if (wasVisible) this.#webview?.focus(target);
    // In a page that has it, VS Code now and then gives the focus to the frame around the page, where no key does anything.
    if (!wasVisible || !this.#pageHasFocus) await vscode.commands.executeCommand(`${viewId}.focus`);
    // VS Code loads the page of a hidden view again.
    if (!wasVisible && this.#focusNext === undefined) this.#webview?.focus(target);
    this.#webview?.focusGiven();
  }

  /** VS Code is not asked again for the focus of the command before. */
  askNoMore(): void {
    this.#mayAskAgain = false;
  }

  /** VS Code now and then gives the focus to the frame around the page. Once only, because the person may have gone elsewhere by then. */
  #askAgain(): void {
    if (!this.#mayAskAgain) return;
    this.#mayAskAgain = false;
    void vscode.commands.executeCommand(`${viewId}.focus`).then(() => this.#webview?.tell({ type: 'focusGiven', again: true }));
  }
}
