// What a session was told of the memory. Types alone.

/** What Claude was told of the memory when the session began, and is told again whenever the session is resumed. */
export interface Told {
  /** Ids: the words are in the ledger alone, so that a deleted decision is nowhere else. */
  readonly decisions: readonly string[];
  /** The project card, by the section that each line is from. `isOwn`: the line stands like this in a card that somebody wrote. */
  readonly card: readonly { readonly section: string; readonly text: string; readonly isOwn?: true }[];
  /** The person has been shown that the card is older than the present one. */
  readonly isOlder?: true;
}
