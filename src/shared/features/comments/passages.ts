// A comment on lines of a file as Claude reads it: the lines, which are the folder's, and the person's words apart from them. Pure.
import type { KeptAttachment } from '../../attachments.js';
import { escapedName } from '../../attachments.js';

export type KeptComment = Extract<KeptAttachment, { kind: 'comment' }>;

export interface Passage {
  /** The lines with their place, without an end that the tag of a selection could have in them. */
  readonly lines: string;
  /** The person's words, with the same place. */
  readonly said: string;
}

/** A passage for each comment, in the order of `all`, and numbered where there are several. */
export function passagesOf(all: readonly KeptComment[]): readonly Passage[] {
  return all.map((one, at) => {
    const number = all.length === 1 ? '' : ` ${at + 1} of ${all.length}`;
    const place = `${linesText(one)} of ${nameIn(one.path)}`;
    return {
      lines: `Comment${number} of the user is on ${place}. ${states[one.gone ?? 'here'](one.first === one.last)}\n${fenced(one)}`,
      said: `Comment${number} on ${place}:\n${one.words}`,
    };
  });
}

const states = {
  here: (single: boolean) => (single ? 'It reads:' : 'They read:'),
  lines: (single: boolean) => `${single ? 'It is' : 'They are'} no longer in the file, and read:`,
  file: (single: boolean) => `The file is no longer there. ${single ? 'It read:' : 'They read:'}`,
} as const;

function linesText({ first, last }: KeptComment): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`;
}

/** A name may hold what looks like the end of a tag or of a line, and sentences, which stand beside the person's words. */
function nameIn(path: string): string {
  return /[<>"\p{Cc}\p{Zl}\p{Zp}\p{Zs}]/u.test(path) ? escapedName(path) : path;
}

/** No run of signs in the text ends its fence, and no end of the tag in it ends the tag. */
function fenced({ text, first, last }: KeptComment): string {
  const signs = [...text.matchAll(/`+/g)].reduce((longest, { 0: run }) => Math.max(longest, run.length), 2);
  const fence = '`'.repeat(signs + 1);
  const left = last - first + 1 - text.split('\n').length;
  const rest = left > 0 ? `\n(${left} more)` : '';
  return `${fence}\n${text.replace(/<(?=\/ide_selection)/gi, '<\\')}\n${fence}${rest}`;
}
