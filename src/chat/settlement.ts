// How a question is settled: shared by what happened (events) and what has to be done (effects), which import nothing of each other
// but in one direction. Pure types.
import type { Answer } from '../shared/question.js';

/** The person's outcome of a question, before claude/answers gives it the form of its route. */
export type Settlement =
  | { readonly type: 'answer'; readonly answers: readonly Answer[] }
  /**
   * `byTimeout`: the time that the settings give ended without an act of the person. `declined`: the person has refused an elicitation, and not
   * only closed it.
   */
  | { readonly type: 'dismiss'; readonly byTimeout?: true; readonly declined?: true }
  /** `quotedFrom`: the position in `text` at which the text of files begins; absent where there is none. */
  | { readonly type: 'reply'; readonly text: string; readonly quotedFrom?: number };
