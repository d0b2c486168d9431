// The Markdown of a Product Doc: one file with a `##` heading for each section. Owns where a section begins and ends, and how one of them is
// changed without touching another byte; must not know the disk. A person writes the file too, so nothing in it is put in order.
import { isSectionName, productDocLimits } from './productDoc.js';
import type { Steps } from './slices.js';
import { atOnce } from './slices.js';
import { withoutEnd } from '../shared/textEnds.js';

/** Offsets in the text. What stands before the first section, or between two under a `#` heading, is in none. */
export interface SectionSpan {
  /** Unique in the file: the title, with a number where the title stands there already. */
  readonly name: string;
  /** The title in the heading's letters. */
  readonly title: string;
  /** The beginning of the heading's line. */
  readonly start: number;
  /** The content without the blank lines around it. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The beginning of the next heading. */
  readonly end: number;
}

/** Undefined where the edit would make, end or swallow another section: a `##` line in `content`, say, or a code fence that stays open. */
type EditedText = string | undefined;

/** All sections, in order; linear in the length of `text`. */
export function sectionSpans(text: string): readonly SectionSpan[] {
  return atOnce(sectionSpanSteps(text));
}

/** `sectionSpans` of a text that may be large. */
export function* sectionSpanSteps(text: string): Steps<readonly SectionSpan[]> {
  const spans: SectionSpan[] = [];
  const taken = new Map<string, number>();
  const headings = yield* headingSteps(text);
  for (const [at, { level, title, start, end: headingEnd }] of headings.entries()) {
    if (level !== 2) continue;
    const end = headings[at + 1]?.start ?? text.length;
    spans.push({ name: freeName(title, taken), title, start, ...contentRange(text, headingEnd, end), end });
    yield;
  }
  return spans;
}

/** The content with `\n` at the ends of lines. */
export function contentOf(text: string, { contentStart, contentEnd }: SectionSpan): string {
  return normalised(text.slice(contentStart, contentEnd));
}

/** The content in the form that a section holds: `\n` at the ends of lines, no blank lines before and no blanks after it. */
export function normalisedContent(content: string): string {
  return trimmed(normalised(content));
}

/** Puts `content` in the place of the section's own, in the file's line ends. */
export function replaceSection(text: string, span: SectionSpan, content: string): EditedText {
  const wanted = normalisedContent(content);
  if (wanted === contentOf(text, span)) return text;
  const { start, contentStart, contentEnd, end } = span;
  const eol = lineEndOf(text);
  let raw = wanted.replaceAll('\n', eol);
  if (contentStart === contentEnd && wanted !== '') {
    // The heading of an empty section may be the end of the file, and the next heading may follow at once.
    const before = endsLine(text.slice(start, contentStart)) ? eol : eol + eol;
    raw = before + raw + (contentEnd === end && end < text.length ? eol + eol : eol);
  }
  const edited = text.slice(0, contentStart) + raw + text.slice(contentEnd);
  return withSections(
    edited,
    outline(text).map(section => (section.name === span.name ? { ...section, content: wanted } : section)),
  );
}

/** The heading alone, without the content and the blank lines behind it. */
export function emptySection(text: string, { contentStart, end, name }: SectionSpan): EditedText {
  return withSections(
    text.slice(0, contentStart) + text.slice(end),
    outline(text).map(section => (section.name === name ? { ...section, content: '' } : section)),
  );
}

/** A new section at the end of the file. `inserted`: exactly what is there now and was not. */
export function insertSection(
  text: string,
  title: string,
  content: string,
): { readonly text: string; readonly name: string; readonly inserted: string } | undefined {
  const wanted = normalisedContent(content);
  const eol = lineEndOf(text);
  const end = text.slice(-200);
  const gap = text === '' || text === '\ufeff' || /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)$/.test(end) ? '' : endsLine(end) ? eol : eol + eol;
  const inserted = `${gap}## ${title}${eol}${wanted === '' ? '' : eol + wanted.replaceAll('\n', eol) + eol}`;
  const before = outline(text);
  const edited = withSections(text + inserted, [...before, { title, content: wanted }]);
  const name = sectionSpans(text + inserted).at(-1)?.name;
  return edited === undefined || name === undefined ? undefined : { text: edited, name, inserted };
}

/** Deletes the section's heading and content. */
export function deleteSection(text: string, { start, end, name }: SectionSpan): EditedText {
  return withSections(
    text.slice(0, start) + text.slice(end),
    outline(text).filter(section => section.name !== name),
  );
}

/** Titles and contents of all sections. */
function outline(text: string): readonly { readonly name: string; readonly title: string; readonly content: string }[] {
  return sectionSpans(text).map(span => ({ name: span.name, title: span.title, content: contentOf(text, span) }));
}

/** `text`, where it is read as these sections. */
function withSections(text: string, wanted: readonly { readonly title: string; readonly content: string }[]): EditedText {
  const found = outline(text);
  const isWanted =
    found.length === wanted.length &&
    found.every(({ title, content }, at) => title === wanted[at]?.title && content === wanted[at]?.content);
  return isWanted ? text : undefined;
}

