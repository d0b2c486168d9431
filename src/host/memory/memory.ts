// What is remembered of this window's folder. Owns the moment at which the memory is loaded: with the first use, never with a start. The work is
// that of folderMemory.ts.
import type { HostMessage } from '../../shared/messages.js';
import type { MemoryTool } from '../../shared/memoryTools.js';
import { isAgentChat } from '../sessions/agentChats.js';
import type { SessionMemory } from '../sessions/sessionMemory.js';
import type { Session } from '../sessions/session.js';
import { readSetting } from '../vscode/settings.js';
import type { FolderMemory } from './folderMemory.js';
import type { MemoryDependencies, MemoryIntent } from './memoryContract.js';

export class Memory {
  #folder: Promise<FolderMemory> | undefined;

  constructor(private readonly dependencies: MemoryDependencies) {}

  load(): Promise<FolderMemory> {
    const loaded = (this.#folder ??= import('./folderMemory.js').then(({ FolderMemory: Loaded }) => new Loaded(this.dependencies)));
    // The next use tries again.
    loaded.catch(() => (this.#folder = undefined));
    return loaded;
  }

  /** Of the chat `key`. */
  ofChat(key: string): SessionMemory {
    return {
      // Other agents have no CLI that could be told.
      tools: () => (isAgentChat(key) ? [] : toolsNow()),
      // The setting may have changed since the process got its tools.
      call: async (tool, input, toolUseId) =>
        toolsNow().includes(tool)
          ? (await this.load()).call(tool, input, { chat: key, toolUseId })
          : { text: 'The user has turned this tool off.', isError: true },
      tell: async known => (isAgentChat(key) ? undefined : (await this.load()).tell(known)),
      remember: questions => {
        if (!readSetting('parley.memory.decisions')) return;
        this.#run('An answer is not remembered', memory => memory.remember(key, questions));
      },
    };
  }

  /** `post`: to the view in which the person acted. */
  perform(session: Session, intent: MemoryIntent, post: (message: HostMessage) => void): void {
    this.#run(intent.type, memory => memory.perform(session, intent, post));
  }

  /** Resolves when what was to be remembered is on the disk. */
  async end(): Promise<void> {
    await (await this.#folder)?.end();
  }

  #run(name: string, work: (memory: FolderMemory) => Promise<void>): void {
    this.load()
      .then(work)
      .catch((error: unknown) => this.dependencies.log.error(`${name}: ${String(error)}`));
  }
}

function toolsNow(): readonly MemoryTool[] {
  return [
    ...(readSetting('parley.memory.decisions') ? (['find_decisions'] as const) : []),
    ...(readSetting('parley.memory.productDoc') ? (['read_product_doc', 'update_product_doc'] as const) : []),
  ];
}
