// The words of what the CLI has told and what is no fault (`told` among the problem codes): a compaction, and a limit of the plan that is near.
import type { l10n } from 'vscode';
import type { ActionId } from '../../shared/transcript.js';
import { languageOf, limitName, untilWords } from './limitWords.js';

type T = typeof l10n.t;

/** What a reason of the CLI's means, and what the person can do. */
export interface ReasonWords {
  readonly text: string;
  readonly actions?: readonly ActionId[];
  /** A hook of the person's has done this, so it is no error. */
  readonly isExpected?: true;
}

/** `told`: a name and what belongs to it, with a space between. Undefined for another name. */
export function toldWords(t: T, told: string): ReasonWords | undefined {
  const [name, ...given] = told.split(' ');
  if (name === 'cleared') return { text: t('Context cleared: Claude no longer sees what is above.'), isExpected: true };
  if (name === 'notCleared')
    return {
      text: t(
        'This Claude CLI ({0}) does not clear the context: Claude still sees what is above. Start a new chat, or update Claude.',
        given.join(' '),
      ),
    };
  if (name === 'openElsewhere')
    return {
      text: t(
        'Another program, such as a terminal, has this chat open too. What is said there is not shown here, because the Claude of this window does not read it, and later Claude knows only one of the two. Continue in one of them and end the other.',
      ),
    };
  if (name === 'writesLost') return { text: t('The disk was full, so the Claude CLI has not saved all of this conversation.') };
  if (name === 'compacted') return { text: compactedText(t, given), isExpected: true };
  return name === 'nearLimit' ? { text: nearLimitText(t, given), isExpected: true } : undefined;
}

/** `trigger`: `manual` or `auto`. `before`, `after`: tokens; only newer versions know the second. */
function compactedText(t: T, [trigger, before = '', after = '']: readonly string[]): string {
  const size =
    Number(after) > 0
      ? t('{0} tokens before, {1} after.', numberText(t, before), numberText(t, after))
      : t('{0} tokens before.', numberText(t, before));
  const what =
    trigger === 'manual'
      ? t('Compacted as you asked: Claude continues with a summary of what is above.')
      : t('The context was full, so Claude compacted it: it continues with a summary of what is above.');
  return `${what} ${size}`;
}

/** An id, which may have spaces, then `used`: in percent, empty where it is not known, and `resetsAt`: epoch milliseconds, likewise. */
function nearLimitText(t: T, given: readonly string[]): string {
  const [used = '', resetsAt = ''] = given.slice(-2);
  const limit = limitName(t, given.slice(0, -2).join(' '));
  const near = used === '' ? t('Almost all of a limit is used: {0}.', limit) : t('{0} % of a limit is used: {1}.', used, limit);
  return resetsAt === '' ? near : `${near} ${t('It resets {0}.', untilWords(t, Number(resetsAt), Date.now()))}`;
}

function numberText(t: T, digits: string): string {
  return Number(digits).toLocaleString(languageOf(t));
}
