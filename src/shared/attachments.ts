// What a person adds to a message: a selection, a file, an image, lines of a terminal, a comment on lines. Owns what the host keeps of it, and its short name; must not know how
// Claude gets it (claude/stream/promptContent).
import type { Attachment } from './attachmentSchema.js';

type Copied = Extract<Attachment, { kind: 'selection' | 'terminal' | 'problems' | 'comment' }>;

/**
 * An attachment that the host keeps: a selection, a terminal's lines, problems and commented lines keep the text of the moment in which the person added
 * them, a comment that of its message.
 */
export type KeptAttachment = Readonly<Exclude<Attachment, Copied> | (Copied & { readonly text: string })>;

/** The attachment without what only the host needs. */
export function shownAttachment(kept: KeptAttachment): Attachment {
  if (!('text' in kept)) return { ...kept };
  const { text: _, ...shown } = kept;
  return shown;
}

/** A name such as `routes.ts:12–40`. */
export function attachmentName(one: Attachment | KeptAttachment): string {
  const place = attachmentPlace(one);
  return 'name' in one ? place : place.slice(place.lastIndexOf('/') + 1);
}

/** The same with its folders, for example `src/routes.ts:12–40`. */
export function attachmentPlace(one: Attachment | KeptAttachment): string {
  if ('name' in one) return one.name;
  if (one.kind === 'file') return one.path;
  return one.first === one.last ? `${one.path}:${one.first}` : `${one.path}:${one.first}–${one.last}`;
}

/**
 * `@./path` as the CLI's prompt takes it, `#L1-L9` for lines; a path that no mention can hold stands in words instead, as `file "…"`.
 * The `./` keeps `~` and `x:y` names of the project's own, which the CLI would read as the home folder and as a resource of an MCP server.
 * Quoted unless the CLI reads all of it without quotes: it stops at white space, and before a last character that is no ASCII letter,
 * digit or `_`.
 */
export function mentionOf(path: string, lines?: { readonly first: number; readonly last: number }): string {
  const range = lines === undefined ? '' : lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
  const place = /^(?:\/|[A-Za-z]:\/)/.test(path) ? path : `./${path}`;
  if (!isMentionable(place)) return `file ${escapedName(place)}${range}`;
  return /^\S*\w$/.test(place) ? `@${place}${range}` : `@"${place}"${range}`;
}

/**
 * Whether the CLI reads this file, and no other, for its mention (measured on 2.0.77, 2.1.100 and 2.1.329): a `"` ends the path, `#` begins
 * the lines, white space at the end is cut off, an `@` behind white space or some signs begins another mention, and ` (agent)` calls an agent.
 */
function isMentionable(place: string): boolean {
  return !/["#\p{Cc}\p{Zl}\p{Zp}]|\s$|(?<![\w./-])@|@\[| \(agent\)$/u.test(place);
}

/** The name in JSON's quotes and escapes, so that it stays in its line, holds no `@`, and begins and ends no tag. */
export function escapedName(name: string): string {
  const code = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(name).replace(/[@<>\x7f-\x9f\u2028\u2029]/g, code);
}

/** More are counted. */
const mostNamed = 50;

/** What Claude reads of changes that the person has taken back. Of names it has no `@`, and no end of a tag. */
export function takenBackText({ back, again }: { readonly back: readonly string[]; readonly again: readonly string[] }): string {
  const named = (paths: readonly string[]): string => {
    const rest = paths.length - mostNamed;
    return `${paths.slice(0, mostNamed).map(escapedName).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  };
  const sentences = [
    ...(back.length > 0
      ? [
          `The user has reverted these files to what they were before your turn: ${named(back)}. Do not make the same changes again unless the user asks for it.`,
        ]
      : []),
    ...(again.length > 0 ? [`The user has restored these files to what they were after your turn: ${named(again)}.`] : []),
  ];
  return sentences.join(' ');
}

/**
 * The same words, in which the CLI finds no mention: a word joiner, which takes no room on the screen, stands before each `@` that could
 * begin one. For words that the person has not written, because the CLI reads the file of a mention without asking.
 */
export function withoutMentions(text: string): string {
  return text.replace(/(?<![\w./-])@/g, '\u2060@');
}

/** Whether this is a name that an image has in the folder of its chat; any other comes from a file that something else may have changed. */
export function isImageFile(name: string): boolean {
  return /^[0-9a-f]{16}\.(?:png|jpg|gif|webp)$/.test(name);
}
