// *Let Other Agents Ask Here*: the agents on this machine, and the change of each one's configuration as a diff, which is written once the person agrees.
// Nothing is written without that.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../chats/chatDependencies.js';
import { homePath } from '../cli/homePath.js';
import { allWorkFolders } from '../vscode/folders.js';
import { showDiff } from '../vscode/plainLater.js';
import { readSetting } from '../vscode/settings.js';
import type { ListItem } from '../vscode/plainUi.js';
import { pickItem, showMessage } from '../vscode/plainUi.js';
import type { AgentConfig, FoundAgent } from './agentConfigs.js';
import { findAgents, thesePlaces } from './agentConfigs.js';
import { ConfigUndo, readConfig, writeConfig } from './configChanges.js';
import type { ServerEntry } from './configText.js';
import { entryIn, withEntry, withoutEntry } from './configText.js';
import type { HooksOff } from './hooksOff.js';
import { hooksOff, isReadByClaude } from './hooksOff.js';
import type { LaunchedFrom } from './launcher.js';
import { launcherPath, writeLauncher } from './launcher.js';

const { t } = vscode.l10n;
const scheme = 'parley-agents';

export async function letAgentsAsk(from: LaunchedFrom, log: Pick<Log, 'error'>): Promise<void> {
  const found = await findAgents(thesePlaces(from.globalStorage));
  if (found.length === 0) {
    await showMessage(t('Parley found none of the agents it knows on this computer.'));
    return;
  }
  const picked = await pickItem(rowsOf(found, from, log), {
    title: t('Let other agents ask here'),
    placeHolder: t('Select an agent to see the change to its configuration'),
  });
  if (picked === undefined) return;
  if (await isShownAgain(picked.file)) return;
  try {
    await change(picked, from);
  } catch (error) {
    log.error(`The configuration ${picked.file} could not be changed: ${String(error)}`);
    const { message } = error instanceof Error ? error : new Error(String(error));
    await showMessage(t('The configuration of {0} could not be changed: {1}', picked.agent.name, message), [], { level: 'error' });
  }
}

interface Row extends ListItem, FoundAgent {
  readonly entry: ServerEntry;
  readonly now: string | undefined;
  readonly asksHere: boolean;
  readonly failure?: Error;
}

async function rowsOf(found: readonly FoundAgent[], from: LaunchedFrom, log: Pick<Log, 'error'>): Promise<readonly Row[]> {
  const rows = await Promise.all(found.map(one => rowOf(one, launcherPath(from))));
  // An agent that asks here starts it, and somebody may have removed it. Where it cannot be made, the agent can still be taken out.
  if (rows.some(({ asksHere }) => asksHere))
    await writeLauncher(from).catch((error: unknown) => log.error(`What other agents start could not be written: ${String(error)}`));
  return rows;
}

async function rowOf(found: FoundAgent, launcher: string): Promise<Row> {
  const { file } = found;
  const agent = { ...found.agent, ...(found.agent.id === 'claude' && { name: t('Claude in a terminal') }) };
  const entry = { format: agent.format, path: agent.path, value: agent.entry(launcher) };
  const read = await readConfig(file).then(
    now => ({ now }),
    (error: unknown) => ({ now: undefined, failure: error instanceof Error ? error : new Error(String(error)) }),
  );
  const asksHere = entryIn(read.now ?? '', entry) === 'same';
  return {
    ...found,
    agent,
    ...read,
    entry,
    asksHere,
    label: agent.name,
    codicon: asksHere ? 'check' : 'circle-large-outline',
    description: asksHere ? t('asks here') : '',
    detail: (await notHeard(agent, file, read.now ?? '')) ?? homePath(file),
  };
}

