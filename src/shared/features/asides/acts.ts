// What the person does in a question to Claude beside a card.
import * as z from 'zod/mini';
import { wholeNumber } from '../../question.js';

/** The item of the card. `question`: the position of the question that the person asks about; absent on a permission. */
export const asideCard = { id: z.string(), question: z.optional(wholeNumber) };

export const askAsideAct = z.strictObject({ type: z.literal('askAside'), ...asideCard, words: z.string() });

/** The words return to the box. */
export const cancelAsideAct = z.strictObject({ type: z.literal('cancelAside'), ...asideCard });

export const draftAsideAct = z.strictObject({ type: z.literal('draftAside'), ...asideCard, text: z.string() });
