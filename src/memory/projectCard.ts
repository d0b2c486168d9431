// The project card: what a new session is told of the product in a few hundred tokens, made of the sections without a model. Owns which
// sections are told, in which order, and its limit; must not know where the document lies. Its words are English, because a model reads them.
import { oneLine, piecesOf, shortened } from './cardPieces.js';
import type { ProductDoc, ProductDocSection } from './productDoc.js';
import type { Steps } from './slices.js';
import { estimateTokens } from './tokens.js';

export interface CardLine {
  /** The name of the section that the line is from; empty for the line that says what is left out. */
  readonly section: string;
  /** One line, in which no character hides or reorders text. */
  readonly text: string;
  /** The line stands like this in a card that somebody wrote. */
  readonly isOwn?: true;
}

/**
 * The key by which the person removes the line: the section, so that a later line of it stays out; in a card that somebody wrote also the line,
 * because each line there says something else. The name of a section has no line end.
 */
export function untoldKey({ section, text, isOwn }: CardLine): string {
  return isOwn === true ? `${section}\n${text}` : section;
}

export interface ProjectCard {
  /** One after the other they are `text`. */
  readonly lines: readonly CardLine[];
  readonly text: string;
  /** The estimate for the lines with their marks; always less than the limit. */
  readonly tokens: number;
  /** Names of the sections of which nothing is in the card although they say something. */
  readonly dropped: readonly string[];
}

/**
 * Stands before each line where the card is told, because a line that a file of the workspace or a model has written could otherwise pass for a
 * heading or for a decision of the person.
 */
export const cardMark = '> ';

/** The most tokens that these lines cost with their marks. */
export function toldTokens(texts: readonly string[]): number {
  return estimateTokens(texts.map(text => cardMark + text).join('\n'));
}

/** The section that is a card which somebody wrote. */
export const ownCardSection = 'Project card';

export interface CardOptions {
  /** Tokens; the card has fewer. */
  readonly limit?: number;
  /** Names of sections that Claude gets in another way, and the keys of what a person took out (`untoldKey`). They are not counted as dropped. */
  readonly exclude?: readonly string[];
  /** The name of the section that a person wrote as the card. Its lines are used as they are where they are under the limit. */
  readonly own?: string;
}

/** The most relevant sections first, each with as much as there is room for. */
export function* projectCard(doc: ProductDoc, { limit = 500, exclude = [], own = ownCardSection }: CardOptions = {}): Steps<ProjectCard> {
  const left = new Set(exclude);
  const isOwn = (name: string): boolean => name.toLowerCase() === own.toLowerCase();
  const sections = Object.entries(doc.sections)
    .map((entry): SectionEntry => (isOwn(entry[0]) ? withoutLines(entry, left) : entry))
    .filter(([name, { content }]) => !left.has(name) && /\S/.test(content));
  const ownSection = sections.find(([name]) => isOwn(name));
  const written = ownSection && ownCard(ownSection, limit);
  if (written !== undefined) return written;
  const parts = sections.map(partOf).sort(byRelevance);
  const all = yield* filled(parts, limit);
  if (all.length === parts.length) return yield* cardOf(parts, all, limit);
  return yield* cardOf(parts, yield* filled(parts, limit - Math.min(noteTokens, Math.floor(limit / 4))), limit);
}

/** The document with its card made anew. */
export function* withProjectCard(doc: ProductDoc, options?: CardOptions): Steps<ProductDoc> {
  return { ...doc, project_card: (yield* projectCard(doc, options)).text };
}

type SectionEntry = readonly [name: string, section: ProductDocSection];

const lineEnds = /[\r\n\u2028\u2029]/;

/** Lines of the sections that the person has taken out, and that are still there. `keys`: those of `untoldKey`. */
export function untoldLines(doc: ProductDoc, keys: ReadonlySet<string>): readonly string[] {
  return Object.entries(doc.sections).flatMap(([name, { content }]) =>
    hasLines(name, keys) ? linesOf(content).filter(text => keys.has(untoldKey({ section: name, text, isOwn: true }))) : [],
  );
}

