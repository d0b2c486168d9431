// What a person adds to a message: a selection, a file, an image. Owns the form in which it travels to the view, and its short name;
// must not know how Claude gets it (claude/stream/promptContent).
import * as z from 'zod/mini';

/** The types of images that the API takes. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const imageType = z.enum(imageTypes);
export type ImageType = z.infer<typeof imageType>;

/** In pixels and bytes. */
export const imageSize = z.strictObject({ width: z.int(), height: z.int(), bytes: z.int() });
export type ImageSize = z.infer<typeof imageSize>;

export const attachment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('selection'), id: z.string(), path: z.string(), first: z.int(), last: z.int() }),
  /** `path`: relative to Claude's working directory where it lies inside, with `/` between its parts. */
  z.strictObject({ kind: z.literal('file'), id: z.string(), path: z.string() }),
  z.strictObject({
    kind: z.literal('image'),
    id: z.string(),
    name: z.string(),
    /** Its name in the folder of the chat's images. */
    file: z.string(),
    mediaType: imageType,
    size: imageSize,
    /** Before it was scaled down. */
    was: z.optional(imageSize),
  }),
]);
/** As the view shows it. */
export type Attachment = z.infer<typeof attachment>;

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
