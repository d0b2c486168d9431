// The person goes back in a chat, or to another branch of it. Import it lazily. Owns that nothing happens before the person has pressed the button of the card.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { questionAgain } from '../../../chat/answerAgain.js';
import { answeredAgain } from '../../../chat/answeredAgain.js';
import type { Cut } from '../../../chat/branches.js';
import { goneBack, returnedTo } from '../../../chat/branches.js';
import type { ArchivedItem, KeptChat } from '../../../chat/journalRecords.js';
import { joinDrafts } from '../../../chat/replies.js';
import type { ChatState } from '../../../chat/state.js';
import { openQuestions } from '../../../chat/state.js';
import { within } from '../../../claude/process/within.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { messageOf } from '../../../shared/error.js';
import type { BackCard } from '../../../shared/features/back/news.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import type { Chats } from '../../chats/chats.js';
import { stateReached } from '../../chats/stateReached.js';
import { isToldElsewhere } from '../../vscode/elsewhere.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { ActContext } from '../actContext.js';
import { toldName } from '../review/turnChanges.js';
import { withTakenBack } from '../review/told.js';
import { notSaved, openBack, saveEditors, writeBack } from './backFiles.js';
import type { WentBack } from './backFiles.js';
import type { Going } from './cards.js';
import { asSaved, askedAgain, branchCard, forwardCard, isHere, messageCard, outdated, planOf } from './cards.js';
import { archivedInFront, forkOf, keepsQuestion, parted, textOf } from './cut.js';
import { cardId } from './list.js';
import type { BackPlan } from './plan.js';
import { forwardRow, needsCard } from './plan.js';

const { t } = vscode.l10n;

/** Milliseconds that Stop may take, with the end of the process where Claude does not obey; then the process is ended without it. */
const longestStop = 10_000;

/** The chats that are on their way. */
const going = new WeakSet<Chat>();

/** True where the chat is on its way, and the person is told: another card would take the place of what it says. */
function isToldGoing(chat: Chat): boolean {
  if (!going.has(chat)) return false;
  void showMessage(t('This chat is already going back. Try again when it is there.'));
  return true;
}

export async function askBack(act: Variant<FeatureIntent, 'askBack'>, context: ActContext): Promise<void> {
  const { id, edit } = act;
  if (isToldElsewhere(context.chat) || isToldGoing(context.chat)) return;
  try {
    const card = await messageCard(id, context);
    if (card === undefined) return;
    if (edit === true && card.refused === undefined) await askOrGo(context, card, false);
    else show(context, card);
  } catch (error) {
    sayFailed(error, context, () => askBack(act, context));
  }
}

/** At once where nothing is lost by that. */
export async function askForward({ id, branch }: Variant<FeatureIntent, 'askForward'>, context: ActContext): Promise<void> {
  if (isToldElsewhere(context.chat) || isToldGoing(context.chat)) return;
  const card = await forwardCard(id, context);
  const row = forwardRow(context.chat.loop.state, id);
  // The row stands in an older page.
  if (row === undefined && branch !== undefined) return askBranch({ type: 'askBranch', branch }, context);
  if (row === undefined && isHere(context.chat)) void showMessage(t('That is too far back for its files to come again.'));
  if (card === undefined || row === undefined) return;
  // Files went back, and cannot come again.
  const isMissed = row.files !== undefined && card.noFiles !== undefined && card.noFiles !== 'same';
  if (isMissed) show(context, card);
  else await askOrGo(context, card, row.isOver !== true);
}

/** The same. */
export async function askBranch({ branch }: Variant<FeatureIntent, 'askBranch'>, context: ActContext): Promise<void> {
  if (isToldElsewhere(context.chat) || isToldGoing(context.chat)) return;
  const card = await branchCard(branch, context);
  if (card !== undefined) await askOrGo(context, card, false);
  else if (isHere(context.chat)) void showMessage(t('That branch is not kept any more.'));
}

export function closeBack(context: Pick<ActContext, 'chat' | 'chats'>): void {
  tell(context, undefined);
}

export async function openBackFile({ path }: Variant<FeatureIntent, 'openBackFile'>, { chat }: ActContext): Promise<void> {
  const plan = planOf(shownCard(chat));
  if (plan !== undefined) await openBack(plan, path);
}

function shownCard({ news }: Chat): BackCard | undefined {
  const shown = news.get('back');
  return shown?.type === 'back' ? shown.card : undefined;
}

