// Why words have returned to the message box, for the line above it and for a screen reader.
import type { ReturnReason } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';

const returnedWords = strings.returned;

export function ReturnedLine({ because }: { readonly because: ReturnReason }) {
  return <div class="returnedLine">{returnedWords[because]}</div>;
}
