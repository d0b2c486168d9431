// The person asks Claude about a card that waits, beside the conversation. Import it lazily. Owns what was asked about the cards that wait; the last
// news `asides` of a session is where it is kept, so it ends with the session's window. Must not answer or end the card.
import type { ControlReply } from '../../../claude/stream/controlRequests.js';
import { openPermissions, openQuestions } from '../../../chat/state.js';
import type { ChatState } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { Aside, AsideCard, AsideTurn } from '../../../shared/contract/news.js';
import { isAsideOf } from '../../../shared/contract/news.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import type { ChatLoop } from '../../chats/chatLoop.js';
import type { Chats } from '../../chats/chats.js';
import { asideQuestion } from './asideQuestion.js';
import type { ActContext } from '../actContext.js';

/** How to take back the requests that have no reply yet. */
const asking = new WeakMap<Chat, Map<string, AbortController>>();

/** The chats whose cards are followed, so that what was asked about a card ends with it. */
const followed = new WeakSet<ChatLoop>();

/** Sends `side_question` (2.1.100 and newer): the model reads the conversation, and the conversation keeps no trace of it. */
export async function askAside(act: Variant<FeatureIntent, 'askAside'>, { chat, chats, log }: ActContext): Promise<void> {
  const { words } = act;
  const question = asideQuestion(chat.loop.state, act, words);
  const running = runningOf(chat);
  const key = keyOf(act);
  if (question === undefined || words.trim() === '' || running.has(key) || !isOpen(chat.loop.state, act)) return;
  const controller = new AbortController();
  running.set(key, controller);
  const change = (make: (turns: readonly AsideTurn[]) => readonly AsideTurn[], draft = ''): void =>
    chats.tell(chat.key, { type: 'asides', asides: changed(chat, act, one => ({ ...one, draft, turns: [...make(one.turns)] })) });
  // Asked again, the failed turn goes, because its words are in the new one.
  const before = asideOf(chat, act).turns.filter(({ state }) => state === 'replied');
  change(() => [...before, { words, state: 'asking' }]);
  follow(chat, chats);
  const history = before.map(({ words: asked, reply = '' }) => ({ question: asked, response: reply }));
  const reply = await chat.loop.ask({ subtype: 'side_question', question, history }, { signal: controller.signal });
  running.delete(key);
  if (!isOpen(chat.loop.state, act)) return;
  const typed = asideOf(chat, act).draft;
  const end = turnOf(words, reply);
  if (!reply.ok && reply.why !== 'cancelled') log.warn(`Claude was not asked beside the conversation: ${reply.why} ${reply.detail}`);
  change(() => (end === undefined ? before : [...before, end]), end === undefined && typed === '' ? words : typed);
  (await chat.loop.parts())?.asides.refresh();
}

/** One listener for all that is asked in the chat, because each costs a look at every change of the chat. */
function follow(chat: Chat, chats: Chats): void {
  const { loop } = chat;
  if (followed.has(loop)) return;
  followed.add(loop);
  const stop = loop.onChange((_, state) => {
    const [all, running] = [asidesOf(chat), runningOf(chat)];
    const left = all.filter(one => isOpen(state, one));
    if (left.length === all.length) return;
    for (const one of all) if (!left.includes(one)) running.get(keyOf(one))?.abort();
    chats.tell(chat.key, { type: 'asides', asides: left });
    if (left.length > 0) return;
    followed.delete(loop);
    stop();
  });
}

export function cancelAside(act: Variant<FeatureIntent, 'cancelAside'>, { chat }: ActContext): void {
  runningOf(chat).get(keyOf(act))?.abort();
}

/** Kept for a view that opens later. Not told, because the view that writes has the words already. */
export function draftAside(act: Variant<FeatureIntent, 'draftAside'>, { chat }: ActContext): void {
  if (!isOpen(chat.loop.state, act)) return;
  chat.news.set('asides', { type: 'asides', asides: changed(chat, act, one => ({ ...one, draft: act.text })) });
}

/** `synthetic`: the words are the CLI's and no reply of the model. Undefined: taken back by the person. */
function turnOf(words: string, reply: ControlReply): AsideTurn | undefined {
  if (!reply.ok) return reply.why === 'cancelled' ? undefined : { words, state: reply.why === 'ended' ? 'ended' : 'failed' };
  const { response: text, synthetic } = reply.response;
  if (typeof text !== 'string' || text.trim() === '' || synthetic === true) return { words, state: 'failed' };
  return { words, state: 'replied', reply: text };
}

function runningOf(chat: Chat): Map<string, AbortController> {
  const running = asking.get(chat) ?? new Map<string, AbortController>();
  asking.set(chat, running);
  return running;
}

function keyOf({ id, question }: AsideCard): string {
  return `${question ?? ''} ${id}`;
}

function isOpen(state: ChatState, { id }: AsideCard): boolean {
  return [...openQuestions(state), ...openPermissions(state)].some(item => item.id === id);
}

function asidesOf({ news }: Chat): readonly Aside[] {
  const told = news.get('asides');
  return told?.type === 'asides' ? told.asides : [];
}

function asideOf(chat: Chat, card: AsideCard): Aside {
  const { id, question } = card;
  const known = asidesOf(chat).find(one => isAsideOf(one, card));
  return known ?? { id, ...(question !== undefined && { question }), draft: '', turns: [] };
}

function changed(chat: Chat, card: AsideCard, make: (one: Aside) => Aside): Aside[] {
  const others = asidesOf(chat).filter(one => !isAsideOf(one, card) && isOpen(chat.loop.state, one));
  return [...others, make(asideOf(chat, card))];
}
