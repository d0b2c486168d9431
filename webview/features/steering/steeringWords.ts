// The words of permission modes, models and efforts.
import type { Mode } from '../../../src/shared/features/steering/modes.js';
import type { Refused } from '../../../src/shared/contract/news.js';
import { t } from '../../l10n.js';

export const steeringWords = {
  group: t('How Claude works'),
  mode: (name: string) => t('Permission mode: {0}', name),
  modes: {
    plan: [t('Plan'), t('Claude reads and plans, and changes nothing.')],
    default: [t('Ask first'), t('Claude asks before it changes something or runs a command, unless the command only reads.')],
    acceptEdits: [t('Accept edits'), t('Edits files without asking (including mv, rm and sed); asks before other commands.')],
    auto: [t('Auto'), t('Claude decides what’s safe and doesn’t ask.')],
    dontAsk: [t('Allowed only'), t('Anything your rules don’t allow is refused.')],
    bypassPermissions: [t('Bypass'), t('Claude does everything without asking, except where your own rules or hooks say otherwise.')],
  } satisfies Record<Mode, readonly [name: string, what: string]>,
  /** Neither the CLI nor the person has said anything yet. */
  defaultMode: t('Default mode'),
  defaultModel: t('Default model'),
  defaultEffort: t('Default effort'),
  fromSettings: t('As in Claude’s own settings'),
  model: (name: string) => t('Model: {0}', name),
  modelGroup: t('Model'),
  effortGroup: t('Effort'),
  withEffort: (model: string, effort: string | undefined) => (effort === undefined ? model : `${model} · ${effort}`),
  noModels: t('Models are listed once Claude has run here.'),
  efforts: { low: t('low'), medium: t('medium'), high: t('high'), xhigh: t('very high'), max: t('highest') },
  folder: (name: string) => t('Works in: {0}', name),
  gone: {
    window: t(
      'This folder is not in this window any more, so Claude cannot be started here. Add it to the workspace again, or begin a new chat.',
    ),
    disk: t('This folder is not on the disk any more, so Claude cannot be started here. Put it back, or begin a new chat.'),
    choose: t('This folder is gone, so Claude cannot be started here. Choose another folder above.'),
  },
  next: (mode: string) => t('“{0}” applies once Claude has finished.', mode),
  effortStays: t('The effort from Claude’s settings applies after Claude’s next start.'),
  nextModel: (model: string) => t('“{0}” applies from your next message.', model),
  refused: {
    mode: t('Claude did not switch to this mode. Your settings or your organization may not allow it.'),
    bypass: t('Claude did not switch to this mode: your settings or your organization do not allow it.'),
    model: t('Claude has not taken this model.'),
    effort: t('Claude has not taken this effort.'),
  } satisfies Record<Refused, string>,
};
