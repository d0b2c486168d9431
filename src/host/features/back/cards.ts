// The cards that the person reads before a chat goes back, or to another branch, and what each is to write. Owns both; writes and shows nothing.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { beginningOf } from '../../../chat/branches.js';
import type { ChatState } from '../../../chat/state.js';
import { openPermissions, openQuestions, outlivesTurn } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { BackCard } from '../../../shared/features/back/news.js';
import type { Variant } from '../../../shared/variant.js';
import type { Chat } from '../../chats/chat.js';
import type { ActContext } from '../actContext.js';
import { isUnsaved } from '../review/turnChanges.js';
import { turnsTold } from '../review/turnSnapshots.js';
import { dryRun } from './backFiles.js';
import { forkOf, keepsQuestion, mayHaveWritten, parted, textOf } from './cut.js';
import type { BackPlan, NoFiles } from './plan.js';
import { asAsked, forwardRow, isSamePlan, shownFiles, treeBefore, wanted, wroteIn } from './plan.js';

const { t } = vscode.l10n;

export type Going = Variant<FeatureIntent, 'goBack'>;
type About = Pick<BackCard, 'id' | 'to' | 'text' | 'messages' | 'refused'>;

/** What a card says of files, as the dry run has found it. By the card, because another one of the chat may be worked out at the same time. */
const plans = new WeakMap<BackCard, BackPlan>();
/** The last item of the chat as a card was made. */
const lastItems = new WeakMap<BackCard, string>();

/** What the card writes; undefined where it writes no file. */
export function planOf(card: BackCard | undefined): BackPlan | undefined {
  return card && plans.get(card);
}

function setPlan(card: BackCard, made: BackPlan | undefined): void {
  if (made === undefined) plans.delete(card);
  else plans.set(card, made);
}

/** About a message or a question of this id; undefined where another window has the chat by now. Rejects where the item is gone. */
export async function messageCard(id: string, { chat, back }: ActContext): Promise<BackCard | undefined> {
  await turnsTold(chat);
  const { state } = chat.loop;
  const found = await parted(state, id, back.olderItems(chat));
  if (!isHere(chat)) return undefined;
  if (found === undefined) throw new Error(t('the message is not there any more'));
  const { at, rest } = found;
  // A turn whose files could not be told.
  const isUntold = state.turn === 'idle' && state.followed !== undefined;
  const told = treeBefore(rest);
  // What subagents have changed by now stands apart.
  const isKnown = !isUntold || (state.subagents > 0 && told !== 'none');
  const tree = isKnown && !mayHaveWritten(found) ? told : 'unknown';
  const [can, files] = await Promise.all([forkOf(state, at, back.forkPoint), dryRun(chat, tree, wroteIn(rest))]);
  const messages = rest.filter(({ kind }) => kind === 'prompt').length;
  const to = at.kind === 'prompt' ? 'message' : 'question';
  return cardOf(state, { id, to, text: beginningOf(textOf(at)), messages, ...(!can.ok && { refused: can.why }) }, files);
}

/** About a row of going back; undefined where there is none. */
export async function forwardCard(id: string, { chat }: ActContext): Promise<BackCard | undefined> {
  await turnsTold(chat);
  const { state } = chat.loop;
  const row = forwardRow(state, id);
  if (row === undefined || !isHere(chat)) return undefined;
  const since = state.items.slice(state.items.indexOf(row));
  const files = await dryRun(chat, wanted(row.from), wroteIn(since));
  return cardOf(state, { id, to: row.branch === undefined ? 'files' : 'branch', text: row.text, messages: 0 }, files);
}

/** About a branch that is kept; undefined where it is not. */
export async function branchCard(branch: string, { chat }: ActContext): Promise<BackCard | undefined> {
  await turnsTold(chat);
  const { state } = chat.loop;
  const { branches, items } = state;
  const known = branches?.find(({ id }) => id === branch);
  if (known === undefined || !isHere(chat)) return undefined;
  const files = await dryRun(chat, wanted(known.tree), wroteIn(items));
  return cardOf(state, { id: branch, to: 'branch', text: known.text, messages: 0 }, files);
}

async function cardAgain({ id, to }: BackCard, context: ActContext): Promise<BackCard | undefined> {
  const ofRow = to === 'message' || to === 'question' ? messageCard(id, context) : forwardCard(id, context);
  return (await ofRow) ?? branchCard(id, context);
}

/** Where more would end by now than the card says, or other files go: the card that the person has to read, before anything is stopped. */
export async function outdated(card: BackCard, context: ActContext): Promise<BackCard | undefined> {
  const { state } = context.chat.loop;
  const now = standingOf(state);
  const isMore =
    (now.works === true && card.works !== true) ||
    (now.background === true && card.background !== true) ||
    now.ends.questions > card.ends.questions ||
    now.ends.permissions > card.ends.permissions;
  // A turn may have come and gone since.
  if (!isMore && (card.works === true || lastItem(state) === lastItems.get(card))) return undefined;
  const again = await cardAgain(card, context);
  if (!isDeepStrictEqual(again, card) || !isSamePlan(planOf(again), planOf(card))) return again;
  setPlan(card, planOf(again));
  return undefined;
}

/** Only when Claude has stopped it is known which files its last turn has changed: the card that the person has to read, where other files go than it said. */
export async function askedAgain(card: BackCard, what: Going['what'], context: ActContext): Promise<BackCard | undefined> {
  if (card.works !== true) return undefined;
  const now = await cardAgain(card, context);
  const isSame = isDeepStrictEqual(now?.files, card.files) && isSamePlan(planOf(now), planOf(card));
  if (!isSame && (card.files === undefined || what !== 'talk')) return now;
  setPlan(card, planOf(now));
  return undefined;
}

/** The editors of its files were saved: the card goes on with the trees as they are now, and with no file that it did not say. `others`: paths that were ticked. */
export async function asSaved(card: BackCard, others: readonly string[], context: ActContext): Promise<void> {
  const before = planOf(card);
  const now = planOf(await cardAgain(card, context));
  setPlan(card, now && before && asAsked(now, before, others));
}

/** `state`: from before the files were looked at, so that what has come since makes the card outdated. */
function cardOf(state: ChatState, about: About, found: BackPlan | NoFiles): BackCard {
  const made = typeof found === 'string' ? undefined : found;
  const card: BackCard = {
    ...about,
    ...standingOf(state),
    ...(made && { files: shownFiles(made, path => isUnsaved(made.folder, path)) }),
    ...(typeof found === 'string' && saysFiles(found, state.turn) && { noFiles: found }),
  };
  setPlan(card, made);
  lastItems.set(card, lastItem(state));
  return card;
}

/** What runs and waits in the chat. */
function standingOf(state: ChatState): Pick<BackCard, 'works' | 'background' | 'ends' | 'stays'> {
  const questions = openQuestions(state);
  const parked = keepsQuestion(state) ? questions.length : questions.filter(({ phase }) => phase === 'parked').length;
  return {
    ...(state.turn !== 'idle' && { works: true as const }),
    ...(outlivesTurn(state) && { background: true as const }),
    ends: { questions: questions.length - parked, permissions: openPermissions(state).length + state.queued.length },
    stays: { questions: parked, messages: state.waiting.length },
  };
}

function lastItem(state: ChatState): string {
  return state.items.at(-1)?.id ?? '';
}

/** What Claude has changed in the turn that runs is not known yet. */
function saysFiles(why: NoFiles, turn: ChatState['turn']): boolean {
  return turn === 'idle' || (why !== 'none' && why !== 'same');
}

export function isHere({ otherOwner }: Chat): boolean {
  return otherOwner === undefined;
}
