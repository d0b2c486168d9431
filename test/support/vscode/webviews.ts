// The side bar's view and the tabs of the stand-in. Their pages are somewhere else: `Pages` says where.
import type * as vscode from 'vscode';
import { EventEmitter, Uri } from './basics.js';

/** Where the pages of the webviews are, each known by its number. */
export interface Pages {
  /** Where the files of the extension are served, at `/file/PATH`. */
  readonly origin: string;
  load(webview: number, html: string, place: 'view' | 'tab'): void;
  post(webview: number, message: unknown): void;
  focus(webview: number): void;
  close(webview: number): void;
}

/** In the policy of a page: VS Code serves its pages by https, and Parley lets images come from there alone. Whoever serves a page here puts its own origin in this place. */
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

/** The view `parley.chat` in the side bar. */
export class SideBar {
  provider: vscode.WebviewViewProvider | undefined;
  #view: { readonly made: OpenWebview; readonly view: vscode.WebviewView; readonly setVisible: (visible: boolean) => void } | undefined;

  constructor(
    private readonly webviews: Webviews,
    private readonly pages: Pages,
  ) {}

  get isOpen(): boolean {
    return this.#view !== undefined;
  }

  get view(): vscode.WebviewView | undefined {
    return this.#view?.view;
  }

  /** Opens the view. `state`: what its page has kept by `setState`. */
  async show(state: unknown = undefined): Promise<void> {
    if (this.#view !== undefined || this.provider === undefined) return;
    const made = this.webviews.make('view');
    const visibility = new EventEmitter<void>();
    const disposed = new EventEmitter<void>();
    let visible = true;
    const view: vscode.WebviewView = {
      viewType: 'parley.chat',
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
      if (!is) disposed.fire();
    };
    this.#view = { made, view, setVisible };
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
    await this.provider.resolveWebviewView(view, { state }, token);
  }

  /** VS Code throws the page of a hidden view away, unless the view asks to keep it, which Parley's does not. */
  hide(): void {
    const view = this.#view;
    if (view === undefined) return;
    this.#view = undefined;
    view.setVisible(false);
    view.made.dispose();
  }

  async focus(): Promise<void> {
    await this.show();
    if (this.#view !== undefined) this.pages.focus(this.#view.made.number);
  }
}

/** The editor tabs that hold webviews; the stand-in has no other tabs. */
export class Tabs {
  readonly panels: vscode.WebviewPanel[] = [];

  constructor(
    private readonly webviews: Webviews,
    private readonly pages: Pages,
  ) {}

  create(viewType: string, title: string, options?: vscode.WebviewOptions & vscode.WebviewPanelOptions): vscode.WebviewPanel {
    const made = this.webviews.make('tab', options);
    const disposed = new EventEmitter<void>();
    const changed = new EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
    const panel = {
      viewType,
      title,
      webview: made.webview,
      options: options ?? {},
      viewColumn: 1,
      active: true,
      visible: true,
      onDidDispose: disposed.event,
      onDidChangeViewState: changed.event,
      reveal: () => this.pages.focus(made.number),
      dispose: () => {
        const at = this.panels.indexOf(panel);
        if (at < 0) return;
        this.panels.splice(at, 1);
        made.dispose();
        disposed.fire();
      },
    } satisfies vscode.WebviewPanel;
    this.panels.push(panel);
    return panel;
  }
}
