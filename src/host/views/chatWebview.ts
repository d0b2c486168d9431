// One webview with one session in it, in the side bar or in an editor tab: shows its state and turns what the person does
// into intents. Sends a snapshot on `ready`, then what changed, at most once per frame of the view.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { QuestionState, SessionState } from '../../session/state.js';
import { diff, firstFinalItem, leftItems, viewItem, viewStatus, viewWaiting } from '../../session/view.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import { shownAttachment } from '../../shared/attachments.js';
import type { ChatAct, ChatNews } from '../../shared/chatParts.js';
import type { HostMessage, Intent } from '../../shared/messages.js';
import { changeOf } from '../../shared/textChange.js';
import type { ChatStatus, EarlierChat, Preferences, ReturnReason, SetUpCard } from '../../shared/transcript.js';
import type { Variant } from '../../shared/variant.js';
import type { MemoryIntent } from '../memory/memoryContract.js';
import { isMemoryIntent } from '../memory/memoryContract.js';
import type { PromptBlocker } from '../vscode/folders.js';
import { allWorkFolders } from '../vscode/folders.js';
import type { ConversationReader, ReadIntent, ShownConversation } from './conversationReader.js';
import { anyReferenceIn } from '../commands/references.js';
import { withIntentSchema } from './intentSchema.js';
import type { OlderItems } from '../sessions/olderItems.js';
import { notStoredWords, turnNote, words } from './problems.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import { folderOf } from '../sessions/session.js';
import type { Session } from '../sessions/session.js';
import { WindowPlaces } from './windowPlaces.js';
import { webviewPage } from './webviewPage.js';

export interface ChatWebviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: SessionLog;
  /** The one that is to be shown. */
  readonly session: () => Session;
  readonly gate: () => PromptBlocker;
  /** Holds the folders of the chats' images; undefined without a work folder. */
  readonly imagesRoot: string | undefined;
  readonly imageFolder: (session: Session) => string | undefined;
  readonly preferences: () => Preferences;
  /** What an empty chat offers to go on with. */
  readonly earlier: () => readonly EarlierChat[];
  /** What is missing before Claude can answer. */
  readonly setUp: () => SetUpCard;
  /** A snapshot is on its way to the page. */
  readonly painted: (session: Session) => void;
  /** Performs the intent in the session with this key, which may have left the view since the person acted. */
  readonly perform: (key: string, intent: Intent) => void;
  /** The same for what is about the memory. `post` replies to this view. */
  readonly performMemory: (key: string, intent: MemoryIntent, post: (message: HostMessage) => void) => void;
  /** The same for the parts of the page beside the conversation. */
  readonly performAct: (key: string, act: ChatAct, post: (message: HostMessage) => void) => void;
  /** The page of this webview has got the focus, or lost it. */
  readonly focusChanged: (webview: ChatWebview, focused: boolean) => void;
  /** The page waits for the focus, and VS Code has not given it. */
  readonly notFocused?: () => void;
  /** The conversation beyond the window of its state. */
  readonly olderItems: (session: Session) => OlderItems;
}

/** Milliseconds between two messages about changes: the view paints no more often. */
const frameTime = 16;

export type FocusTarget = Omit<Extract<HostMessage, { type: 'focus' }>, 'type'>;

export class ChatWebview implements vscode.Disposable {
  /** Set from `ready` on: what it shows now. */
  #shown: { readonly state: SessionState; readonly status: ChatStatus; readonly attachments: readonly KeptAttachment[] } | undefined;
  #version = 0;
  #focusNext: FocusTarget | undefined;
  /** `focusGiven` follows the target that waits. */
  #isGiven = false;
  /** Calls off the sending of changes; undefined when none is scheduled. */
  #cancelPending: (() => void) | undefined;
  /** On the clock of `performance.now()`. */
  #lastChangesAt = -Infinity;
  #disposed = false;
  readonly #receiving: vscode.Disposable;
  /** Set with each snapshot: what its requests for older items are about. */
  #conversation: ShownConversation | undefined;
  /** Made with the first request after a snapshot. */
  #reader: ConversationReader | undefined;

  constructor(
    private readonly webview: vscode.Webview,
    private readonly dependencies: ChatWebviewDependencies,
  ) {
    const dist = vscode.Uri.joinPath(dependencies.extensionUri, 'dist');
    const { imagesRoot } = dependencies;
    const images = imagesRoot === undefined ? [] : [vscode.Uri.file(imagesRoot)];
    webview.options = { enableScripts: true, localResourceRoots: [dist, ...images] };
    this.#receiving = webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    webview.html = webviewPage(webview, dist, ...images);
  }

