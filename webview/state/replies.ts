// What the host replies to a read of one item, for the part of the page that has asked. A reply for which nobody waits is let go.
import type { Signal } from '@preact/signals';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { Variant } from '../../src/shared/variant.js';

/** The replies that name the item by its id. Another read of an item is one more type here. */
export type ItemReply = Variant<HostMessage, 'toolInput' | 'resultImages' | 'toldLines'>;

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
