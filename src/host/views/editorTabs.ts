// Chats in editor tabs, one tab each. VS Code restores the tabs of an earlier window, each by the key of the chat that its webview
// has stored.
import * as vscode from 'vscode';
import { tabType } from '../vscode/contributions.js';
import type { FocusTarget, ChatWebviewDependencies } from './chatWebview.js';
import { ChatWebview } from './chatWebview.js';
import { hasTitle, openPanel, setTitle } from '../vscode/plainUi.js';
import type { Chat } from '../chats/chat.js';
import { chatTitle } from '../chats/chat.js';

interface EditorTabsDependencies {
  readonly extensionUri: vscode.Uri;
  readonly webview: (chat: () => Chat) => ChatWebviewDependencies;
  /**
   * The chat of a tab that VS Code restores: by its key, or by the tab's title where the key is not known. Undefined when there is
   * none, because another window has closed it.
   */
  readonly restore: (key: string | undefined, hasTitle: (title: string) => boolean) => Promise<Chat | undefined>;
  /** A tab has been opened or closed, or has come into sight or gone out of it. */
  readonly changed: (chat: Chat) => void;
}

interface Tab {
  readonly chat: Chat;
  readonly panel: vscode.WebviewPanel;
  readonly webview: ChatWebview;
  /** VS Code was asked for the focus at most once for the person's last command. */
  mayAskAgain: boolean;
  pageHasFocus: boolean;
}

export class EditorTabs implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #tabs = new Map<string, Tab>();
  readonly #registration: vscode.Disposable;

  constructor(private readonly dependencies: EditorTabsDependencies) {
    this.#registration = vscode.window.registerWebviewPanelSerializer(tabType, this);
  }

  /** The panels stay open: VS Code restores them in the next window. */
  dispose(): void {
    this.#registration.dispose();
    for (const { webview } of this.#tabs.values()) webview.dispose();
    this.#tabs.clear();
  }

  get webviews(): readonly ChatWebview[] {
    return [...this.#tabs.values()].map(({ webview }) => webview);
  }

  /** The chat whose tab is the active editor. */
  get active(): Chat | undefined {
    return [...this.#tabs.values()].find(({ panel }) => panel.active)?.chat;
  }

  has({ key }: Chat): boolean {
    return this.#tabs.has(key);
  }

  isVisible({ key }: Chat): boolean {
    return this.#tabs.get(key)?.panel.visible === true;
  }

  open(chat: Chat): void {
    const panel = openPanel(tabType, titleIn(chat), vscode.ViewColumn.Active);
    this.#add(chat, panel);
  }

  /** Shows the chat's tab, by the person's command only. False where the chat has no tab. */
  show({ key }: Chat, target?: FocusTarget): boolean {
    const tab = this.#tabs.get(key);
    if (tab === undefined) return false;
    // In a page that has the focus, VS Code now and then gives it to the frame around the page, where no key does anything.
    if (target === undefined || !tab.pageHasFocus) tab.panel.reveal();
    if (target === undefined) return true;
    tab.webview.focus(target);
    tab.mayAskAgain = true;
    tab.webview.focusGiven();
    return true;
  }

  /** VS Code is not asked again for the focus of the command before. */
  askNoMore(): void {
    for (const tab of this.#tabs.values()) tab.mayAskAgain = false;
  }

  retitle(chat: Chat): void {
    const tab = this.#tabs.get(chat.key);
    if (tab !== undefined) setTitle(tab.panel, titleIn(chat));
  }

  close({ key }: Chat): void {
    this.#tabs.get(key)?.panel.dispose();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const key = typeof state === 'object' && state !== null && 'chat' in state ? state.chat : undefined;
    // In a browser VS Code stores the state of a webview some seconds late, but the title at once.
    const chat = await this.dependencies.restore(typeof key === 'string' ? key : undefined, title => hasTitle(panel, title));
    if (chat === undefined || this.has(chat)) panel.dispose();
    else this.#add(chat, panel);
  }

  #add(chat: Chat, panel: vscode.WebviewPanel): void {
    const dependencies = this.dependencies.webview(() => chat);
    const webview = new ChatWebview(panel.webview, {
      ...dependencies,
      focusChanged: (told, focused) => {
        tab.pageHasFocus = focused;
        dependencies.focusChanged(told, focused);
      },
      // VS Code now and then gives the focus to the frame around the page. Once only, because the person may have gone elsewhere by then.
      notFocused: () => {
        if (!tab.mayAskAgain) return;
        tab.mayAskAgain = false;
        panel.reveal();
        webview.tell({ type: 'focusGiven', again: true });
      },
    });
    const tab: Tab = { chat, panel, webview, mayAskAgain: false, pageHasFocus: false };
    panel.iconPath = vscode.Uri.joinPath(this.dependencies.extensionUri, 'media', 'icon.png');
    chat.hasTab = true;
    this.#tabs.set(chat.key, tab);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) webview.hidden();
      this.dependencies.changed(chat);
    });
    panel.onDidDispose(() => {
      // First of all: VS Code throws where a panel that is gone is asked whether it is active.
      this.#tabs.delete(chat.key);
      chat.hasTab = false;
      webview.dispose();
      this.dependencies.changed(chat);
    });
    this.dependencies.changed(chat);
  }
}

/** What a chat is called where it is shown. */
export function titleIn(chat: Chat): string {
  return chatTitle(chat) ?? vscode.l10n.t('New chat');
}
