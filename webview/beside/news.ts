// What the host tells the parts of the page beside the conversation. Loaded after the first paint, as its schemas are.
import type { ChatNews } from '../../src/shared/chatParts.js';
import { chatNews } from '../../src/shared/chatParts.js';
import type { Variant } from '../../src/shared/variant.js';
import { useApp } from '../state/context.js';

/** The last news of this type in the chat that is shown; undefined where there is none. The component is rendered again with the next. */
export function useNews<Type extends ChatNews['type']>(type: Type): Variant<ChatNews, Type> | undefined {
  const { store, post } = useApp();
  const { value } = store.news(type);
  if (value === undefined) return undefined;
  const parsed = chatNews.safeParse(value);
  if (parsed.success && isOf(parsed.data, type)) return parsed.data;
  post({ type: 'reportError', text: `News of the type ${type} were not understood.` });
  return undefined;
}

function isOf<Type extends ChatNews['type']>(news: ChatNews, type: Type): news is Variant<ChatNews, Type> {
  return news.type === type;
}
