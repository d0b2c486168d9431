// What can be read of a chat beyond the items that its state holds. Knows files and transcripts; changes nothing.
import type { QuestionState } from '../../chat/state.js';
import type { Transcripts } from '../cli/transcripts.js';
import type { ChatFiles } from './chatFiles.js';
import { ConversationPages } from '../conversation/conversationPages.js';
import type { Chat } from '../chats/chat.js';

/** What the list of chats shows of a stored chat. */
interface StoredHead {
  readonly key: string;
  readonly sessionId: string | undefined;
  /** The sessions of before `/clear`: the chat shows their conversations too. */
  readonly formerSessions: readonly string[];
  /** The person's, or the beginning of the first prompt; may be empty. */
  readonly title: string;
  /** What stands in its message box, of a chat without a title; may be empty. */
  readonly draft: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** The id of the window that has it, or had it last; undefined where its first line is damaged. */
  readonly window: string | undefined;
}

export class ChatReading {
  constructor(
    private readonly files: ChatFiles,
    private readonly transcripts: Pick<Transcripts, 'questionsOf' | 'index' | 'indexOnce'>,
    /** The person has closed the chat, and its files are not gone yet. */
    private readonly isClosing: (key: string) => boolean,
    /** Resolves when the chat is on the disk, or when the disk refuses it. */
    private readonly store: (key: string) => Promise<unknown> | undefined,
  ) {}

  /** The stored chats that were used last, at most `count`, the newest first. Reads the first line of each file, and all of one that has only a draft. */
  async list(count: number): Promise<readonly StoredHead[]> {
    const heads = (await this.files.newest(count)).filter(({ key }) => !this.isClosing(key));
    return Promise.all(
      heads.map(async ({ key, sessionId, formerSessions = [], title: named, firstPrompt, usedAt, owner }) => {
        const title = named ?? firstPrompt ?? '';
        const draft = title === '' ? await this.#draftOf(key) : '';
        return { key, sessionId, formerSessions, title, draft, usedAt, window: owner?.window };
      }),
    );
  }

  /** Empty also where the chat cannot be read, of which the person is told when they open it. */
  #draftOf(key: string): Promise<string> {
    return this.files.read(key).then(
      chat => chat?.composerDraft ?? '',
      () => '',
    );
  }

  /** The questions of a stored chat, or of a session of the CLI. */
  async questionsOf(id: string): Promise<readonly QuestionState[]> {
    const stored = await this.files.read(id);
    if (stored === undefined) return this.transcripts.questionsOf(id);
    const { items } = await this.files.archived(stored.state, id, Infinity);
    const archived = items.map(({ item }) => item);
    const all = [...archived, ...stored.state.items].filter(item => item.kind === 'question');
    return [...new Map(all.map(question => [question.id, question])).values()];
  }

  /** The whole conversation of a stored chat, or of a session of the CLI, that is not in memory. */
  async conversationIn(id: string): Promise<ConversationPages> {
    const stored = await this.files.read(id);
    const sessionId = stored === undefined ? id : (stored.state.sessionId ?? stored.state.forkOf?.session);
    const items = stored?.state.items.filter(item => item.kind !== 'confirmed') ?? [];
    return new ConversationPages({
      items: () => items,
      index: async () => (sessionId === undefined ? undefined : this.transcripts.indexOnce(sessionId)),
      until: () => (stored?.state.sessionId === undefined ? stored?.state.forkOf?.before : undefined),
      archive: async () => (stored === undefined ? [] : (await this.files.archived(stored.state, id, Infinity)).items),
    });
  }

  /** The whole conversation of a chat that is in memory. */
  conversationOf(chat: Chat): ConversationPages {
    return new ConversationPages({
      items: () => chat.loop.state.items,
      // The CLI copies the session with the first message of a branch.
      index: async () => {
        const { sessionId, forkOf } = chat.loop.state;
        const own = sessionId === undefined ? undefined : await this.transcripts.index(sessionId);
        return own ?? (forkOf && this.transcripts.index(forkOf.session));
      },
      until: () => (chat.loop.state.sessionId === undefined ? chat.loop.state.forkOf?.before : undefined),
      archive: async () => {
        // Items can have left the state that the journal is about to archive.
        await this.store(chat.key);
        return (await this.files.archived(chat.loop.state, chat.key, Infinity)).items;
      },
    });
  }
}
