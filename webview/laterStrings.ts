// The words of what webview/later.ts loads, so that the first paint does not read them.
import type { PermissionItem } from '../src/shared/transcript.js';
import { numberText, t } from './l10n.js';

export const laterStrings = {
  attachment: {
    list: t('Added to the message'),
    remove: (name: string) => t('Remove {0}', name),
  },
  toolDetails: {
    reading: t('Reading…'),
    gone: t('The input is no longer kept: neither Claude nor its transcript has it.'),
    empty: t('Called without any input.'),
    result: t('Result'),
    omitted: (characters: number) => t('{0} more characters are not shown.', numberText(characters)),
  },
  permissionState: {
    asked: '',
    allowed: t('Allowed'),
    denied: t('Denied by you'),
    withdrawn: t('No longer needed'),
  } satisfies Record<PermissionItem['state'], string>,
  changePrompt: {
    one: (question: string, was: string) => t('I want to change my answer to “{0}”. {1}\nMy new answer: ', question, was),
    several: (lines: readonly string[]) => t('I want to change my answers:\n{0}\nMy new answers: ', lines.join('\n')),
    line: (question: string, was: string) => `- “${question}” ${was}`,
    answered: (parts: readonly string[]) => t('I had answered: {0}', parts.join('; ')),
    /** Was on the card, and did not go to Claude. */
    filledIn: (parts: readonly string[]) => t('I had filled in: {0}', parts.join('; ')),
    note: (words: string) => t('My note was: {0}', words),
    skipped: t('I had skipped it.'),
    dismissed: t('I had dismissed it.'),
    timedOut: t('I had not answered it in time.'),
    replied: (words: string) => t('I had replied: {0}', words),
    withdrawn: t('My answer did not reach you.'),
  },
};
