// The words of the lists in the message box. Loaded after the first paint.
import { numberText, t } from '../l10n.js';

export const mentionWords = {
  places: t('Files and more to add'),
  commands: t('Commands'),
  searching: t('Searching…'),
  none: t('Nothing of that name'),
  noCommand: t('No command of that name'),
  noCommands: t('Claude lists its commands once it has begun in this window.'),
  count: (count: number) => (count === 1 ? t('1 entry') : t('{0} entries', numberText(count))),
  selection: t('Selection'),
  problems: t('Problems'),
  terminal: t('Terminal selection'),
  problemCount: (count: number) => (count === 1 ? t('1 problem') : t('{0} problems', numberText(count))),
  argumentsOf: (hint: string) => t('Goes on with: {0}', hint),
  addSelection: (place: string) => t('Add selection: {0}', place),
  addFile: (place: string) => t('Add file: {0}', place),
  follows: (place: string) => t('Goes along: {0}', place),
  drop: t('Drop to add'),
  open: (name: string) => t('Open {0}', name),
};
