// The code that says what Claude would read, for modules that activation reads. reads.ts puts it here; the host loads that with the CLI's lines and
// with the stored chats, and without either there is no question.
import type { QuestionState, ChatState } from '../../chat/state.js';
import type { ReadText } from './resultText.js';

export const readsCode: { reads?: (question: QuestionState, state: ChatState) => ReadText | undefined } = {};
