// The words of the lists in the message box.
import { numberText, t } from '../../l10n.js';

export const mentionWords = {
  places: t('Files and more to add'),
  commands: t('Commands'),
  all: (count: number) => t('All commands ({0})', numberText(count)),
  searching: t('Searching…'),
  none: t('Nothing of that name'),
  noCommand: t('No command of that name'),
  noCommands: t('Send a first message, then Claude’s commands are listed here.'),
  count: (count: number) => (count === 1 ? t('1 entry') : t('{0} entries', numberText(count))),
  selection: t('Selection'),
  problems: t('Problems'),
  terminal: t('Terminal selection'),
  problemCount: (count: number) => (count === 1 ? t('1 problem') : t('{0} problems', numberText(count))),
  argumentsOf: (hint: string) => t('Arguments: {0}', hint),
  /** The selection or the file in the editor, whatever it is then. */
  alwaysSend: (place: string) => t('Always include {0}', place),
  alwaysSent: (place: string) => t('Always included: {0}', place),
  drop: t('Drop to add'),
  open: (name: string) => t('Open {0}', name),
};
