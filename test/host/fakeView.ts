// A view as VS Code would resolve it, with this test as the page inside: it takes the messages as the page does, and
// notes every one that does not fit what came before.
import * as vscode from 'vscode';
import type { Attachment } from '../../src/shared/attachmentSchema.js';
import type { ChatNews } from '../../src/shared/contract/news.js';
import type { Change, HostMessage } from '../../src/shared/contract/toView.js';
import type { Said } from '../support/inEnvelope.js';
import { hostMessage } from '../../src/shared/contract/toView.js';
import { editedByHost } from '../../src/shared/answers.js';
import type { Answer } from '../../src/shared/question.js';
import { applyChange } from '../../src/shared/textChange.js';
import type { QuestionItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { ChatStatus, Preferences, SetUpCard } from '../../src/shared/chatStatus.js';
import { happened } from './until.js';

export class FakeView {
  /** The changes of a message singly. */
  readonly messages: Said[] = [];
  /** The news for the parts of the page beside the conversation. */
  readonly news: ChatNews[] = [];
  /** Texts that returned to the message box. */
  readonly returned: Extract<HostMessage, { type: 'returned' }>[] = [];
  /** Every message that a page could not have applied. */
  readonly faults: string[] = [];
  items: readonly TranscriptItem[] = [];
  status: ChatStatus | undefined;
  composerDraft: string | undefined;
  attachments: readonly Attachment[] = [];
  chat: string | undefined;
  /** The host's reference to any image of this chat. */
  anyReference: string | undefined;
  preferences: Preferences | undefined;
  setUp: SetUpCard | undefined;
  /** Names of the chats that an empty chat offers. */
  offered: readonly string[] = [];
  /** What each of them waits for. */
  waits: readonly (string | undefined)[] = [];
  version: number | undefined;
  html = '';
  readonly view: vscode.WebviewView;
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly #visibility = new vscode.EventEmitter<void>();
  #visible = true;

  constructor() {
    const { event: onDidReceiveMessage } = this.#received;
    const webview: vscode.Webview = {
      options: {},
      html: '',
      cspSource: 'https://the.page',
      asWebviewUri: uri => uri,
      onDidReceiveMessage,
      postMessage: message => {
        this.#take(message);
        return Promise.resolve(true);
      },
    };
    const isVisible = (): boolean => this.#visible;
    this.view = {
      viewType: 'parley.chat',
      webview,
      get visible() {
        return isVisible();
      },
      onDidChangeVisibility: this.#visibility.event,
      onDidDispose: this.#disposed.event,
      show: () => undefined,
    };
  }

  /** Posts an intent as the page would. `session`: the key of the session that the page shows, if the host shows another session by now. */
  post(intent: unknown, chat = this.chat ?? ''): void {
    this.#received.fire({ chat, intent });
  }

  /** Fills in an answer as the page does: on the card at once, then to the host. */
  draft(id: string, question: number, answer: Answer): void {
    const on = this.items.find(item => item.kind === 'question' && item.id === id);
    this.items = this.items.map(item =>
      item.kind === 'question' && item.id === id ? { ...item, draft: item.draft.with(question, answer) } : item,
    );
    this.post({ type: 'draftAnswer', id, question, answer, on: on?.kind === 'question' ? on.hostEdits.length : 0 });
  }

  /** Hides or shows the view. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#visibility.fire();
  }

  /** Closes or moves the view: the page is gone, and VS Code resolves a new view when needed. */
  dispose(): void {
    this.#disposed.fire();
    this.#received.dispose();
    this.#visibility.dispose();
    this.#disposed.dispose();
  }

  /** The last of its kind. */
  find<K extends TranscriptItem['kind']>(kind: K): Extract<TranscriptItem, { kind: K }> | undefined {
    // The kind says which it is.
    return this.items.filter(item => item.kind === kind).at(-1) as Extract<TranscriptItem, { kind: K }> | undefined;
  }

  #take(sent: unknown): void {
    // As it arrives there: VS Code sends JSON.
    const parsed = hostMessage.safeParse(JSON.parse(JSON.stringify(sent)));
    if (!parsed.success) {
      this.faults.push(`not a message: ${JSON.stringify(sent)}`);
      return;
    }
    const { data } = parsed;
    if (data.type === 'changes') for (const change of data.changes) this.#apply(change);
    else this.#apply(data);
    if (data.type === 'changes' || data.type === 'snapshot') setImmediate(() => this.post({ type: 'taken', version: this.version }));
  }

  #apply(data: Exclude<Said, { type: 'changes' }>): void {
    this.messages.push(data);
    happened();
    if (data.type === 'news') {
      this.news.push(data.news);
      return;
    }
    if (data.type === 'returned') {
      this.returned.push(data);
      return;
    }
    // Only what has a version changes the state that is mirrored here.
    if (!('version' in data)) return;
    if (data.type !== 'snapshot' && data.version !== (this.version ?? 0) + 1)
      this.faults.push(`${data.type} ${data.version} after ${this.version ?? 'nothing'}`);
    this.version = data.version;
    if (data.type === 'snapshot') {
      this.items = data.items;
      this.status = data.status;
      this.composerDraft = data.composerDraft;
      this.attachments = data.attachments ?? [];
      this.chat = data.chat;
      this.news.push(...(data.news ?? []));
      this.anyReference = data.images?.anyReference;
      this.preferences = data.preferences;
      this.setUp = data.setUp;
      this.offered = data.earlier.map(({ title }) => title);
      this.waits = data.earlier.map(({ waits }) => waits);
    } else if (data.type === 'items') {
      this.items = this.items.filter(({ id }) => data.gone?.includes(id) !== true);
      const known = new Set(this.items.map(({ id }) => id));
      const replaced = this.items.map(item => data.items.find(({ id }) => id === item.id) ?? item);
      this.items = [...replaced, ...data.items.filter(({ id }) => !known.has(id))];
      this.status = data.status ?? this.status;
      this.preferences = data.preferences ?? this.preferences;
      this.attachments = data.attachments ?? this.attachments;
      this.setUp = data.setUp ?? this.setUp;
      this.offered = data.earlier?.map(({ title }) => title) ?? this.offered;
      this.waits = data.earlier?.map(({ waits }) => waits) ?? this.waits;
    } else if (data.type === 'trimmed') {
      if (!this.items.some(({ id }) => id === data.last)) this.faults.push(`no item ${data.last} to trim`);
    } else if (data.type === 'draft') {
      if (!this.items.some(({ id, kind }) => id === data.id && kind === 'question')) this.faults.push(`no question ${data.id} to change`);
      this.items = this.items.map(item => (item.kind === 'question' && item.id === data.id ? withHostEdits(item, data) : item));
    } else {
      if (!this.items.some(({ id, kind }) => id === data.id && kind === 'text')) this.faults.push(`no text ${data.id} to append to`);
      this.items = this.items.map(item => (item.kind === 'text' && item.id === data.id ? { ...item, text: item.text + data.text } : item));
    }
  }
}

function withHostEdits(item: QuestionItem, { hostEdits, dismissAt, reads, readsInFile }: Extract<Change, { type: 'draft' }>): QuestionItem {
  const draft = hostEdits.slice(item.hostEdits.length).reduce((grown, edit) => {
    const [asked, given] = [item.questions[edit.question], grown[edit.question]];
    return asked === undefined || given === undefined ? grown : grown.with(edit.question, editedByHost(asked, given, edit));
  }, item.draft);
  const { dismissAt: _, ...rest } = item;
  return { ...rest, draft, hostEdits, ...(dismissAt !== undefined && { dismissAt }), reads: applyChange(item.reads, reads), readsInFile };
}