function withoutLines([name, section]: SectionEntry, left: ReadonlySet<string>): SectionEntry {
  if (!hasLines(name, left)) return [name, section];
  const lines = section.content.split(lineEnds).filter(line => !left.has(untoldKey({ section: name, text: oneLine(line), isOwn: true })));
  return [name, { ...section, content: lines.join('\n') }];
}

function hasLines(name: string, keys: ReadonlySet<string>): boolean {
  return [...keys].some(key => key.startsWith(`${name}\n`));
}

/** Each once, and none that is empty. */
function linesOf(content: string): readonly string[] {
  return [...new Set(content.split(lineEnds).map(oneLine))].filter(text => text !== '');
}

/** Undefined where it says nothing, and where it is too long. */
function ownCard([section, { content }]: SectionEntry, limit: number): ProjectCard | undefined {
  // The cheapest characters of a line cost about a third of a token, so that a longer text need not be counted.
  if (content.length > 10 * limit) return undefined;
  const lines = linesOf(content).map(text => ({ section, text, isOwn: true as const }));
  const card = { lines, ...textOf(lines), dropped: [] };
  return lines.length > 0 && card.tokens < limit ? card : undefined;
}

/** What a session needs first, in English and German. */
const ranks = [
  /\bproject card\b|overview|\bgoals?\b|purpose|vision|summary|\babout\b|brief|\bproducts?\b|überblick|übersicht|ziele?\b|zweck|zusammenfassung|\bprodukte?\b/i,
  /constraint|requirement|\brules?\b|\bmust\b|constitution|principle|einschränkung|vorgabe|anforderung|regeln|grundsätze|randbedingung/i,
  /stack|\btech|architect|depend|platform|infrastruct|technik|technolog|architektur|plattform|werkzeuge/i,
  /convention|style|guideline|pattern|naming|konvention|\bstil|richtlinie|muster|design/i,
  /decision|decided|entscheidung|beschlüsse/i,
  /status|progress|roadmap|\bnext\b|current|\btodos?\b|\bstand\b|fortschritt|fahrplan|offen|nächste/i,
];

interface Part {
  readonly name: string;
  /** The name as the card shows it: what `read_product_doc` takes. */
  readonly label: string;
  readonly rank: number;
  readonly updatedAt: string;
  /** Read when the card comes to the section, because most of a large document does not get into it. */
  readonly pieces: () => readonly string[];
}

function partOf([name, { title, content, updated_at }]: readonly [string, ProductDocSection]): Part {
  const rank = ranks.findIndex(words => words.test(`${name} ${title}`));
  let pieces: readonly string[] | undefined;
  return {
    name,
    label: shortened(oneLine(name), 60) || 'Untitled',
    rank: rank < 0 ? ranks.length : rank,
    updatedAt: updated_at,
    pieces: () => (pieces ??= piecesOf(content)),
  };
}

/** Puts the newer one of two sections of the same kind first, because it says more about the present. */
const byRelevance = (a: Part, b: Part): number => a.rank - b.rank || (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0);

/** A section's line, while the card is filled. */
interface Filling {
  readonly part: Part;
  /** The part's label, or its beginning. */
  readonly label: string;
  /** How many pieces are in `said`; 0 where only a part of the first one is. */
  taken: number;
  said: string;
  tokens: number;
}

/** Tokens that a line may have before less relevant sections are told, because a shorter one says little. */
const leastLine = 50;
/** The same, of a section whose title is among `ranks`. */
const leastTellingLine = 80;
/** Tokens with which the beginning of a piece still says something. */
const leastBeginning = 25;
const mostLabel = 24;
/** Tokens that are kept for the last line. */
const noteTokens = 60;
/** The most tokens of a line end and the mark beside any text. */
const lineEndTokens = 6;

