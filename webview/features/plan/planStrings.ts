// The words of a plan that waits.
import { t } from '../../l10n.js';
import type { PlanMode } from '../../../src/shared/features/plan/choice.js';

export const planStrings = {
  title: t('Claude has a plan'),
  plan: t('The plan'),
  lines: (count: number) => (count === 1 ? t('1 line') : t('{0} lines', count)),
  asWritten: t('As written'),
  open: t('Open in an editor tab'),
  noText: t('Claude sent no text with this plan. Deny it with a note to ask for one.'),
  unseen: t('This plan has words, addresses of links or characters that are not seen here. “As written” shows all of it.'),
  comment: (first: number, last: number) =>
    first === last ? t('Comment on line {0}', first) : t('Comment on lines {0} to {1}', first, last),
  change: (first: number, last: number) =>
    first === last ? t('Change the comment on line {0}', first) : t('Change the comment on lines {0} to {1}', first, last),
  remove: (first: number, last: number) =>
    first === last ? t('Remove the comment on line {0}', first) : t('Remove the comment on lines {0} to {1}', first, last),
  changeShort: t('Change'),
  removeShort: t('Remove'),
  placeholder: t('What should be different here?'),
  you: t('You:'),
  note: {
    notePlaceholder: t('Claude reads this, whichever button you press'),
    youSay: t('Your note on the plan:'),
  },
  long: t(
    'Your words are long: with “Approve”, Claude may read only their first 2,000 characters and the name of a file that holds all of them.',
  ),
  over: { allowed: t('You approved the plan'), denied: t('You sent the plan back') },
  moved: t('You approved the plan. It continues in a new chat.'),
  goThere: t('Go to that chat'),
  reads: t('What Claude will read'),
  mode: t('After approval, Claude:'),
  modes: {
    default: t('asks before every edit'),
    acceptEdits: t('edits without asking'),
    auto: t('decides when to ask'),
  } satisfies Record<PlanMode, string>,
  fresh: t('Start a new chat with just the plan'),
  freshHint: t('The plan, with your note and comments, becomes the first message of a new chat. This chat stops here.'),
  approve: t('Approve'),
  keepPlanning: t('Keep planning'),
  send: (count: number) => (count === 1 ? t('Send 1 comment') : t('Send {0} comments', count)),
  goAlong: t('Approving also sends your comments.'),
  refused: (mode: string, detail: string) => t('Claude did not switch to “{0}”, so the plan is not approved yet. {1}', mode, detail),
};
