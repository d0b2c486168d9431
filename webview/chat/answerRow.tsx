// An answer of Claude's, and the button that copies it once it is whole.
import type { TextItem } from '../../src/shared/transcript.js';
import { CopyAnswer } from './copyAnswer.js';
import { TextRow } from './textRow.js';

export function AnswerRow({ item }: { readonly item: TextItem }) {
  const isWhole = item.by !== 'cli' && !item.streaming && item.text.trim() !== '';
  return (
    <>
      <TextRow item={item} />
      {isWhole && <CopyAnswer text={item.text} />}
    </>
  );
}
