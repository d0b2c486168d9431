// Why words have returned to the message box, for the line above it and for a screen reader.
import type { ReturnReason } from '../../src/shared/transcript.js';
import { laterStrings } from '../laterStrings.js';

export const returnedWords = laterStrings.returned;

export function ReturnedLine({ because }: { readonly because: ReturnReason }) {
  return <div class="returnedLine">{returnedWords[because]}</div>;
}
