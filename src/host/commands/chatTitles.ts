// Asks Claude once for the title of a chat, when it has begun to answer the first message. The CLI keeps the title with its session, so a terminal shows it
// too. It costs a short request to the model (docs/protocol.md), so a setting turns it off.
import { isAgentChat } from '../chats/agentChats.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { EventOf } from '../chats/emitter.js';
import type { Chats } from '../chats/chats.js';
import type { Subscription } from '../chats/emitter.js';

interface ChatTitlesDependencies {
  readonly chats: Pick<Chats, 'nameByClaude'> & { readonly onDidChange: EventOf<Chat> };
  /** The person wants titles by Claude. */
  readonly isWanted: () => boolean;
  readonly log: Pick<Log, 'info'>;
}

/** The characters of the first message that Claude gets: enough to say what it is about. */
const longestAsked = 2_000;
/** The most characters of a title; 2.1.329 aims at 3 to 7 words. */
const longestTitle = 80;
/** Milliseconds. A title that comes later than that finds the person used to the first words. */
const askLimit = 60_000;

export function watchTitles({ chats, isWanted, log }: ChatTitlesDependencies): Subscription {
  /** The chats for which Claude is asked for no title any more. */
  const settled = new WeakSet<Chat>();
  const changed = (chat: Chat): void => {
    if (settled.has(chat)) return;
    const { turn, items, hasOlder } = chat.loop.state;
    const prompts = items.filter(({ kind }) => kind === 'prompt');
    const [first] = prompts;
    if (prompts.length > 1 || hasOlder === true || chat.otherOwner !== undefined || isAgentChat(chat.key)) return void settled.add(chat);
    // Before Claude answers nobody knows whether it can: the CLI says in words of its own that there is no log-in, or no reply.
    const answers = items.some(item => (item.kind === 'text' && item.by !== 'cli') || item.kind === 'tool' || item.kind === 'question');
    if (first?.kind !== 'prompt' || turn === 'idle' || !answers) return;
    settled.add(chat);
    // A command has a name, and a message without words has that of what was added.
    if (chat.title !== undefined || !isWanted() || first.text.trim() === '' || first.text.startsWith('/')) return;
    void name(chat, first.text.slice(0, longestAsked), { chats, log });
  };
  return chats.onDidChange(changed);
}

async function name(chat: Chat, description: string, { chats, log }: Pick<ChatTitlesDependencies, 'chats' | 'log'>): Promise<void> {
  const reply = await chat.loop.ask({ subtype: 'generate_session_title', description, persist: true }, { limit: askLimit });
  const { title } = reply.ok ? reply.response : {};
  if (!reply.ok) log.info(`Claude gave the chat ${chat.key} no title: ${reply.why} ${reply.detail}`);
  if (typeof title === 'string' && title.trim() !== '') chats.nameByClaude(chat, title.trim().slice(0, longestTitle));
}
