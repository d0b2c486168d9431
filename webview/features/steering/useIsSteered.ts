// Whether the row of what a chat is steered by has a meaning.
import { useApp } from '../../state/context.js';

/** Nothing can be sent in such a chat. */
const notSteered: ReadonlySet<string | undefined> = new Set([
  'noFolder',
  'untrusted',
  'otherWindow',
  'otherComputer',
  'terminal',
  'agents',
]);

/** False where nothing can be sent, because nothing is steered there. */
export function useIsSteered(): boolean {
  const { store } = useApp();
  return store.loaded.value && !notSteered.has(store.status.value.blocked);
}
