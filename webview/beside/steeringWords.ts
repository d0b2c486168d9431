// The words of permission modes, models and efforts. Loaded after the first paint.
import type { Mode } from '../../src/shared/steering.js';
import type { Refused } from '../../src/shared/steeringNews.js';
import { t } from '../l10n.js';

export const steeringWords = {
  group: t('How Claude works'),
  mode: (name: string) => t('Permission mode: {0}', name),
  modes: {
    plan: [t('Plan'), t('Claude reads and plans, and changes nothing.')],
    default: [t('Ask first'), t('Claude asks before it changes something or runs a command, unless the command only reads.')],
    acceptEdits: [
      t('Accept edits'),
      t('Claude changes files without asking, also with commands such as mv, rm and sed, and asks before it runs others.'),
    ],
    auto: [t('Auto'), t('Claude judges by itself what is safe, and goes on without asking.')],
    dontAsk: [t('Never ask'), t('Claude does only what your rules allow. All else is refused without asking.')],
    bypassPermissions: [t('Bypass'), t('Claude does everything without asking. Nothing holds it back.')],
  } satisfies Record<Mode, readonly [name: string, what: string]>,
  /** Neither the CLI nor the person has said anything yet: it comes from the CLI's own settings. */
  usualMode: t('Usual mode'),
  model: (name: string) => t('Model: {0}', name),
  defaultModel: t('Default model'),
  usualModel: t('Usual model'),
  noModels: t('Claude names its models once it has run here.'),
  effort: (name: string) => t('Effort: {0}', name),
  usualEffort: t('Effort: as usual'),
  efforts: { low: t('low'), medium: t('medium'), high: t('high'), xhigh: t('very high'), max: t('highest') },
  folder: (name: string) => t('Works in: {0}', name),
  gone: {
    window: t('This folder is not in this window any more, so Claude cannot be started here.'),
    disk: t('This folder is not on the disk any more, so Claude cannot be started here.'),
  },
  next: (mode: string) => t('“{0}” begins once Claude has finished.', mode),
  nextModel: (model: string) => t('“{0}” begins with your next message.', model),
  refused: {
    mode: t('Claude has not taken this mode. Your settings or your organization may not allow it.'),
    bypass: t('Claude has not taken this mode: your settings or your organization do not allow it.'),
    model: t('Claude has not taken this model.'),
    effort: t('Claude has not taken this effort.'),
  } satisfies Record<Refused, string>,
};
