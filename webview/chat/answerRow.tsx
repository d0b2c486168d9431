// An answer of Claude's, and the button that copies it once it is whole.
import type { TextItem } from '../../src/shared/transcript.js';
import { later } from '../state/laterCode.js';
import { TextRow } from './textRow.js';

export function AnswerRow({ item }: { readonly item: TextItem }) {
  const Copy = later.value?.CopyAnswer;
  const isWhole = item.by !== 'cli' && !item.streaming && item.text.trim() !== '';
  return (
    <>
      <TextRow item={item} />
      {isWhole && Copy && <Copy text={item.text} />}
    </>
  );
}
