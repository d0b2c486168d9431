// What is remembered of this window's folders, apart for each. Owns the moment at which the memory is loaded: with the first use, never with a start. The work is
// that of folderMemory.ts.
import { realpath } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ifMissing } from '../../disk/fileSystem.js';
import { readSmallFile } from '../../disk/smallFile.js';
import type { HostMessage } from '../../shared/contract/toView.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import { memoryTools, memoryToolSettings } from '../../shared/memoryTools.js';
import { isAgentChat } from '../chats/agentChats.js';
import { WorkByKey } from '../chats/workByKey.js';
import { storageFolder } from '../storage/chatFolders.js';
import type { ChatMemory } from '../chats/chatMemory.js';
import { folderOf, worksIn } from '../chats/chat.js';
import type { Chat } from '../chats/chat.js';
import { allWorkFolders } from '../vscode/folders.js';
import { showMessage } from '../vscode/plainUi.js';
import { productDocFile, readSetting } from '../vscode/settings.js';
import type { FolderMemory } from './folderMemory.js';
import type { MemoryIntent } from '../../shared/contract/fromView.js';
import type { MemoryDependencies } from './memoryContract.js';
import { messageOf } from '../../shared/error.js';

export class Memory {
  readonly #folders = new Map<string, Promise<FolderMemory>>();
  readonly #loads: WorkByKey;

  /** What the person changes and saves in an editor here, Claude may be told as far as it might be told before. */
  readonly #saving = vscode.workspace.onWillSaveTextDocument(({ document, waitUntil }) => {
    if (document.uri.scheme === 'file') waitUntil(this.#saved(document.uri.fsPath, document.getText()));
  });

  constructor(private readonly dependencies: MemoryDependencies) {
    this.#loads = new WorkByKey(dependencies.log, 'The memory of a chat was not found');
  }

  /** The memory of this work folder; without it of the window's first one. */
  load(folder: string = this.dependencies.folder): Promise<FolderMemory> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const storage = storageFolder(this.dependencies.globalStorage, folder);
    const loaded = import('./folderMemory.js').then(({ FolderMemory: Loaded }) => new Loaded({ ...this.dependencies, folder, storage }));
    this.#folders.set(folder, loaded);
    // The next use tries again.
    loaded.catch(() => this.#folders.delete(folder));
    return loaded;
  }

  /** Loads in the order of the calls: to find the root takes longer one time than another. */
  #loadInTurn(key: string, chat: Chat | undefined): Promise<FolderMemory> {
    return this.#loads.run(key, () => this.loadFor(chat));
  }

  /** The memory of the chat's root, also where the chat works in a worktree or below the root; without a chat of the window's first folder. */
  async loadFor(chat: Chat | undefined): Promise<FolderMemory> {
    const folder = folderOf(chat);
    const roots = allWorkFolders();
    if (folder === undefined || roots.includes(folder)) return this.load(folder);
    const { rootOf } = await import('../cli/workPlaces.js');
    return this.load((await rootOf(folder, roots)) ?? folder);
  }

  /** The memory of the folders that something has been asked about. */
  get loaded(): Promise<readonly FolderMemory[]> {
    return Promise.all(this.#folders.values());
  }

  /** The memory of the chat `key`. */
  ofChat(key: string): ChatMemory {
    const chatNow = (): Chat | undefined => this.dependencies.chats().getEnding(key);
    const load = (): Promise<FolderMemory> => this.#loadInTurn(key, chatNow());
    return {
      // Other agents have no CLI that could be told.
      tools: () => (isAgentChat(key) ? [] : toolsNow()),
      // The setting may have changed since the process got its tools.
      call: async (tool, input, toolUseId) =>
        toolsNow().includes(tool)
          ? (await load()).call(tool, input, { chat: key, toolUseId })
          : { text: 'The user has turned this tool off.', isError: true },
      tell: async known => {
        if (isAgentChat(key)) return undefined;
        const at = worksIn(chatNow());
        return (await load()).tell(known, at);
      },
      remember: questions => {
        if (!readSetting('parley.memory.decisions')) return;
        // The chat may be another branch, in another session, once its memory is found.
        const chat = chatNow();
        const answered = { key, session: chat?.loop.state.sessionId, isOfAgents: isAgentChat(key), at: worksIn(chat) };
        this.#run('An answer is not remembered', load(), memory => memory.remember(answered, questions));
      },
      hold: (pairs, held) => this.#run('Which answer holds', load(), ({ decisions }) => decisions.hold(pairs).then(held)),
    };
  }

  /** `post`: to the view in which the person acted. */
  perform(chat: Chat, intent: MemoryIntent, post: (message: HostMessage) => void): void {
    const performed = this.#loadInTurn(chat.key, chat).then(memory => memory.perform(chat, intent, post));
    performed.catch((error: unknown) => {
      this.dependencies.log.error(`${intent.type}: ${String(error)}`);
      // The view asks for it by itself.
      if (intent.type !== 'readDecided')
        void showMessage(vscode.l10n.t('That did not work: {0}', messageOf(error)), [], { level: 'error' });
    });
  }

  /** Resolves when what was to be remembered is on the disk. */
  async end(): Promise<void> {
    this.#saving.dispose();
    // What was to be remembered reaches its memory first.
    await this.#loads.settled();
    await Promise.all((await this.loaded).map(memory => memory.end()));
  }

  /** The file still has the text of before. */
  async #saved(path: string, text: string): Promise<void> {
    try {
      for (const folder of allWorkFolders()) {
        const file = productDocFile(folder);
        if (![file, await realpath(file).catch(() => file)].includes(path)) continue;
        const { doc } = await this.load(folder);
        await doc.approval.writing(await textOrNone(path), text);
      }
    } catch (error) {
      this.dependencies.log.error(`A Product Doc was saved: ${String(error)}`);
    }
  }

  #run(name: string, loaded: Promise<FolderMemory>, work: (memory: FolderMemory) => Promise<void>): void {
    loaded.then(work).catch((error: unknown) => this.dependencies.log.error(`${name}: ${String(error)}`));
  }
}

/** Empty where there is no file. */
function textOrNone(path: string): Promise<string> {
  return readSmallFile(path).catch(ifMissing(''));
}

function toolsNow(): readonly MemoryTool[] {
  return memoryTools.filter(tool => readSetting(memoryToolSettings[tool]));
}
