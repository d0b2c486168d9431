// Finds a text in another one, in a time that grows with both and not with their product. Pure.

/** Parts up to this length are found fast by `indexOf`. */
const short = 500;

/**
 * Does what `indexOf` does, for a `part` that is not empty. Uses the algorithm of Knuth, Morris and Pratt, because `indexOf` takes seconds, and
 * minutes, for a long part of a text whose lines are alike.
 */
export function placeOf(text: string, part: string, from = 0): number {
  if (part.length <= short) return text.indexOf(part, from);
  const shorter = new Int32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = shorter[length - 1] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(length)) length++;
    shorter[at] = length;
  }
  for (let at = from, length = 0; at < text.length; at++) {
    while (length > 0 && text.charCodeAt(at) !== part.charCodeAt(length)) length = shorter[length - 1] ?? 0;
    if (text.charCodeAt(at) === part.charCodeAt(length)) length++;
    if (length === part.length) return at + 1 - length;
  }
  return -1;
}

/** `text` with `put` for `part`, at the first place or, with `all`, at every place behind the one before. */
export function replacedIn(text: string, part: string, put: string, all: boolean): string {
  const pieces: string[] = [];
  let end = 0;
  for (let at = placeOf(text, part); at >= 0; at = all ? placeOf(text, part, end) : -1) {
    pieces.push(text.slice(end, at), put);
    end = at + part.length;
  }
  return pieces.join('') + text.slice(end);
}
