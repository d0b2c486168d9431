// The words of what a card shows when the person looks further, such as a filter or a preview. Loaded after the first paint.
import { t } from '../l10n.js';
import { strings } from '../strings.js';

export const laterWords = {
  /** The box that filters the options of a question. */
  filter: {
    name: (title: string) => t('Filter options: {0}', title),
    placeholder: t('Filter options'),
    all: (all: number) => t('{0} options', all),
    shown: (shown: number, all: number) => t('{0} of {1} shown', shown, all),
  },
  /** Asks whether to send a set in which questions have no answer. */
  sendAnyway: {
    ask: (answered: number, skipped: number, all: number) =>
      t(
        '{0}. Submit anyway?',
        strings.list([t('{0} of {1} answered', answered, all), ...(skipped > 0 ? [t('{0} skipped', skipped)] : [])]),
      ),
    unanswered: (titles: readonly string[]) => t('No answer: {0}', strings.list(titles)),
    send: t('Submit anyway'),
    goBack: t('Go back'),
  },
  preview: {
    name: (label: string) => t('Preview: {0}', label),
    open: t('Open preview in editor'),
    previous: t('Previous preview'),
    next: t('Next preview'),
  },
};
