// Why words have returned to the message box, above it.
import type { ReturnReason } from '../../src/shared/transcript.js';
import { strings } from '../strings.js';

export function ReturnedLine({ because }: { readonly because: ReturnReason }) {
  return <div class="returnedLine">{strings.returned[because]}</div>;
}
