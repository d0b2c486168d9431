// Finds places in files, as `src/a.ts:12`, `src/a.ts:12-20` or `src/a.ts#L12`, in a text. The host checks whether the file exists. Pure.

const segment = String.raw`[\p{L}\p{N}_.@+~$-]+`;
/** Brackets are common inside a path; at its beginning they belong to the sentence. */
const further = String.raw`[\p{L}\p{N}_.@+~$()[\]-]+`;
/** The extension and the place: they are rare, so that the path in front of them is looked for from there. */
const place = /\.\p{L}\w{0,9}(?::\d+(?:-\d+|:\d+)?|#L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?)(?![\p{L}\p{N}_])/gu;
const path = new RegExp(String.raw`(?<![\p{L}\p{N}_.@+~$\-/\\:#])(?:[A-Za-z]:)?[\\/]?${segment}(?:[\\/]${further})*$`, 'u');
/** UTF-16 code units of a path that becomes a link. The limit keeps the time in proportion to the text. */
const longestPath = 260;
/** A host name with a port looks like a file with a line. */
const machine = /^[^\\/]*\.(?:com|org|net|io|dev|app|local|localhost|internal):/i;

/** The text in its order, with the places that it names apart. */
export function filePlaces(words: string): readonly (string | { readonly place: string })[] {
  if (!/[:#]L?\d/.test(words)) return [words];
  const parts: (string | { readonly place: string })[] = [];
  let end = 0;
  for (const { 0: last, index } of words.matchAll(place)) {
    const from = Math.max(0, index - longestPath);
    const before = path.exec(words.slice(from, index));
    // What the limit has cut off is no path.
    if (before === null || (before.index === 0 && from > 0) || from + before.index < end) continue;
    const found = before[0] + last;
    if (machine.test(found)) continue;
    parts.push(words.slice(end, from + before.index), { place: found });
    end = index + last.length;
  }
  return [...parts, words.slice(end)];
}
