// The words of the comments on lines that go with the next message.
import { numberText, t } from '../../l10n.js';

export const commentStrings = {
  count: (count: number) => (count === 1 ? t('1 comment') : t('{0} comments', numberText(count))),
  /** `places`: of the first ones; `left`: how many more there are. */
  goAlong: (count: string, places: readonly string[], left: number) =>
    left === 0
      ? t('{0}, for your next message: {1}', count, places.join(', '))
      : t('{0}, for your next message: {1} and {2} more', count, places.join(', '), numberText(left)),
  list: t('Comments'),
  goTo: (place: string) => t('Go to {0}', place),
  gone: { file: t('The file is gone'), lines: t('These lines are gone') },
  removed: (place: string) => t('Removed: {0}', place),
};
