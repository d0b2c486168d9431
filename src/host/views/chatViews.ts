// Where the chats of this window can be seen: the side bar's view and the editor tabs, and what the person does in them. Knows the
// sessions; nothing of where chats are stored.
import * as vscode from 'vscode';
import { joinDrafts } from '../../chat/replies.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Intent } from '../../shared/contract/toView.js';
import type { EarlierChat, ReturnReason } from '../../shared/transcript.js';
import { openPage, runAction } from '../commands/actions.js';
import { AnswerActions } from '../commands/answerActions.js';
import { ContextActions } from '../commands/contextActions.js';
import { imageReferenceIn } from '../commands/references.js';
import type { SetUp } from '../cli/setUp.js';
import { CodeColours } from '../features/code/codeColours.js';
import type { Memory } from '../memory/memory.js';
import { isAgentChat } from '../chats/agentChats.js';
import { Emitter } from '../chats/emitter.js';
import type { Log } from '../chats/chatLoop.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { folderOf, isEmpty, worksIn } from '../chats/chat.js';
import { setContextKey } from '../vscode/contextKeys.js';
import type { PagePlace } from '../vscode/contributions.js';
import type { PromptBlocker } from '../vscode/folders.js';
import { startBlocker } from '../vscode/folders.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import type { ChatWebview, ChatWebviewDependencies, FocusTarget } from './chatWebview.js';
import { EditorTabs, titleIn } from './editorTabs.js';
import { createIntentHandler } from './intents.js';
import type { OlderItems } from '../conversation/olderItems.js';
import { PermissionTexts } from './permissionTexts.js';
import { Previews } from './previews.js';
import { SideBarView } from './sideBarView.js';
import { ToolTexts } from './toolTexts.js';

export interface ChatViewsDependencies {
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
  readonly chats: Chats;
  /** Holds the folders of `imageFolder`. */
  readonly imagesRoot: string | undefined;
  readonly setUp: SetUp;
  /** What is remembered of this workspace. */
  readonly remembered: vscode.Memento;
  /** Undefined without a work folder, and so is `imageFolder`: then no Claude asks anything. */
  readonly memory: Memory | undefined;
  readonly imageFolder: (chat: Chat) => string | undefined;
  /** The items before those that a session holds in memory. */
  readonly olderItems: (chat: Chat) => OlderItems;
  /** Reads what another program has added to the session's transcript. */
  readonly catchUp: (chat: Chat) => Promise<void>;
  readonly takeOver: (chat: Chat) => Promise<void>;
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  /** The chat of a tab that an earlier window had open; undefined when it is gone. */
  readonly restore: (key: string | undefined, hasTitle: (title: string) => boolean) => Promise<Chat | undefined>;
  /** The chat that Parley has stored under this key; undefined when there is none. */
  readonly openStored: (key: string) => Promise<Chat | undefined>;
}

export class ChatViews implements vscode.Disposable {
  readonly sideBar: SideBarView;
  readonly #tabs: EditorTabs;
  readonly #previews: Previews;
  readonly #codeColours: CodeColours;
  readonly #permissionTexts: PermissionTexts;
  readonly #toolTexts: ToolTexts;
  readonly #didChangeVisibility: Emitter<void>;
  readonly #didChooseChat: Emitter<string>;
  readonly #subscriptions: vscode.Disposable;
  /** By the key of a chat that is gone: the chat that took the words that came for it. */
  readonly #successors = new Map<string, Chat>();
  /** The keys of the chats of this window with an open question or permission. */
  readonly #waiting = new Set<string>();
  #offered: readonly EarlierChat[] = [];
  /** Its page has the focus. */
  #focused: ChatWebview | undefined;

