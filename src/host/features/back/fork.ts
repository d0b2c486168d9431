// The person forks the conversation: what stands in front of a message in a new chat, with the message in its message box. Import it lazily. Nothing of the
// old chat ends by it, nor changes.
import * as vscode from 'vscode';
import { beginningOf, forked } from '../../../chat/branches.js';
import type { ChatState } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { messageOf } from '../../../shared/error.js';
import type { BackCard } from '../../../shared/features/back/news.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import { chatTitle } from '../../chats/chat.js';
import type { MakeFork } from '../../storage/chatForks.js';
import { isToldElsewhere } from '../../vscode/elsewhere.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { ActContext } from '../actContext.js';
import type { CanGo, Parted } from './cut.js';
import { archivedInFront, forkOf, parted, textOf } from './cut.js';

const { t } = vscode.l10n;

type Forking = Variant<FeatureIntent, 'forkChat'>;

/** The chats of which a fork is being made: a second press meanwhile makes no other one. */
const forking = new WeakSet<Chat>();

export async function forkChat(act: Forking, context: ActContext): Promise<void> {
  const { chat } = context;
  if (forking.has(chat)) return;
  forking.add(chat);
  try {
    await fork(act, context).finally(() => forking.delete(chat));
  } catch (error) {
    context.log.error(`A conversation could not be forked: ${String(error)}`);
    const pressed = await showMessage(t('The conversation was not forked: {0}', messageOf(error)), [t('Try Again')], { level: 'error' });
    if (pressed === 0) await forkChat(act, context);
  }
}

async function fork({ id }: Forking, context: ActContext): Promise<void> {
  const { chat, chats, back } = context;
  if (isToldElsewhere(chat)) return;
  const { at, can } = await found(chat.loop.state, id, context);
  if (!can.ok) return chats.tell(chat.key, { type: 'back', card: refusal(id, textOf(at), can.why) });
  const make: MakeFork = async (left, archive) => {
    const there = await found(left.state, id, context);
    if (!there.can.ok || there.at.kind !== 'prompt') throw new Error(t('the message is not there any more'));
    const { text, attachments: composerAttachments } = there.at;
    const name = chatTitle(chat) ?? beginningOf(text);
    return {
      title: nth => (nth === 1 ? t('Forked: {0}', name) : t('Forked ({1}): {0}', name, nth)),
      chat: {
        usedAt: Date.now(),
        seenUntil: Date.now(),
        composerDraft: text,
        ...(composerAttachments && { composerAttachments }),
        composerRevision: 1,
        state: forked(left.state, { items: there.front, hasOlder: there.hasOlder, ...there.can }),
      },
      archive: archivedInFront(await archive(), there),
    };
  };
  if (!(await back.fork(chat, make))) throw new Error(t('the chat is not there any more'));
}

/** Rejects where there is no such message. */
async function found(state: ChatState, id: string, { chat, back }: ActContext): Promise<Parted & { readonly can: CanGo }> {
  const there = await parted(state, id, back.olderItems(chat));
  if (there === undefined) throw new Error(t('the message is not there any more'));
  return { ...there, can: await forkOf(state, there.at, back.forkPoint) };
}

function refusal(id: string, text: string, refused: NonNullable<BackCard['refused']>): BackCard {
  const nothing = { questions: 0, permissions: 0 };
  return { id, to: 'fork', text: beginningOf(text), messages: 0, ends: nothing, stays: { questions: 0, messages: 0 }, refused };
}
