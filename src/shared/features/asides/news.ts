// A question of the person to Claude about a card that waits, and Claude's reply beside the card.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** The item of the card. `question`: the position of the question that the person asks about; absent on a permission. */
export const asideCard = { id: z.string(), question: z.optional(wholeNumber) };

/** `asking`: no reply yet. `failed`: no reply came; `ended`: no reply comes, because the CLI has ended. `reply`: Markdown from the model, untrusted. */
const asideTurn = z.strictObject({
  words: z.string(),
  state: z.enum(['asking', 'replied', 'failed', 'ended']),
  reply: z.optional(z.string()),
});
export type AsideTurn = z.infer<typeof asideTurn>;

/** `draft`: what the person has written and not asked yet. */
const aside = z.strictObject({ ...asideCard, draft: z.string(), turns: z.array(asideTurn) });
export type Aside = z.infer<typeof aside>;

/** Whether this CLI can be asked beside the conversation. */
export const canAskNews = z.strictObject({ type: z.literal('canAsk'), can: z.boolean() });

/** All that was asked beside the cards that wait. */
export const asidesNews = z.strictObject({ type: z.literal('asides'), asides: z.array(aside) });

export interface AsideCard {
  readonly id: string;
  readonly question?: number | undefined;
}

export function isAsideOf(one: AsideCard, { id, question }: AsideCard): boolean {
  return one.id === id && one.question === question;
}
