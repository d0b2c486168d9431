// The words of an edit that can be changed before it is allowed.
import type { ChangeableEdit, EditHunk } from '../../../src/shared/contract/news.js';
import { numberText, t } from '../../l10n.js';

const otherText = t('The text that Claude wants to replace is not in the file as Claude wrote it, so you cannot change this edit here.');

export const editWords = {
  open: t('Edit before allowing'),
  hunks: (count: number) => t('Choose among its {0} changes', numberText(count)),
  list: t('The changes of this edit'),
  hunk: (position: number, count: number, line: number) =>
    t('Change {0} of {1}, line {2}', numberText(position), numberText(count), numberText(line)),
  diff: (position: number) => t('Lines of change {0}', numberText(position)),
  states: {
    in: undefined,
    out: t('Left out: the file keeps these lines as they are.'),
    own: t('You have changed these lines in the editor.'),
  } satisfies Record<EditHunk['state'], string | undefined>,
  changed: t('You’ve edited this change. Allow saves your version and tells Claude what you changed.'),
  back: t('Discard my changes'),
  again: t('Not allowed yet: you have changed the edit since. Look again.'),
  why: {
    nothing: t('Nothing of this edit is left, so there is nothing to allow. You can deny it, with a note to Claude.'),
    stale: t('The file has changed since you began to change this edit. Nothing is written before you begin again from Claude’s edit.'),
  },
  /** `tool`: nothing is offered and nothing is said. */
  cannot: {
    notFound: otherText,
    several: t('The text that Claude wants to replace is in the file more than once, so you cannot change this edit here.'),
    missing: t('There is no such file to edit, so you cannot change this edit here.'),
    notText: t('The file is not UTF-8 text, so you cannot change this edit here.'),
    lineEnds: t('The file has line ends that an editor would change, so you cannot change this edit here.'),
    tooLong: t('The file is too long to change this edit here.'),
    version: t(
      'This version of the Claude CLI may change the file’s line ends or byte order mark as it writes, so you cannot change this edit here. 2.1.329 and newer do not.',
    ),
    tool: undefined,
    unreadable: t('The file could not be read, so you cannot change this edit here.'),
  } satisfies Record<NonNullable<ChangeableEdit['why']>, string | undefined>,
  /** The words for an edit that is over. */
  over: {
    allowed: t('With your changes'),
    withdrawn: t('Your changes of this edit were not written'),
  },
  told: {
    waiting: t('Claude is told what differs, with the result'),
    told: t('Claude was told what differs'),
    untold: t('Claude was not told what differs, as far as is known'),
  },
  difference: t('From Claude’s proposal to yours'),
};
