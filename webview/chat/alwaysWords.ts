// The words of *Always* on a permission, and of the row that says what was added.
import type { RuleLine } from '../../src/shared/permissionRuleSchema.js';
import type { RulePlace } from '../../src/shared/permissionRules.js';
import { t } from '../l10n.js';

export const alwaysWords = {
  title: t('Allow from now on, without asking:'),
  ruleLines: {
    every: t('Every use of'),
    exact: t('The command'),
    prefix: t('Every command that starts with'),
    domain: t('Web pages of'),
    below: t('Reading everything in the folder'),
    rule: t('What this rule of Claude’s covers'),
    directory: t('Work in the folder'),
    edits: t('Changes to files in your folders, and commands such as mv, rm and sed'),
  } satisfies Record<RuleLine['as'], string>,
  mode: t('Also change the mode of this chat, so that Claude no longer asks before:'),
  allow: {
    session: t('Allow and don’t ask again in this chat'),
    localSettings: t('Allow and don’t ask again in this project, for you'),
    projectSettings: t('Allow and don’t ask again in this project, for everyone'),
    userSettings: t('Allow and don’t ask again in all your projects'),
  } satisfies Record<RulePlace, string>,
  tickFirst: t('Tick what Claude may do without asking again.'),
  rulePlaces: {
    session: t('In this chat'),
    localSettings: t('In this project, for you'),
    projectSettings: t('In this project, for everyone'),
    userSettings: t('In all your projects'),
  } satisfies Record<RulePlace, string>,
  untilStarted: t('until Claude restarts'),
  onceTrusted: (file: string) => t('{0}, once the folder is trusted in a terminal', file),
  added: (place: string) => t('Allowed from now on ({0}):', place),
};
