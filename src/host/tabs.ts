// Sessions in editor tabs, one tab each. A window that comes back brings its tabs back, by the session that each page remembers.
import * as vscode from 'vscode';
import { tabType } from './contributions.js';
import type { FocusTarget, PageDependencies } from './page.js';
import { Page } from './page.js';
import { hasTitle, openPanel, setTitle } from './plainUi.js';
import type { Session } from './sessions.js';
import { titleOf } from './sessions.js';

export interface TabsDependencies {
  readonly page: (session: () => Session) => PageDependencies;
  /** Once all are there that were kept. */
  readonly sessions: () => Promise<readonly Session[]>;
  /** A tab has been opened or closed, or has come into sight or gone out of it. */
  readonly changed: (session: Session) => void;
}

interface Tab {
  readonly session: Session;
  readonly panel: vscode.WebviewPanel;
  readonly page: Page;
}

export class Tabs implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #tabs = new Map<string, Tab>();
  readonly #registration: vscode.Disposable;

  constructor(private readonly dependencies: TabsDependencies) {
    this.#registration = vscode.window.registerWebviewPanelSerializer(tabType, this);
  }

  /** The tabs stay, for the next window. */
  dispose(): void {
    this.#registration.dispose();
    for (const { page } of this.#tabs.values()) page.dispose();
    this.#tabs.clear();
  }

  get pages(): readonly Page[] {
    return [...this.#tabs.values()].map(({ page }) => page);
  }

  /** The session whose tab the person is in. */
  get active(): Session | undefined {
    return [...this.#tabs.values()].find(({ panel }) => panel.active)?.session;
  }

  has({ key }: Session): boolean {
    return this.#tabs.has(key);
  }

  isVisible({ key }: Session): boolean {
    return this.#tabs.get(key)?.panel.visible === true;
  }

  open(session: Session): void {
    const panel = openPanel(tabType, titleIn(session), vscode.ViewColumn.Active);
    this.#add(session, panel);
  }

  /** By the person's command only. False where it has no tab. */
  show({ key }: Session, target?: FocusTarget): boolean {
    const tab = this.#tabs.get(key);
    tab?.panel.reveal();
    if (target !== undefined) tab?.page.focus(target);
    return tab !== undefined;
  }

  /** The session has ended, or has another title. */
  update(session: Session, isThere: boolean): void {
    const tab = this.#tabs.get(session.key);
    if (tab === undefined) return;
    if (isThere) setTitle(tab.panel, titleIn(session));
    else tab.panel.dispose();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const key = typeof state === 'object' && state !== null && 'session' in state ? state.session : undefined;
    const free = (await this.dependencies.sessions()).filter(session => !this.has(session));
    // In a browser VS Code keeps the state of a page some seconds late, but the title at once.
    const session = free.find(one => one.key === key) ?? (key === undefined ? free.find(one => hasTitle(panel, titleIn(one))) : undefined);
    // It may have been closed in another window meanwhile.
    if (session === undefined) panel.dispose();
    else this.#add(session, panel);
  }

  #add(session: Session, panel: vscode.WebviewPanel): void {
    const page = new Page(
      panel.webview,
      this.dependencies.page(() => session),
    );
    this.#tabs.set(session.key, { session, panel, page });
    panel.onDidChangeViewState(() => this.dependencies.changed(session));
    panel.onDidDispose(() => {
      page.dispose();
      this.#tabs.delete(session.key);
      this.dependencies.changed(session);
    });
    this.dependencies.changed(session);
  }
}

function titleIn(session: Session): string {
  return titleOf(session) ?? vscode.l10n.t('New chat');
}
