// Where the chats of this window can be seen: the side bar's view and the editor tabs, and what the person does in them. Knows the
// sessions; nothing of where chats are stored.
import * as vscode from 'vscode';
import { joinDrafts } from '../../session/replies.js';
import { openPermissions, openQuestions } from '../../session/state.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { Intent } from '../../shared/messages.js';
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
import type { SessionLog } from '../chats/sessionLoop.js';
import type { Session } from '../chats/session.js';
import type { Sessions } from '../chats/sessions.js';
import { folderOf, isEmpty, worksIn } from '../chats/session.js';
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
  readonly log: SessionLog;
  readonly sessions: Sessions;
  /** Holds the folders of `imageFolder`. */
  readonly imagesRoot: string | undefined;
  readonly setUp: SetUp;
  /** What is remembered of this workspace. */
  readonly remembered: vscode.Memento;
  /** Undefined without a work folder, and so is `imageFolder`: then no Claude asks anything. */
  readonly memory: Memory | undefined;
  readonly imageFolder: (session: Session) => string | undefined;
  /** The items before those that a session holds in memory. */
  readonly olderItems: (session: Session) => OlderItems;
  /** Reads what another program has added to the session's transcript. */
  readonly catchUp: (session: Session) => Promise<void>;
  readonly takeOver: (session: Session) => Promise<void>;
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  /** The chat of a tab that an earlier window had open; undefined when it is gone. */
  readonly restore: (key: string | undefined, hasTitle: (title: string) => boolean) => Promise<Session | undefined>;
  /** The chat that Parley has stored under this key; undefined when there is none. */
  readonly openStored: (key: string) => Promise<Session | undefined>;
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
  readonly #successors = new Map<string, Session>();
  /** The keys of the chats of this window with an open question or permission. */
  readonly #waiting = new Set<string>();
  #offered: readonly EarlierChat[] = [];
  /** Its page has the focus. */
  #focused: ChatWebview | undefined;

  constructor(private readonly dependencies: ChatViewsDependencies) {
    const { extensionUri, log, sessions, setUp, restore } = dependencies;
    this.#didChangeVisibility = new Emitter(log);
    this.#didChooseChat = new Emitter(log);
    this.#codeColours = new CodeColours(log);
    this.#previews = new Previews({ extensionUri, log, openLink: openLinkOfPage, codeColours: () => this.#codeColours.colours });
    this.#permissionTexts = new PermissionTexts(sessions);
    this.#toolTexts = new ToolTexts(key => {
      const session = sessions.get(key);
      return session && dependencies.olderItems(session);
    });
    this.sideBar = new SideBarView({
      ...this.#webviewOf(() => sessions.current, 'sideBar'),
      visibilityChanged: () => this.#didChangeVisibility.fire(),
    });
    this.#tabs = new EditorTabs({
      extensionUri,
      webview: session => this.#webviewOf(session, 'tab'),
      restore,
      changed: session => this.#tabChanged(session),
    });
    const updateAll = (): void => {
      for (const webview of this.all) webview.update();
    };
    const surroundsChanged = (): void => {
      for (const webview of this.all) webview.surroundsChanged();
    };
    this.sideBar.setTitle(titleIn(sessions.current));
    this.#subscriptions = vscode.Disposable.from(
      setUp.onDidChange(surroundsChanged),
      this.#codeColours,
      this.#codeColours.onDidChange(surroundsChanged),
      sessions.onDidChange(session => this.#changed(session)),
      sessions.onDidShow(session => {
        for (const webview of this.all) if (webview.session === session) webview.reset();
        this.#changed(session);
      }),
      // What is typed meanwhile goes along.
      sessions.onWillGiveWay(({ key }) => this.sideBar.webview?.tell({ type: 'typedSince', session: key, text: '' })),
      sessions.onDidClose(session => {
        this.#tabs.close(session);
        this.#changed(session);
      }),
      sessions.onDidTell(({ session, news }) => {
        for (const webview of this.all) webview.told(session, news);
      }),
      sessions.onDidReturnReply(({ session, text }) => this.giveBack(session, text, [], 'notStarted')),
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
  get active(): Session {
    return this.#focused?.session ?? this.#tabs.active ?? this.dependencies.sessions.current;
  }

  isVisible(session: Session): boolean {
    return this.#tabs.isVisible(session) || (this.sideBar.isVisible && session === this.dependencies.sessions.current);
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
  async show(session: Session, target: FocusTarget = { target: 'composer' }): Promise<void> {
    if (this.#tabs.show(session, target)) return;
    this.dependencies.sessions.show(session.key);
    await this.sideBar.focus(target);
  }

  async newChat(): Promise<void> {
    const { sessions } = this.dependencies;
    const { key, composerDraft } = sessions.current;
    // An empty chat stays.
    if (!isEmpty(sessions.current)) this.sideBar.webview?.tell({ type: 'typedSince', session: key, text: composerDraft });
    sessions.newChat();
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
    for (const webview of this.all) if (webview.session === active) webview.tell({ type: 'decide', session: active.key, decision });
  }

  /** Of the page that loses the focus VS Code may tell after the one that gets it. */
  #focusChanged(focused: { readonly webview: ChatWebview; readonly place: PagePlace } | undefined, told: ChatWebview): void {
    if (focused === undefined && this.#focused !== told) return;
    this.#focused = focused?.webview;
    setContextKey('parley.focus', focused?.place);
    this.#setKeysOf(this.active);
  }

  #setKeysOf(active: Session): void {
    setContextKey('parley.turnRunning', active.loop.state.turn !== 'idle');
    setContextKey('parley.permissionWaits', active.otherOwner === undefined && openPermissions(active.loop.state).length > 0);
  }

  #changed(session: Session): void {
    const { key, otherOwner, loop } = session;
    const isHere = this.dependencies.sessions.get(key) === session && otherOwner === undefined;
    const isWaiting = isHere && (openQuestions(loop.state).length > 0 || openPermissions(loop.state).length > 0);
    if (isWaiting) this.#waiting.add(key);
    else this.#waiting.delete(key);
    setContextKey('parley.waiting', this.#waiting.size > 0);
    this.#setKeysOf(this.active);
    for (const webview of this.all) if (webview.session === session) webview.update();
    this.#tabs.retitle(session);
    if (session === this.dependencies.sessions.current) this.sideBar.setTitle(titleIn(session));
  }

  #tabChanged(session: Session): void {
    const { sessions } = this.dependencies;
    // A chat is shown in one place at a time.
    if (session.hasTab && session === sessions.current) sessions.newChat();
    sessions.releaseIdleProcess(session);
    this.#changed(session);
    this.#didChangeVisibility.fire();
  }

  /** Words and attachments into the message box, in front of what stands there. */
  giveBack(session: Session, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void {
    if (attachments.length > 0) this.dependencies.sessions.setAttachments(session, [...attachments, ...session.composerAttachments]);
    this.dependencies.sessions.setComposerDraft(session, joinDrafts(text, session.composerDraft));
    for (const webview of this.all) if (webview.session === session) webview.returnText(text, because);
  }

  answerActions(session: Session): AnswerActions {
    const { sessions, imageFolder } = this.dependencies;
    return new AnswerActions({
      state: () => session.loop.state,
      dispatch: event => sessions.dispatch(session, event),
      previews: this.#previews,
      imageFolder: () => imageFolder(session),
      folder: () => worksIn(session),
    });
  }

  /** What is added to the message box of this chat. */
  contextActions(session: Session): ContextActions {
    const { sessions, imageFolder } = this.dependencies;
    return new ContextActions({
      attachments: () => session.composerAttachments,
      setAttachments: attachments => sessions.setAttachments(session, attachments),
      imageFolder: () => imageFolder(session),
      folder: () => worksIn(session),
      session: session.key,
      // A view names the chat in each intent, so that any of them can hand the image over.
      scale: message => [...this.all.filter(webview => webview.session === session), ...this.all].some(webview => webview.tell(message)),
      tell: message => this.all.filter(webview => webview.session === session && webview.tell(message)).length > 0,
    });
  }

  #webviewOf(session: () => Session, place: PagePlace): ChatWebviewDependencies {
    const { extensionUri, log, olderItems, imagesRoot, imageFolder, setUp, sessions, memory, remembered, startsWithMode } =
      this.dependencies;
    return {
      ...{ extensionUri, log, session, olderItems, imagesRoot, imageFolder },
      focusChanged: (webview, focused) => this.#focusChanged(focused ? { webview, place } : undefined, webview),
      gate: () => promptBlocker(session()),
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
        const asking = sessions.get(key);
        if (asking !== undefined) memory?.perform(asking, intent, post);
      },
      performAct: (key, act, post) => {
        const session = sessions.get(key);
        if (session === undefined) return log.warn(`A view sent “${act.type}” for a chat that is not in memory.`);
        import('../features/chatActs.js')
          .then(({ runChatAct }) =>
            runChatAct(act, { session, sessions, log, remembered, startsWithMode, contextActs: this.contextActions(session), post }),
          )
          .catch((error: unknown) => log.error(`A view sent “${act.type}”, which failed: ${String(error)}`));
      },
    };
  }

  /** As if a page of the chat with this key had sent the intent. */
  perform(key: string, intent: Intent): void {
    const { sessions, log, setUp } = this.dependencies;
    if (intent.type === 'checkSetUp') return setUp.cameBack();
    if (intent.type === 'runAction') setUp.stepBegun();
    const session = aboutNoChat.includes(intent.type) ? sessions.current : sessions.get(key);
    if (session !== undefined) return this.#intentHandler(session)(intent);
    this.#performWhenOpened(key, intent).catch((error: unknown) =>
      log.error(`A view sent “${intent.type}”, which failed: ${String(error)}`),
    );
  }

  /** The chat left the memory after the person had acted. */
  async #performWhenOpened(key: string, intent: Intent): Promise<void> {
    const session = await this.dependencies.openStored(key);
    if (session !== undefined) this.#intentHandler(session)(intent);
    else if (intent.type === 'saveComposerDraft' || intent.type === 'sendPrompt' || intent.type === 'replyInstead')
      this.#keepWords(key, intent.text);
    else if (intent.type === 'attachImage')
      void showMessage(vscode.l10n.t('The image could not be added: {0}', intent.name), [], { level: 'error' });
    else this.dependencies.log.warn(`A view sent “${intent.type}” for a chat that is gone.`);
  }

  /** The chat is gone, so the words wait as the draft of a new chat; nothing is started unseen. */
  #keepWords(key: string, text: string): void {
    const { sessions, log } = this.dependencies;
    const known = this.#successors.get(key);
    if (known === undefined && text === '') return;
    const successor = known !== undefined && sessions.get(known.key) === known ? known : sessions.addUnseen();
    this.#successors.set(key, successor);
    sessions.setComposerDraft(successor, text);
    log.warn('Words came for a chat that is gone. They are the draft of a new chat in the list of chats.');
  }

  #intentHandler(session: Session): (intent: Intent) => void {
    const { log, sessions, catchUp, takeOver, imageFolder } = this.dependencies;
    return createIntentHandler({
      ...{ log, runAction, openPage, gate: () => promptBlocker(session), undoTime },
      openLink: async href => {
        const problem = await openLink(href, folderOf(session), worksIn(session));
        if (problem === undefined) return;
        for (const webview of this.all) if (webview.session === session) webview.tell({ type: 'linkProblem', href, text: problem });
      },
      answerActs: this.answerActions(session),
      contextActs: this.contextActions(session),
      imageReference: file => imageReferenceIn(imageFolder(session) ?? '', file, folderOf(session)),
      state: () => session.loop.state,
      elsewhere: () => session.otherOwner,
      catchUp: () => catchUp(session),
      saveComposerDraft: text => sessions.setComposerDraft(session, text),
      // The text is stored with the prompt that it has become, or given back.
      emptied: seen => sessions.emptyComposer(session, seen),
      giveBack: (text, attachments, because) => this.giveBack(session, text, attachments, because),
      dispatch: event => sessions.dispatch(session, event),
      openPermission: id => this.#permissionTexts.open(session, id),
      openToolCall: id => this.#toolTexts.open(session, id),
      openChat: id => Promise.resolve(this.#didChooseChat.fire(id)),
      takeOver: () => takeOver(session),
    });
  }
}

/** Intents that are not about the chat in which the person acted. */
const aboutNoChat: readonly string[] = ['openChat', 'runAction', 'chooseLayout', 'reportError'] satisfies Intent['type'][];

function promptBlocker({ key }: Session): PromptBlocker {
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
