// A change of a long text as the one piece that differs, so that one letter typed sends one letter. Without schemas, so that
// importing it is cheap.

/** `null`: the text is gone. Positions and lengths in UTF-16 units. */
export type TextChange = { readonly at: number; readonly length: number; readonly insert: string } | null;

/** The change that turns `before` into `after`; common beginning and end are left out, but no half of a letter that has two units, because VS Code edits whole ones. */
export function changeOf(before: string | undefined, after: string | undefined): TextChange {
  if (after === undefined) return null;
  const old = before ?? '';
  const shorter = Math.min(old.length, after.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (/[\ud800-\udbff]/.test(old.charAt(start - 1))) start--;
  let end = 0;
  while (end < shorter - start && old.charCodeAt(old.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  if (/[\udc00-\udfff]/.test(old.charAt(old.length - end))) end--;
  return { at: start, length: old.length - start - end, insert: after.slice(start, after.length - end) };
}

export function applyChange(before: string | undefined, change: TextChange): string | undefined {
  if (change === null) return undefined;
  const old = before ?? '';
  return old.slice(0, change.at) + change.insert + old.slice(change.at + change.length);
}
