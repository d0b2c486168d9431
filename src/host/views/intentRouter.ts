// The one door from what a view posts to its handler. Handlers of a chat are made once for the chat. Must not know how a view is shown.
import * as vscode from 'vscode';
import type { KeptAttachment } from '../../shared/attachments.js';
import type { ChatIntent, WindowIntent } from '../../shared/contract/fromView.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { Preferences, ReturnReason } from '../../shared/chatStatus.js';
import { messageOf } from '../../shared/error.js';
import { isAgentChat } from '../chats/agentChats.js';
import type { Chat } from '../chats/chat.js';
import { folderOf, worksIn } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { SetUp } from '../cli/setUp.js';
import { openPage, runAction } from '../commands/actions.js';
import type { AnswerActions } from '../commands/answerActions.js';
import type { ContextActions } from '../commands/contextActions.js';
import { imageReferenceIn } from '../commands/references.js';
import type { ActContext } from '../features/actContext.js';
import type { Memory } from '../memory/memory.js';
import type { PromptBlocker } from '../vscode/folders.js';
import { startBlocker } from '../vscode/folders.js';
import { showMessage } from '../vscode/plainUi.js';
import { undoTime } from '../vscode/settings.js';
import type { ChatWebview, HostIntent } from './chatWebview.js';
import { createIntentHandler } from './intents.js';

export interface RouterDependencies {
  readonly log: Log;
  readonly chats: Chats;
  readonly setUp: SetUp;
  /** What is remembered of this workspace. */
  readonly remembered: vscode.Memento;
  /** Undefined without a work folder, and so is `imageFolder`: then no Claude asks anything. */
  readonly memory: Memory | undefined;
  readonly imageFolder: (chat: Chat) => string | undefined;
  /** Reads what another program has added to the transcript of the chat's session. */
  readonly catchUp: (chat: Chat) => Promise<void>;
  readonly takeOver: (chat: Chat) => Promise<void>;
  /** Whether the CLI that a chat gets now begins in this mode. */
  readonly startsWithMode: (mode: string) => Promise<boolean>;
  readonly back: ActContext['back'];
  /** The chat that Parley has stored under this key; undefined when there is none, or it is deleted. Rejects where it cannot be opened, of which the person has been told. */
  readonly openStored: (key: string) => Promise<Chat | undefined>;
}

/** What the handlers need of the views. */
export interface RoutedViews {
  readonly all: readonly ChatWebview[];
  giveBack(chat: Chat, text: string, attachments: readonly KeptAttachment[], because: ReturnReason): void;
  answerActions(chat: Chat): AnswerActions;
  contextActions(chat: Chat): ContextActions;
  openPermission(chat: Chat, id: string): Promise<void>;
  openToolCall(chat: Chat, id: string): Promise<void>;
  /** The person has chosen an earlier chat. */
  chatChosen(id: string): void;
}

/** What the person does in one chat. */
interface ChatActs {
  readonly perform: (intent: ChatIntent) => void;
  readonly context: Omit<ActContext, 'post'>;
}

type InChat = Exclude<HostIntent, { to: 'window' }>;

/** What a page sends by itself, or with each letter. */
const besidePresses = new Set<string>(['draftAnswer', 'beginAnswer', 'draftNote', 'choosePlan', 'removeAttachment']);

function isPress({ to, intent }: InChat): boolean {
  return to === 'chat' && !besidePresses.has(intent.type);
}

/** A folder's setting goes before the person's own, which would be written in vain, and for all windows. */
async function chooseLayout(layout: Preferences['layout'], log: Log): Promise<void> {
  const { t } = vscode.l10n;
  const configuration = vscode.workspace.getConfiguration();
  const { workspaceValue, workspaceFolderValue } = configuration.inspect(layoutSetting) ?? {};
  if (workspaceValue !== undefined || workspaceFolderValue !== undefined) {
    void showMessage(t('The settings of this folder or workspace decide on the layout. Change it there: {0}', layoutSetting));
    return;
  }
  try {
    await configuration.update(layoutSetting, layout, vscode.ConfigurationTarget.Global);
  } catch (error) {
    log.error(`The layout could not be chosen: ${String(error)}`);
    void showMessage(t('The layout could not be saved in your settings: {0}', messageOf(error)), [], { level: 'error' });
  }
}

const layoutSetting = 'parley.questions.layout';

export class IntentRouter {
  readonly #acts = new WeakMap<Chat, ChatActs>();
  /** The chat that took the words that came for a chat that is gone, by the key of that one. */
  readonly #successors = new Map<string, Chat>();
  /** The end of what came so far for a chat that is being brought back, by its key. */
  readonly #opening = new Map<string, Promise<void>>();

  constructor(
    private readonly dependencies: RouterDependencies,
    private readonly views: RoutedViews,
  ) {}