/** A line for each section as long as there is room, then further pieces in turns, so that no section takes the room of all others. */
function* filled(parts: readonly Part[], limit: number): Steps<readonly Filling[]> {
  const share = Math.floor(limit / parts.length);
  const lines: Filling[] = [];
  let room = limit;
  for (const part of parts) {
    yield;
    const least = part.rank < ranks.length ? leastTellingLine : leastLine;
    const line = firstLine(part, Math.min(Math.max(share, least), room) - lineEndTokens);
    if (line !== undefined) {
      lines.push(line);
      room -= line.tokens + lineEndTokens;
    } else if (room < leastLine) break;
  }
  for (let count = 1; lines.some(({ part }) => part.pieces().length >= count); count++)
    for (const line of lines) if (line.taken === count - 1 && line.part.pieces().length >= count) room -= lengthen(line, room);
  return lines;
}

/** A line with the first piece, or with as much of it as there is room for. */
function firstLine(part: Part, room: number): Filling | undefined {
  const [first] = part.pieces();
  if (first === undefined) return undefined;
  const label = withinTokens(part.label, mostLabel);
  const text = lineText(label, part.pieces(), 1);
  const tokens = estimateTokens(text);
  if (tokens <= room) return { part, label, taken: 1, said: text, tokens };
  const begun = room < leastBeginning ? '' : withinTokens(first, room - estimateTokens(`${label}: `) - 1);
  const begunText = `${label}: ${begun}`;
  return begun === '' ? undefined : { part, label, taken: 0, said: begunText, tokens: estimateTokens(begunText) };
}

/** Takes the next piece, where there is room. Returns its tokens. */
function lengthen(line: Filling, room: number): number {
  const text = lineText(line.label, line.part.pieces(), line.taken + 1);
  const tokens = estimateTokens(text);
  const cost = tokens - line.tokens;
  if (cost > room) return 0;
  line.taken++;
  line.said = text;
  line.tokens = tokens;
  return cost;
}

function lineText(label: string, pieces: readonly string[], count: number): string {
  const said = pieces.slice(0, count).map((piece, at) => (at === count - 1 || /[.!?:;…。！？]$/.test(piece) ? piece : `${piece};`));
  return `${label}: ${said.join(' ')}${count < pieces.length ? ' …' : ''}`;
}

/** The beginning of `text` that costs at most `most` tokens, in whole words where it has any; '' where there is no room for any. */
function withinTokens(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  for (let length = Math.floor(text.length * 0.8); length > 0; length = Math.floor(length * 0.8)) {
    const begun = text.slice(0, length);
    const words = /^.{10,}(?=\s)/s.exec(begun)?.[0] ?? begun.replace(/[\ud800-\udbff]$/, '');
    const cut = `${words.trimEnd()}…`;
    if (estimateTokens(cut) <= most) return cut;
  }
  return '';
}

/** The lines and what they leave out, and fewer lines where the whole is dearer than its lines. */
function* cardOf(parts: readonly Part[], filling: readonly Filling[], limit: number): Steps<ProjectCard> {
  for (let count = filling.length; count >= 0; count--) {
    const kept = filling.slice(0, count);
    const told = new Set(kept.map(({ part }) => part));
    const left = parts.filter(part => !told.has(part));
    for (const note of notesFor(left)) {
      yield;
      const lines = [...kept.map(({ part, said }) => ({ section: part.name, text: said })), ...note];
      const card = { lines, ...textOf(lines), dropped: left.map(({ name }) => name) };
      if (card.tokens < limit) return card;
    }
  }
  return { lines: [], text: '', tokens: 0, dropped: parts.map(({ name }) => name) };
}

/** The last line with as many names as there is room for: from the longest form to the shortest. */
function notesFor(left: readonly Part[]): readonly (readonly CardLine[])[] {
  if (left.length === 0) return [[]];
  return [12, 6, 3, 1, 0].map(count => {
    const names = left.slice(0, count).map(({ label }) => label);
    const more = left.length - names.length;
    const all = [...names, ...(more > 0 ? [names.length > 0 ? `${more} more` : more === 1 ? 'a section' : `${more} sections`] : [])];
    return [{ section: '', text: `Not in this card: ${all.join(', ')}; read them with read_product_doc.` }];
  });
}

function textOf(lines: readonly CardLine[]): { readonly text: string; readonly tokens: number } {
  const text = lines.map(line => line.text).join('\n');
  return { text, tokens: lines.length === 0 ? 0 : toldTokens(lines.map(line => line.text)) };
}
