// The places and requests that both directions of the contract name.
import * as z from 'zod/mini';
import { position } from '../position.js';

export const version = z.int();

/**
 * A place between two items of the conversation, as the host names it. The view hands cursors back as they came, and may compare them for
 * nothing. A cursor stays valid for as long as its chat is shown.
 */
export const cursor = z.string();

/** Names a request of the view, so that its replies are told from those of earlier requests. The view counts up, and never begins anew. */
export const requestId = z.int();

// Not within `intent`: the view has no use for that, and leaves it out of its code where nothing in it is made by a call of a method.
export const searchedWords = z.string().check(z.minLength(1), z.maxLength(1_000));

/** An item in which the words that are looked for occur. */
export const hit = z.strictObject({
  /** The item's id, as the view knows it where the view has the item. */
  item: z.string(),
  /** Orders the hits. */
  at: position,
  /** The place of the item, for `goToHit`. */
  cursor,
});
export type Hit = z.infer<typeof hit>;
