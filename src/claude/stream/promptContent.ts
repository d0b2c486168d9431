// The content of a prompt with what was added to it. Owns the order of the blocks, which the CLI gives a meaning (measured on 2.0.77,
// 2.1.100 and 2.1.329): it reads mentions and slash commands in the last text block alone, and takes images from anywhere.
import type { KeptAttachment } from '../../shared/attachments.js';
import { escapedName, mentionOf, takenBackText } from '../../shared/attachments.js';
import { passagesOf } from '../../shared/features/comments/passages.js';

/** Base64 by the name of the file in the folder of the chat's images. */
export type ImageData = ReadonlyMap<string, string>;

/** Content blocks of a user message. An image that `images` lacks is an error, because the prompt would reach Claude without it. */
export function promptContent(text: string, attachments: readonly KeptAttachment[], images: ImageData): readonly object[] {
  const comments = attachments.filter(one => one.kind === 'comment');
  const before = [...attachments.flatMap(one => blockOf(one, images) ?? []), ...commentBlocks(comments)];
  const mentions = attachments.flatMap(one => (one.kind === 'file' ? [mentionOf(one.path)] : [])).join(' ');
  const words = mentions === '' ? text : text.trim() === '' ? mentions : `${text.trimEnd()}\n\n${mentions}`;
  if (words.trim() !== '' || before.length === 0) return [...before, { type: 'text', text: words }];
  // The API refuses an empty text block. A selection must not be the last one, because the CLI would read the files that its text mentions.
  if (!attachments.some(one => 'text' in one || one.kind === 'takenBack')) return before;
  return [...before, { type: 'text', text: comments.length > 0 ? noMoreWords : noWords }];
}

/**
 * The lines of each comment in a block of the CLI's own editor integration, and the person's words in one of their own behind it, which transcripts give
 * back as the person's. Neither is the last block, so the CLI reads no mention and no command in them.
 */
function commentBlocks(comments: Parameters<typeof passagesOf>[0]): readonly object[] {
  return passagesOf(comments).flatMap(({ lines, said }) => [
    { type: 'text', text: `<ide_selection>${lines}\n</ide_selection>` },
    { type: 'text', text: said },
  ]);
}

function blockOf(one: KeptAttachment, images: ImageData): object | undefined {
  switch (one.kind) {
    case 'file':
    case 'comment':
      return undefined;
    case 'selection':
      return { type: 'text', text: selectionText(one) };
    case 'terminal':
      return { type: 'text', text: added(`output of the terminal ${escapedName(one.name)}`, one.text) };
    case 'problems':
      return { type: 'text', text: added('the problems that the editor shows', one.text) };
    case 'takenBack':
      return { type: 'text', text: `<ide_selection>${takenBackText(one)}</ide_selection>` };
    case 'image': {
      const data = images.get(one.file);
      if (data === undefined) throw new Error(`The image ${one.file} was not read`);
      return { type: 'image', source: { type: 'base64', media_type: one.mediaType, data } };
    }
  }
}

/** Stands in the tag of a selection, by which transcripts know that these words are not the person's. */
const noWords = '<ide_selection>The user added this without words.</ide_selection>';
const noMoreWords = '<ide_selection>The user has nothing to add to the comments.</ide_selection>';

/** Puts a selection into the tag of the CLI's own editor integration, by which transcripts tell these words from the person's. */
function selectionText({ path, first, last, text }: Extract<KeptAttachment, { kind: 'selection' }>): string {
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const name = /[<>\p{Cc}\p{Zl}\p{Zp}]/u.test(path) ? escapedName(path) : path;
  return added(`${lines} of ${name}`, text);
}

/** The end of the tag in the text itself would make the rest of it the person's words. */
function added(what: string, text: string): string {
  return `<ide_selection>The user added ${what}:\n${text.replace(/<(?=\/ide_selection)/gi, '<\\')}\n</ide_selection>`;
}
