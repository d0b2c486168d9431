// What the limits of a plan are called, and when they reset, in the person's language and time.
import type { l10n } from 'vscode';
import { modelOfLimit } from '../../shared/modelLimits.js';
import { resetTime } from '../../shared/resetTime.js';

type T = typeof l10n.t;

/** `id`: the CLI's, such as `five_hour`. */
export function limitName(t: T, id: string): string {
  switch (id) {
    case 'five_hour':
      return t('5-hour limit');
    case 'seven_day':
      return t('Weekly limit');
    case 'seven_day_opus':
      return t('Weekly limit for Opus');
    case 'seven_day_sonnet':
      return t('Weekly limit for Sonnet');
    case 'seven_day_overage_included':
      return t('Weekly limit with extra usage');
    case 'seven_day_oauth_apps':
      return t('Weekly limit for other apps');
    case 'overage':
      return t('Extra usage');
  }
  const model = modelOfLimit(id);
  return model === undefined ? t('Limit “{0}”', id) : t('Weekly limit for {0}', model);
}

export function untilWords(t: T, at: number, now: number): string {
  return resetTime(at, now, languageOf(t));
}

/** The language of the words, so that a date among them is in the same language. */
export function languageOf(t: T): string {
  return t('en');
}
