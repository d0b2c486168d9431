// News of the host, checked. Knows nothing of the page.
import type { ChatNews } from '../../src/shared/contract/news.js';
import { chatNews } from '../../src/shared/contract/news.js';

const known = new WeakMap<object, ChatNews | undefined>();

/** Undefined for what is no news, after `failed`. Each news is checked once, because a part of the page may be rendered again with each letter. */
export function readNews(value: unknown, failed: () => void): ChatNews | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (known.has(value)) return known.get(value);
  const { data } = chatNews.safeParse(value);
  known.set(value, data);
  if (data === undefined) failed();
  return data;
}
