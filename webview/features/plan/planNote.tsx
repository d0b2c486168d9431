// What the person has said of a plan, once it is decided: the lines that it is about, and the words.
import { passagesOf } from '../../../src/shared/features/plan/planComments.js';

export function PlanNote({ text }: { readonly text: string }) {
  return (
    <>
      {passagesOf(text).map(({ quote, words }, at) => (
        <div key={at}>
          {quote !== '' && (
            <blockquote class="planPassage" dir="auto">
              {quote}
            </blockquote>
          )}
          {words}
        </div>
      ))}
    </>
  );
}
