// The row that says what ran in the background when its process ended, by a crash or with its window. Pure.
import { append } from './items.js';
import type { ChatState, ToolState } from './state.js';

const mostNamed = 5;

/** Nobody tells how it ended: the CLI names the end of a task only while it runs. `ran`: the state in which the process ran. */
export function withBackgroundCut(state: ChatState, ran: ChatState): ChatState {
  const { inBackground, items, leftInBackground = [] } = ran;
  if (inBackground.length === 0) return state;
  const left = leftInBackground.filter(({ id }) => inBackground.includes(id)).map(({ name }) => name);
  const kept = items.flatMap(item => (item.kind === 'tool' && inBackground.includes(item.id) ? [nameOf(item)] : []));
  const detail = namedLines([...left, ...kept]);
  return append(state, { kind: 'problem', id: `i${state.counter}`, problem: { code: 'backgroundCut', detail } });
}

/** The last names, a line each, and a sign where there are more. */
export function namedLines(names: readonly string[]): string {
  const more = names.length > mostNamed ? ['…'] : [];
  return [...names.slice(-mostNamed), ...more].join('\n');
}

/** What the call does, as one line. */
export function nameOf({ summary, name }: ToolState): string {
  return summary || name;
}
