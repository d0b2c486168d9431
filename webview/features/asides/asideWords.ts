// The words of a question to Claude beside a card.
import { t } from '../../l10n.js';

export const asideWords = {
  ask: t('Ask Claude about this'),
  /** `title`: of the question. */
  askNamed: (title: string) => t('Ask Claude about this: {0}', title),
  hide: t('Hide'),
  hideNamed: (title: string) => t('Hide the questions to Claude: {0}', title),
  panel: t('Questions to Claude beside the chat'),
  panelNamed: (title: string) => t('Questions to Claude beside the chat: {0}', title),
  hint: t('Claude replies here, from the chat and without tools. The reply goes with the card, unless you take it as your note.'),
  box: t('Question to Claude'),
  boxNamed: (title: string) => t('Question to Claude: {0}', title),
  placeholder: t('What do you want to know first?'),
  send: t('Ask'),
  cancel: t('Cancel'),
  asking: t('Claude is asked…'),
  you: t('You:'),
  failed: t('Claude did not reply.'),
  ended: t('Claude is not running any more, so there is no reply.'),
  off: t('Claude can’t be asked here right now.'),
  again: t('Try again'),
  take: t('Use as my note'),
  taken: t('In your note'),
};
