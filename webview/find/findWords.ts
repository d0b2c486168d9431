// The words of the bar in which the person looks for words.
import { t } from '../l10n.js';

export const findWords = {
  name: t('Find in chat'),
  box: t('Find'),
  previous: t('Previous match'),
  next: t('Next match'),
  close: t('Close'),
};
