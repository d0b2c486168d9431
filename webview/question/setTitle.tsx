// The line above a whole set of questions, where it has one.
export function SetTitle({ title = '' }: { readonly title: string | undefined }) {
  return title.trim() === '' ? null : (
    <p class="setTitle" dir="auto">
      {title}
    </p>
  );
}
