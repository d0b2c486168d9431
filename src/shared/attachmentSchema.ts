// The form in which a person's additions to a message travel between the host and the view. Apart from shared/attachments, because a window
// that starts needs no zod.
import * as z from 'zod/mini';

/** The types of images that the API takes. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export const imageType = z.enum(imageTypes);
export type ImageType = z.infer<typeof imageType>;

/** The size in pixels and bytes. */
export const imageSize = z.strictObject({ width: z.int(), height: z.int(), bytes: z.int() });
export type ImageSize = z.infer<typeof imageSize>;

/** What has a text that only the host keeps. */
export const selection = z.strictObject({ kind: z.literal('selection'), id: z.string(), path: z.string(), first: z.int(), last: z.int() });
/** What was selected in a terminal. `name`: of the terminal; `lines`: how many. */
export const terminalLines = z.strictObject({ kind: z.literal('terminal'), id: z.string(), name: z.string(), lines: z.int() });
/** What VS Code shows as problems. `name`: that word in the person's language; `lines`: how many. */
export const problemLines = z.strictObject({ kind: z.literal('problems'), id: z.string(), name: z.string(), lines: z.int() });
/** The person has taken changes of Claude's back, or has put them back again. `name`: says so in the person's language; the paths as in `fileAttachment`. */
export const takenBack = z.strictObject({
  kind: z.literal('takenBack'),
  id: z.string(),
  name: z.string(),
  back: z.array(z.string()),
  again: z.array(z.string()),
});
/** `path`: relative to Claude's working directory where it lies inside, with `/` between its parts. */
export const fileAttachment = z.strictObject({ kind: z.literal('file'), id: z.string(), path: z.string() });
export const imageAttachment = z.strictObject({
  kind: z.literal('image'),
  id: z.string(),
  name: z.string(),
  /** Its name in the folder of the chat's images. */
  file: z.string(),
  mediaType: imageType,
  size: imageSize,
  /** The size before the image was scaled down. */
  was: z.optional(imageSize),
});

/**
 * A comment of the person's on lines of a file. `words`: the person's, of several lines. `gone`: the file is no longer there, or these lines are no longer in
 * it; `first` and `last` say where they were.
 */
export const comment = z.strictObject({
  kind: z.literal('comment'),
  id: z.string(),
  path: z.string(),
  first: z.int(),
  last: z.int(),
  words: z.string(),
  gone: z.optional(z.enum(['file', 'lines'])),
});
export type ShownComment = z.infer<typeof comment>;

export const attachment = z.discriminatedUnion('kind', [
  selection,
  fileAttachment,
  terminalLines,
  problemLines,
  takenBack,
  imageAttachment,
  comment,
]);
/** An attachment that the view shows. */
export type Attachment = z.infer<typeof attachment>;
