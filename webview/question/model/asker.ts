// Who asks in a card: Claude, another agent, or an MCP server. Pure.
import { isOfAgent } from '../../../src/shared/agentQuestions.js';
import type { QuestionItem } from '../../../src/shared/transcript.js';
import { questionWords } from '../words.js';

export function whoAsks({ id, elicitation, otherAgent }: QuestionItem): string {
  if (isOfAgent(id)) return questionWords.agentAsks(otherAgent?.name);
  return elicitation === undefined ? questionWords.claudeAsks : questionWords.serverAsks(elicitation.server);
}

/** The words of a card on which an MCP server or another agent (askerWordsOf) asks, where Claude's do not fit. */
export interface AskerWords {
  announcement(item: QuestionItem): string;
  /** What a collapsed card says while it is open. */
  waits(item: QuestionItem): string;
  /** The words at the head of a card that is over; undefined where those of Claude's card fit. */
  ending(item: QuestionItem): string | undefined;
  /** Sentences below the head. */
  outcome(item: QuestionItem): readonly string[];
  /** `summary`: above the text that the asker gets. `nothing`: in its place while nothing can be sent; absent where the words of Claude's card fit. */
  reads(item: QuestionItem): { readonly summary: string; readonly nothing?: string };
  /** Stands beside a question that is skipped. */
  readonly skipHint: string;
}
