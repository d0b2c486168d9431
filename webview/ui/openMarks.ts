// Whether a text can be cut at its end without a mark of Markdown (emphasis, code, a bracket, a tag) going across the cut. Pure.

const closedMarks = /\\[\s\S]|(?<!(?<!\\)`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|<[^<>\n]*>|(?<=\w)[*_~](?=\w)|\s[*~<](?=\s)/g;
const closedBrackets = /!?\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?(?![([])/g;

/** False also where that is not known for certain. */
export function hasNoOpenMark(text: string): boolean {
  const rest = text.replace(closedMarks, '').replace(closedBrackets, '').replace(closedBrackets, '');
  if (/[`[<]/.test(rest)) return false;
  // `**` is closed by `**` only.
  const open = new Set<string>();
  for (const [mark] of rest.matchAll(/\*+|_+|~+/g)) if (!open.delete(mark)) open.add(mark);
  return open.size === 0;
}
