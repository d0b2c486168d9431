// What a person adds to a message: a selection, a file, an image. Owns what the host keeps of it, and its short name; must not know how
// Claude gets it (claude/stream/promptContent).
import type { Attachment } from './attachmentSchema.js';

type Selection = Extract<Attachment, { kind: 'selection' }>;

/** As the host keeps it: a selection with its text, as it was when the person added it. */
export type KeptAttachment = Readonly<Exclude<Attachment, Selection> | (Selection & { readonly text: string })>;

/** Without what only the host needs. */
export function shownAttachment(kept: KeptAttachment): Attachment {
  if (kept.kind !== 'selection') return { ...kept };
  const { text: _, ...shown } = kept;
  return shown;
}

/** For example `routes.ts:12–40`. */
export function attachmentName(one: Attachment | KeptAttachment): string {
  if (one.kind === 'image') return one.name;
  const name = one.path.slice(one.path.lastIndexOf('/') + 1);
  if (one.kind === 'file') return name;
  return one.first === one.last ? `${name}:${one.first}` : `${name}:${one.first}–${one.last}`;
}

/**
 * `@path` as the CLI's prompt takes it, `#L1-L9` for lines. Quoted unless the CLI reads all of it without quotes: it stops at white space,
 * and before a last character that is no ASCII letter, digit or `_`.
 */
export function mentionOf(path: string, lines?: { readonly first: number; readonly last: number }): string {
  const range = lines === undefined ? '' : lines.first === lines.last ? `#L${lines.first}` : `#L${lines.first}-L${lines.last}`;
  return /^\S*\w$/.test(path) ? `@${path}${range}` : `@"${path}"${range}`;
}
