// Where the chats of this window can be seen: the side bar's view and the editor tabs, and what the person does in them. Knows the
// chats; nothing of where chats are stored.
import * as vscode from 'vscode';
import { joinDrafts } from '../../chat/replies.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { EarlierChat, ReturnReason } from '../../shared/chatStatus.js';
import { AnswerActions } from '../commands/answerActions.js';
import { ContextActions } from '../commands/contextActions.js';
import { CodeColours } from '../features/code/codeColours.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Emitter } from '../chats/emitter.js';
import { emitter } from '../chats/emitter.js';
import type { Chat } from '../chats/chat.js';
import { isEmpty, worksIn } from '../chats/chat.js';
import { setContextKey } from '../vscode/contextKeys.js';
import type { PagePlace } from '../vscode/contributions.js';
import { chatTitleCommands } from '../vscode/contributions.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import type { ChatWebview, ChatWebviewDependencies, FocusTarget, HostIntent } from './chatWebview.js';
import { EditorTabs, titleIn } from './editorTabs.js';
import type { RoutedViews, RouterDependencies } from './intentRouter.js';
import { IntentRouter, openLink, promptBlocker } from './intentRouter.js';
import type { OlderItems } from '../conversation/olderItems.js';
import { PermissionTexts } from './permissionTexts.js';
import { Previews } from './previews.js';
import { SideBarView } from './sideBarView.js';
import { ToolTexts } from './toolTexts.js';

interface ChatViewsDependencies extends RouterDependencies {
  readonly extensionUri: vscode.Uri;
  /** Holds the folders of `imageFolder`. */
  readonly imagesRoot: string | undefined;
  /** The name of the file of the CLI's settings in all projects; undefined where it lies at its usual place. */
  readonly userSettings: () => string | undefined;
  /** The items before those that a chat holds in memory. */
  readonly olderItems: (chat: Chat) => OlderItems;
  /** The chat of a tab that an earlier window had open; undefined when it is gone. */
  readonly restore: (key: string | undefined, hasTitle: (title: string) => boolean) => Promise<Chat | undefined>;
}

export class ChatViews implements vscode.Disposable, RoutedViews {
  readonly sideBar: SideBarView;
  readonly #tabs: EditorTabs;
  readonly #previews: Previews;
  readonly #codeColours: CodeColours;
  readonly #permissionTexts: PermissionTexts;
  readonly #toolTexts: ToolTexts;
  readonly #router: IntentRouter;
  /** A view has come into sight or gone out of it, or a tab has been opened or closed. */
  readonly onDidChangeVisibility: Emitter<void>;
  /** The person has chosen one of the offered chats, by its id. */
  readonly onDidChooseChat: Emitter<string>;
  readonly #subscriptions: vscode.Disposable;
  /** The keys of the chats of this window with an open question or permission. */
  readonly #waiting = new Set<string>();
  #offered: readonly EarlierChat[] = [];
  /** Its page has the focus. */
  #focused: ChatWebview | undefined;
  /** The page in which the person was last: on the way to a button or a list it loses the focus. A chat's tab that becomes the active editor, or is closed, ends that. */
  #last: ChatWebview | undefined;

