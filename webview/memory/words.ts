// The words of what is remembered, where a chat shows it: earlier decisions, what Claude was told, changes of the Product Doc.
import { numberText, t } from '../l10n.js';

export const memoryWords = {
  /** What was decided before about a question like this. `{0}` stays, for the place of the words that are emphasized. */
  decided: {
    said: (date: string, ago: string) => t('You chose {0} on {1}, {2}.', '{0}', date, ago),
    saidToday: t('You chose {0} earlier today.'),
    asked: (question: string) => t('The question was: {0}', question),
    branch: t('That was on the branch {0}.'),
    changed: (files: number, others: number) =>
      others > 0
        ? t('{0} and {1} more have changed since.', '{0}', others)
        : files === 1
          ? t('{0} has changed since.')
          : t('{0} have changed since.'),
    earlier: t('Earlier decision'),
    earlierNamed: (title: string) => t('Earlier decision: {0}', title),
    /** `said`: undefined where it is too long for a button. */
    fillIn: (said: string | undefined) => (said === undefined ? t('Use this answer again') : t('Use {0} again', said)),
    fillInNamed: (said: string | undefined, title: string) =>
      said === undefined ? t('Use this answer again: {0}', title) : t('Use {0} again: {1}', said, title),
    filledIn: t('Selected'),
    filledInNamed: (title: string) => t('Selected: {0}', title),
    putBack: t('Put my text back'),
    show: t('Show'),
    showNamed: (title: string) => t('Show the conversation: {0}', title),
    refused: t('Your earlier decision {0} is no longer offered for this question.'),
    notTheSame: t('Different question'),
    notTheSameNamed: (title: string) => t('Different question: {0}', title),
  },
  /** What Claude was told of what is remembered. */
  told: {
    /** `removed`: how many of them Claude is not told any more. */
    row: (count: number, removed: number) => {
      if (removed > 0)
        return count === 1
          ? t('Claude knows 1 thing about this folder, removed since')
          : t('Claude knows {0} things about this folder, {1} removed since', numberText(count), numberText(removed));
      return count === 1 ? t('Claude knows 1 thing about this folder') : t('Claude knows {0} things about this folder', numberText(count));
    },
    older: t('The project card has changed since this chat began. A new chat tells Claude the present one.'),
    nothing: t('None of it is remembered any more.'),
    hint: t('What you remove is left out from Claude’s next start.'),
    remove: t('Remove'),
    removeNamed: (line: string) => t('Remove: {0}', line),
    putBack: t('Put back'),
    putBackNamed: (line: string) => t('Put back: {0}', line),
    removed: t('Removed'),
  },
  /** `{0}` stays, for the place of the section's title. */
  docChange: {
    changed: t('Claude has changed the Product Doc: {0}'),
    wanted: t('Claude wanted to change the Product Doc: {0}'),
    conflict: t('Claude did not know what it says now, so nothing was written.'),
    show: (changes: string) => t('Show the change ({0})', changes),
    undo: t('Undo'),
    undone: t('Undone'),
    undoNamed: (section: string) => t('Undo: {0}', section),
    undoneNamed: (section: string) => t('Undone: {0}', section),
    compare: t('Compare and Choose'),
    compareNamed: (section: string) => t('Compare and choose: {0}', section),
    open: t('Open the Product Doc'),
  },
};