export interface Heading {
  readonly level: 1 | 2;
  readonly title: string;
  readonly start: number;
  /** The position behind the line and its end. */
  readonly end: number;
}

/** The `#` and `##` headings that are none of a code block, a comment or the front matter. */
export function headingsIn(text: string): readonly Heading[] {
  return atOnce(headingSteps(text));
}

function* headingSteps(text: string): Steps<readonly Heading[]> {
  const headings: Heading[] = [];
  /** What closes the code block in which `#` means nothing. */
  let fence: RegExp | undefined;
  for (let start = beginning(text); start < text.length;) {
    yield;
    const end = lineEnd(text, start);
    const line = withoutEnd(text.slice(start, end), /[\r\n]/);
    const html = fence === undefined ? htmlEnd(line) : undefined;
    if (fence !== undefined) fence = fence.test(line) ? undefined : fence;
    else if (html === undefined) {
      fence = fenceEnd(line);
      const heading = /^ {0,3}(#{1,2})(?:[ \t]([^]*))?$/.exec(line);
      if (heading !== null) headings.push({ level: heading[1] === '#' ? 1 : 2, title: headingTitle(heading[2] ?? ''), start, end });
    }
    start = html === undefined ? nextIn(text, mark, start) + 1 : lineEnd(text, nextIn(text, html, end));
  }
  return headings;
}

/**
 * The end of each line before one that may be a heading or a fence, or begin HTML. The other lines are skipped, because a document of 1 MB can
 * have a million of them.
 */
const mark = /[\r\n](?= {0,3}(?:#{1,2}(?![^ \t\r\n])|`{3}|~{3}|<(?:!--|(?:pre|script|style|textarea)(?=[\s>]|$))))/gi;

/** The next match of `pattern` from `start` on; the end of the text where there is none. */
function nextIn(text: string, pattern: RegExp, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

/** What closes the code block that the line begins; undefined for any other line. */
function fenceEnd(line: string): RegExp | undefined {
  const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  return fence === undefined ? undefined : new RegExp(`^ {0,3}${fence[0] === '`' ? '`' : '~'}{${Math.min(fence.length, 1_000)},}[ \\t]*$`);
}

const commentEnd = /-->/g;
const elementEnd = /<\/(?:pre|script|style|textarea)>/gi;

/** What ends the HTML that the line begins; undefined for any other line, and where the HTML ends in the same line. */
function htmlEnd(line: string): RegExp | undefined {
  const html = /^ {0,3}<(!--|(?:pre|script|style|textarea)(?=[\s>]|$))/i.exec(line)?.[1];
  if (html === undefined) return undefined;
  const end = html === '!--' ? commentEnd : elementEnd;
  return line.search(end) >= 0 ? undefined : end;
}

/** The title of a heading, without the closing `#`s that Markdown allows. */
function headingTitle(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return end === 0 || isBlank(title[end - 1]) ? title.slice(0, end).trim() : title;
}

/** The position behind the byte order mark, and behind the YAML at the beginning, in which `##` is a comment. */
function beginning(text: string): number {
  const begin = text.startsWith('\ufeff') ? 1 : 0;
  if (!/^---[ \t]*[\r\n]/.test(text.slice(begin, begin + 100))) return begin;
  const last = nextIn(text, frontMatterEnd, begin);
  return last === text.length ? begin : lineEnd(text, last + 1);
}

const frontMatterEnd = /[\r\n](?=(?:---|\.\.\.)[ \t]*(?:[\r\n]|$))/g;

/** The position behind the line that begins at `start`, and behind its end. */
function lineEnd(text: string, start: number): number {
  const at = nextIn(text, /[\r\n]/g, start);
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : Math.min(at + 1, text.length);
}

function contentRange(text: string, start: number, end: number): { contentStart: number; contentEnd: number } {
  let contentEnd = end;
  while (contentEnd > start && isBlank(text[contentEnd - 1])) contentEnd--;
  const first = Math.min(nextIn(text, /[^ \t\r\n]/g, start), contentEnd);
  let contentStart = first;
  // The first line that is not blank stays whole, because an indent of four spaces makes it code.
  while (contentStart > start && text[contentStart - 1] !== '\n' && text[contentStart - 1] !== '\r') contentStart--;
  return { contentStart, contentEnd };
}

const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\n' || character === '\r';

const normalised = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** Removes blank lines before the text and blanks after it. */
function trimmed(text: string): string {
  const { contentStart, contentEnd } = contentRange(text, 0, text.length);
  return text.slice(contentStart, contentEnd);
}

const endsLine = (text: string): boolean => text.endsWith('\n') || text.endsWith('\r');

/** The line end of the first line, `\n` where there is none. */
function lineEndOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

/** `taken`: how often each title was there. */
function freeName(title: string, taken: Map<string, number>): string {
  const line = title
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .slice(0, productDocLimits.name - 8)
    .trim();
  const base = isSectionName(line) ? line : 'Untitled';
  let number = taken.get(base) ?? 0;
  let name = base;
  do name = ++number === 1 ? base : `${base} (${number})`;
  while (taken.has(name));
  taken.set(base, number);
  if (name !== base) taken.set(name, 1);
  return name;
}
