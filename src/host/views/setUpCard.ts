// The words and buttons of the set-up that an empty chat shows: what is there, what is missing, and the next step. Claims nothing
// that is not known.
import * as vscode from 'vscode';
import type { ActionId, SetUpCard } from '../../shared/transcript.js';
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { StartBlocker } from '../vscode/folders.js';
import { readSetting } from '../vscode/settings.js';

const { t } = vscode.l10n;
type Line = SetUpCard['lines'][number];

/** Whether a step is known to be missing. */
export function isMissing(facts: SetUpFacts): boolean {
  return !facts.found || facts.logIn === 'out';
}

/** `facts`: undefined where nothing is known yet. `wasMissing`: something was missing before; then the card says that it is there. */
export function setUpCardOf(gate: StartBlocker, facts: SetUpFacts | undefined, wasMissing: boolean): SetUpCard {
  if (gate === 'untrusted')
    return card([missing(t('This folder is not trusted.'), t('Claude does nothing here until you trust it.'))], {
      manageTrust: t('Manage Trust'),
    });
  if (gate === 'noFolder')
    return card([missing(t('No folder is open.'), t('Claude works on the files of a folder.'))], { openFolder: t('Open Folder') });
  if (facts === undefined || (!isMissing(facts) && !wasMissing)) return card([], {});
  if (!facts.found) return problemCard(facts);
  const cli = done(t('Claude CLI {0}', facts.version));
  switch (facts.logIn) {
    case 'out':
      return card([cli, missing(t('You’re not logged in.'), t('Log in once; the chat notices by itself.'))], {
        logIn: t('Log in'),
        useApiKey: t('I use an API key'),
      });
    case 'in':
      return card([cli, done(t('You’re logged in.'))], {});
    case 'unknown':
      return card([cli], {});
  }
}

function problemCard({ problem, outdated }: Extract<SetUpFacts, { found: false }>): SetUpCard {
  const settings = { openSettings: t('Open settings') };
  const install = { openInstallGuide: t('Install') };
  if (problem.code === 'notFound' && readSetting('parley.claude.path') === '')
    return card([missing(t('The Claude CLI is not installed.'), t('Install it once; the chat notices by itself.'))], {
      ...install,
      openSettings: t('Say where it is'),
    });
  if (problem.code === 'notFound')
    return card([missing(t('The Claude CLI is not where the settings say.'), problem.detail)], { ...settings, ...install });
  if (outdated !== undefined)
    return card([missing(t('Claude CLI {0} is too old; {1} or newer is needed.', outdated.version, outdated.oldest), '')], {
      updateCli: t('Update'),
      ...settings,
    });
  return card([missing(t('The Claude CLI could not be started.'), problem.detail)], { ...settings, showLog: t('Show log') });
}

function card(lines: Line[], labels: Partial<Record<ActionId, string>>): SetUpCard {
  // The keys are those of the record's type.
  const actions = Object.entries(labels).map(([id, label]) => ({ id: id as ActionId, label }));
  return { lines, actions };
}

function done(text: string): Line {
  return { isDone: true, text, detail: '' };
}

function missing(text: string, detail: string): Line {
  return { isDone: false, text, detail };
}
