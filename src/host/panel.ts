// The view: shows the state of one session and turns what the person does into intents. Sends a snapshot on `ready`,
// then what changed, once per turn of the event loop.
import * as vscode from 'vscode';
import type { SessionState } from '../session/state.js';
import { changes, viewItem, viewStatus } from '../session/view.js';
import type { HostMessage, Intent } from '../shared/messages.js';
import type { ChatStatus, Preferences } from '../shared/transcript.js';
import { viewId } from './contributions.js';
import type { Gate } from './folders.js';
import { withIntentSchema } from './intentSchema.js';
import { words } from './problems.js';
import type { SessionLog } from './sessionLoop.js';
import type { Session } from './sessions.js';
import { webviewPage } from './webviewPage.js';

export interface PanelDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: SessionLog;
  /** The one that is to be shown. */
  readonly session: () => Session;
  readonly gate: () => Gate;
  readonly preferences: () => Preferences;
  readonly perform: (intent: Intent) => void;
  /** The view has come into sight, or gone out of it. */
  readonly visibilityChanged: () => void;
  readonly saveComposerDraft: (text: string) => void;
}

type FocusTarget = Extract<HostMessage, { type: 'focus' }>['target'];

export class Panel implements vscode.WebviewViewProvider, vscode.Disposable {
  #view: vscode.WebviewView | undefined;
  /** Set from `ready` until the webview goes: what it shows now. */
  #shown: { readonly state: SessionState; readonly status: ChatStatus } | undefined;
  #version = 0;
  #badge: vscode.ViewBadge | undefined;
  #focusNext: FocusTarget | undefined;
  #flush: NodeJS.Immediate | undefined;
  readonly #registration: vscode.Disposable;

  constructor(private readonly dependencies: PanelDependencies) {
    this.#registration = vscode.window.registerWebviewViewProvider(viewId, this);
  }

  dispose(): void {
    clearImmediate(this.#flush);
    // The session goes on for a moment; there is nobody to be told.
    this.#view = undefined;
    this.#shown = undefined;
    this.#registration.dispose();
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const { webview } = view;
    const dist = vscode.Uri.joinPath(this.dependencies.extensionUri, 'dist');
    this.#view = view;
    this.#shown = undefined;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const receiving = webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    const seeing = view.onDidChangeVisibility(() => this.dependencies.visibilityChanged());
    view.badge = this.#badge;
    view.onDidDispose(() => {
      receiving.dispose();
      seeing.dispose();
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#shown = undefined;
      this.dependencies.visibilityChanged();
    });
    webview.html = webviewPage(webview, dist);
    this.dependencies.visibilityChanged();
  }

  /** Something may have changed; what did is found out once this turn of the event loop is over. */
  update(): void {
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      this.#sendChanges();
    });
  }

  get isVisible(): boolean {
    return this.#view?.visible === true;
  }

  /** On the view's icon. */
  setBadge(badge: vscode.ViewBadge | undefined): void {
    this.#badge = badge;
    if (this.#view !== undefined) this.#view.badge = badge;
  }

  preferencesChanged(): void {
    if (this.#shown !== undefined)
      this.#post({ type: 'items', version: ++this.#version, items: [], preferences: this.dependencies.preferences() });
  }

  /** Another session is to be shown. */
  reset(): void {
    if (this.#shown !== undefined) this.#sendSnapshot();
  }

  /** By the person's command only: opens the view and moves the focus. */
  async focus(target: FocusTarget): Promise<void> {
    this.#focusNext = target;
    await vscode.commands.executeCommand(`${viewId}.focus`);
    if (this.#shown !== undefined) this.#sendFocus();
  }

  #receive(message: unknown): void {
    withIntentSchema(schema => {
      const parsed = schema.safeParse(message);
      if (parsed.success) this.#perform(parsed.data);
      else
        this.dependencies.log.error(
          `The webview sent something Parley cannot read, at ${parsed.error.issues[0]?.path.join('.') ?? 'its top'}.`,
        );
    });
  }

  #perform(data: Intent): void {
    if (data.type === 'ready') this.#sendSnapshot();
    else if (data.type === 'saveComposerDraft') this.dependencies.saveComposerDraft(data.text);
    else this.dependencies.perform(data);
  }

  #status(): ChatStatus {
    const { loop, elsewhere } = this.dependencies.session();
    return viewStatus(loop.state, this.dependencies.gate(), elsewhere);
  }

  #sendSnapshot(): void {
    const { key, loop, composerDraft } = this.dependencies.session();
    const { state } = loop;
    const status = this.#status();
    this.#shown = { state, status };
    const items = state.items.map(item => viewItem(item, state, words));
    this.#post({
      type: 'snapshot',
      version: ++this.#version,
      session: key,
      ...{ items, status, composerDraft },
      preferences: this.dependencies.preferences(),
    });
    this.#sendFocus();
  }

  #sendFocus(): void {
    if (this.#focusNext !== undefined) this.#post({ type: 'focus', target: this.#focusNext });
    this.#focusNext = undefined;
  }

  #sendChanges(): void {
    if (this.#shown === undefined) return;
    const before = this.#shown;
    const { state } = this.dependencies.session().loop;
    const status = this.#status();
    this.#shown = { state, status };
    const sameStatus = before.status.turn === status.turn && before.status.blocked === status.blocked;
    const changed = changes(before.state, state);
    if (changed.type === 'grew' && sameStatus) {
      this.#post({ type: 'append', version: ++this.#version, id: changed.id, text: changed.text });
    } else if (changed.type !== 'none' || !sameStatus) {
      const whole =
        changed.type === 'items' ? changed.items : changed.type === 'grew' ? state.items.filter(item => item.id === changed.id) : [];
      const items = whole.map(item => viewItem(item, state, words));
      this.#post({ type: 'items', version: ++this.#version, items, ...(!sameStatus && { status }) });
    }
  }

  #post(message: HostMessage): void {
    // A webview that is gone says `ready` again when it comes back, so a lost message is no loss.
    this.#view?.webview
      .postMessage(message)
      .then(undefined, (error: unknown) => this.dependencies.log.warn(`A message did not reach the view: ${String(error)}`));
  }
}
