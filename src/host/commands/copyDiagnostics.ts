// *Copy Diagnostics*: what a report of a fault needs, and nothing that a person would not publish. Names no file, no variable, no word of a
// chat: settings that hold text say only that they are set, chats are counted, and of a problem its code is named.
import { arch, platform, release } from 'node:os';
import * as vscode from 'vscode';
import type { ChatState } from '../../chat/state.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import type { SetUpFacts } from '../cli/setUpFacts.js';
import type { SettingId } from '../vscode/contributions.js';
import { settings } from '../vscode/contributions.js';
import { safe } from '../vscode/redaction.js';
import { showProgress } from '../vscode/plainLater.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';

export async function copyDiagnostics({ chats, readFacts }: ChatCommandDependencies): Promise<void> {
  const cli = await cliText(readFacts);
  const lines = [
    `Parley ${String((vscode.extensions.getExtension('parley.parley')?.packageJSON as { version?: unknown } | undefined)?.version)}`,
    `VS Code ${vscode.version} (${vscode.env.appHost}, ${vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, remote: ${vscode.env.remoteName ?? 'none'}, language: ${vscode.env.language})`,
    `System ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`,
    `Claude CLI ${cli}`,
    `Folders: ${vscode.workspace.workspaceFolders?.length ?? 0}, trusted: ${vscode.workspace.isTrusted}`,
    'Settings that differ from their defaults:',
    ...settingLines(),
    ...chatLines(chats.all.map(({ loop, otherOwner }) => ({ state: loop.state, otherOwner }))),
  ];
  await vscode.env.clipboard.writeText(safe(lines.join('\n')));
  await showMessage(vscode.l10n.t('Diagnostics copied: no words of chats, no paths, no keys.'));
}

/** The CLI is started to say its version and log-in, and may take minutes for that: the person sees that it is asked, and can do without. */
async function cliText(readFacts: () => Promise<SetUpFacts>): Promise<string> {
  if (!vscode.workspace.isTrusted) return 'not looked for: untrusted';
  const facts = await showProgress(
    vscode.l10n.t('Asking the Claude CLI for its version. Cancel copies the diagnostics without it.'),
    (_say, token) => {
      const cancelled = new Promise<undefined>(resolve => void token.onCancellationRequested(() => resolve(undefined)));
      return Promise.race([readFacts(), cancelled]);
    },
  );
  if (facts === undefined) return 'not looked for: cancelled';
  return facts.found ? `${facts.version}, log-in: ${facts.logIn}` : `not ready: ${facts.problem.code}`;
}

function settingLines(): readonly string[] {
  // The keys of a record are its ids.
  const ids = Object.keys(settings) as SettingId[];
  const changed = ids.filter(id => JSON.stringify(readSetting(id)) !== JSON.stringify(settings[id].default));
  return changed.length === 0 ? ['- none'] : changed.map(id => `- ${id}: ${valueText(id)}`);
}

/** A text may be a path with a name, and variables hold keys; one of a few words, a switch or a number is none. */
function valueText(id: SettingId): string {
  const value = readSetting(id);
  if (typeof value === 'object') return `${Object.keys(value).length} variables`;
  const isFree = typeof value === 'string' && settings[id].isValid('any other text');
  return isFree ? 'set' : String(value);
}

interface Chat {
  readonly state: ChatState;
  readonly otherOwner: string | undefined;
}

function chatLines(chats: readonly Chat[]): readonly string[] {
  const sum = (count: (state: ChatState) => number): number => chats.reduce((all, { state }) => all + count(state), 0);
  const problems = chats.flatMap(({ state }) =>
    state.items.flatMap(item => {
      if (item.kind === 'exit') return [`exit ${item.code ?? item.signal ?? ''}`];
      if (item.kind !== 'problem') return [];
      const { code, reason = '' } = item.problem;
      // A name of the CLI's is one word; anything else could be its sentence.
      return [/^\w{1,40}$/.test(reason) ? `${code} ${reason}` : code];
    }),
  );
  return [
    `Chats in memory: ${chats.length}`,
    `- processes: ${counted(chats.map(({ state }) => state.process))}`,
    `- turns: ${counted(chats.map(({ state }) => state.turn))}`,
    `- owners: ${counted(chats.map(({ otherOwner }) => otherOwner ?? 'this window'))}`,
    `- open questions: ${sum(state => openQuestions(state).length)}, open permissions: ${sum(state => openPermissions(state).length)}`,
    `- items: ${sum(({ items }) => items.length)}, waiting messages: ${sum(({ waiting }) => waiting.length)}, unconfirmed: ${sum(({ outbox }) => outbox.length)}`,
    `- CLI of the chats: ${counted(chats.flatMap(({ state }) => (state.process === 'none' ? [] : [state.peer.version])))}`,
    `- problems: ${counted(problems)}`,
  ];
}

/** Counts equal names, for example `2 × idle, 1 × running`. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts.size === 0 ? 'none' : [...counts].map(([name, count]) => `${count} × ${name}`).join(', ');
}
