// One webview with one session in it, in the side bar or in an editor tab: shows its state and turns what the person does
// into intents. Sends a snapshot on `ready`, then what changed, once per turn of the event loop.
import * as vscode from 'vscode';
import type { QuestionState, SessionState } from '../session/state.js';
import { changes, viewItem, viewStatus } from '../session/view.js';
import type { HostMessage, Intent } from '../shared/messages.js';
import { changeOf } from '../shared/textChange.js';
import type { ChatStatus, EarlierChat, Preferences, ReturnReason } from '../shared/transcript.js';
import type { Gate } from './folders.js';
import { withIntentSchema } from './intentSchema.js';
import { words } from './problems.js';
import type { SessionLog } from './sessionLoop.js';
import type { Session } from './sessions.js';
import { webviewPage } from './webviewPage.js';

export interface PageDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: SessionLog;
  /** The one that is to be shown. */
  readonly session: () => Session;
  readonly gate: () => Gate;
  readonly preferences: () => Preferences;
  /** What an empty chat offers to go on with. */
  readonly earlier: () => readonly EarlierChat[];
  readonly perform: (intent: Intent) => void;
  readonly saveComposerDraft: (text: string) => void;
}

export type FocusTarget = Omit<Extract<HostMessage, { type: 'focus' }>, 'type'>;

export class Page implements vscode.Disposable {
  /** Set from `ready` on: what it shows now. */
  #shown: { readonly state: SessionState; readonly status: ChatStatus } | undefined;
  #version = 0;
  #focusNext: FocusTarget | undefined;
  #flush: NodeJS.Immediate | undefined;
  #disposed = false;
  readonly #receiving: vscode.Disposable;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly dependencies: PageDependencies,
  ) {
    const dist = vscode.Uri.joinPath(dependencies.extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#receiving = webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    webview.html = webviewPage(webview, dist);
  }

  /** The session may go on for a moment; there is nobody to be told. */
  dispose(): void {
    clearImmediate(this.#flush);
    this.#disposed = true;
    this.#receiving.dispose();
  }

  get session(): Session {
    return this.dependencies.session();
  }

  /** Something may have changed; what did is found out once this turn of the event loop is over. */
  update(): void {
    this.#flush ??= setImmediate(() => {
      this.#flush = undefined;
      this.#sendChanges();
    });
  }

  /** What is shown beside the conversation is another. */
  surroundingsChanged(): void {
    const { preferences, earlier } = this.dependencies;
    if (this.#shown !== undefined)
      this.#post({ type: 'items', version: ++this.#version, items: [], preferences: preferences(), earlier: [...earlier()] });
  }

  /** Another session is to be shown, or the same one from the beginning. */
  reset(): void {
    if (this.#shown !== undefined) this.#sendSnapshot();
  }

  /** By the person's command only. */
  focus(target: FocusTarget): void {
    this.#focusNext = target;
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
    const { key, loop, composerDraft, elsewhere } = this.dependencies.session();
    const { state } = loop;
    const status = this.#status();
    this.#shown = { state, status };
    const items = state.items.map(item => viewItem(item, state, words, elsewhere));
    this.#post({
      type: 'snapshot',
      version: ++this.#version,
      session: key,
      ...{ items, status, composerDraft },
      preferences: this.dependencies.preferences(),
      earlier: [...this.dependencies.earlier()],
    });
    this.#sendFocus();
  }

  #sendFocus(): void {
    if (this.#focusNext !== undefined) this.#post({ type: 'focus', ...this.#focusNext });
    this.#focusNext = undefined;
  }

  #sendChanges(): void {
    if (this.#shown === undefined) return;
    const before = this.#shown;
    const { loop, elsewhere } = this.dependencies.session();
    const { state } = loop;
    const status = this.#status();
    this.#shown = { state, status };
    const sameStatus = before.status.turn === status.turn && before.status.blocked === status.blocked;
    const changed = changes(before.state, state);
    if (changed.type === 'grew' && sameStatus) {
      this.#post({ type: 'append', version: ++this.#version, id: changed.id, text: changed.text });
    } else if (changed.type === 'draft' && sameStatus) {
      this.#sendDraft(changed.before, changed.after, state);
    } else if (changed.type !== 'none' || !sameStatus) {
      const whole =
        changed.type === 'items'
          ? changed.items
          : changed.type === 'draft'
            ? [changed.after]
            : changed.type === 'grew'
              ? state.items.filter(item => item.id === changed.id)
              : [];
      const items = whole.map(item => viewItem(item, state, words, elsewhere));
      this.#post({ type: 'items', version: ++this.#version, items, ...(!sameStatus && { status }) });
    }
  }

  /** Without the questions and the draft, which the view has: a letter typed costs a letter. */
  #sendDraft(before: QuestionState, after: QuestionState, state: SessionState): void {
    const read = words.reads(after, state);
    this.#post({
      type: 'draft',
      version: ++this.#version,
      id: after.id,
      hostEdits: [...after.hostEdits],
      ...(after.dismissAt !== undefined && { dismissAt: after.dismissAt }),
      reads: changeOf(words.reads(before, state)?.text, read?.text),
      ...(read?.inFile === true && { readsInFile: true }),
    });
  }

  /** Words that could not be sent, into the message box again. */
  returnText(text: string, because: ReturnReason): void {
    if (this.#shown !== undefined) this.#post({ type: 'returned', text, because });
  }

  #post(message: HostMessage): void {
    if (this.#disposed) return;
    // A webview that is gone says `ready` again when it comes back, so a lost message is no loss.
    this.webview
      .postMessage(message)
      .then(undefined, (error: unknown) => this.dependencies.log.warn(`A message did not reach the view: ${String(error)}`));
  }
}
