// What became of a tool call, in one word. The CLI ends the call of a subagent in the background at once, while the subagent works on.
import { useNews } from '../beside/news.js';
import { runningStrings } from '../beside/runningStrings.js';

/** `word`: how the call itself stands, where nothing that it began works on. */
export function CallState({ id, word }: { readonly id: string; readonly word: string }) {
  const runs = useNews('running')?.tasks.some(({ call, background }) => call === id && background) === true;
  return <>{runs ? runningStrings.running.kinds.other(true) : word}</>;
}
