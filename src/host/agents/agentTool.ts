// `ask_user` for other agents: those in this window, which VS Code calls through `vscode.lm`, and those outside, for which Parley's helper calls. Loaded
// when an agent calls for the first time. Owns the chats in which their questions stand; must not know how a question lives: `AgentCalls` asks it, the chat does the rest.
import { createHash, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { cancelledResult } from '../../claude/answers/askCancelled.js';
import type { AskResult } from '../../claude/answers/askResult.js';
import { faultyResult } from '../../claude/answers/askResult.js';
import { readAsk } from '../../claude/ask/input.js';
import { isAtLeast } from '../../claude/version.js';
import type { QuestionInput } from '../../chat/events.js';
import { find } from '../../chat/items.js';
import { plain } from '../../shared/plain.js';
import { AgentCalls } from '../chats/agentCalls.js';
import type { OtherAgent } from '../../shared/question.js';
import { realClock } from '../../disk/clock.js';
import { DoorCalls } from './doorCalls.js';
import { agentKeyPrefix, isAgentChat, isTerminalChat, namedAgentPrefix, terminalPrefix } from '../chats/agentChats.js';
import { TerminalCalls } from '../chats/terminalCalls.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { ClaudeStartOptions, Log, StartResult } from '../chats/chatDependencies.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { startBlocker } from '../vscode/folders.js';
import { readSetting } from '../vscode/settings.js';
import type { AnswerImage } from './agentImages.js';
import { imagesOf } from './agentImages.js';
import type { ServerPlace } from './agentServer.js';
import { AgentServer } from './agentServer.js';
import { offerServer } from './offerServer.js';
import type { TerminalCall } from './terminalMessage.js';
import { TerminalAsks } from './terminalAsks.js';

export interface AgentToolDependencies {
  readonly chats: Chats;
  readonly log: Pick<Log, 'error'>;
  /** Undefined without a work folder. */
  readonly store: () => Promise<ChatStore> | undefined;
  /** The folder of a chat's images. */
  readonly imageFolder: (key: string) => string | undefined;
}

type Prepare = vscode.LanguageModelToolInvocationPrepareOptions<unknown>;
type Invoke = vscode.LanguageModelToolInvocationOptions<unknown>;

interface AgentAnswer {
  readonly result: AskResult;
  readonly images: readonly AnswerImage[];
}

/** The most characters of a message, which a chat shows in a line. */
const longestMessage = 200;

export class AgentTool {
  /** The calls by the key of their chat. */
  readonly #calls = new Map<string, AgentCalls>();
  readonly #terminals = new Map<string, TerminalCalls>();
  readonly #subscriptions: vscode.Disposable;
  /** The searches for a chat, by the beginning of its key. */
  readonly #finding = new Map<string, Promise<Chat>>();
  readonly #door: DoorCalls<object>;
  readonly #terminal: TerminalAsks;
  #server: AgentServer | undefined;
  #offer: vscode.Disposable | undefined;

  constructor(private readonly dependencies: AgentToolDependencies) {
    const { chats } = dependencies;
    const changed = (chat: Chat): void => {
      if (this.#isHere(chat)) return;
      this.#calls.get(chat.key)?.end();
      this.#terminals.get(chat.key)?.end();
    };
    this.#door = new DoorCalls({
      clock: realClock,
      chatOf: agent => this.#chat(agent),
      chatWith: key => chats.get(key),
      callsOf: key => this.#callsOf(key),
      whole: async (chat, id, result) => withContent(await this.#whole(chat, id, result)),
      refusal,
    });
    this.#terminal = new TerminalAsks({
      clock: realClock,
      name: () => vscode.l10n.t('Claude in a terminal'),
      chatOf: call => this.#terminalChat(call),
      callsOf: key => this.#terminalCallsOf(key),
      isOff: () => refusal() !== undefined,
    });
    this.#subscriptions = vscode.Disposable.from(chats.onDidClose(changed), chats.onDidShow(changed));
  }

  /** The window ends. Call it before the chats end: what agents outside of VS Code have asked goes on in the next window. */
  leave(): void {
    this.#door.end();
    this.#server?.leave();
    this.#terminal.end();
  }

  /** The window ends. Call it when the chats have ended, because answers that are held are sent until then. */
  async dispose(): Promise<void> {
    this.#subscriptions.dispose();
    this.#offer?.dispose();
    for (const calls of [...this.#calls.values(), ...this.#terminals.values()]) calls.end();
    await this.#server?.dispose();
  }

  /** Starts the process that asks the agents' calls in the chat with this key. */
  start(key: string, options: ClaudeStartOptions): StartResult {
    return (isTerminalChat(key) ? this.#terminalCallsOf(key) : this.#callsOf(key)).start(options);
  }

  prepare(options: Prepare): vscode.PreparedToolInvocation {
    const asks = readAsk(options.input);
    // `invoke` returns the faults, and asks nobody.
    if (!asks.ok) return { invocationMessage: vscode.l10n.t('Asking you in Parley') };
    const text = plain(asks.input.questions.map(({ question }) => question).join(' · '), longestMessage);
    return {
      invocationMessage: vscode.l10n.t('Asking you in Parley: {0}', text),
      ...(isInChat(options) && {
        confirmationMessages: { title: vscode.l10n.t('Let this agent ask you in Parley?'), message: text },
      }),
    };
  }

  /** Rejects with a `CancellationError` where the call was cancelled. */
  async invoke({ input }: Invoke, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const cancelled = new AbortController();
    const cancelling = token.onCancellationRequested(() => cancelled.abort());
    try {
      const answer = await this.#answer(input, cancelled.signal);
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      return resultOf(answer);
    } finally {
      cancelling.dispose();
    }
  }

  /** Offers the MCP server, or takes it back, as the settings say now. */
  offerServer(): void {
    const isWanted = readSetting('parley.askUser.enabled') && readSetting('parley.askUser.asMcpServer');
    if (!isWanted) this.#offer?.dispose();
    this.#offer = isWanted ? (this.#offer ?? offerServer(() => this.place())) : undefined;
  }

  /** Creates the server on first use. */
  place(): Promise<ServerPlace> {
    this.#server ??= new AgentServer(
      async (input, signal, door) =>
        door === undefined ? withContent(await this.#answer(input, signal)) : this.#door.answer(input, door, signal),
      (call, signal) => this.#terminal.answer(call, signal),
      undefined,
      this.dependencies.log,
    );
    return this.#server.place();
  }

  /** The person's answer, or an error that says why the person was not asked. */
  async #answer(input: unknown, signal: AbortSignal): Promise<AgentAnswer> {
    const refused = refusal();
    if (refused !== undefined) return withoutImages(refused);
    const asks = readAsk(input);
    if (!asks.ok) return withoutImages(faultyResult(asks.faults));
    const chat = await this.#chat();
    return signal.aborted ? withoutImages(cancelledResult('withdrawn')) : this.#ask(chat, asks.input, signal);
  }

  async #ask(chat: Chat, { raw }: QuestionInput, signal: AbortSignal): Promise<AgentAnswer> {
    const calls = this.#callsOf(chat.key);
    const call = calls.add(raw);
    signal.addEventListener('abort', () => call.withdraw());
    if (chat.loop.state.process !== 'ending') calls.ask();
    const result = await call.result;
    return this.#whole(chat, call.id, result);
  }

  async #whole(chat: Chat, id: string, result: AskResult): Promise<AgentAnswer> {
    const settlement = find(chat.loop.state, id, 'question')?.settlement;
    try {
      return { result, images: await imagesOf(settlement, this.dependencies.imageFolder(chat.key)) };
    } catch (error) {
      // The text of the answer names the file, so the agent still learns of the image.
      this.dependencies.log.error(`An image of an answer could not be handed to its agent: ${String(error)}`);
      return withoutImages(result);
    }
  }

  #callsOf(key: string): AgentCalls {
    const known = this.#calls.get(key) ?? new AgentCalls(() => this.dependencies.chats.get(key)?.loop.dispatch({ type: 'processNeeded' }));
    this.#calls.set(key, known);
    return known;
  }

  #terminalCallsOf(key: string): TerminalCalls {
    const known =
      this.#terminals.get(key) ?? new TerminalCalls(() => this.dependencies.chats.get(key)?.loop.dispatch({ type: 'processNeeded' }));
    this.#terminals.set(key, known);
    return known;
  }

  #terminalChat({ session, folder }: TerminalCall): Promise<Chat> {
    const name = vscode.l10n.t('Claude in a terminal: {0}', basename(folder));
    return this.#chatOnce(`${terminalPrefix}${digestOf({ name: session, folder: '' })}-`, name);
  }

  /** The chat of this agent, or of those that do not say who they are. Calls that come at once share one search, so that they get one chat. */
  #chat(agent?: OtherAgent): Promise<Chat> {
    const prefix = agent === undefined ? agentKeyPrefix : `${namedAgentPrefix}${digestOf(agent)}-`;
    const name = agent === undefined ? vscode.l10n.t('Other agents') : vscode.l10n.t('{0} in {1}', agent.name, basename(agent.folder));
    return this.#chatOnce(prefix, name);
  }

  #chatOnce(prefix: string, name: string): Promise<Chat> {
    const known = this.#finding.get(prefix);
    const finding = known ?? this.#findChat(prefix, name).finally(() => this.#finding.delete(prefix));
    this.#finding.set(prefix, finding);
    return finding;
  }

  /** The chat of this window, or the last one of an earlier window, or a new one. It is not shown, because a question takes no focus. */
  async #findChat(prefix: string, name: string): Promise<Chat> {
    const { chats, store } = this.dependencies;
    const isOf = (key: string): boolean => key.startsWith(prefix) && (prefix !== agentKeyPrefix || !key.startsWith(namedAgentPrefix));
    const known = chats.all.find(chat => isOf(chat.key) && this.#isHere(chat));
    if (known !== undefined) return known;
    const loaded = await store();
    const keys = (await loaded?.files.newest(Infinity))?.map(({ key }) => key) ?? [];
    const last = keys.find(isOf);
    const stored = last === undefined ? undefined : await loaded?.open(last, 'inTime');
    if (stored !== undefined && this.#isHere(stored)) return stored;
    return chats.addNamed(`${prefix}${randomUUID()}`, name);
  }

  #isHere(chat: Chat): boolean {
    return isAgentChat(chat.key) && chat.otherOwner === undefined && this.dependencies.chats.get(chat.key) === chat;
  }
}

