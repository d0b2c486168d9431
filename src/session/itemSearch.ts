// Finding words in items that are not in the transcript. Owns which texts of an item a person can see; must not know where the
// items are kept. The search of a transcript is in claude/transcripts/transcriptSearch. Pure.
import { attachmentName } from '../shared/attachments.js';
import { answerTexts, questionTexts } from '../shared/questionTexts.js';
import type { Snippet } from '../shared/textSearch.js';
import { createMatcher } from '../shared/textSearch.js';
import { inputFields } from '../shared/toolInput.js';
import type { TimedItem } from './past.js';
import type { SessionItem } from './state.js';

/** An item in which words were found. */
export interface ItemHit {
  readonly itemId: string;
  readonly kind: SessionItem['kind'];
  readonly snippet: Snippet;
  /** Epoch milliseconds; absent where it is not known. */
  readonly at?: number;
}

/** The items that show `query`, in either case, in the order in which they are given. One hit for each item: its first match. */
export function* findInItems(items: Iterable<TimedItem>, query: string): Generator<ItemHit> {
  const match = createMatcher(query);
  for (const { at, item } of items) {
    const snippet = firstOf(textsOf(item), match);
    if (snippet !== undefined) yield { itemId: item.id, kind: item.kind, snippet, ...(at !== undefined && { at }) };
  }
}

function firstOf(texts: readonly string[], match: (text: string) => Snippet | undefined): Snippet | undefined {
  for (const text of texts) {
    const snippet = match(text);
    if (snippet !== undefined) return snippet;
  }
  return undefined;
}

function textsOf(item: SessionItem): readonly string[] {
  switch (item.kind) {
    case 'prompt':
      return [item.text, ...(item.attachments ?? []).map(attachmentName)];
    case 'text':
      return [item.text];
    case 'tool':
      return [item.name, item.summary, item.result];
    case 'question': {
      const reply = item.settlement?.type === 'reply' ? item.settlement.text : '';
      return [...questionTexts(item.title, item.questions), ...answerTexts(item.draft), reply, item.echoedText ?? '', item.detail ?? ''];
    }
    case 'permission': {
      const fields = item.input === undefined ? [] : inputFields(item.input).map(({ text }) => text);
      return [
        item.toolName,
        item.summary,
        item.description,
        item.reason,
        ...fields,
        item.note?.text ?? '',
        ...(item.added?.lines ?? []).map(({ text }) => text),
      ];
    }
    case 'problem':
      return [item.problem.detail];
    case 'exit':
      return [item.stderr];
    case 'docChange':
      return [item.change.name, ...item.change.rows.map(({ pieces }) => pieces.join(''))];
    case 'told':
    // It is folded away, and no part of the answer.
    case 'thought':
      return [];
  }
}
