// The title of a set of questions, where Claude gave one.
export function QuestionSetTitle({ title = '' }: { readonly title: string | undefined }) {
  return title.trim() === '' ? null : (
    <p class="setTitle" dir="auto">
      {title}
    </p>
  );
}
