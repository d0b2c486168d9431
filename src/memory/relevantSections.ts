// Which sections of a Product Doc have to do with a task. Must not know who asks.
import type { ProductDoc, ProductDocSection } from './productDoc.js';
import { termsOf } from './terms.js';

/** A word of the title says more about a section than one of the content. */
const titleWeight = 3;

/** The sections that share a word with `taskHint`, most relevant first; none where the hint has no word that says something. */
export function relevantSections(doc: ProductDoc, taskHint: string): readonly (readonly [name: string, section: ProductDocSection])[] {
  const hint = termsIn(taskHint.slice(0, 10_000));
  const scored = Object.entries(doc.sections).map(([name, section]) => {
    const [title, content] = [termsIn(`${name} ${section.title}`), termsIn(section.content)];
    let score = 0;
    for (const term of hint) score += (title.has(term) ? titleWeight : 0) + (content.has(term) ? 1 : 0);
    return { score, entry: [name, section] as const };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** Those of English and German, and of Chinese and Japanese, which write no spaces, each two characters. */
function termsIn(text: string): ReadonlySet<string> {
  const terms = new Set(termsOf(text));
  for (const [run] of text.matchAll(/[\u3040-\u30ff\u4e00-\u9fff]{2,}/g))
    for (let at = 0; at + 2 <= run.length; at++) terms.add(run.slice(at, at + 2));
  return terms;
}
