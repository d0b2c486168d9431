// The words and buttons of the set-up that an empty chat shows: what is there, what is missing, and the next step. Claims nothing
// that is not known.
import * as vscode from 'vscode';
import type { ActionId } from '../../shared/transcript.js';
import type { SetUpCard } from '../../shared/chatStatus.js';
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { StartBlocker } from '../vscode/folders.js';
import { readSetting } from '../vscode/settings.js';
import { buttonsOf } from './actionLabels.js';
import { settingVariableWords } from './problems.js';

const { t } = vscode.l10n;
type Line = SetUpCard['lines'][number];

/** Whether a step is known to be missing. */
export function isMissing(facts: SetUpFacts): boolean {
  return !facts.found || facts.logIn === 'out';
}

/** `facts`: undefined where nothing is known yet. `wasMissing`: something was missing before; then the card says that it is there. */
export function setUpCardOf(gate: StartBlocker, facts: SetUpFacts | undefined, wasMissing: boolean): SetUpCard {
  if (gate === 'untrusted')
    return card([missing(t('This folder is not trusted.'), t('Trust this folder to use Claude here.'))], ['manageTrust']);
  if (gate === 'noFolder') return card([missing(t('No folder is open.'), t('Open a folder for Claude to work in.'))], ['openFolder']);
  if (facts === undefined || (!isMissing(facts) && !wasMissing)) return card([], []);
  if (!facts.found) return problemCard(facts);
  const cli = done(t('Claude CLI {0}', facts.version));
  switch (facts.logIn) {
    case 'out':
      return card([cli, missing(t('You’re not logged in.'), t('This card updates once you are logged in.'))], ['logIn', 'useApiKey']);
    case 'in':
      return card([cli, done(t('You’re logged in.'))], []);
    case 'unknown':
      return card([cli], []);
  }
}

function problemCard({ problem, outdated }: Extract<SetUpFacts, { found: false }>): SetUpCard {
  if (problem.code === 'notFound' && readSetting('parley.claude.path') === '')
    return card([missing(t('The Claude CLI was not found.'), notFoundHelp())], ['openInstallGuide', 'openSettings']);
  if (problem.code === 'notFound')
    return card([missing(t('Claude CLI not found at the path in your settings.'), problem.detail)], ['openSettings', 'openInstallGuide']);
  if (problem.code === 'settingVariable')
    return card([missing(t('The Claude CLI cannot be started.'), settingVariableWords(problem.detail))], ['openSettings']);
  if (outdated !== undefined)
    return card(
      [missing(t('Claude CLI {0} is too old; {1} or newer is needed.', outdated.version, outdated.oldest), '')],
      ['updateCli', 'openSettings'],
    );
  return card([missing(t('The Claude CLI could not be started.'), problem.detail)], ['openSettings', 'showLog']);
}

/** An extension host has not read the start files of a shell, so the shell may know more. */
function notFoundHelp(): string {
  return t(
    'Parley looked in PATH and where installers put it. If it is elsewhere, set its path: “{0}” in a terminal shows it. This card updates once it is found.',
    process.platform === 'win32' ? 'where.exe claude' : 'which claude',
  );
}

/** `actions`: the first is the next step. */
function card(lines: Line[], actions: readonly ActionId[]): SetUpCard {
  return { lines, actions: buttonsOf(actions) };
}

function done(text: string): Line {
  return { isDone: true, text, detail: '' };
}

function missing(text: string, detail: string): Line {
  return { isDone: false, text, detail };
}
