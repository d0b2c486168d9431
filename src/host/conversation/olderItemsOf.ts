// The older items of a chat, read by code that the waking bundle does not hold until somebody scrolls or searches.
import type { ItemPage, ItemsAround, OlderItems } from './olderItems.js';
import type { ChatStore } from '../storage/chatStore.js';
import type { ConversationPages } from './conversationPages.js';
import type { Chat } from '../chats/chat.js';

/** `store`: undefined without a work folder, where no conversation is longer than its window. */
export function olderItemsOf(chat: Chat, store: () => Promise<ChatStore> | undefined): OlderItems {
  let loading: Promise<ConversationPages> | undefined;
  const pages = async (): Promise<ConversationPages | undefined> => (await store())?.reading.conversationOf(chat);
  const loaded = async (): Promise<ConversationPages> => {
    const found = await (loading ??= pages().then(read => read ?? Promise.reject(new Error('there is no work folder'))));
    return found;
  };
  return {
    get hasOlder() {
      return chat.loop.state.hasOlder;
    },
    page: async (request): Promise<ItemPage> => (await loaded()).page(request),
    around: async (hit, limit): Promise<ItemsAround> => (await loaded()).around(hit, limit),
    toolCall: async id => chat.loop.toolCalls.get(id) ?? (await loaded()).toolCall(id),
    toolResult: async id => (await loaded()).toolResult(id),
    resultImages: async id => (await loaded()).resultImages(id),
    async *upTo(limit) {
      yield* (await loaded()).upTo(limit);
    },
    async *find(query, signal) {
      yield* (await loaded()).find(query, signal);
    },
  };
}
