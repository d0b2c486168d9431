// One webview with one chat in it, in the side bar or in an editor tab: shows its state and turns what the person does
// into intents. Sends a snapshot on `ready`, then what changed, as the page takes it.
import * as vscode from 'vscode';
import { firstFinalItem, viewItem, viewStatus, viewWaiting } from '../../chat/view.js';
import { shownAttachment } from '../../shared/attachments.js';
import type { ChatNews } from '../../shared/contract/news.js';
import type { Addressed, ViewIntent } from '../../shared/contract/fromView.js';
import type { ConversationIntent } from '../../shared/contract/reading.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { ChatStatus, EarlierChat, Preferences, ReturnReason, SetUpCard } from '../../shared/chatStatus.js';
import type { PromptBlocker } from '../vscode/folders.js';
import { allWorkFolders, workFolder } from '../vscode/folders.js';
import type { ConversationReader, ShownConversation } from './conversationReader.js';
import { anyReferenceIn } from '../commands/references.js';
import { withIntent } from './intentSchema.js';
import type { OlderItems } from '../conversation/olderItems.js';
import { PageChanges } from './pageChanges.js';
import { notStoredWords, turnNote, words } from './problems.js';
import type { Log } from '../chats/chatDependencies.js';
import { folderOf } from '../chats/chat.js';
import type { Chat } from '../chats/chat.js';
import { WindowPlaces } from './windowPlaces.js';
import { webviewPage } from './webviewPage.js';

export interface ChatWebviewDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  /** The one that is to be shown. */
  readonly chat: () => Chat;
  readonly gate: () => PromptBlocker;
  /** Holds the folders of the chats' images; undefined without a work folder. */
  readonly imagesRoot: string | undefined;
  readonly imageFolder: (chat: Chat) => string | undefined;
  readonly preferences: () => Preferences;
  /** What an empty chat offers to go on with. */
  readonly earlier: () => readonly EarlierChat[];
  /** What is missing before Claude can answer. */
  readonly setUp: () => SetUpCard;
  /** A snapshot is on its way to the page. */
  readonly painted: (chat: Chat) => void;
  /**
   * Performs what is not about this view alone, in the chat with this key, which may have left the view since the person acted. `post` replies to
   * this view.
   */
  readonly perform: (key: string, addressed: HostIntent, post: (message: HostMessage) => void) => void;
  /** The page of this webview has got the focus, or lost it. */
  readonly focusChanged: (webview: ChatWebview, focused: boolean) => void;
  /** The page waits for the focus, and VS Code has not given it. */
  readonly notFocused?: () => void;
  /** The conversation beyond the window of its state. */
  readonly olderItems: (chat: Chat) => OlderItems;
}

/** What the view does not handle by itself. */
export type HostIntent = Exclude<Addressed, { to: 'view' | 'conversation' }>;

export type FocusTarget = Omit<Extract<HostMessage, { type: 'focus' }>, 'type'>;

