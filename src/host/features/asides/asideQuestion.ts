// What Claude reads when the person asks about a card that waits: what the card is, and the person's words. Pure.
import { find } from '../../../chat/items.js';
import type { ChatState } from '../../../chat/state.js';
import { pathOf } from '../../../shared/permitted.js';
import type { AsideCard } from '../../../shared/contract/news.js';
import { planTool } from '../../../shared/tools.js';

/** UTF-16 code units of a question or a call that go along. Claude has all of it in the conversation. */
const longest = 500;

/** Undefined where no card waits. */
export function asideQuestion(state: ChatState, { id, question }: AsideCard, words: string): string | undefined {
  const subject = question === undefined ? permissionWords(state, id) : questionWords(state, id, question);
  return subject && `${subject} They ask you, before they decide:\n\n${words}`;
}

function questionWords(state: ChatState, id: string, position: number): string | undefined {
  const asked = find(state, id, 'question')?.questions[position];
  return asked && `The user has not answered your open question yet: “${short(asked.question)}”.`;
}

function permissionWords(state: ChatState, id: string): string | undefined {
  const item = find(state, id, 'permission');
  if (item === undefined) return undefined;
  const { toolName, input = {}, summary } = item;
  if (toolName === planTool) return 'The user has not accepted or refused the plan yet that you have just presented.';
  const subject = pathOf(toolName, input) ?? summary;
  return `The user has not allowed or denied your call of the tool ${toolName} yet${subject === '' ? '' : ` (${short(subject)})`}.`;
}

function short(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
