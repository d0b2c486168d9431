// The places of items in a journal that leaves their content to the CLI's transcript. Pure.
import type { ChatItem } from './state.js';

/** The kinds of items that the CLI's transcript holds too. */
export type TranscriptKind = 'prompt' | 'text' | 'thought' | 'tool';

/** The place of an item whose content a journal leaves to the CLI's transcript. */
export interface ConfirmedItem {
  readonly kind: 'confirmed';
  readonly of: TranscriptKind;
  readonly id: string;
  /** How long a call ran: the transcript does not hold what was measured here. */
  readonly seconds?: number;
}

/** A `ConfirmedItem` in a record of a journal. */
export type ConfirmedRef = readonly [kind: TranscriptKind, id: string, seconds?: number];

/** @param id under which the transcript has it */
export function confirmedRef(item: Extract<ChatItem, { kind: TranscriptKind }>, id: string): ConfirmedRef {
  return item.kind === 'tool' && item.seconds !== undefined ? [item.kind, id, item.seconds] : [item.kind, id];
}

export function confirmedItem([of, id, seconds]: ConfirmedRef): ConfirmedItem {
  return { kind: 'confirmed', of, id, ...(seconds !== undefined && { seconds }) };
}

/** What the transcript has for the place, as the chat knows it. */
export function atPlace(item: ChatItem, { id, seconds }: ConfirmedItem): ChatItem {
  // A text that was streamed has another id in the transcript.
  if ('streaming' in item) return { ...item, id };
  return item.kind === 'tool' && seconds !== undefined ? { ...item, seconds } : item;
}