  constructor(private readonly dependencies: ChatViewsDependencies) {
    const { extensionUri, log, chats, setUp, restore } = dependencies;
    this.onDidChangeVisibility = emitter(log);
    this.onDidChooseChat = emitter(log);
    this.#codeColours = new CodeColours(log);
    this.#previews = new Previews({
      extensionUri,
      log,
      openLink: (href, folder) => openLinkOfPage(href, log, folder),
      codeColours: () => this.#codeColours.colours,
    });
    this.#permissionTexts = new PermissionTexts(chats);
    this.#toolTexts = new ToolTexts(key => {
      const chat = chats.get(key);
      return chat && dependencies.olderItems(chat);
    });
    this.#router = new IntentRouter(dependencies, this);
    this.sideBar = new SideBarView({
      ...this.#webviewOf(() => chats.current, 'sideBar'),
      visibilityChanged: () => this.onDidChangeVisibility.fire(),
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
      chats.onDidChangeNotStored(chat => this.#changed(chat)),
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

  get all(): readonly ChatWebview[] {
    const { webview } = this.sideBar;
    return [...(webview === undefined ? [] : [webview]), ...this.#tabs.webviews];
  }

  /** The chat whose page has the focus. */
  get focused(): Chat | undefined {
    return this.#focused?.chat;
  }

  /** The chat that the person is in. */
  get active(): Chat {
    const last = this.#last?.chat;
    return last !== undefined && this.isVisible(last) ? last : (this.#tabs.active ?? this.dependencies.chats.current);
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

  /** The person goes to the chat, in its tab or in the side bar. */
  async show(chat: Chat, target: FocusTarget = { target: 'composer' }): Promise<void> {
    if (this.#tabs.show(chat, target)) return;
    this.dependencies.chats.show(chat.key);
    await this.sideBar.focus(target);
  }

  /**
   * Ends the wait for the focus before each command of Parley: the person may be on the way to a list, from which the page of the command before
   * must not take the focus. `given`: what VS Code gives the command. The title of an editor begins with the address of that.
   */
  readonly commandBegins = (id: string, given: readonly unknown[]): void => {
    this.sideBar.askNoMore();
    this.#tabs.askNoMore();
    const [place] = given;
    if (place instanceof vscode.Uri && place.scheme === 'webview-panel') this.#last = undefined;
    else if (chatTitleCommands.includes(id) && isOfViewTitle(given)) this.#last = this.sideBar.webview;
  };

  async newChat(): Promise<void> {
    const { chats } = this.dependencies;
    const { key, composerDraft } = chats.current;
    // An empty chat stays.
    if (!isEmpty(chats.current)) this.sideBar.webview?.tell({ type: 'typedSince', chat: key, text: composerDraft });
    chats.newChat();
    await this.sideBar.focus({ target: 'composer' });
  }

  /** The person opens the chat in a tab of its own, where it stays until the tab is closed. */
  openInEditor(chat = this.active): void {
    if (!this.#tabs.show(chat)) this.#tabs.open(chat);
  }

  /** The person sees the chat no more: its tab is closed, and the side bar shows an empty chat. */
  leave(chat: Chat): void {
    this.#tabs.close(chat);
    if (chat === this.dependencies.chats.current) this.dependencies.chats.newChat();
  }

  /** The person's key presses the button on the card of the permission that waits in the chat that the person is in, if it is in sight there. */
  decide(decision: 'allow' | 'deny'): void {
    const { active } = this;
    if (!this.isVisible(active)) return;
    for (const webview of this.all) if (webview.chat === active) webview.tell({ type: 'decide', chat: active.key, decision });
  }

  /** Ignores a page that says after another one has got the focus that it has lost it, because VS Code may report the two in that order. */
  #focusChanged(focused: { readonly webview: ChatWebview; readonly place: PagePlace } | undefined, told: ChatWebview): void {
    if (focused === undefined && this.#focused !== told) return;
    this.#focused = focused?.webview;
    this.#last = focused?.webview ?? this.#last;
    setContextKey('parley.focus', focused?.place);
    this.#setKeysOf(this.active);
  }

  #setKeysOf(active: Chat): void {
    const { otherOwner, loop } = active;
    setContextKey('parley.turnRunning', otherOwner === undefined && loop.state.turn !== 'idle');
    setContextKey('parley.permissionWaits', otherOwner === undefined && openPermissions(loop.state).length > 0);
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
    if (this.#tabs.active === chat || !this.#tabs.has(chat)) this.#last = this.#focused;
    // A chat is shown in one place at a time.
    if (chat.hasTab && chat === chats.current) chats.newChat();
    chats.releaseIdleProcess(chat);
    this.#changed(chat);
    this.onDidChangeVisibility.fire();
  }

  /** Words and attachments into the message box, in front of what stands there. */
  giveBack(chat: Chat, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void {
    this.dependencies.chats.putBack(chat, attachments);
    this.dependencies.chats.setComposerDraft(chat, joinDrafts(text, chat.composerDraft));
    for (const webview of this.all) if (webview.chat === chat) webview.returnText(text, because);
  }

  /** Acts as if a page that shows this chat had sent it. */
  perform(chat: Chat, addressed: HostIntent): void {
    this.#router.perform(chat.key, addressed, () => undefined);
  }

  openPermission(chat: Chat, id: string): Promise<void> {
    return this.#permissionTexts.open(chat, id);
  }

  openToolCall(chat: Chat, id: string): Promise<void> {
    return this.#toolTexts.open(chat, id);
  }

  chatChosen(id: string): void {
    this.onDidChooseChat.fire(id);
  }

  answerActions(chat: Chat): AnswerActions {
    const { chats, imageFolder, log } = this.dependencies;
    return new AnswerActions({
      state: () => chat.loop.state,
      dispatch: event => chats.dispatch(chat, event),
      previews: this.#previews,
      imageFolder: () => imageFolder(chat),
      folder: () => worksIn(chat),
      log,
    });
  }

  /** What is added to the message box of this chat. */
  contextActions(chat: Chat): ContextActions {
    const { chats, imageFolder, log } = this.dependencies;
    return new ContextActions({
      attachments: () => chat.composerAttachments,
      setAttachments: attachments => chats.setAttachments(chat, attachments),
      imageFolder: () => imageFolder(chat),
      folder: () => worksIn(chat),
      log,
      chat: chat.key,
      // A view names the chat in each intent, so that any of them can hand the image over.
      scale: message => [...this.all.filter(webview => webview.chat === chat), ...this.all].some(webview => webview.tell(message)),
      tell: message => this.all.filter(webview => webview.chat === chat && webview.tell(message)).length > 0,
    });
  }

  #webviewOf(chat: () => Chat, place: PagePlace): ChatWebviewDependencies {
    const { extensionUri, log, olderItems, imagesRoot, imageFolder, setUp, userSettings } = this.dependencies;
    return {
      extensionUri,
      log,
      chat,
      olderItems,
      imagesRoot,
      imageFolder,
      focusChanged: (webview, focused) => this.#focusChanged(focused ? { webview, place } : undefined, webview),
      gate: () => promptBlocker(chat()),
      preferences: () => {
        const { colours } = this.#codeColours;
        const settings = userSettings();
        return {
          layout: readSetting('parley.questions.layout'),
          ...(readSetting('parley.chat.sendWith') === 'ctrlEnter' && { ctrlEnterSends: true as const }),
          ...(readSetting('parley.chat.fontSize') > 0 && { fontSize: readSetting('parley.chat.fontSize') }),
          ...(colours !== undefined && { codeColours: [...colours] }),
          ...(settings !== undefined && { userSettings: settings }),
        };
      },
      earlier: () => this.#offered,
      setUp: () => setUp.card,
      painted: painted => {
        if (isEmpty(painted)) setUp.shown();
      },
      perform: (key, addressed, post) => this.#router.perform(key, addressed, post),
    };
  }
}

/** VS Code gives a button in the title of a view one argument, without a word of the view. The Command Palette and a key give none. */
function isOfViewTitle(given: readonly unknown[]): boolean {
  const [one] = given;
  return given.length === 1 && (one === undefined || one === null || (typeof one === 'object' && 'preserveFocus' in one));
}

/** Opens the link of a preview in an editor tab, which has no line for a problem, so that a message says it. */
async function openLinkOfPage(href: string, log: Log, folder: string | undefined): Promise<void> {
  const problem = await openLink(href, log, folder);
  if (problem !== undefined) void showMessage(problem, [], { level: 'warning' });
}
