// An answer of Claude's; once it is whole, with its time and the button that copies it.
import type { TextItem } from '../../src/shared/transcript.js';
import { CopyAnswer } from './copyAnswer.js';
import { MessageFoot } from './messageTime.js';
import { TextRow } from './textRow.js';

export function AnswerRow({ item }: { readonly item: TextItem }) {
  const isWhole = !item.streaming && item.text.trim() !== '';
  return (
    <>
      <TextRow item={item} />
      {isWhole && <MessageFoot at={item.at}>{item.by !== 'cli' && <CopyAnswer text={item.text} />}</MessageFoot>}
    </>
  );
}
