// Which sections of a Product Doc have to do with a task. Must not know who asks.
import type { ProductDoc, ProductDocSection } from './productDoc.js';
import type { Steps } from './slices.js';
import { termsOf } from './terms.js';

/** A word of the title says more about a section than one of the content. */
const titleWeight = 3;

/** The sections that share a word with `taskHint`, most relevant first; none where the hint has no word that says something. */
export function* relevantSections(
  doc: ProductDoc,
  taskHint: string,
): Steps<readonly (readonly [name: string, section: ProductDocSection])[]> {
  const hint = yield* termsIn(taskHint.slice(0, 10_000));
  const scored: { readonly score: number; readonly entry: readonly [string, ProductDocSection] }[] = [];
  for (const [name, section] of Object.entries(doc.sections)) {
    const [title, content] = [yield* termsIn(`${name} ${section.title}`), yield* termsIn(section.content)];
    let score = 0;
    for (const term of hint) score += (title.has(term) ? titleWeight : 0) + (content.has(term) ? 1 : 0);
    scored.push({ score, entry: [name, section] });
  }
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** The terms of English and German, and of Chinese and Japanese, which write no spaces, each two characters. */
function* termsIn(text: string): Steps<ReadonlySet<string>> {
  const terms = new Set<string>();
  for (const [part] of text.matchAll(parts)) {
    for (const term of termsOf(part)) terms.add(term);
    for (const [run] of part.matchAll(/[\u3040-\u30ff\u4e00-\u9fff]{2,}/g))
      for (let at = 0; at + 2 <= run.length; at++) terms.add(run.slice(at, at + 2));
    yield;
  }
  return terms;
}

/** What takes a few milliseconds: some 2,000 characters up to the end of a word, and no word of more than 3,000. */
const parts = /[^]{1,2000}[^\s]{0,1000}/g;
