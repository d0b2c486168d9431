// The words of the row of what Claude thinks.
import { numberText, t } from '../l10n.js';

export const thoughtWords = {
  now: t('Thinking…'),
  over: t('Thought'),
  took: (seconds: number) =>
    seconds < 60
      ? t('Thought for {0} s', numberText(seconds))
      : t('Thought for {0} min {1} s', numberText(Math.floor(seconds / 60)), numberText(seconds % 60)),
  text: t('What Claude thought'),
};
