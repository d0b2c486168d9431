// The row that says what ran in the background when its process ended, by a crash or with its window. Pure.
import { append } from './items.js';
import type { ChatState } from './state.js';

const mostNamed = 5;

/** Nobody tells how it ended: the CLI names the end of a task only while it runs. `ran`: the state in which the process ran. */
export function withBackgroundCut(state: ChatState, ran: ChatState): ChatState {
  const { inBackground, items } = ran;
  if (inBackground.length === 0) return state;
  const names = items.flatMap(item => (item.kind === 'tool' && inBackground.includes(item.id) ? [item.summary || item.name] : []));
  const more = names.length > mostNamed ? ['…'] : [];
  const detail = [...names.slice(-mostNamed), ...more].join('\n');
  return append(state, { kind: 'problem', id: `i${state.counter}`, problem: { code: 'backgroundCut', detail } });
}
