// What Claude reads of a person's decision on a permission. The CLI keeps these words in its transcript, and the card shows them before.

/** The result of a call that the person has denied. */
export const deniedMessage = 'The user did not allow this.';

/** The text of `deniedMessage` with the person's words under it. */
export const deniedWith = (note: string): string => `${deniedMessage} The user says:\n${note}`;

/** Claude reads this beside the result of a call that the person has allowed with a note. */
export const allowedWith = (note: string): string => `The user allowed this and says:\n${note}`;