  /** The session may go on for a moment; there is nobody to be told. */
  dispose(): void {
    this.#cancelPending?.();
    this.#disposed = true;
    this.dependencies.focusChanged(this, false);
    this.#reader?.end();
    this.#receiving.dispose();
  }

  get session(): Session {
    return this.dependencies.session();
  }

  /** The page is out of sight. VS Code takes it away without a word to it. */
  hidden(): void {
    this.dependencies.focusChanged(this, false);
  }

  /** Something may have changed; what did is sent after this turn of the event loop, or a frame after the last changes. */
  update(): void {
    if (this.#cancelPending !== undefined) return;
    const wait = this.#lastChangesAt + frameTime - performance.now();
    if (wait > 0) {
      const timer = setTimeout(this.#sendPending, wait);
      this.#cancelPending = () => {
        clearTimeout(timer);
      };
    } else {
      const immediate = setImmediate(this.#sendPending);
      this.#cancelPending = () => {
        clearImmediate(immediate);
      };
    }
  }

  readonly #sendPending = (): void => {
    this.#cancelPending?.();
    this.#cancelPending = undefined;
    this.#lastChangesAt = performance.now();
    this.#sendChanges();
  };

  /** What is shown beside the conversation is another. */
  surroundsChanged(): void {
    const { preferences, earlier, setUp } = this.dependencies;
    if (this.#shown === undefined) return;
    const surrounds = { preferences: preferences(), earlier: [...earlier()], setUp: setUp() };
    this.#post({ type: 'items', version: ++this.#version, items: [], ...surrounds });
  }

  /** Another session is to be shown, or the same one from the beginning. */
  reset(): void {
    if (this.#shown !== undefined) this.#sendSnapshot();
  }

  /** By the person's command only. */
  focus(target: FocusTarget): void {
    this.#focusNext = target;
    if (this.#shown === undefined) return;
    // The target may be an item that the view has not been sent yet.
    if (this.#cancelPending !== undefined) this.#sendPending();
    this.#sendFocus();
  }

  /** VS Code has been asked to give the focus to the page. Told behind the target, which waits for the state that it is in. */
  focusGiven(): void {
    if (this.#focusNext === undefined) this.tell({ type: 'focusGiven' });
    else this.#isGiven = true;
  }

  #receive(message: unknown): void {
    withIntentSchema(schema => {
      const parsed = schema.safeParse(message);
      if (parsed.success) this.#perform(parsed.data.session, parsed.data.intent);
      else
        this.dependencies.log.error(
          `The webview sent something Parley cannot read, at ${parsed.error.issues[0]?.path.join('.') ?? 'its top'}.`,
        );
    });
  }

  #perform(shown: string, intent: Intent): void {
    if (intent.type === 'ready') {
      // A page that begins anew tells of its focus anew.
      this.hidden();
      this.#sendSnapshot();
    } else if (isRead(intent)) this.#read(shown, intent);
    else if (isMemoryIntent(intent)) this.dependencies.performMemory(shown, intent, message => this.#post(message));
    else if (intent.type === 'notFocused') this.dependencies.notFocused?.();
    else if (intent.type === 'pageFocus') this.dependencies.focusChanged(this, intent.focused);
    else if (intent.type === 'chat') this.dependencies.performAct(shown, intent.act, message => this.#post(message));
    // Before its first snapshot the view knows no key; that snapshot will show the current session.
    else this.dependencies.perform(shown === '' ? this.session.key : shown, intent);
  }

  #status(): ChatStatus {
    const { loop, otherOwner, notStored } = this.dependencies.session();
    const status = viewStatus(loop.state, this.dependencies.gate(), otherOwner);
    const note = otherOwner === undefined ? turnNote(loop.state) : undefined;
    return { ...status, ...(note !== undefined && { note }), ...(notStored && { notStored: notStoredWords(notStored) }) };
  }

  #sendSnapshot(): void {
    const session = this.dependencies.session();
    const { key, loop, composerDraft, composerAttachments: attachments, otherOwner } = session;
    const { state } = loop;
    const status = this.#status();
    this.#shown = { state, status, attachments };
    const imageFolder = this.dependencies.imageFolder(session);
    const items = state.items.map(item => viewItem(item, state, words, otherOwner));
    this.#post({
      type: 'snapshot',
      version: ++this.#version,
      session: key,
      ...{ items, status, composerDraft },
      ...(attachments.length > 0 && { attachments: attachments.map(shownAttachment) }),
      ...(state.waiting.length > 0 && { waiting: viewWaiting(state) }),
      ...(imageFolder !== undefined && {
        images: {
          address: this.webview.asWebviewUri(vscode.Uri.file(imageFolder)).toString(),
          anyReference: anyReferenceIn(imageFolder, folderOf(session)),
        },
      }),
      start: this.#beginConversation(session),
      preferences: this.dependencies.preferences(),
      earlier: [...this.dependencies.earlier()],
      setUp: this.dependencies.setUp(),
    });
    for (const news of session.news.values()) this.#post({ type: 'chat', session: key, news });
    this.#sendFocus();
    this.dependencies.painted(session);
  }

  /** The view begins anew. Returns the cursor of the place in front of the window; null when the conversation begins there. */
  #beginConversation(session: Session): string | null {
    this.#reader?.end();
    this.#reader = undefined;
    const items = this.dependencies.olderItems(session);
    const places = new WindowPlaces();
    this.#conversation = { session: session.key, items, places };
    const first = firstFinalItem(session.loop.state);
    return items.hasOlder && first !== undefined ? places.add({ inFrontOf: first }) : null;
  }

