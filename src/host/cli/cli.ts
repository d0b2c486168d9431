// The Claude CLI as VS Code's settings and folders describe it: starts it for a chat, and gives access to what it keeps on the disk.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { limitLooks } from '../../claude/process/placeLooks.js';
import { ChatLoop } from '../chats/chatLoop.js';
import type { ClaudeStartOptions, ChatDependencies, Log, StartResult } from '../chats/chatDependencies.js';
import type { Problem } from '../../chat/problem.js';
import type { ChatMemory } from '../chats/chatMemory.js';
import type { ChatState } from '../../chat/state.js';
import { userSettingsFile } from '../../claude/transcripts/configFolder.js';
import { homePath } from './homePath.js';
import { allWorkFolders, workFolder } from '../vscode/folders.js';
import { readEnvironment, readSetting } from '../vscode/settings.js';
import type { ClaudeLauncher } from './claudeLauncher.js';
import type { ActionId } from '../../shared/transcript.js';
import type { TerminalTask } from './logIn.js';
import type { SetUpFacts } from './setUpFacts.js';
import { Transcripts } from './transcripts.js';
import { messageOf } from '../../shared/error.js';
import { realClock } from '../../disk/clock.js';

interface LookedAt {
  readonly path: string;
  /** Where it begins, if not in `folder`. */
  readonly from: string | undefined;
  readonly folder: string | undefined;
}

