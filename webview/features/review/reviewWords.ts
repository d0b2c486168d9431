// The words of what a turn has changed. Loaded after the first paint.
import type { ChangedFile, LeftOutFile } from '../../../src/shared/features/review/news.js';
import { oneLine } from '../../../src/shared/plain.js';
import { numberText, t } from '../../l10n.js';

const filesText = (files: number): string => (files === 1 ? t('1 file') : t('{0} files', numberText(files)));

const leftOut = {
  large: path => t('{0} (over 5 MB)', path),
  repository: path => t('{0} (a repository of its own)', path),
  unreadable: path => t('{0} (cannot be read)', path),
  ignored: path => t('{0} (ignored by Git before)', path),
} satisfies Record<LeftOutFile['why'], (path: string) => string>;

export const reviewWords = {
  changed: (files: number) => (files === 1 ? t('1 file changed') : t('{0} files changed', numberText(files))),
  plus: (lines: number) => `+${numberText(lines)}`,
  minus: (lines: number) => `−${numberText(lines)}`,
  /** Words for a screen reader, which does not read the signs. */
  lines: (plus: number, minus: number) => t('{0} lines added, {1} removed', numberText(plus), numberText(minus)),
  review: t('Review'),
  reviewNamed: (files: number) => t('Review changes: {0}', filesText(files)),
  late: t(
    'What this turn changed is not known, because a snapshot of the folder came too late or failed. With Git, Source Control shows what has changed.',
  ),
  cut: t('This turn was cut off. Files that changed after that are marked, because others may have changed them.'),
  cutUnknown: t('What this turn changed is not known, because it was cut off. With Git, Source Control shows what has changed.'),
  edits: t('By Claude’s edits. What commands have changed is not known here, because Git was not found.'),
  list: t('Changed files'),
  reading: t('Reading…'),
  lost: t('The snapshots of this turn are gone or cannot be read.'),
  open: (path: string) => t('Open changes: {0}', path),
  kinds: {
    added: t('new'),
    deleted: t('deleted'),
    modified: undefined,
    renamed: t('renamed'),
    mode: t('permissions changed'),
  } satisfies Record<ChangedFile['kind'], string | undefined>,
  renamed: (from: string) => t('renamed from {0}', from),
  binary: t('binary'),
  byPerson: t('by you too'),
  byOthers: t('maybe by others too'),
  seen: t('Seen'),
  seenNamed: (path: string) => t('Seen: {0}', path),
  seeAll: t('Mark all as seen'),
  seeShown: (files: number) => t('Mark these {0} as seen', numberText(files)),
  notCovered: (files: readonly LeftOutFile[], more: number) => {
    const named = files.map(({ path, why }) => leftOut[why](oneLine(path)));
    return t('Not covered: {0}', [...named, ...(more > 0 ? [t('and {0} more', numberText(more))] : [])].join(', '));
  },
  revert: t('Revert'),
  revertNamed: (path: string) => t('Revert: {0}', path),
  putBack: t('Undo revert'),
  putBackNamed: (path: string) => t('Undo revert: {0}', path),
  reverted: t('reverted'),
  other: t('changed since'),
  revertAll: t('Revert all'),
  putBackAll: t('Undo all reverts'),
  more: (files: number) => t('Show {0} more', numberText(files)),
};
