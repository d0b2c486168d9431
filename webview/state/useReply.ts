// A reply of the host, as state of a component.
import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { Variant } from '../../src/shared/variant.js';
import { useApp } from './context.js';
import type { ItemReply } from './replies.js';

/** The last reply of this type about the item, while the component is shown; undefined before. A layout effect behind it may ask. */
export function useReply<Type extends ItemReply['type']>(type: Type, id: string): Variant<ItemReply, Type> | undefined {
  const { store } = useApp();
  const reply = useMemo(() => signal<ItemReply | undefined>(undefined), [type, id]);
  useLayoutEffect(() => store.replies.await(type, id, reply), [store, type, id, reply]);
  // Safe to cast, because the key of a reply has its type.
  return reply.value as Variant<ItemReply, Type> | undefined;
}
