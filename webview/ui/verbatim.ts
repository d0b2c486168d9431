// Finds code in prose whose signs Markdown would take for its own: Windows paths and patterns (`C:\work\*.ts`, `\d+\.\d+`), and calls of an
// indexed value (`handlers[name](event)`). Pure, in time in proportion to the text.

interface Verbatim {
  readonly index: number;
  readonly length: number;
}

const inWord = /[^\s`<>|"“”[\]，。、；：！？「」『』（）]/;
/** Signs that belong to the sentence, where they stand at an edge of the word. */
const before = /^[*_~('‘{]+/;
const behind = "*_~)}.,;:!?'’";
const call = /[A-Za-z0-9_)](?:\[[^[\]\n`]{0,100}\]){1,8}\((?![^()\n]*[/.#:])[^()[\]\n`]{0,200}\)/g;
/** No mark is escaped by a backslash before a letter, so what holds one is code; a backslash that another one escapes is none. */
const backslash = /\\\\|\\[A-Za-z0-9]/g;

/** The text that was read last: a reader asks for the rest of it again and again. */
let last: { readonly text: string; readonly found: readonly Verbatim[] } = { text: '', found: [] };

/** The first of them in the rest of a text. */
export function firstVerbatim(rest: string): Verbatim | undefined {
  if (rest.length > last.text.length || !last.text.endsWith(rest)) last = { text: rest, found: verbatimIn(rest) };
  const passed = last.text.length - rest.length;
  const first = last.found.find(({ index }) => index >= passed);
  return first && { ...first, index: first.index - passed };
}

export function verbatimIn(text: string): readonly Verbatim[] {
  const found = [...(text.includes('\\') ? wordsIn(text) : []), ...(text.includes('](') ? callsIn(text) : [])];
  return found.sort((one, other) => one.index - other.index).filter((one, at) => at === 0 || one.index >= endOf(found[at - 1]));
}

function* wordsIn(text: string): Iterable<Verbatim> {
  let end = 0;
  for (const { 0: found, index } of text.matchAll(backslash)) {
    if (index < end || found === '\\\\') continue;
    let start = index;
    while (start > end && inWord.test(text[start - 1] ?? '')) start -= 1;
    end = index;
    while (end < text.length && inWord.test(text[end] ?? '')) end += 1;
    const word = text.slice(start, end);
    const from = before.exec(word)?.[0].length ?? 0;
    let to = word.length;
    while (to > from && behind.includes(word[to - 1] ?? '')) to -= 1;
    if (to > from) yield { index: start + from, length: to - from };
  }
}

function* callsIn(text: string): Iterable<Verbatim> {
  for (const { 0: found, index } of text.matchAll(call)) yield { index, length: found.length };
}

function endOf(one: Verbatim | undefined): number {
  return one === undefined ? 0 : one.index + one.length;
}
