// Text of a model or a person as a paragraph of Markdown, and back. What was written cannot be anything but a paragraph: no heading, no list,
// no front matter, no HTML, no link. Pure.

/**
 * What no text needs and what deceives whoever reads it: control characters, characters that turn the direction of writing, halves of
 * characters.
 */
const deceiving = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/gu;
const lineEnds = /\r\n?|[\u0085\u2028\u2029\v\f]/g;

/** The text as it can be written: without blanks around its lines, and with a mark in place of each deceiving character. */
export function plainText(text: string): string {
  const lines = text.replace(lineEnds, '\n').split('\n');
  return lines
    .map(line => line.replaceAll('\t', ' ').replace(deceiving, '\uFFFD').trim())
    .join('\n')
    .trim();
}

/** Does what `plainText` does, in one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}

/** `text` as one paragraph, of which each line but the first begins with `indent`. `textOf` gives `plainText(text)` back. */
export function paragraphOf(text: string, indent = ''): string {
  const lines = plainText(text).split('\n').map(escapedLine);
  // A backslash before the end of a line is a line break, so that an empty line does not end the paragraph.
  return lines.join(`\\\n${indent}`);
}

/** `text` as a part of a line. */
export function inlineOf(text: string): string {
  return escapedLine(plainLine(text));
}

/** `text` in quotation marks. */
export function quotedOf(text: string): string {
  return `"${inlineOf(text).replaceAll('"', '\\"')}"`;
}

/** The text of Markdown that `paragraphOf` or the others have made. Of other Markdown, the same with its marks. */
export function textOf(markdown: string): string {
  return markdown.replace(/\\(\n|[!-/:-@[-`{-~])/g, '$1');
}

function escapedLine(line: string): string {
  const inner = line.replace(/[\\`*_[\]<>&|~#$]/g, '\\$&');
  // Only at the beginning of a line these begin a list, a line of a heading, or the end of front matter.
  return inner.replace(/^[-+=:]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}
