// Finds places in files, as `src/a.ts:12`, `src/a.ts:12-20` or `src/a.ts#L12`, in rendered text and makes links of them. The host
// checks whether the file exists. Knows nothing of where the text comes from.

import { wrappedPath } from './wrappedPath.js';

const segment = String.raw`[\p{L}\p{N}_.@+~$-]+`;
/** Brackets are common inside a path; at its beginning they belong to the sentence. */
const further = String.raw`[\p{L}\p{N}_.@+~$()[\]-]+`;
const place = String.raw`(?::\d+(?:-\d+|:\d+)?|#L\d+(?:-L?\d+)?)`;
const reference = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@+~$\-/\\:#])(?:[A-Za-z]:)?[\\/]?${segment}(?:[\\/]${further})*\.\p{L}\w{0,9}${place}(?![\p{L}\p{N}_])`,
  'gu',
);
/** A host name with a port looks like a file with a line. */
const machine = /^[^\\/]*\.(?:com|org|net|io|dev|app|local|localhost|internal):/i;

export function linkFiles(nodes: DocumentFragment): void {
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && /[:#]L?\d/.test(node.data) && !node.parentElement?.closest('a, pre')) texts.push(node);
  }
  for (const text of texts) text.replaceWith(...linked(text.data));
}

function linked(words: string): readonly (string | Element)[] {
  const parts: (string | Element)[] = [];
  let end = 0;
  for (const { 0: found, index } of words.matchAll(reference)) {
    if (machine.test(found)) continue;
    parts.push(words.slice(end, index), linkTo(found));
    end = index + found.length;
  }
  return [...parts, words.slice(end)];
}

function linkTo(found: string): Element {
  const link = document.createElement('a');
  link.setAttribute('href', found);
  link.append(...wrappedPath(found));
  return link;
}
