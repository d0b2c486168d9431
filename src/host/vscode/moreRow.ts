// The last row of a view, or of a list, that shows much in steps.
import * as vscode from 'vscode';
import type { TreeRow } from './plainLater.js';
import type { ListItem } from './plainUi.js';

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

/** Reads on; it stands there whatever is typed. `description`: how far the list goes. */
export function moreItem(description: string): ListItem {
  return { codicon: 'more', label: t('Show more'), description, alwaysShow: true };
}
