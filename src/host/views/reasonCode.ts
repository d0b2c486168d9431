// The words for the CLI's reasons, for problems.ts, which activation reads. reasonWords.ts puts them here.
import type { l10n } from 'vscode';
import type { ActionId } from '../../shared/transcript.js';

export interface ReasonWords {
  readonly text: string;
  readonly actions?: readonly ActionId[];
  /** A hook of the person's has done this, so it is no error. */
  readonly isExpected?: true;
}

/** `words`: undefined for a name that is newer than the table. */
export const reasonCode: { words?: (t: typeof l10n.t, reason: string) => ReasonWords | undefined } = {};
