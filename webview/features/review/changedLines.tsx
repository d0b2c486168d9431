// How many lines are new and how many are gone.
import { reviewWords as words } from './reviewWords.js';

export function ChangedLines({ plus, minus }: { readonly plus: number; readonly minus: number }) {
  return (
    <span class="changedLines" role="img" aria-label={words.lines(plus, minus)}>
      <span class="linesAdded">{words.plus(plus)}</span> <span class="linesRemoved">{words.minus(minus)}</span>
    </span>
  );
}
