// Which entries of a transcript are still part of its conversation. Owns the rules: rewinds, compactions, parallel tool calls,
// parents in lines that cannot be read. Must not know what an entry says, nor where its line is stored.

/** How an entry hangs together with others. */
export interface EntryLinks {
  readonly uuid: string;
  /** Undefined for the first entry. */
  readonly parent: string | undefined;
  /** The model's answer that the entry is a part of: each block of an answer is an entry of its own. */
  readonly messageId: string | undefined;
  /** Ids of the tool calls and questions that the entry begins. */
  readonly calls: readonly string[];
  /** Ids of the tool calls and questions whose results the entry holds. */
  readonly results: readonly string[];
}

/** What is known of the part of the file before the given entries. */
export interface Before {
  /** There is no entry before the first one that is given. */
  readonly isStart: boolean;
  /** The entry of this uuid was in a line that cannot be read. */
  readonly isLost: (uuid: string) => boolean;
}

export interface Conversation<T> {
  /** The entries in the order of the file. */
  readonly entries: readonly T[];
  /** The entries that lead from the first one to the last. The others are parts of an answer, or results. */
  readonly leading: ReadonlySet<T>;
  /** The conversation begins before the given entries. */
  readonly isOpen: boolean;
}

const wholeFile: Before = { isStart: true, isLost: () => true };

/**
 * The entries that lead to the last one, and what belongs to these: of an answer with several tool calls each block hangs on
 * the one before, but each result on its call, so that only one of the results leads on.
 */
export function conversationOf<T extends EntryLinks>(entries: readonly T[], before: Before = wholeFile): Conversation<T> {
  const steps = conversationSteps(entries, before);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** So many entries take a millisecond or two. */
const entriesPerStep = 5_000;

/** The same, with places at which the caller can pause: there can be hundreds of thousands of entries. */
export function* conversationSteps<T extends EntryLinks>(entries: readonly T[], before: Before = wholeFile): Steps<Conversation<T>> {
  const { leads, isOpen } = yield* leadingToLast(entries, before);
  const answers = new Set<string>();
  yield* each(entries, ({ messageId }, position) => {
    if (leads[position] === 1 && messageId !== undefined) answers.add(messageId);
  });
  const isPart = new Uint8Array(entries.length);
  const calls = new Set<string>();
  const ended = new Set<string>();
  yield* each(entries, ({ messageId, calls: begun, results }, position) => {
    if (leads[position] !== 1 && (messageId === undefined || !answers.has(messageId))) return;
    isPart[position] = 1;
    for (const id of begun) calls.add(id);
    for (const id of results) ended.add(id);
  });
  const isMissing = (id: string): boolean => calls.has(id) && !ended.has(id);
  const taken: T[] = [];
  const leading = new Set<T>();
  yield* each(entries, (entry, position) => {
    if (leads[position] === 1) leading.add(entry);
    if (isPart[position] === 1 || entry.results.some(isMissing)) taken.push(entry);
  });
  return { entries: taken, leading, isOpen };
}

type Steps<T> = Generator<void, T, void>;

function* each<T>(entries: readonly T[], act: (entry: T, position: number) => void): Steps<void> {
  for (let position = 0; position < entries.length; position++) {
    act(entries[position] as T, position);
    if (position % entriesPerStep === entriesPerStep - 1) yield;
  }
}

/** `leads`: 1 at the positions of those that lead to the last one. */
function* leadingToLast(entries: readonly EntryLinks[], before: Before): Steps<{ readonly leads: Uint8Array; readonly isOpen: boolean }> {
  const positions = new Map<string, number>();
  yield* each(entries, ({ uuid }, position) => positions.set(uuid, position));
  const leads = new Uint8Array(entries.length);
  let position = entries.length - 1;
  for (let steps = 1; position >= 0 && leads[position] !== 1; steps++) {
    leads[position] = 1;
    const parent = entries[position]?.parent;
    if (parent === undefined) return { leads, isOpen: false };
    const known = positions.get(parent);
    if (known === undefined && !before.isStart && !before.isLost(parent)) return { leads, isOpen: true };
    // The entry that stands before takes the place of a parent whose line could not be read.
    position = known ?? position - 1;
    if (steps % entriesPerStep === 0) yield;
  }
  return { leads, isOpen: position < 0 && !before.isStart };
}