  #read(shown: string, intent: ReadIntent): void {
    const conversation = this.#conversation;
    if (conversation?.session !== shown) return;
    import('./conversationReader.js').then(
      ({ ConversationReader: Reader }) => {
        // Another snapshot was sent meanwhile: the view has forgotten the request.
        if (this.#conversation !== conversation || this.#disposed) return;
        this.#reader ??= new Reader(conversation, {
          post: message => this.#post(message),
          warn: text => this.dependencies.log.warn(text),
          viewItem: item => viewItem(item, this.session.loop.state, words, this.session.otherOwner),
          imagePlaces: () => ({
            workFolders: allWorkFolders(folderOf(this.session)),
            imageFolder: this.dependencies.imageFolder(this.session),
            trusted: this.dependencies.gate() !== 'untrusted',
          }),
        });
        this.#reader.perform(intent);
      },
      (error: unknown) => this.dependencies.log.error(`Older items cannot be read: ${String(error)}`),
    );
  }

  #sendFocus(): void {
    if (this.#focusNext !== undefined) this.#post({ type: 'focus', ...this.#focusNext });
    this.#focusNext = undefined;
    if (this.#isGiven) this.#post({ type: 'focusGiven' });
    this.#isGiven = false;
  }

  #sendChanges(): void {
    if (this.#shown === undefined) return;
    const before = this.#shown;
    const { loop, otherOwner, composerAttachments: attachments } = this.dependencies.session();
    const { state } = loop;
    const status = this.#status();
    this.#shown = { state, status, attachments };
    if (attachments !== before.attachments)
      this.#post({ type: 'items', version: ++this.#version, items: [], attachments: attachments.map(shownAttachment) });
    if (state.waiting !== before.state.waiting || state.waitsForPerson !== before.state.waitsForPerson)
      this.#post({ type: 'items', version: ++this.#version, items: [], waiting: viewWaiting(state) });
    const sameStatus = isDeepStrictEqual(before.status, status);
    const changed = diff(this.#withoutLeft(before.state, state), state);
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
      const items = whole.map(item => viewItem(item, state, words, otherOwner));
      this.#post({ type: 'items', version: ++this.#version, items, ...(!sameStatus && { status }) });
    }
  }

  /** Tells the view which items have left the window, and returns the state before without them. */
  #withoutLeft(before: SessionState, after: SessionState): SessionState {
    const { trimmed, gone } = leftItems(before, after);
    if (trimmed.length + gone.length === 0) return before;
    if (gone.length > 0) this.#post({ type: 'items', version: ++this.#version, items: [], gone: gone.map(({ id }) => id) });
    const last = trimmed.at(-1);
    const cursor = last && this.#conversation?.places.add({ behind: last });
    if (last !== undefined && cursor !== undefined) this.#post({ type: 'trimmed', version: ++this.#version, last: last.id, cursor });
    const left = new Set([...trimmed, ...gone]);
    return { ...before, items: before.items.filter(item => !left.has(item)) };
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

  told(session: Session, news: ChatNews): void {
    if (this.#shown !== undefined && session === this.session) this.#post({ type: 'chat', session: session.key, news });
  }

  /** What the person has done outside the page. False where there is no page, or none yet. */
  tell(message: Variant<HostMessage, 'imageChosen' | 'notAttached' | 'decide' | 'typedSince' | 'focusGiven' | 'linkProblem'>): boolean {
    if (this.#shown === undefined || this.#disposed) return false;
    this.#post(message);
    return true;
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

const readTypes: readonly string[] = [
  'readPage',
  'find',
  'findMore',
  'cancelFind',
  'goToHit',
  'readToolInput',
  'readOptionImage',
] satisfies ReadIntent['type'][];

/** A request for items beyond the window. */
function isRead(intent: Intent): intent is ReadIntent {
  return readTypes.includes(intent.type);
}
