// The last row of a view that shows a long list in steps.
import * as vscode from 'vscode';
import type { TreeRow } from './plainLater.js';

const { t } = vscode.l10n;

/** @param command shows more */
export function moreRow(shown: number, command: string): TreeRow {
  const label = t('Show more');
  const explained = t('{0} are shown.', shown);
  return {
    id: 'more',
    label,
    description: explained,
    tooltipLines: [explained],
    codicon: 'more',
    standing: 'more',
    accessibleName: `${label}: ${explained}`,
    command,
  };
}
