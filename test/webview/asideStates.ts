// What was asked beside a card that waits, in each of its states.
import type { AsideTurn, ChatNews } from '../../src/shared/contract/news.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { GalleryState } from './gallery.js';
import { openItem, parts, store, waitingFor } from './openCards.js';
import { permission } from './permissionItems.js';

export const canAsk: HostMessage = newsOf({ type: 'canAsk', can: true });

/** About the card of this item. */
export function asides(id: string, turns: AsideTurn[], more: { readonly question?: number; readonly draft?: string } = {}): HostMessage {
  return newsOf({ type: 'asides', asides: [{ id, draft: '', ...more, turns }] });
}

export const everyTurn: AsideTurn[] = [
  { words: 'Which of them needs no server?', state: 'replied', reply: '**SQLite**: one file, `notes.db`.\n\n- no server\n- no password' },
  { words: 'ומה עם הגיבוי?', state: 'failed' },
  { words: 'Is it fast enough?', state: 'ended' },
];

export function newsOf(news: ChatNews): Extract<HostMessage, { type: 'news' }> {
  return { type: 'news', chat: 's', news };
}

const item = openItem([store, parts], { id: 'toolu aside' });
const asking: AsideTurn[] = [
  ...everyTurn.slice(0, 1),
  { words: 'And which one is the safest, should the office lose its power?', state: 'asking' },
];

export const asideStates: readonly GalleryState[] = [
  { name: 'questions to Claude on a card', hostMessages: [waitingFor(item), canAsk, asides(item.id, everyTurn, { question: 0 })] },
  { name: 'a question to Claude on a tab', hostMessages: [waitingFor(item, 'tabs'), canAsk, asides(item.id, asking, { question: 0 })] },
  {
    name: 'questions to Claude on a permission',
    hostMessages: [
      { ...waitingFor(item), items: [permission], status: { turn: 'running', waiting: true } },
      canAsk,
      asides(permission.id, everyTurn, { draft: 'And now?' }),
    ],
  },
];
