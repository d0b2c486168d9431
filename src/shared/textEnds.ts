// What stands at the end of a text. A pattern that ends with `$` would be tried anew at each character of a run: 20,000 of them take a second. Pure.

/** `text` without the characters at its end that are of `kind`, a class of single UTF-16 units. */
export function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The marks that Claude writes in the languages of Parley. */
export const recommendedMarks: readonly string[] = ['(recommended)', '(empfohlen)'];

/**
 * The label of an option without the mark that Claude puts behind one that it recommends, in any case, and without the space around it. A label
 * that is nothing but the mark stays.
 */
export function withoutRecommended(label: string, marks: readonly string[] = ['(recommended)']): string {
  const written = label.trimEnd();
  const mark = marks.find(one => written.slice(-one.length).toLowerCase() === one);
  const text = mark === undefined ? label : written.slice(0, -mark.length).trimEnd();
  return text === '' ? label : text;
}