  /** Acts as if a page that shows the chat with this key had sent the intent. `post` replies to that page, if there is one. */
  perform(key: string, addressed: HostIntent, post: (message: HostMessage) => void): void {
    const { log, chats } = this.dependencies;
    const failed = (error: unknown): void => log.error(`A view sent “${addressed.intent.type}”, which failed: ${String(error)}`);
    const notOpened = (error: unknown): 'notOpened' => {
      failed(error);
      return 'notOpened';
    };
    if (addressed.to === 'window') return void this.#performHere(addressed.intent).catch(failed);
    const chat = chats.get(key);
    const opening = this.#opening.get(key);
    if (chat !== undefined && opening === undefined) return void this.#performIn(chat, addressed, post).catch(failed);
    // In their order, because a draft takes the place of the one before. What takes the person's time holds nothing up.
    const done = (opening ?? Promise.resolve())
      .then(async () => {
        const opened = chats.get(key) ?? (await this.dependencies.openStored(key).catch(notOpened));
        if (opened === undefined || opened === 'notOpened') this.#performWithout(key, addressed, opened === undefined);
        else this.#performIn(opened, addressed, post).catch(failed);
      })
      .catch(failed)
      .finally(() => {
        if (this.#opening.get(key) === done) this.#opening.delete(key);
      });
    this.#opening.set(key, done);
  }

  async #performHere(intent: WindowIntent): Promise<void> {
    const { log, setUp } = this.dependencies;
    switch (intent.type) {
      case 'checkSetUp':
        return setUp.cameBack();
      case 'runAction':
        setUp.stepBegun();
        return runAction(intent.action);
      case 'openChat':
        return this.views.chatChosen(intent.id);
      case 'chooseLayout':
        return chooseLayout(intent.layout, log);
      case 'reportError':
        return log.error(`The view reports: ${intent.text}`);
    }
  }

  async #performIn(chat: Chat, addressed: InChat, post: (message: HostMessage) => void): Promise<void> {
    if (addressed.to === 'chat') return this.#actsOf(chat).perform(addressed.intent);
    if (addressed.to === 'memory') return this.dependencies.memory?.perform(chat, addressed.intent, post);
    const { runFeatureIntent } = await import('../features/featureActs.js');
    await runFeatureIntent(addressed.intent, { ...this.#actsOf(chat).context, post });
  }

  /** `isGone`: the chat that the person acted in is gone; otherwise it could not be opened, which the person knows. */
  #performWithout(key: string, addressed: InChat, isGone: boolean): void {
    const { intent } = addressed;
    if (intent.type === 'saveComposerDraft' || intent.type === 'sendPrompt' || intent.type === 'replyInstead')
      this.#keepWords(key, intent.text);
    else if (intent.type === 'attachImage')
      void showMessage(vscode.l10n.t('The image could not be added: {0}', intent.name), [], { level: 'error' });
    else {
      this.dependencies.log.warn(`A view sent “${intent.type}” for a chat that is not there.`);
      if (isGone && isPress(addressed)) void showMessage(vscode.l10n.t('This chat is not there any more.'));
    }
  }

  /** The chat is not there, so the words wait as the draft of a new chat; nothing is started unseen. */
  #keepWords(key: string, text: string): void {
    const { chats, log } = this.dependencies;
    const known = this.#successors.get(key);
    if (known === undefined && text === '') return;
    const successor = known !== undefined && chats.get(known.key) === known ? known : chats.addUnseen();
    this.#successors.set(key, successor);
    chats.setComposerDraft(successor, text);
    log.warn('Words came for a chat that is not there. They are the draft of a new chat in the list of chats.');
  }

  /** Made once for a chat, and not for each letter that it is told. */
  #actsOf(chat: Chat): ChatActs {
    let acts = this.#acts.get(chat);
    if (acts === undefined) {
      const { chats, log, remembered, startsWithMode, back } = this.dependencies;
      const contextActs = this.views.contextActions(chat);
      acts = {
        perform: this.#intentHandler(chat, contextActs),
        context: { chat, chats, log, remembered, startsWithMode, back, contextActs },
      };
      this.#acts.set(chat, acts);
    }
    return acts;
  }

  #intentHandler(chat: Chat, contextActs: ContextActions): ChatActs['perform'] {
    const { log, chats, catchUp, takeOver, imageFolder } = this.dependencies;
    return createIntentHandler({
      log,
      openPage,
      undoTime,
      contextActs,
      gate: () => promptBlocker(chat),
      openLink: async href => {
        const problem = await openLink(href, log, folderOf(chat), worksIn(chat));
        if (problem === undefined) return;
        for (const webview of this.views.all) if (webview.chat === chat) webview.tell({ type: 'linkProblem', href, text: problem });
      },
      answerActs: this.views.answerActions(chat),
      // Every page: the one that waits may show another chat by now.
      imageDone: image => {
        for (const webview of this.views.all) webview.tell({ type: 'answerImage', image });
      },
      imageReference: file => imageReferenceIn(imageFolder(chat) ?? '', file, folderOf(chat)),
      state: () => chat.loop.state,
      elsewhere: () => chat.otherOwner,
      catchUp: async () => void (await Promise.all([catchUp(chat), chat.loop.looked])),
      composerDraft: () => chat.composerDraft,
      saveComposerDraft: text => chats.setComposerDraft(chat, text),
      // The text is stored with the prompt that it has become, or given back.
      emptied: seen => chats.emptyComposer(chat, seen),
      giveBack: (text, attachments, because) => this.views.giveBack(chat, text, attachments, because),
      dispatch: event => chats.dispatch(chat, event),
      openPermission: id => this.views.openPermission(chat, id),
      openToolCall: id => this.views.openToolCall(chat, id),
      takeOver: () => takeOver(chat),
    });
  }
}

export function promptBlocker({ key }: Chat): PromptBlocker {
  return startBlocker() ?? (isAgentChat(key) ? 'agents' : undefined);
}

/** Loads host/commands/links and opens the link. */
export async function openLink(href: string, log: Log, folder: string | undefined, at?: string): Promise<string | undefined> {
  return (await import('../commands/links.js')).openLink(href, log, folder, at);
}
