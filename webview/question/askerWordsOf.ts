// Finds the words of a card on which an MCP server or another agent asks.
import { isOfAgent } from '../../src/shared/agentQuestions.js';
import type { QuestionItem } from '../../src/shared/transcript.js';
import { agentWords } from './agents/agentWords.js';
import { serverWords } from './elicitation/serverWords.js';
import type { AskerWords } from './model/asker.js';

/** Undefined where Claude asks. */
export function askerWordsOf({ id, elicitation }: Pick<QuestionItem, 'id' | 'elicitation'>): AskerWords | undefined {
  if (isOfAgent(id)) return agentWords;
  return elicitation && serverWords;
}
