// What the host tells the parts of the page beside the conversation.
import type { ChatNews } from '../../src/shared/contract/news.js';
import type { Variant } from '../../src/shared/variant.js';
import { useApp } from '../state/context.js';

/** The last news of this type in the chat that is shown; undefined where there is none. The component is rendered again with the next. */
export function useNews<Type extends ChatNews['type']>(type: Type): Variant<ChatNews, Type> | undefined {
  return useApp().store.news(type).value;
}
