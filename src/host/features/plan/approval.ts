// A plan that waits is approved into a mode, here or in a new chat. Knows nothing of VS Code. Comments and *Keep planning* are the note and the
// denial of the plan's permission, as with any other call.
import { randomUUID } from 'node:crypto';
import { find } from '../../../chat/items.js';
import { withoutMentions } from '../../../shared/attachments.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { pathOf } from '../../../shared/permitted.js';
import { planPrompt } from '../../../shared/features/plan/plan.js';
import type { Variant } from '../../../shared/variant.js';
import { planTool } from '../../../shared/tools.js';
import type { Chat } from '../../chats/chat.js';
import type { ActContext } from '../actContext.js';

type Approval = Variant<FeatureIntent, 'approvePlan'>;

/** The chats in which a plan is being approved: a second press meanwhile approves nothing. */
const approving = new WeakSet<Chat>();

/** Resolves with whether it goes on in a new chat, which is then the current chat. */
export async function approval(act: Approval, context: ActContext): Promise<boolean> {
  const { chat } = context;
  const plan = waitingPlan(chat, act.id);
  if (plan === undefined || approving.has(chat)) return false;
  if (act.fresh) {
    approveAnew(act, plan, context);
    return true;
  }
  approving.add(chat);
  try {
    await approveHere(act, context);
  } finally {
    approving.delete(chat);
  }
  return false;
}

/**
 * The mode comes before the approval, because its reply says whether the CLI has it, and the CLI keeps it across the approval (2.0.77, 2.1.100,
 * 2.1.329). In a mode that was refused nothing is approved.
 */
async function approveHere({ id, mode, note }: Approval, { chat, chats }: ActContext): Promise<void> {
  const steered = (await chat.loop.parts())?.steered;
  const before = steered?.beforePlan;
  const reply = await steered?.setMode(mode);
  // The CLI may still take it, and the plan is not approved.
  if (reply?.ok === false && reply.why === 'silent') void steered?.planAgain(before);
  if (reply?.ok !== true) return chats.tell(chat.key, { type: 'planRefused', id, mode, detail: reply?.detail ?? '' });
  if (waitingPlan(chat, id) === undefined) {
    // Stopped meanwhile: the person has not approved it, so Claude goes on planning.
    // Where the CLI does not take it any more, the next one begins so.
    if ((await steered?.planAgain(before))?.ok !== true) chat.loop.dispatch({ type: 'steered', change: { mode: 'plan' } });
    return;
  }
  chat.loop.dispatch({ type: 'permissionDecided', requestId: id, decision: 'allow', note });
}

/**
 * The planning ends as by Stop, so that Claude reads nothing more in its chat. The new chat has the plan first, so that it is never lost, and begins
 * in the mode, with the model and effort of the planning.
 */
function approveAnew({ id, mode, note }: Approval, plan: string, { chat, chats }: ActContext): void {
  chats.newChat();
  const next = chats.current;
  chats.dispatch(next, { type: 'steered', change: { ...chat.loop.state.steering, mode } });
  // The plan is Claude's, so the CLI must find no mention in it: it would read that file without asking.
  const text = planPrompt(withoutMentions(plan), withoutQuotedMentions(note));
  chats.dispatch(next, { type: 'promptSubmitted', uuid: randomUUID(), text });
  // The note goes along, so it does not stay behind as one that was not told.
  chat.loop.dispatch({ type: 'noteDrafted', requestId: id, text: '' });
  chat.loop.dispatch({ type: 'planMoved', requestId: id, chat: next.key });
  chat.loop.dispatch({ type: 'interruptRequested' });
}

/** What comments quote is Claude's too; a mention in the person's own words stays. */
function withoutQuotedMentions(note: string): string {
  return note.replace(/^> .*$/gm, withoutMentions);
}

/**
 * Undefined where it does not wait any more, where the person has pressed Stop, where no card has shown all of it, and
 * where the input has a path beside the plan: what that leads to is shown and looked at by the card of any other call, which the page shows then.
 */
function waitingPlan({ loop }: Chat, id: string): string | undefined {
  if (loop.state.turn === 'stopping') return undefined;
  const permission = find(loop.state, id, 'permission');
  const plan = permission?.state === 'asked' && permission.tooLong === undefined ? permission.input?.['plan'] : undefined;
  const isPlan = permission?.toolName === planTool && pathOf(planTool, permission.input ?? {}) === undefined;
  return isPlan && typeof plan === 'string' ? plan : undefined;
}
