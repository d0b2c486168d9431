// What is kept and shown of a form of an MCP server that asks for secrets: never the secret itself. Pure. The state has it until the CLI ends.
import { emptyAnswer, isAnswered, isFinal } from '../shared/answers.js';
import type { Answer } from '../shared/question.js';
import { asksForSecret } from '../shared/secretFields.js';
import type { KeptChat } from './journalRecords.js';
import type { Settlement } from './settlement.js';
import type { QuestionState, ChatItem } from './state.js';

/** The text that replaces a secret that was sent. */
const hiddenSecret = '••••••';

/** The cleaned form of each item, by the item in the state: the journal compares objects, and must get the same one for the same item. */
const cleaned = new WeakMap<QuestionState, QuestionState>();

/** The chat as files may hold it. */
export function chatWithoutSecrets(chat: KeptChat): KeptChat {
  const { items } = chat.state;
  if (!items.some(hasSecrets)) return chat;
  return { ...chat, state: { ...chat.state, items: items.map(item => (item.kind === 'question' ? withoutSecrets(item) : item)) } };
}

/** The same item where nothing in it is secret. In an open one the secret fields are empty; in a final one those with an answer are hidden. */
export function withoutSecrets(item: QuestionState): QuestionState {
  if (!hasSecrets(item)) return item;
  const known = cleaned.get(item);
  if (known !== undefined) return known;
  const { questions, phase, hostEdits, typed, held, settlement, echoedText, ...rest } = item;
  const isSecret = questions.map(asksForSecret);
  const clean = (answers: readonly Answer[]): readonly Answer[] =>
    answers.map((answer, position) => {
      if (isSecret[position] !== true) return answer;
      return isFinal(phase) && isAnswered(answer) ? { ...emptyAnswer, other: true, otherText: hiddenSecret } : emptyAnswer;
    });
  const settled = (given: Settlement): Settlement => (given.type === 'answer' ? { ...given, answers: clean(given.answers) } : given);
  const edits = hostEdits.filter(({ question }) => isSecret[question] !== true);
  const result: QuestionState = {
    ...rest,
    questions,
    phase,
    draft: clean(item.draft),
    hostEdits: edits.length === hostEdits.length ? hostEdits : edits,
    ...(typed !== undefined && { typed: clean(typed) }),
    ...(held !== undefined && { held: { ...held, settlement: settled(held.settlement) } }),
    ...(settlement !== undefined && { settlement: settled(settlement) }),
    // The CLI says the values in it.
    ...(echoedText !== undefined && { echoedText: hiddenSecret }),
  };
  cleaned.set(item, result);
  return result;
}

function hasSecrets(item: ChatItem): boolean {
  return item.kind === 'question' && item.elicitation !== undefined && item.questions.some(asksForSecret);
}
