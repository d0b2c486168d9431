// States of a chat with comments on lines of files.
import type { ShownComment } from '../../src/shared/attachmentSchema.js';
import type { HostMessage } from '../../src/shared/contract/toView.js';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import { newsOf } from './asideStates.js';

export const commentOn = (comment: Partial<ShownComment> = {}): ShownComment => ({
  kind: 'comment',
  id: 'c1',
  path: 'src/a.ts',
  first: 12,
  last: 12,
  words: 'Round this up.',
  ...comment,
});

export const commentsNews = (...comments: ShownComment[]): HostMessage => newsOf({ type: 'comments', comments });

export const comments = [
  commentOn(),
  commentOn({
    id: 'c2',
    path: 'packages/server/src/storage/notesOfTheLongestKind.ts',
    first: 40,
    last: 61,
    words: 'Is this still needed, now that the routes check it themselves? If so, say why.\nIf not, remove it.',
  }),
  commentOn({ id: 'c3', path: 'docs/old.md', words: 'בדיקה', gone: 'file' }),
  commentOn({ id: 'c4', first: 90, last: 90, words: 'A better name?', gone: 'lines' }),
];

const sent: TranscriptItem = { kind: 'prompt', id: 'p1', text: 'Please look at these.', state: 'sent', attachments: comments };

const chip =
  '4 comments, for your next message: src/a.ts:12, packages/server/src/storage/notesOfTheLongestKind.ts:40–61, docs/old.md:12, src/a.ts:90';

/** `show`: the conversation. */
export const commentChats = (show: (said?: readonly TranscriptItem[]) => HostMessage) => [
  { name: 'comments for the next message', hostMessages: [show(), commentsNews(...comments)] },
  { name: 'comments for the next message, unfolded', hostMessages: [show(), commentsNews(...comments)], presses: [chip] },
  { name: 'comments of a sent message', hostMessages: [show([sent])] },
];
