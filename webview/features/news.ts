// What the host tells the parts of the page beside the conversation.
import type { ChatNews } from '../../src/shared/contract/news.js';
import type { Variant } from '../../src/shared/variant.js';
import { useApp } from '../state/context.js';
import { readNews } from './readNews.js';

/** The last news of this type in the chat that is shown; undefined where there is none. The component is rendered again with the next. */
export function useNews<Type extends ChatNews['type']>(type: Type): Variant<ChatNews, Type> | undefined {
  const { store, post } = useApp();
  const news = readNews(store.news(type).value, () => post({ type: 'reportError', text: `News of the type ${type} were not understood.` }));
  return news !== undefined && isOf(news, type) ? news : undefined;
}

function isOf<Type extends ChatNews['type']>(news: ChatNews, type: Type): news is Variant<ChatNews, Type> {
  return news.type === type;
}
