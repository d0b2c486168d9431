// Finding words in items that are not in the transcript. Owns which texts of an item a person can see; must not know where the
// items are kept. The search of a transcript is in claude/transcripts/transcriptSearch. Pure.
import { attachmentName } from '../shared/attachments.js';
import { answerTexts, questionTexts } from '../shared/questionTexts.js';
import { createFinder, lineIn } from '../shared/textSearch.js';
import { inputFields } from '../shared/toolInput.js';
import type { ChatItem } from './state.js';

/** The items that show `query`, in either case, each with the line where it stands first. */
export function findInItems<T extends { readonly item: ChatItem }>(
  items: readonly T[],
  query: string,
): readonly (T & { readonly line: string })[] {
  const find = createFinder(query);
  return items.flatMap(one => {
    const line = lineIn(textsOf(one.item), find);
    return line === undefined ? [] : [Object.assign({ line }, one)];
  });
}

function textsOf(item: ChatItem): readonly string[] {
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
