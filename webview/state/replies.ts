// What the host replies to a read of one item, for the part of the page that has asked. A reply for which nobody waits is let go.
import type { Signal } from '@preact/signals';
import type { HostMessage } from '../../src/shared/contract/toView.js';

/** The replies that name their chat and, by its id, the item. */
export type ItemReply = Extract<HostMessage, { readonly chat: string; readonly id: string }>;

export function isItemReply(message: HostMessage): message is ItemReply {
  return 'chat' in message && 'id' in message && typeof message.id === 'string';
}

export class Replies {
  readonly #awaited = new Map<string, Signal<ItemReply | undefined>>();

  receive(reply: ItemReply): void {
    const awaited = this.#awaited.get(keyOf(reply.type, reply.id));
    if (awaited !== undefined) awaited.value = reply;
  }

  /** Returns the end of waiting. */
  await(type: ItemReply['type'], id: string, reply: Signal<ItemReply | undefined>): () => void {
    const key = keyOf(type, id);
    this.#awaited.set(key, reply);
    return () => {
      if (this.#awaited.get(key) === reply) this.#awaited.delete(key);
    };
  }
}

const keyOf = (type: ItemReply['type'], id: string): string => `${type} ${id}`;