/** Does what the card says that is shown. */
export async function goBack(act: Going, context: ActContext): Promise<void> {
  const card = shownCard(context.chat);
  if (card?.id !== act.id || card.to === 'fork' || (card.refused !== undefined && act.what !== 'files')) return;
  await go(card, act, context);
}

/** `isFresh`: see `needsCard`. */
async function askOrGo(context: ActContext, card: BackCard, isFresh: boolean): Promise<void> {
  if (needsCard(card, isFresh)) show(context, card);
  else await go(card, { type: 'goBack', id: card.id, what: whatOf(card), others: [] }, context);
}

function whatOf({ to, files }: BackCard): Going['what'] {
  return to === 'files' ? 'files' : files === undefined ? 'talk' : 'both';
}

/** Stops Claude first. Says where it did not go, and why. */
async function go(card: BackCard, act: Going, context: ActContext): Promise<void> {
  const { chat, chats, back, post } = context;
  if (isToldElsewhere(chat) || isToldGoing(chat)) return;
  going.add(chat);
  chats.tell(chat.key, { type: 'back', isGoing: true });
  let next: BackCard | undefined;
  try {
    // Nothing is stopped or written for a chat whose last changes the disk refuses.
    if (!(await back.flush(chat))) throw notSaved();
    next = await outdated(card, context);
    if (next !== undefined) return;
    await stopped(chat, chats);
    next = await askedAgain(card, act.what, context);
    if (next !== undefined) return;
    await savedFirst(card, act, context);
    const plan = card.files === undefined ? undefined : planOf(card);
    const isBack = card.to === 'message' || card.to === 'question';
    if (isBack) await (act.what === 'files' ? filesBack(card, act, plan, context) : toMessage(card, act, plan, context));
    else if (card.to === 'files') await filesForward(act, plan, context);
    else await toBranch(card, act, plan, context);
    const open = card.to === 'question' && openQuestions(chat.loop.state).find(({ again }) => again !== undefined);
    post(open ? { type: 'focus', target: 'item', id: open.id } : { type: 'focus', target: 'composer' });
  } catch (error) {
    sayFailed(error, context, () => askAgain(card, context));
  } finally {
    going.delete(chat);
    tell(context, next);
    if (next !== undefined) post({ type: 'focus', target: 'item', id: cardId });
  }
}

function askAgain({ id, to }: BackCard, context: ActContext): Promise<void> {
  if (to === 'message' || to === 'question') return askBack({ type: 'askBack', id }, context);
  const isRow = forwardRow(context.chat.loop.state, id) !== undefined;
  return isRow ? askForward({ type: 'askForward', id }, context) : askBranch({ type: 'askBranch', branch: id }, context);
}

/** What was typed is on the disk, and in the tree from which the files come again, before its file goes back. */
async function savedFirst(card: BackCard, { what, others }: Going, context: ActContext): Promise<void> {
  const plan = planOf(card);
  if (what !== 'talk' && plan !== undefined && (await saveEditors(plan, others, context.log))) await asSaved(card, others, context);
}

function sayFailed(error: unknown, { log }: ActContext, again: () => Promise<void>): void {
  log.error(`Going back failed: ${String(error)}`);
  showMessage(t('The chat did not go back: {0}', messageOf(error)), [t('Try Again')], { level: 'error' })
    .then(pressed => (pressed === 0 ? again() : undefined))
    .catch((failure: unknown) => log.error(`Going back failed again: ${String(failure)}`));
}

/** The message is in the message box then, in front of what stands there. The row stands before the first file is written. */
async function toMessage({ id }: BackCard, { what, others }: Going, plan: BackPlan | undefined, context: ActContext): Promise<void> {
  const { chat, chats, back } = context;
  const writes = what === 'both' && plan !== undefined;
  const isGone = await back.goTo(chat, async (left, { archive }) => {
    const found = await parted(left.state, id, back.olderItems(chat));
    const can = found && (await forkOf(left.state, found.at, back.forkPoint));
    if (found === undefined || can?.ok !== true) throw new Error(t('the message is not there any more'));
    const { at, front, hasOlder } = found;
    const { fork, formerSessions } = can;
    const branch = randomUUID().slice(0, 8);
    const cut: Cut = {
      branch,
      items: front,
      hasOlder,
      formerSessions,
      ...(fork !== undefined && { fork }),
      ...(plan !== undefined && { trees: { from: plan.from, to: plan.to, writes } }),
      text: textOf(at),
      // No other item of any branch has the id.
      ...(at.kind === 'question' && { again: questionAgain(at, `${at.id}-${branch}`, randomUUID()) }),
      now: Date.now(),
    };
    const added = at.kind === 'prompt' ? (at.attachments ?? []) : [];
    const own = chats.goesAlong?.giveBack(added) ?? added;
    const made: KeptChat = {
      ...left,
      seenUntil: cut.now,
      composerDraft: at.kind === 'prompt' ? joinDrafts(at.text, left.composerDraft) : left.composerDraft,
      composerAttachments: [...own, ...(left.composerAttachments ?? [])],
      state: goneBack(left.state, cut),
    };
    return { chat: made, archive: archivedInFront(await archive(), found) };
  });
  if (!isGone) throw notSaved();
  if (writes) await writeRow(lastRow(chat), plan, others, 'done', context);
}