/**
 * Whether a chat of VS Code made the call. There it confirms in a line of the chat, once for all calls if the person likes. Any other call would
 * be confirmed in a dialog that takes the focus; VS Code tells the two apart by a field that its types do not name (1.139).
 */
function isInChat(options: Prepare & { readonly chatRequestId?: unknown }): boolean {
  return options.chatRequestId !== undefined;
}

/** `LanguageModelDataPart` of VS Code 1.106. Older ones have it as a proposal, which no result may hold. */
type ImagePart = { readonly image: (data: Uint8Array, mimeType: string) => vscode.LanguageModelTextPart };
const firstWithImages = '1.106.0';

function resultOf({ result, images }: AgentAnswer): vscode.LanguageModelToolResult {
  const { LanguageModelDataPart: part } = vscode as { readonly LanguageModelDataPart?: ImagePart };
  const shown = part !== undefined && isAtLeast(vscode.version, firstWithImages) ? images : [];
  return new vscode.LanguageModelToolResult([
    ...result.content.map(({ text }) => new vscode.LanguageModelTextPart(text)),
    ...shown.flatMap(({ data, mimeType }) => part?.image(Buffer.from(data, 'base64'), mimeType) ?? []),
  ]);
}

/** Why nobody can be asked in this window now. */
function refusal(): AskResult | undefined {
  if (!readSetting('parley.askUser.enabled')) return cancelledResult('off');
  return startBlocker() === undefined ? undefined : cancelledResult('blocked');
}

/** Names the files of one agent's chat. */
function digestOf({ name, folder }: OtherAgent): string {
  return createHash('sha256')
    .update(JSON.stringify([name, folder]))
    .digest('hex')
    .slice(0, 16);
}

/** The result as MCP has it, with the images. */
function withContent({ result, images }: AgentAnswer): object {
  return { ...result, content: [...result.content, ...images.map(image => ({ type: 'image', ...image }))] };
}

function withoutImages(result: AskResult): AgentAnswer {
  return { result, images: [] };
}