export class Cli {
  readonly transcripts: Transcripts;
  #launcher: Promise<ClaudeLauncher> | undefined;
  readonly #organization = { keepsAskUserAway: false };
  readonly #unsupportedRequests = new Set<string>();
  readonly #placeOf = limitLooks(async ({ path, from, folder }: LookedAt) =>
    folder === undefined ? undefined : (await import('../paths/pathPlace.js')).placeOf(path, folder, from),
  );

  constructor(
    private readonly log: Log,
    private readonly globalStorage: string,
    titles: string | undefined,
  ) {
    this.transcripts = new Transcripts({
      log,
      environment: () => this.environment,
      workFolders: allWorkFolders,
      route: () => readSetting('parley.questions.route'),
      titles,
    });
  }

  /** The environment in which to look up where the CLI keeps its files; the person can change it at any time. A process gets `launchEnvironment`. */
  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...readEnvironment() };
  }

  /** The name of the file of the CLI's settings in all projects; undefined where it lies at its usual place. */
  get userSettings(): string | undefined {
    const file = userSettingsFile(this.environment);
    return file === userSettingsFile({}) ? undefined : homePath(file);
  }

  /**
   * `state`: of an earlier window. `imageFolder`: where the images lie that are pasted into the chat. `startPeer`: starts what asks in the chat in
   * place of Claude, over the control channel. `memory`: of this chat. `folder`: in which the chat works; undefined for the first one.
   */
  createLoop(
    state: ChatState | undefined,
    imageFolder: string | undefined,
    startPeer?: ChatDependencies['startClaude'],
    memory?: ChatMemory,
    tell?: ChatDependencies['tell'],
    folder?: () => string | undefined,
    store?: ChatDependencies['store'],
  ): ChatLoop {
    const { log, transcripts } = this;
    const routeSetting = startPeer === undefined ? readSetting('parley.questions.route') : 'control';
    return new ChatLoop(
      {
        routeSetting,
        askUser: () => startPeer !== undefined || readSetting('parley.askUser.enabled'),
        organization: startPeer === undefined ? this.#organization : { keepsAskUserAway: false },
        unsupportedRequests: this.#unsupportedRequests,
        asksInPlan: () => readSetting('parley.questions.inPlanMode'),
        yesNo: { yes: vscode.l10n.t('Yes'), no: vscode.l10n.t('No') },
        ...(startPeer === undefined && {
          beginsIn: () => {
            const begins = folder?.() ?? (allWorkFolders().length > 1 ? allWorkFolders()[0] : undefined);
            transcripts.worksIn(begins);
            return begins;
          },
        }),
        startClaude: startPeer ?? (options => this.#start(options, imageFolder)),
        readImage: async file => (await import('../storage/chatImages.js')).readImage(imageFolder, file),
        isDeferred: (sessionId, toolUseId) => transcripts.isDeferred(sessionId, toolUseId),
        hasPrompt: (sessionId, uuid) => transcripts.hasPrompt(sessionId, uuid),
        promptsHeld: (sessionId, uuids) => transcripts.promptsHeld(sessionId, uuids),
        resultsHeld: (...given) => transcripts.resultsHeld(...given),
        resultsInterrupted: (...given) => transcripts.resultsInterrupted(...given),
        placeOf: (path, from) => this.#placeOf({ path, from, folder: workFolder(folder?.()) }),
        savedFirst: async (path, toolName) => {
          const worksIn = workFolder(folder?.()) ?? '';
          const stop = await (await import('../features/edits/unsavedFiles.js')).savedFirst({ path, toolName, folder: worksIn }, log);
          if (stop === undefined) await (await import('../features/review/review.js')).keptFirst(path, toolName, worksIn);
          return stop;
        },
        ...(memory !== undefined && { memory }),
        ...(tell !== undefined && { tell }),
        ...(store !== undefined && { store }),
        waiting: () => ({ ms: readSetting('parley.questions.timeout') * 60_000, then: readSetting('parley.questions.onTimeout') }),
        log,
        now: () => Date.now(),
        clock: realClock,
      },
      state && { ...state, routeSetting },
    );
  }

  /** `isNoticed`: its success is seen. Undefined when no terminal was opened. */
  async runInTerminal(
    task: TerminalTask,
    isNoticed: boolean,
    runAction: (action: ActionId) => Promise<void>,
  ): Promise<vscode.Terminal | undefined> {
    return (await import('./logIn.js')).runInTerminal(await this.#loadLauncher(), task, isNoticed, runAction);
  }

  /** Whether the CLI that a chat gets now reads AGENTS.md by itself. */
  async readsAgents(): Promise<boolean> {
    return (await this.#loadLauncher()).readsAgents();
  }

  /** Whether the CLI that a chat gets now begins in this mode; else it asks first. True also where there is none. */
  async startsWithMode(mode: string): Promise<boolean> {
    return (await this.#loadLauncher()).startsWithMode(mode);
  }

  async readSetUpFacts(): Promise<SetUpFacts> {
    return (await import('./setUpFacts.js')).readSetUpFacts(await this.#loadLauncher());
  }

  async #start(options: ClaudeStartOptions, imageFolder: string | undefined): Promise<StartResult> {
    // A copy has a session of its own.
    if (options.forkAt !== undefined) return this.#startFork(options, options.forkAt, imageFolder);
    return (await this.#loadLauncher()).start(options, imageFolder, () => this.#inUse(options.resume));
  }

  /** Two CLIs on one session lose what one of them writes. */
  async #inUse(sessionId: string | undefined): Promise<Problem | undefined> {
    const running = sessionId === undefined ? undefined : await this.transcripts.running(sessionId);
    return running && { code: 'inUse', detail: String(running.pid) };
  }

  async #startFork(options: ClaudeStartOptions, forkAt: string, imageFolder: string | undefined): Promise<StartResult> {
    const { resume = '' } = options;
    const remove = (path: string): Promise<void> =>
      rm(path, { force: true }).catch((error: unknown) => this.log.warn(`A copy of a session could not be removed: ${String(error)}`));
    try {
      const copy = await this.transcripts.copyForFork(resume, forkAt, join(this.globalStorage, 'forks'));
      const result = await (await this.#loadLauncher()).start(copy === undefined ? options : { ...options, resume: copy }, imageFolder);
      if (copy !== undefined) void (result.ok ? result.process.exited : Promise.resolve()).then(() => remove(copy));
      return result;
    } catch (error) {
      return { ok: false, problem: { code: 'spawnFailed', detail: messageOf(error) } };
    }
  }

  #loadLauncher(): Promise<ClaudeLauncher> {
    return (this.#launcher ??= import('./claudeLauncher.js').then(({ createClaudeLauncher, FolderBrings }) =>
      createClaudeLauncher(this.log, new FolderBrings(this.globalStorage, this.log)),
    ));
  }
}
