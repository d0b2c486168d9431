// The beginning of a chat's first prompt, which names a chat without a title. Pure.
import type { SessionState } from './state.js';

/** In characters. */
const longestPrompt = 80;

/** First line of the first prompt in the window of items, cut; undefined without a prompt or words in it. */
export function firstPromptOf({ items }: SessionState): string | undefined {
  const prompt = items.find(item => item.kind === 'prompt');
  const line = prompt?.text.trim().split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length > longestPrompt ? `${line.slice(0, longestPrompt - 1)}…` : line;
}
