// Finds the words of a card on which an MCP server or another agent asks. They are loaded after the first paint.
import { isOfAgent } from '../../src/shared/agentQuestions.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { later } from '../state/laterCode.js';
import type { AskerWords } from './model/asker.js';

/** Undefined where Claude asks, and before the words are loaded. */
export function askerWordsOf({ id, elicitation }: Pick<QuestionItem, 'id' | 'elicitation'>): AskerWords | undefined {
  if (isOfAgent(id)) return later.value?.agentWords;
  return elicitation && later.value?.serverWords;
}
