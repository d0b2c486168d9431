// The words of going back, and forward again.
import type { BackCard, BackFile, BackFiles } from '../../../src/shared/features/back/news.js';
import type { BackWhat } from '../../../src/shared/contract/featureIntents.js';
import { numberText, t } from '../../l10n.js';

const counted = (count: number, one: string, many: (text: string) => string): string => (count === 1 ? one : many(numberText(count)));
const filesText = (count: number): string => counted(count, t('1 file'), text => t('{0} files', text));

export const backWords = {
  button: t('Go back to before this message'),
  edit: t('Edit this message'),
  fork: t('Fork conversation from here'),
  form: t('Go back'),
  titles: {
    message: t('Go back to before this message?'),
    question: t('Answer this question again?'),
    branch: t('Go to the earlier branch?'),
    files: t('Bring these files back?'),
    fork: t('The conversation cannot be forked from here'),
  } satisfies Record<BackCard['to'], string>,
  /** The name of a message without words. */
  noWords: t('a message without words'),
  what: t('What goes back'),
  /** `count`: of the files that go back by themselves. */
  whats: {
    both: count => (count === 0 ? t('Conversation and files') : t('Conversation and {0}', filesText(count))),
    talk: () => t('Conversation only'),
    files: () => t('Files only'),
  } satisfies Record<BackWhat, (count: number) => string>,
  messages: (count: number) =>
    counted(count - 1, t('This message and 1 later one leave the conversation.'), text =>
      t('This message and {0} later ones leave the conversation.', text),
    ),
  oneMessage: t('This message and what came after it leave the conversation.'),
  kept: t('Nothing is lost: they stay in an earlier branch of this chat. The message is put into the message box.'),
  again: t('The question is open again, with what you had filled in. What came after it leaves the conversation.'),
  keptAgain: t('Nothing is lost: it stays in an earlier branch of this chat.'),
  works: t('Claude is working and is stopped first. If it changes more files by then, you are asked again.'),
  asks: t('Claude’s turn ends first. If it changes more files by then, you are asked again.'),
  background: t('What runs in the background is ended.'),
  questions: (count: number) =>
    counted(count, t('1 question that waits is withdrawn.'), text => t('{0} questions that wait are withdrawn.', text)),
  permissions: (count: number) =>
    counted(count, t('1 permission that waits is withdrawn.'), text => t('{0} permissions that wait are withdrawn.', text)),
  parked: (count: number) =>
    counted(count, t('1 question keeps waiting in the earlier branch.'), text =>
      t('{0} questions keep waiting in the earlier branch.', text),
    ),
  waiting: (count: number) =>
    counted(count, t('1 message that waits to be sent stays in the earlier branch.'), text =>
      t('{0} messages that wait to be sent stay in the earlier branch.', text),
    ),
  filesStay: t('Files stay as they are.'),
  own: (count: number) => t('These go back: {0}', filesText(count)),
  others: t('Changed since by you or another program. Tick what is to go back all the same:'),
  unsure: t('What one of the turns changed is not known, so its files stand here too.'),
  more: (count: number) => t('and {0} more', numberText(count)),
  moreStay: (count: number) => t('and {0} more, which stay as they are', numberText(count)),
  left: t('What no snapshot holds stays as it is:'),
  why: {
    large: t('too large'),
    repository: t('a repository of its own'),
    unreadable: t('cannot be read'),
  } satisfies Record<BackFiles['left'][number]['why'], string>,
  edits: t('Git was not found, so only what Claude’s edits have changed goes back. What commands have changed stays as it is.'),
  ignored: t('Files that Git ignores, and files outside of this folder, stay as they are.'),
  kinds: {
    added: t('comes back'),
    deleted: t('goes'),
    modified: undefined,
    mode: t('permissions changed'),
  } satisfies Record<BackFile['kind'], string | undefined>,
  unsaved: t('has unsaved changes, which are saved first'),
  binary: t('binary'),
  open: (path: string) => t('Open what changes: {0}', path),
  noFiles: {
    same: t('All files are as they were then.'),
    none: t('Claude has changed no files since, as far as is known.'),
    disabled: t('File changes aren’t recorded, because snapshots are off.'),
    off: t('Files stay as they are: there are no snapshots of this folder.'),
    unknown: t('Files stay as they are: there is no snapshot from before this message.'),
    lost: t('Files stay as they are: the snapshots of that time are gone or cannot be read.'),
  } satisfies Record<NonNullable<BackCard['noFiles']>, string>,
  openSettings: t('Open Settings'),
  refused: {
    compacted: t('The conversation was summarized after this message, so it cannot go back to before it.'),
    unknown: t('The Claude CLI has not kept this message, so its conversation cannot go back to before it.'),
  } satisfies Record<NonNullable<BackCard['refused']>, string>,
  acts: {
    message: t('Go back'),
    question: t('Answer again'),
    branch: t('Go there'),
    files: t('Bring back'),
  } satisfies Record<Exclude<BackCard['to'], 'fork'>, string>,
  cancel: t('Cancel'),
  close: t('Close'),
  going: t('Going back…'),
  wentBack: (text: string) => (text === '' ? t('Went back to before an earlier message') : t('Went back to before “{0}”', text)),
  wentToQuestion: (text: string) => t('Went back to the question “{0}”', text),
  filesWent: (text: string) =>
    text === '' ? t('Files went back to before an earlier message') : t('Files went back to before “{0}”', text),
  writing: (button: string) =>
    t('The window ended while the files were written, so not all of them may have gone back. “{0}” brings back those that did.', button),
  written: (count: number) => counted(count, t('1 file went back'), text => t('{0} files went back', text)),
  undone: (count: number) => counted(count, t('1 file came back again'), text => t('{0} files came back again', text)),
  stayed: (count: number) => counted(count, t('1 stayed as it was'), text => t('{0} stayed as they were', text)),
  undo: t('Undo'),
  undoNamed: t('Undo going back'),
  earlier: t('Earlier branch'),
};
