// The person asks Claude about a card that waits, beside the conversation. Import it lazily. Owns what was asked about the cards that wait; the last
// news `asides` of a session is where it is kept, so it ends with the session's window. Must not answer or end the card.
import type { ControlReply } from '../../../claude/stream/controlRequests.js';
import { openPermissions, openQuestions } from '../../../session/state.js';
import type { SessionState } from '../../../session/state.js';
import type { ChatAct } from '../../../shared/chatParts.js';
import type { Aside, AsideCard, AsideTurn } from '../../../shared/discuss.js';
import { isAsideOf } from '../../../shared/discuss.js';
import type { Variant } from '../../../shared/variant.js';
import type { Session } from '../../chats/session.js';
import type { SessionLoop } from '../../chats/sessionLoop.js';
import type { Sessions } from '../../chats/sessions.js';
import { asideQuestion } from './asideQuestion.js';
import type { ActContext } from '../actContext.js';

/** How to take back the requests that have no reply yet. */
const asking = new WeakMap<Session, Map<string, AbortController>>();

/** The chats whose cards are followed, so that what was asked about a card ends with it. */
const followed = new WeakSet<SessionLoop>();

/** Sends `side_question` (2.1.100 and newer): the model reads the conversation, and the conversation keeps no trace of it. */
export async function askAside(act: Variant<ChatAct, 'askAside'>, { session, sessions, log }: ActContext): Promise<void> {
  const { words } = act;
  const question = asideQuestion(session.loop.state, act, words);
  const running = runningOf(session);
  const key = keyOf(act);
  if (question === undefined || words.trim() === '' || running.has(key) || !isOpen(session.loop.state, act)) return;
  const controller = new AbortController();
  running.set(key, controller);
  const change = (make: (turns: readonly AsideTurn[]) => readonly AsideTurn[], draft = ''): void =>
    sessions.tell(session.key, { type: 'asides', asides: changed(session, act, one => ({ ...one, draft, turns: [...make(one.turns)] })) });
  // Asked again, the failed turn goes, because its words are in the new one.
  const before = asideOf(session, act).turns.filter(({ state }) => state === 'replied');
  change(() => [...before, { words, state: 'asking' }]);
  follow(session, sessions);
  const history = before.map(({ words: asked, reply = '' }) => ({ question: asked, response: reply }));
  const reply = await session.loop.ask({ subtype: 'side_question', question, history }, { signal: controller.signal });
  running.delete(key);
  if (!isOpen(session.loop.state, act)) return;
  const typed = asideOf(session, act).draft;
  const end = turnOf(words, reply);
  if (!reply.ok && reply.why !== 'cancelled') log.warn(`Claude was not asked beside the conversation: ${reply.why} ${reply.detail}`);
  change(() => (end === undefined ? before : [...before, end]), end === undefined && typed === '' ? words : typed);
  (await session.loop.parts())?.asides.refresh();
}

/** One listener for all that is asked in the chat, because each costs a look at every change of the chat. */
function follow(session: Session, sessions: Sessions): void {
  const { loop } = session;
  if (followed.has(loop)) return;
  followed.add(loop);
  const stop = loop.onChange((_, state) => {
    const [all, running] = [asidesOf(session), runningOf(session)];
    const left = all.filter(one => isOpen(state, one));
    if (left.length === all.length) return;
    for (const one of all) if (!left.includes(one)) running.get(keyOf(one))?.abort();
    sessions.tell(session.key, { type: 'asides', asides: left });
    if (left.length > 0) return;
    followed.delete(loop);
    stop();
  });
}

export function cancelAside(act: Variant<ChatAct, 'cancelAside'>, { session }: ActContext): void {
  runningOf(session).get(keyOf(act))?.abort();
}

/** Kept for a view that opens later. Not told, because the view that writes has the words already. */
export function draftAside(act: Variant<ChatAct, 'draftAside'>, { session }: ActContext): void {
  if (!isOpen(session.loop.state, act)) return;
  session.news.set('asides', { type: 'asides', asides: changed(session, act, one => ({ ...one, draft: act.text })) });
}

/** `synthetic`: the words are the CLI's and no reply of the model. Undefined: taken back by the person. */
function turnOf(words: string, reply: ControlReply): AsideTurn | undefined {
  if (!reply.ok) return reply.why === 'cancelled' ? undefined : { words, state: reply.why === 'ended' ? 'ended' : 'failed' };
  const { response: text, synthetic } = reply.response;
  if (typeof text !== 'string' || text.trim() === '' || synthetic === true) return { words, state: 'failed' };
  return { words, state: 'replied', reply: text };
}

function runningOf(session: Session): Map<string, AbortController> {
  const running = asking.get(session) ?? new Map<string, AbortController>();
  asking.set(session, running);
  return running;
}

function keyOf({ id, question }: AsideCard): string {
  return `${question ?? ''} ${id}`;
}

function isOpen(state: SessionState, { id }: AsideCard): boolean {
  return [...openQuestions(state), ...openPermissions(state)].some(item => item.id === id);
}

function asidesOf({ news }: Session): readonly Aside[] {
  const told = news.get('asides');
  return told?.type === 'asides' ? told.asides : [];
}

function asideOf(session: Session, card: AsideCard): Aside {
  const { id, question } = card;
  const known = asidesOf(session).find(one => isAsideOf(one, card));
  return known ?? { id, ...(question !== undefined && { question }), draft: '', turns: [] };
}

function changed(session: Session, card: AsideCard, make: (one: Aside) => Aside): Aside[] {
  const others = asidesOf(session).filter(one => !isAsideOf(one, card) && isOpen(session.loop.state, one));
  return [...others, make(asideOf(session, card))];
}
