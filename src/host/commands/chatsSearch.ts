// The search of all chats for words: which hits there are, and where one of them is once its chat is open. Knows nothing of VS Code.
import type { FoundItem, OlderItems } from '../conversation/olderItems.js';
import { comparePositions } from '../../shared/position.js';

export interface SearchedChat {
  /** Its key, or the CLI's session id. */
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  /** Undefined where it is not there any more. May reject. */
  readonly read: () => Promise<Pick<OlderItems, 'find'> | undefined>;
}

export interface ChatHit {
  readonly chat: SearchedChat;
  /** The line in which the words stand. */
  readonly line: string;
  /** How many newer hits of the chat have the same line. Ids do not tell which hit it is: those of a chat on the disk and of the same in memory differ. */
  readonly nth: number;
  /** The search has not gone on behind it in its chat, which may have more. */
  readonly isCut: boolean;
}

/** Hits of one chat: of more, the newest ones. */
export const mostInChat = 20;

/** The hits as they are found, those of the first chat first, of each chat the newest first. Ends early when `signal` is aborted. */
export async function* searchChats(
  words: string,
  chats: readonly SearchedChat[],
  signal: AbortSignal,
  failed: (error: unknown) => void,
): AsyncGenerator<readonly ChatHit[]> {
  for (const chat of chats) {
    if (signal.aborted) return;
    try {
      yield* hitsIn(words, chat, signal);
    } catch (error) {
      failed(error);
    }
  }
}

async function* hitsIn(words: string, chat: SearchedChat, signal: AbortSignal): AsyncGenerator<readonly ChatHit[]> {
  const lines = new Map<string, number>();
  let left = mostInChat;
  for await (const found of (await chat.read())?.find(words, signal) ?? []) {
    const hits = newestFirst(found).slice(0, left);
    left -= hits.length;
    yield hits.map(({ line }, index) => {
      const nth = lines.get(line) ?? 0;
      lines.set(line, nth + 1);
      return { chat, line, nth, isCut: left === 0 && index === hits.length - 1 };
    });
    if (left === 0) return;
  }
}

/** The same hit in its chat; undefined where it is not there any more. */
export async function hitAgain(
  words: string,
  { line, nth }: Pick<ChatHit, 'line' | 'nth'>,
  items: Pick<OlderItems, 'find'>,
): Promise<FoundItem | undefined> {
  let newer = 0;
  for await (const found of items.find(words, new AbortController().signal))
    for (const hit of newestFirst(found)) if (hit.line === line && newer++ === nth) return hit;
  return undefined;
}

function newestFirst(found: readonly FoundItem[]): readonly FoundItem[] {
  return found.toSorted((one, other) => comparePositions(other.at, one.at));
}
