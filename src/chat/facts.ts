// What Parley keeps of each chat beside its conversation and its message box. A fact that is new is a field and its check here, and its use: the chat in
// memory, the journal, the check of what was read, and a copy in another window have it by these. Pure, and without schemas, because activation reads it.

/** A fact that came later than the first version may be absent, because the chats of before it lack it. */
export interface ChatFacts {
  /** Given by the person. */
  title?: string | undefined;
  /** The time at which the person last did something in the chat; epoch milliseconds. */
  usedAt: number;
  /** Until then the window has seen Claude work, and has read the transcript; epoch milliseconds. Later entries are not in the state yet. */
  seenUntil: number;
  /**
   * `seenUntil` at the time at which another program was seen in the session beside the process here, in epoch milliseconds: entries after it may
   * not be in the state. Absent once the transcript was read without such a process.
   */
  sharedSince?: number | undefined;
}

/** Whether what was read can be this fact. */
export const factChecks: { readonly [K in keyof ChatFacts]-?: (value: unknown) => boolean } = {
  title: value => value === undefined || typeof value === 'string',
  usedAt: isNumber,
  seenUntil: isNumber,
  sharedSince: value => value === undefined || isNumber(value),
};

/** The facts alone; one that is absent is undefined here. */
export function factsOf(chat: ChatFacts): ChatFacts {
  const known = new Map<string, unknown>(Object.entries(chat));
  // The names and the values are those of `chat`.
  return Object.fromEntries(Object.keys(factChecks).map(name => [name, known.get(name)])) as unknown as ChatFacts;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
