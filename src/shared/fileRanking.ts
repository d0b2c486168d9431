// Whether the person may mean a path by a part of a name, and how well it fits. Pure; behind what the CLI ranks.

export function isMatch(query: string, path: string): boolean {
  return rankOf(folded(query), folded(path)) !== undefined;
}

/** The smaller, the better; undefined where the letters do not occur in this order. Both are folded. */
export function rankOf(sought: string, text: string): number | undefined {
  if (sought === '') return 0;
  const name = text.lastIndexOf('/', text.length - 2) + 1;
  // The last occurrence, because the name stands at the end.
  const at = text.lastIndexOf(sought);
  if (at === name) return text.length === name + sought.length ? 0 : 1;
  if (at > name) return /\w/.test(text[at - 1] ?? '') ? 3 : 2;
  if (at !== -1) return 4;
  return hasLetters(sought, text) ? 5 : undefined;
}

function hasLetters(sought: string, text: string): boolean {
  let at = -1;
  for (const letter of sought) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** The text in lower case, as composed characters; the same string where it is so already. */
export function folded(text: string): string {
  // Nearly all names are ASCII, which has nothing to compose.
  return (/^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFC')).toLowerCase();
}
