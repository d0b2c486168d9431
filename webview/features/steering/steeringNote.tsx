// A line above the row below the message box: what begins later, what was refused, why Claude cannot be started.
import { useEffect } from 'preact/hooks';
import { useApp } from '../../state/context.js';

/** A note that a screen reader says, too. */
export function SteeringNote({ text }: { readonly text: string }) {
  const { store } = useApp();
  useEffect(() => {
    if (text !== '') store.aside.value = text;
  }, [text, store]);
  return text === '' ? null : <p class="steeringNote">{text}</p>;
}