  constructor(private readonly dependencies: ChatViewsDependencies) {
    const { extensionUri, log, chats, setUp, restore } = dependencies;
    this.#didChangeVisibility = new Emitter(log);
    this.#didChooseChat = new Emitter(log);
    this.#codeColours = new CodeColours(log);
    this.#previews = new Previews({ extensionUri, log, openLink: openLinkOfPage, codeColours: () => this.#codeColours.colours });
    this.#permissionTexts = new PermissionTexts(chats);
    this.#toolTexts = new ToolTexts(key => {
      const chat = chats.get(key);
      return chat && dependencies.olderItems(chat);
    });
    this.sideBar = new SideBarView({
      ...this.#webviewOf(() => chats.current, 'sideBar'),
      visibilityChanged: () => this.#didChangeVisibility.fire(),
    });
    this.#tabs = new EditorTabs({
      extensionUri,
      webview: chat => this.#webviewOf(chat, 'tab'),
      restore,
      changed: chat => this.#tabChanged(chat),
    });
    const updateAll = (): void => {
      for (const webview of this.all) webview.update();
    };
    const surroundsChanged = (): void => {
      for (const webview of this.all) webview.surroundsChanged();
    };
    this.sideBar.setTitle(titleIn(chats.current));
    this.#subscriptions = vscode.Disposable.from(
      setUp.onDidChange(surroundsChanged),
      this.#codeColours,
      this.#codeColours.onDidChange(surroundsChanged),
      chats.onDidChange(chat => this.#changed(chat)),
      chats.onDidShow(chat => {
        for (const webview of this.all) if (webview.chat === chat) webview.reset();
        this.#changed(chat);
      }),
      // What is typed meanwhile goes along.
      chats.onWillGiveWay(({ key }) => this.sideBar.webview?.tell({ type: 'typedSince', chat: key, text: '' })),
      chats.onDidClose(chat => {
        this.#tabs.close(chat);
        this.#changed(chat);
      }),
      chats.onDidTell(({ chat, news }) => {
        for (const webview of this.all) webview.told(chat, news);
      }),
      chats.onDidReturnReply(({ chat, text }) => this.giveBack(chat, text, [], 'notStarted')),
      // The page asks anew for the images of options, which it did not get before.
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        for (const webview of this.all) webview.reset();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(updateAll),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('parley.questions.layout') || change.affectsConfiguration('parley.chat')) surroundsChanged();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.sideBar.dispose();
    this.#tabs.dispose();
    this.#previews.dispose();
    this.#permissionTexts.dispose();
    this.#toolTexts.dispose();
  }

  /** A view has come into sight or gone out of it, or a tab has been opened or closed. */
  get onDidChangeVisibility(): Emitter<void>['event'] {
    return this.#didChangeVisibility.event;
  }

  /** The person has chosen one of the offered chats, by its id. */
  get onDidChooseChat(): Emitter<string>['event'] {
    return this.#didChooseChat.event;
  }

  get all(): readonly ChatWebview[] {
    const { webview } = this.sideBar;
    return [...(webview === undefined ? [] : [webview]), ...this.#tabs.webviews];
  }

  /** The chat that the person is in. */
  get active(): Chat {
    return this.#focused?.chat ?? this.#tabs.active ?? this.dependencies.chats.current;
  }

  isVisible(chat: Chat): boolean {
    return this.#tabs.isVisible(chat) || (this.sideBar.isVisible && chat === this.dependencies.chats.current);
  }

  get offered(): readonly EarlierChat[] {
    return this.#offered;
  }

  /** The chats that an empty chat offers to continue, the newest first. */
  offer(chats: readonly EarlierChat[]): void {
    this.#offered = chats;
    for (const webview of this.all) webview.surroundsChanged();
  }

  /** By the person: goes to the chat, in its tab or in the side bar. */
  async show(chat: Chat, target: FocusTarget = { target: 'composer' }): Promise<void> {
    if (this.#tabs.show(chat, target)) return;
    this.dependencies.chats.show(chat.key);
    await this.sideBar.focus(target);
  }

  async newChat(): Promise<void> {
    const { chats } = this.dependencies;
    const { key, composerDraft } = chats.current;
    // An empty chat stays.
    if (!isEmpty(chats.current)) this.sideBar.webview?.tell({ type: 'typedSince', chat: key, text: composerDraft });
    chats.newChat();
    await this.sideBar.focus({ target: 'composer' });
  }

  /** By the person: into a tab of its own, where the chat stays until the tab is closed. */
  openInEditor(): void {
    if (!this.#tabs.show(this.active)) this.#tabs.open(this.active);
  }

  /** By a key of the person: presses the button on the card of the permission that waits in the chat that the person is in, if it is in sight there. */
  decide(decision: 'allow' | 'deny'): void {
    const { active } = this;
    if (!this.isVisible(active)) return;
    for (const webview of this.all) if (webview.chat === active) webview.tell({ type: 'decide', chat: active.key, decision });
  }

  /** Of the page that loses the focus VS Code may tell after the one that gets it. */
  #focusChanged(focused: { readonly webview: ChatWebview; readonly place: PagePlace } | undefined, told: ChatWebview): void {
    if (focused === undefined && this.#focused !== told) return;
    this.#focused = focused?.webview;
    setContextKey('parley.focus', focused?.place);
    this.#setKeysOf(this.active);
  }

  #setKeysOf(active: Chat): void {
    setContextKey('parley.turnRunning', active.loop.state.turn !== 'idle');
    setContextKey('parley.permissionWaits', active.otherOwner === undefined && openPermissions(active.loop.state).length > 0);
  }

  #changed(chat: Chat): void {
    const { key, otherOwner, loop } = chat;
    const isHere = this.dependencies.chats.get(key) === chat && otherOwner === undefined;
    const isWaiting = isHere && (openQuestions(loop.state).length > 0 || openPermissions(loop.state).length > 0);
    if (isWaiting) this.#waiting.add(key);
    else this.#waiting.delete(key);
    setContextKey('parley.waiting', this.#waiting.size > 0);
    this.#setKeysOf(this.active);
    for (const webview of this.all) if (webview.chat === chat) webview.update();
    this.#tabs.retitle(chat);
    if (chat === this.dependencies.chats.current) this.sideBar.setTitle(titleIn(chat));
  }

  #tabChanged(chat: Chat): void {
    const { chats } = this.dependencies;
    // A chat is shown in one place at a time.
    if (chat.hasTab && chat === chats.current) chats.newChat();
    chats.releaseIdleProcess(chat);
    this.#changed(chat);
    this.#didChangeVisibility.fire();
  }

  /** Words and attachments into the message box, in front of what stands there. */
  giveBack(chat: Chat, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void {
    if (attachments.length > 0) this.dependencies.chats.setAttachments(chat, [...attachments, ...chat.composerAttachments]);
    this.dependencies.chats.setComposerDraft(chat, joinDrafts(text, chat.composerDraft));
    for (const webview of this.all) if (webview.chat === chat) webview.returnText(text, because);
  }

  answerActions(chat: Chat): AnswerActions {
    const { chats, imageFolder } = this.dependencies;
    return new AnswerActions({
      state: () => chat.loop.state,
      dispatch: event => chats.dispatch(chat, event),
      previews: this.#previews,
      imageFolder: () => imageFolder(chat),
      folder: () => worksIn(chat),
    });
  }

  /** What is added to the message box of this chat. */
  contextActions(chat: Chat): ContextActions {
    const { chats, imageFolder } = this.dependencies;
    return new ContextActions({
      attachments: () => chat.composerAttachments,
      setAttachments: attachments => chats.setAttachments(chat, attachments),
      imageFolder: () => imageFolder(chat),
      folder: () => worksIn(chat),
      chat: chat.key,
      // A view names the chat in each intent, so that any of them can hand the image over.
      scale: message => [...this.all.filter(webview => webview.chat === chat), ...this.all].some(webview => webview.tell(message)),
      tell: message => this.all.filter(webview => webview.chat === chat && webview.tell(message)).length > 0,
    });
  }

  #webviewOf(chat: () => Chat, place: PagePlace): ChatWebviewDependencies {
    const { extensionUri, log, olderItems, imagesRoot, imageFolder, setUp, chats, memory, remembered, startsWithMode } = this.dependencies;
    return {
      ...{ extensionUri, log, chat, olderItems, imagesRoot, imageFolder },
      focusChanged: (webview, focused) => this.#focusChanged(focused ? { webview, place } : undefined, webview),
      gate: () => promptBlocker(chat()),
      preferences: () => {
        const { colours } = this.#codeColours;
        return {
          layout: readSetting('parley.questions.layout'),
          ...(readSetting('parley.chat.sendWith') === 'ctrlEnter' && { ctrlEnterSends: true as const }),
          ...(readSetting('parley.chat.fontSize') > 0 && { fontSize: readSetting('parley.chat.fontSize') }),
          ...(colours !== undefined && { codeColours: [...colours] }),
        };
      },
      earlier: () => this.#offered,
      setUp: () => setUp.card,
      painted: painted => {
        if (isEmpty(painted)) setUp.shown();
      },
      perform: (key, intent) => this.perform(key, intent),
      performMemory: (key, intent, post) => {
        const asking = chats.get(key);
        if (asking !== undefined) memory?.perform(asking, intent, post);
      },
      performAct: (key, act, post) => {
        const chat = chats.get(key);
        if (chat === undefined) return log.warn(`A view sent “${act.type}” for a chat that is not in memory.`);
        import('../features/chatActs.js')
          .then(({ runChatAct }) =>
            runChatAct(act, { chat, chats, log, remembered, startsWithMode, contextActs: this.contextActions(chat), post }),
          )
          .catch((error: unknown) => log.error(`A view sent “${act.type}”, which failed: ${String(error)}`));
      },
    };
  }

  /** As if a page of the chat with this key had sent the intent. */
  perform(key: string, intent: Intent): void {
    const { chats, log, setUp } = this.dependencies;
    if (intent.type === 'checkSetUp') return setUp.cameBack();
    if (intent.type === 'runAction') setUp.stepBegun();
    const chat = aboutNoChat.includes(intent.type) ? chats.current : chats.get(key);
    if (chat !== undefined) return this.#intentHandler(chat)(intent);
    this.#performWhenOpened(key, intent).catch((error: unknown) =>
      log.error(`A view sent “${intent.type}”, which failed: ${String(error)}`),
    );
  }

  /** The chat left the memory after the person had acted. */
  async #performWhenOpened(key: string, intent: Intent): Promise<void> {
    const chat = await this.dependencies.openStored(key);
    if (chat !== undefined) this.#intentHandler(chat)(intent);
    else if (intent.type === 'saveComposerDraft' || intent.type === 'sendPrompt' || intent.type === 'replyInstead')
      this.#keepWords(key, intent.text);
    else if (intent.type === 'attachImage')
      void showMessage(vscode.l10n.t('The image could not be added: {0}', intent.name), [], { level: 'error' });
    else this.dependencies.log.warn(`A view sent “${intent.type}” for a chat that is gone.`);
  }

  /** The chat is gone, so the words wait as the draft of a new chat; nothing is started unseen. */
  #keepWords(key: string, text: string): void {
    const { chats, log } = this.dependencies;
    const known = this.#successors.get(key);
    if (known === undefined && text === '') return;
    const successor = known !== undefined && chats.get(known.key) === known ? known : chats.addUnseen();
    this.#successors.set(key, successor);
    chats.setComposerDraft(successor, text);
    log.warn('Words came for a chat that is gone. They are the draft of a new chat in the list of chats.');
  }

  #intentHandler(chat: Chat): (intent: Intent) => void {
    const { log, chats, catchUp, takeOver, imageFolder } = this.dependencies;
    return createIntentHandler({
      ...{ log, runAction, openPage, gate: () => promptBlocker(chat), undoTime },
      openLink: async href => {
        const problem = await openLink(href, folderOf(chat), worksIn(chat));
        if (problem === undefined) return;
        for (const webview of this.all) if (webview.chat === chat) webview.tell({ type: 'linkProblem', href, text: problem });
      },
      answerActs: this.answerActions(chat),
      contextActs: this.contextActions(chat),
      imageReference: file => imageReferenceIn(imageFolder(chat) ?? '', file, folderOf(chat)),
      state: () => chat.loop.state,
      elsewhere: () => chat.otherOwner,
      catchUp: () => catchUp(chat),
      saveComposerDraft: text => chats.setComposerDraft(chat, text),
      // The text is stored with the prompt that it has become, or given back.
      emptied: seen => chats.emptyComposer(chat, seen),
      giveBack: (text, attachments, because) => this.giveBack(chat, text, attachments, because),
      dispatch: event => chats.dispatch(chat, event),
      openPermission: id => this.#permissionTexts.open(chat, id),
      openToolCall: id => this.#toolTexts.open(chat, id),
      openChat: id => Promise.resolve(this.#didChooseChat.fire(id)),
      takeOver: () => takeOver(chat),
    });
  }
}

/** Intents that are not about the chat in which the person acted. */
const aboutNoChat: readonly string[] = ['openChat', 'runAction', 'chooseLayout', 'reportError'] satisfies Intent['type'][];

function promptBlocker({ key }: Chat): PromptBlocker {
  return startBlocker() ?? (isAgentChat(key) ? 'agents' : undefined);
}

/** As in host/commands/links. */
async function openLink(href: string, folder: string | undefined, at?: string): Promise<string | undefined> {
  return (await import('../commands/links.js')).openLink(href, folder, at);
}

/** Of a preview in an editor tab, which has no line for it. */
async function openLinkOfPage(href: string, folder: string | undefined): Promise<void> {
  const problem = await openLink(href, folder);
  if (problem !== undefined) void showMessage(problem, [], { level: 'warning' });
}

/** How long submitted answers can be undone, in milliseconds. */
export function undoTime(): number {
  return readSetting('parley.questions.undoSeconds') * 1000;
}
