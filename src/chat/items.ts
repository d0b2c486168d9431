// Finds and changes items of a chat; unchanged items stay the same objects. Pure.
import type { ChatItem, ChatState } from './state.js';

/**
 * The state with a turn running. Also needed after a `result`, because a prompt sent in mid-turn begins a turn of its own. A turn that
 * begins here was begun by Claude, so it has no prompt.
 */
export function withTurnRunning(state: ChatState): ChatState {
  if (state.turn === 'idle') return { ...state, turn: 'running', turnPrompts: [] };
  return state.turn === 'starting' ? { ...state, turn: 'running' } : state;
}

export function append(state: ChatState, item: ChatItem): ChatState {
  return { ...state, items: [...state.items, item], counter: state.counter + 1 };
}

/**
 * The state without the offers to send an earlier prompt again or to let Claude go on, because the conversation has gone on with another one. Going back
 * is over then, too.
 */
export function withoutAgain(state: ChatState): ChatState {
  return changeFrom(withoutGoOn(state), 0, item => {
    if (item.kind === 'wentBack') return item.isOver ? item : { ...item, isOver: true };
    if (item.kind !== 'problem' || item.again === undefined) return item;
    const { again: _, againAttachments: __, ...rest } = item;
    return rest;
  });
}

/** The state without the offers to let Claude go on, because it has gone on. */
export function withoutGoOn(state: ChatState): ChatState {
  return changeFrom(state, 0, item => {
    if ((item.kind !== 'problem' && item.kind !== 'exit') || item.goOn === undefined) return item;
    const { goOn: _, ...rest } = item;
    return rest;
  });
}

type ItemOf<K extends ChatItem['kind']> = Extract<ChatItem, { kind: K }>;

/** Claude's words, which come piece by piece. */
type Words = ItemOf<'text' | 'thought'>;

/** The kind of the item that an event of a text is about. */
export function kindOfWords({ thought }: { readonly thought?: true }): Words['kind'] {
  return thought === true ? 'thought' : 'text';
}

/** The words that nothing more comes for. Thinking lasts until `now`, in epoch milliseconds. */
export function endedWords(words: Words, now: number): Words {
  if (words.kind === 'text') return { ...words, streaming: false };
  const { since, ...thought } = words;
  return { ...thought, streaming: false, ...(since !== undefined && { seconds: Math.max(0, Math.round((now - since) / 1_000)) }) };
}

export function indexOf(state: ChatState, id: string, kind: ChatItem['kind']): number {
  return state.items.findLastIndex(item => item.id === id && item.kind === kind);
}

export function find<K extends ChatItem['kind']>(state: ChatState, id: string, kind: K): ItemOf<K> | undefined {
  // `indexOf` has compared the kind.
  return state.items[indexOf(state, id, kind)] as ItemOf<K> | undefined;
}

export function change<K extends ChatItem['kind']>(state: ChatState, id: string, kind: K, make: (item: ItemOf<K>) => ItemOf<K>): ChatState {
  const item = find(state, id, kind);
  if (item === undefined) return state;
  const made = make(item);
  return made === item ? state : { ...state, items: state.items.with(indexOf(state, id, kind), made) };
}

/** Applies `make` to the items of this turn; earlier items are final. */
export function changeTurn(state: ChatState, make: (item: ChatItem) => ChatItem): ChatState {
  return changeFrom(state, state.turnStart, make);
}

/** Applies `make` to all items. */
export function changeAll(state: ChatState, make: (item: ChatItem) => ChatItem): ChatState {
  return changeFrom(state, 0, make);
}

function changeFrom(state: ChatState, start: number, make: (item: ChatItem) => ChatItem): ChatState {
  let changed = false;
  const items = state.items.map((item, index) => {
    const made = index < start ? item : make(item);
    changed ||= made !== item;
    return made;
  });
  return changed ? { ...state, items } : state;
}

/** Applies `make` to all permissions, of earlier turns too. */
export function changePermissions(state: ChatState, make: (item: ItemOf<'permission'>) => ItemOf<'permission'>): ChatState {
  return changeFrom(state, 0, item => (item.kind === 'permission' ? make(item) : item));
}

/** Whether Claude has begun to say or to ask this, and nothing of it is whole. Such an item leaves the state only where its message was broken off. */
export function isBegun(item: ChatItem): boolean {
  return 'streaming' in item ? item.streaming : item.kind === 'question' && item.phase === 'announced';
}