async function change(row: Row, from: LaunchedFrom): Promise<void> {
  const { agent, file, entry, now, asksHere, failure } = row;
  if (failure !== undefined) throw failure;
  const undo = new ConfigUndo(from.globalStorage);
  const kept = asksHere && now !== undefined ? await undo.before(file, now) : undefined;
  const changed = kept ?? (asksHere ? withoutEntry(now ?? '', entry) : withEntry(now ?? '', entry));
  if ('problem' in changed)
    throw new Error(
      changed.problem === 'unread'
        ? t('Parley cannot read the file. Correct it first.')
        : t('The file has this in a form that Parley does not change. Add the server by hand.'),
    );
  const after = changed.text;
  const agrees = await isAgreedTo(row, now ?? '', after ?? '');
  if (!agrees) return;
  if (!asksHere) {
    await writeLauncher(from);
    await undo.keep(file, now, after ?? '');
  }
  if (!(await writeConfig(file, now, after))) {
    await showMessage(t('{0} has changed meanwhile, so nothing was written. Look at the change again.', basename(file)), [], {
      level: 'warning',
    });
    return;
  }
  if (asksHere) await undo.forget(file);
  const isOff = asksHere ? undefined : await notHeard(agent, file, after ?? '');
  if (isOff !== undefined) {
    await showMessage(isOff, [], { level: 'warning' });
    return;
  }
  await showMessage(
    asksHere
      ? t('{0} no longer asks here. Restart it to apply this.', agent.name)
      : t('{0} can ask here now. Restart it to apply this.', agent.name),
  );
}

/** Why this agent is not heard here although its configuration says so; undefined where nothing is known against it. `own`: the text of its file. */
async function notHeard({ id }: AgentConfig, file: string, own: string): Promise<string | undefined> {
  if (!readSetting('parley.askUser.enabled')) return t('Nothing asks here while “{0}” is off.', 'parley.askUser.enabled');
  if (id !== 'claude') return undefined;
  if (!isReadByClaude(own)) return t('Claude cannot read {0}. Remove comments and trailing commas from it.', homePath(file));
  const off = await hooksOff({ own: { file, text: own }, folders: allWorkFolders() });
  return off && hooksOffWords(off);
}

/** What Parley writes for a Claude in a terminal is a hook. */
function hooksOffWords({ by, setting, file }: HooksOff): string {
  if (by === 'organization')
    return t('Claude in a terminal cannot ask here: your organization allows no hooks of yours (“{0}” in {1}).', setting, file);
  if (by === 'folder') return t('Claude in a terminal does not ask here in this folder: “{0}” is on in {1}.', setting, homePath(file));
  return t('Claude in a terminal asks here only once “{0}” is off in {1}.', setting, homePath(file));
}

/** How to show the diff again, by the file about which the person is being asked. */
const asking = new Map<string, () => Promise<void>>();

/** True where the person is being asked about the file already: they see the diff and the question again. */
async function isShownAgain(file: string): Promise<boolean> {
  const show = asking.get(file);
  if (show === undefined) return false;
  await show();
  await vscode.commands.executeCommand('notifications.showList');
  return true;
}

/** Shows the change, and asks. */
async function isAgreedTo({ agent, file, asksHere }: Row, now: string, after: string): Promise<boolean> {
  // VS Code keeps the text of an address that it has shown.
  const authority = randomUUID();
  const [before, proposed] = [
    [t('Current'), now],
    [t('Proposed'), after],
  ].map(([side = '', text = '']) => ({ uri: vscode.Uri.from({ scheme, authority, path: `/${side}/${basename(file)}` }), text }));
  if (before === undefined || proposed === undefined) return false;
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: uri => [before, proposed].find(side => side.uri.toString() === uri.toString())?.text,
  });
  const show = (): Promise<void> => showDiff(before.uri, proposed.uri, t('{0}: {1}', agent.name, homePath(file)));
  asking.set(file, show);
  try {
    await show();
    const question = asksHere
      ? t('Write this change to {0}, so that {1} no longer asks here?', homePath(file), agent.name)
      : t('Write this change to {0}, so that {1} can ask here?', homePath(file), agent.name);
    // As an error, because VS Code hides any other message while the person reads the diff.
    return (await showMessage(question, [t('Write')], { level: 'error' })) === 0;
  } finally {
    asking.delete(file);
    provider.dispose();
  }
}
