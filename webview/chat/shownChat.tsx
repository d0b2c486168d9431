// The chat, or a sentence in its place where this page does not understand what the host has sent of it: nothing of another chat is to be taken for it.
import type { ComponentChildren } from 'preact';
import { useApp } from '../state/context.js';
import { strings } from '../strings.js';

export function ShownChat({ children }: { readonly children: ComponentChildren }) {
  const { store } = useApp();
  if (!store.isNotUnderstood.value) return <>{children}</>;
  return (
    <p role="alert" class="notUnderstood">
      {strings.chat.notUnderstood}
    </p>
  );
}
