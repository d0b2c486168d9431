// The side bar's view and the tabs of the stand-in. Their pages are somewhere else: `Pages` says where.
import type * as vscode from 'vscode';
import { CancellationTokenSource, EventEmitter, TabInputWebview, Uri } from './basics.js';
import type { Editors } from './editors.js';

/** The place that shows the pages of the webviews, each known by its number. */
export interface Pages {
  /** The origin that serves the files of the extension, at `/file/PATH`. */
  readonly origin: string;
  load(webview: number, html: string, place: 'view' | 'tab'): void;
  post(webview: number, message: unknown): void;
  focus(webview: number): void;
  close(webview: number): void;
}

/**
 * The source in the policy of a page: VS Code serves its pages by https, and Parley lets images come from there alone. Whoever serves a page here
 * puts its own origin in this place.
 */
export const secureSource = 'https://webview.test';

interface OpenWebview {
  readonly number: number;
  readonly webview: vscode.Webview;
  readonly receive: (message: unknown) => void;
  readonly dispose: () => void;
}

export class Webviews {
  #count = 0;
  readonly #open = new Map<number, OpenWebview>();

  constructor(private readonly pages: Pages) {}

  make(place: 'view' | 'tab', options: vscode.WebviewOptions = {}): OpenWebview {
    const { pages } = this;
    const number = ++this.#count;
    const received = new EventEmitter<unknown>();
    let html = '';
    const webview: vscode.Webview = {
      options,
      cspSource: `${pages.origin} ${secureSource}`,
      asWebviewUri: uri => Uri.parse(`${pages.origin}/file${uri.path}`),
      onDidReceiveMessage: received.event,
      postMessage: message => {
        if (!this.#open.has(number)) return Promise.resolve(false);
        pages.post(number, message);
        return Promise.resolve(true);
      },
      get html() {
        return html;
      },
      set html(text) {
        html = text;
        pages.load(number, text, place);
      },
    };
    const made: OpenWebview = {
      number,
      webview,
      receive: message => received.fire(message),
      dispose: () => {
        if (!this.#open.delete(number)) return;
        received.dispose();
        pages.close(number);
      },
    };
    this.#open.set(number, made);
    return made;
  }

  /** A message of a page that is not there any more is lost, as in VS Code. */
  receive(number: number, message: unknown): void {
    this.#open.get(number)?.receive(message);
  }

  /** May a page of an open webview load this file? */
  mayLoad(path: string): boolean {
    const roots = [...this.#open.values()].flatMap(({ webview }) => webview.options.localResourceRoots ?? []);
    return roots.some(root => path === root.path || path.startsWith(`${root.path}/`));
  }
}

/** A webview in the side bar. VS Code throws the page of a hidden one away, and loads it again when the view is shown. */
export class SideBar {
  provider: vscode.WebviewViewProvider | undefined;
  #view: { readonly made: OpenWebview; readonly view: vscode.WebviewView; readonly setVisible: (visible: boolean) => void } | undefined;

  constructor(
    private readonly id: string,
    private readonly webviews: Webviews,
    private readonly pages: Pages,
  ) {}

  get isOpen(): boolean {
    return this.#view?.view.visible === true;
  }

  get view(): vscode.WebviewView | undefined {
    return this.#view?.view;
  }

  /** Opens the view. `state`: what its page has kept by `setState`. */
  async show(state: unknown = undefined): Promise<void> {
    if (this.isOpen || this.provider === undefined) return;
    if (this.#view !== undefined) {
      const { made, setVisible } = this.#view;
      setVisible(true);
      this.pages.load(made.number, made.webview.html, 'view');
      return;
    }
    const made = this.webviews.make('view');
    const visibility = new EventEmitter<void>();
    const disposed = new EventEmitter<void>();
    let visible = true;
    const view: vscode.WebviewView = {
      viewType: this.id,
      webview: made.webview,
      get visible() {
        return visible;
      },
      onDidChangeVisibility: visibility.event,
      onDidDispose: disposed.event,
      show: () => this.pages.focus(made.number),
    };
    const setVisible = (is: boolean): void => {
      visible = is;
      visibility.fire();
    };
    this.#view = { made, view, setVisible };
    const { token } = new CancellationTokenSource();
    await this.provider.resolveWebviewView(view, { state }, token);
  }

  hide(): void {
    if (this.#view === undefined || !this.isOpen) return;
    this.pages.close(this.#view.made.number);
    this.#view.setVisible(false);
  }

  async focus(): Promise<void> {
    await this.show();
    if (this.#view !== undefined) this.pages.focus(this.#view.made.number);
  }
}

interface ViewState {
  readonly active: boolean;
  readonly visible: boolean;
  readonly viewColumn: number;
}

/** The editor tabs that hold webviews. */
export class Tabs {
  readonly panels: vscode.WebviewPanel[] = [];

  constructor(
    private readonly webviews: Webviews,
    private readonly pages: Pages,
    private readonly editors: Editors,
  ) {}

  create(
    viewType: string,
    title: string,
    column: number | { readonly viewColumn: number; readonly preserveFocus?: boolean },
    options?: vscode.WebviewOptions & vscode.WebviewPanelOptions,
  ): vscode.WebviewPanel {
    const { editors, pages } = this;
    const made = this.webviews.make('tab', options);
    const disposed = new EventEmitter<void>();
    const changed = new EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
    const placed = typeof column === 'number' ? { viewColumn: column } : column;
    const tab = editors.open(
      placed,
      () => ({
        label: title,
        input: new TabInputWebview(`mainThreadWebview-${viewType}`),
        isPreview: false,
        editors: [],
        closed: () => panel.dispose(),
      }),
      () => false,
    );
    const stateNow = (): ViewState => ({ active: editors.isActive(tab), visible: tab.isActive, viewColumn: tab.group.viewColumn });
    let state = stateNow();
    let isDisposed = false;
    const assertNotDisposed = (): void => {
      if (isDisposed) throw new Error('Webview is disposed');
    };
    const panel = {
      viewType,
      get title() {
        return tab.label;
      },
      set title(words) {
        tab.label = words;
      },
      webview: made.webview,
      options: options ?? {},
      get viewColumn() {
        return state.viewColumn;
      },
      get active() {
        assertNotDisposed();
        return state.active;
      },
      get visible() {
        assertNotDisposed();
        return state.visible;
      },
      onDidDispose: disposed.event,
      onDidChangeViewState: changed.event,
      reveal: (_column?: number, preserveFocus?: boolean) => {
        editors.goTo(tab, preserveFocus);
        pages.focus(made.number);
      },
      dispose: () => {
        if (isDisposed) return;
        isDisposed = true;
        this.panels.splice(this.panels.indexOf(panel), 1);
        layingOut.dispose();
        disposed.fire();
        made.dispose();
        editors.close([tab]);
      },
    } satisfies vscode.WebviewPanel;
    const layingOut = editors.onDidLayOut(() => {
      const before = state;
      state = stateNow();
      if (before.active !== state.active || before.visible !== state.visible || before.viewColumn !== state.viewColumn)
        changed.fire({ webviewPanel: panel });
    });
    this.panels.push(panel);
    return panel;
  }
}