/** Files alone. Nothing is written before the row is on the disk. */
async function filesBack({ text }: BackCard, { others }: Going, plan: BackPlan | undefined, context: ActContext): Promise<void> {
  const { chat, back } = context;
  if (plan === undefined) return;
  chat.loop.dispatch({ type: 'filesGoing', text, trees: { from: plan.from, to: plan.to } });
  if (!(await back.flush(chat))) {
    chat.loop.dispatch({ type: 'filesWent', id: lastRow(chat), state: 'undone', written: 0, left: 0 });
    throw notSaved();
  }
  const { written } = await writeRow(lastRow(chat), plan, others, 'done', context);
  tellClaude('back', written, context);
}

async function filesForward({ id, others }: Going, plan: BackPlan | undefined, context: ActContext): Promise<void> {
  if (plan === undefined) return;
  const { written } = await writeRow(id, plan, others, 'undone', context);
  tellClaude('again', written, context);
}

/** The files before the chat is another branch: where the window ends in between, the row is there still, and does the rest. */
async function toBranch({ id }: BackCard, { what, others }: Going, plan: BackPlan | undefined, context: ActContext): Promise<void> {
  const { chat, back, log } = context;
  const branch = forwardRow(chat.loop.state, id)?.branch ?? id;
  const written: string[] = [];
  const isThere = await back.goTo(chat, async (left, kept) => {
    const other = await kept.branch(branch);
    if (other === undefined) throw new Error(t('the branch is not there any more'));
    // Also what has left their windows of items.
    const pairs = answeredAgain(withArchived(left.state, await kept.archive()), withArchived(other.state, await kept.archive(other)));
    return {
      chat: { ...other, state: returnedTo(other.state, left.state, Date.now(), plan?.from, pairs) },
      alongside: async () => {
        if (what === 'both' && plan !== undefined) written.push(...(await writeBack(plan, others, log)).written);
      },
    };
  });
  if (!isThere) throw notSaved(written);
}

function withArchived(state: ChatState, archive: readonly ArchivedItem[]): ChatState {
  return { ...state, items: [...archive.map(({ item }) => item), ...state.items] };
}

async function writeRow(
  id: string,
  plan: BackPlan,
  others: readonly string[],
  state: 'done' | 'undone',
  { chat, log }: ActContext,
): Promise<WentBack> {
  const went = await writeBack(plan, others, log);
  chat.loop.dispatch({ type: 'filesWent', id, state, written: went.written.length, left: went.refused.length });
  return went;
}

/** Its conversation goes on, and does not show what became of the files. */
function tellClaude(way: 'back' | 'again', written: readonly string[], { chat, chats }: ActContext): void {
  if (written.length > 0) chats.setAttachments(chat, withTakenBack(chat.composerAttachments, way, written, randomUUID(), toldName));
}

function lastRow({ loop: { state } }: Chat): string {
  return state.items.findLast(({ kind }) => kind === 'wentBack')?.id ?? '';
}

/** A question that the CLI can keep is handed back to it. */
async function stopped(chat: Chat, chats: Chats): Promise<void> {
  if (chat.loop.state.turn === 'idle') return;
  chats.dispatch(chat, { type: keepsQuestion(chat.loop.state) ? 'parkRequested' : 'interruptRequested' });
  const { reached, leave } = stateReached(chat.loop, ({ turn }) => turn === 'idle');
  await within(reached, longestStop, () => undefined).finally(leave);
}

/** The card that the person has asked for, unless the chat has gone on its way while it was worked out. */
function show(context: ActContext, card: BackCard): void {
  if (!isToldGoing(context.chat)) tell(context, card);
}

function tell({ chat, chats }: Pick<ActContext, 'chat' | 'chats'>, card: BackCard | undefined): void {
  chats.tell(chat.key, { type: 'back', ...(card && { card }) });
}
