// The whole conversation of a chat, page by page.
import type { ChatItem } from '../../chat/state.js';
import { firstFinalItem, toolView } from '../../chat/view.js';
import type { Chat } from '../chats/chat.js';
import type { OlderItems } from '../conversation/olderItems.js';

/** The items before the window from the files, then those of the window as they are now. */
export async function* wholeConversation({ loop }: Chat, older: OlderItems): AsyncGenerator<readonly ChatItem[]> {
  const { state } = loop;
  const first = firstFinalItem(state);
  if (older.hasOlder && first !== undefined) yield* older.upTo({ inFrontOf: first });
  yield state.items.map(item => (item.kind === 'tool' ? toolView(item, state) : item));
}