export class ChatWebview implements vscode.Disposable {
  readonly #changes: PageChanges;
  #focusNext: FocusTarget | undefined;
  /** `focusGiven` follows the target that waits. */
  #isGiven = false;
  /** The page is out of sight since it was last heard of. */
  #isHidden = false;
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
    this.#changes = new PageChanges({
      now: () => ({ state: this.chat.loop.state, status: this.#status(), attachments: this.chat.composerAttachments }),
      otherOwner: () => this.chat.otherOwner,
      words,
      surrounds: () => this.#surrounds(),
      cursorBehind: item => this.#conversation?.places.add({ behind: item }),
      post: (message, lost) => this.#post(message, lost),
      beginAnew: () => this.#sendSnapshot(),
      took: milliseconds => dependencies.log.trace(`The page has taken what it was sent, after ${milliseconds.toFixed(1)} ms.`),
      isInSight: () => !this.#isHidden,
      isSlow: (milliseconds, taken) => this.#tellSlow(milliseconds, taken),
    });
    webview.options = { enableScripts: true, localResourceRoots: [dist, ...images] };
    this.#receiving = webview.onDidReceiveMessage((message: unknown) => this.#receive(message));
    webview.html = webviewPage(webview, dist, ...images);
  }

  /** The chat may go on for a moment; there is nobody to be told. */
  dispose(): void {
    this.#changes.dispose();
    this.#disposed = true;
    this.dependencies.focusChanged(this, false);
    this.#reader?.end();
    this.#receiving.dispose();
  }

  get chat(): Chat {
    return this.dependencies.chat();
  }

  /** The page is out of sight. VS Code takes it away without a word to it. */
  hidden(): void {
    this.#isHidden = true;
    this.dependencies.focusChanged(this, false);
  }

  /** Something may have changed. */
  update(): void {
    this.#changes.update();
  }

  /** What is shown beside the conversation is another. */
  surroundsChanged(): void {
    this.#changes.surroundsChanged();
  }

  /** Another chat is to be shown, or the same one from the beginning. */
  reset(): void {
    if (this.#changes.hasBegun) this.#sendSnapshot();
  }

  /** Moves the focus, by the person's command only. */
  focus(target: FocusTarget): void {
    this.#focusNext = this.#changes.hasBegun ? target : { ...target, late: true };
    // The target may be an item that the view has not been sent yet.
    if (this.#changes.hasBegun) this.#changes.behindChanges(() => this.#sendFocus());
  }

  /** VS Code has been asked to give the focus to the page. Told behind the target, which waits for the state that it is in. */
  focusGiven(): void {
    if (this.#focusNext === undefined) this.tell({ type: 'focusGiven' });
    else this.#isGiven = true;
  }

  #receive(message: unknown): void {
    withIntent(message, checked => {
      if ('at' in checked) this.dependencies.log.error(`The webview sent something Parley cannot read, at ${checked.at}.`);
      else this.#perform(checked.chat, checked.addressed);
    });
  }

  #perform(shown: string, addressed: Addressed): void {
    this.#isHidden = false;
    const { to, intent } = addressed;
    if (intent.type !== 'taken') this.dependencies.log.trace(`From the page: ${intent.type}`);
    if (to === 'view') this.#heard(intent);
    else if (to === 'conversation') this.#read(shown, intent);
    // Before its first snapshot the view knows no key; that snapshot will show the current chat.
    else this.dependencies.perform(shown === '' ? this.chat.key : shown, addressed, message => this.#post(message));
  }

  #heard(intent: ViewIntent): void {
    switch (intent.type) {
      case 'taken':
        return this.#changes.taken(intent.version);
      case 'ready':
        // A page that begins anew tells of its focus anew.
        this.dependencies.focusChanged(this, false);
        return this.#sendSnapshot();
      case 'notFocused':
        return this.dependencies.notFocused?.();
      case 'pageFocus':
        return this.dependencies.focusChanged(this, intent.focused);
    }
  }

  #status(): ChatStatus {
    const { loop, otherOwner, isBeingTakenOver, notStored } = this.dependencies.chat();
    const status = viewStatus(loop.state, this.dependencies.gate(), otherOwner);
    const note = otherOwner === undefined ? turnNote(loop.state) : undefined;
    return {
      ...status,
      ...(note !== undefined && { note }),
      ...(otherOwner !== undefined && isBeingTakenOver && { takingOver: true }),
      ...(notStored && { notStored: notStoredWords(notStored) }),
    };
  }

  #surrounds(): { readonly preferences: Preferences; readonly earlier: EarlierChat[]; readonly setUp: SetUpCard } {
    const { preferences, earlier, setUp } = this.dependencies;
    return { preferences: preferences(), earlier: [...earlier()], setUp: setUp() };
  }

  #sendSnapshot(): void {
    const chat = this.dependencies.chat();
    const { key, composerDraft, otherOwner } = chat;
    const imageFolder = this.dependencies.imageFolder(chat);
    const folder = workFolder(folderOf(chat));
    this.#changes.begin((version, { state, status, attachments }) => ({
      type: 'snapshot',
      version,
      chat: key,
      ...(state.branch !== undefined && { branch: state.branch }),
      ...(folder !== undefined && { folder }),
      items: state.items.map(item => viewItem(item, state, words, otherOwner)),
      status,
      composerDraft,
      ...(attachments.length > 0 && { attachments: attachments.map(shownAttachment) }),
      ...(state.waiting.length > 0 && { waiting: viewWaiting(state) }),
      ...(imageFolder !== undefined && {
        images: {
          address: this.webview.asWebviewUri(vscode.Uri.file(imageFolder)).toString(),
          anyReference: anyReferenceIn(imageFolder, folderOf(chat)),
        },
      }),
      start: this.#beginConversation(chat),
      ...this.#surrounds(),
      ...(chat.news.size > 0 && { news: [...chat.news.values()] }),
    }));
    this.#sendFocus();
    this.dependencies.painted(chat);
  }

  /** The view begins anew. Returns the cursor of the place in front of the window; null when the conversation begins there. */
  #beginConversation(chat: Chat): string | null {
    this.#reader?.end();
    this.#reader = undefined;
    const items = this.dependencies.olderItems(chat);
    const places = new WindowPlaces();
    this.#conversation = { chat: chat.key, items, places };
    const first = firstFinalItem(chat.loop.state);
    return items.hasOlder && first !== undefined ? places.add({ inFrontOf: first }) : null;
  }

  #read(shown: string, intent: ConversationIntent): void {
    const conversation = this.#conversation;
    if (conversation?.chat !== shown) return;
    import('./conversationReader.js').then(
      ({ ConversationReader: Reader }) => {
        // Another snapshot was sent meanwhile: the view has forgotten the request.
        if (this.#conversation !== conversation || this.#disposed) return;
        this.#reader ??= new Reader(conversation, {
          post: message => this.#post(message),
          warn: text => this.dependencies.log.warn(text),
          viewItem: item => viewItem(item, this.chat.loop.state, words, this.chat.otherOwner),
          imagePlaces: () => ({
            workFolders: allWorkFolders(folderOf(this.chat)),
            imageFolder: this.dependencies.imageFolder(this.chat),
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

  told(chat: Chat, news: ChatNews): void {
    if (this.#changes.hasBegun && chat === this.chat) this.#post({ type: 'news', chat: chat.key, news });
  }

  /** What the person has done outside the page. False where there is no page, or none yet. */
  tell(message: Exclude<HostMessage, { readonly type: 'snapshot' | 'changes' | 'focus' | 'returned' }>): boolean {
    if (!this.#changes.hasBegun || this.#disposed) return false;
    this.#post(message);
    return true;
  }

  /** Words that could not be sent, into the message box again. */
  returnText(text: string, because: ReturnReason): void {
    if (this.#changes.hasBegun) this.#post({ type: 'returned', text, because });
  }

  #post(message: HostMessage, lost?: () => void): void {
    if (this.#disposed) return;
    // One to a page that is out of sight is no loss: it says `ready` when it comes back.
    this.webview.postMessage(message).then(undefined, (error: unknown) => {
      this.dependencies.log.warn(`A message did not reach the view: ${String(error)}`);
      lost?.();
    });
  }

  #tellSlow(milliseconds: number, taken: boolean): void {
    const seconds = Math.round(milliseconds / 1000);
    if (taken) this.dependencies.log.info(`The view has taken what it was sent, after ${seconds} s.`);
    else this.dependencies.log.warn(`The view is in sight and has not taken what it was sent ${seconds} s ago.`);
  }
}
