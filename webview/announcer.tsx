// The one live region: says once that something waits for the person. Everything else on the page is silent by itself.
import { useApp } from './context.js';
import { titlesOf } from './question/draft.js';
import type { AskItem } from './store.js';
import { strings } from './strings.js';
import { HiddenText } from './ui/marks.js';

export function Announcer() {
  const words = useApp().store.newlyAsked.value.map(wordsFor).join('. ');
  return (
    <div role="status" aria-live="polite">
      <HiddenText>{words}</HiddenText>
    </div>
  );
}

function wordsFor(item: AskItem): string {
  return item.kind === 'question' ? strings.question.announcement(titlesOf(item.questions)) : strings.permission.name(item.toolName);
}
