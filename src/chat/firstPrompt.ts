// The beginning of a chat's first prompt, which names a chat without a title. Pure.
import type { KeptAttachment } from '../shared/attachments.js';
import { attachmentName } from '../shared/attachments.js';
import type { ChatState } from './state.js';

/** The longest title, in characters. */
const longestPrompt = 80;

/** First line of the first prompt in the window of items, or the name of what was sent without words, cut; undefined without either. */
export function firstPromptOf({ items }: ChatState): string | undefined {
  const prompt = items.find(item => item.kind === 'prompt');
  const [first] = prompt?.attachments ?? [];
  const words = prompt?.text.trim().split('\n', 1)[0]?.trim() ?? '';
  const line = words === '' && first !== undefined ? nameOf(first) : words;
  if (line === '') return undefined;
  return line.length > longestPrompt ? `${line.slice(0, longestPrompt - 1)}…` : line;
}

function nameOf(one: KeptAttachment): string {
  const words = one.kind === 'comment' ? (one.words.trim().split('\n', 1)[0]?.trim() ?? '') : '';
  return words === '' ? attachmentName(one) : words;
}
