// Finding words in a transcript's entries. Owns which texts of an event a person can see; must not know how entries are read.
import type { PastEvent } from '../../session/events.js';
import type { SessionItem } from '../../session/state.js';
import { answerTexts, questionTexts } from '../../shared/questionTexts.js';
import type { Snippet } from '../../shared/textSearch.js';

/** An item of the conversation in which words were found. */
export interface Hit {
  /** Where the line begins with which the item begins, in bytes: what `TranscriptIndex.around` takes. */
  readonly offset: number;
  /** The id of the item that `pastItems` makes. */
  readonly itemId: string;
  readonly kind: Extract<SessionItem['kind'], 'prompt' | 'text' | 'tool' | 'question'>;
  readonly snippet: Snippet;
  /** The whole text of a `text` item, by which a caller recognizes the item under another id; undefined for other kinds. */
  readonly text?: string;
  /** When the words were said; epoch milliseconds. */
  readonly at: number;
}

const kinds = {
  promptSeen: 'prompt',
  textFinished: 'text',
  toolStarted: 'tool',
  toolFinished: 'tool',
  questionFinished: 'question',
  questionSettled: 'question',
} as const;

/** The first match in what this event shows. */
export function matchIn(event: PastEvent, match: (text: string) => Snippet | undefined): Omit<Hit, 'offset' | 'at'> | undefined {
  for (const text of textsOf(event)) {
    const snippet = match(text);
    if (snippet === undefined) continue;
    const itemId = 'toolUseId' in event ? event.toolUseId : event.id;
    return { itemId, kind: kinds[event.type], snippet, ...(event.type === 'textFinished' && { text: event.text }) };
  }
  return undefined;
}

function textsOf(event: PastEvent): readonly string[] {
  switch (event.type) {
    case 'promptSeen':
    case 'toolFinished':
      return [event.text];
    case 'textFinished':
      // What Claude thought is folded away, and no part of its answer.
      return event.thought === true ? [] : [event.text];
    case 'toolStarted':
      return [event.name, event.summary];
    case 'questionFinished':
      return event.input === undefined ? [] : questionTexts(event.input.title, event.input.questions);
    case 'questionSettled': {
      const { settlement, text } = event;
      const given = settlement?.type === 'answer' ? answerTexts(settlement.answers) : settlement?.type === 'reply' ? [settlement.text] : [];
      return [...given, text];
    }
  }
}
