// The permission mode in which a chat begins where nothing was chosen for it: what the organization or the person has set. What the files of a
// folder say of it does not count, because a repository must not decide whether the person is asked.
import { readSmallFile } from '../../disk/smallFile.js';
import { userSettingsFile } from '../../claude/transcripts/configFolder.js';
import { bypass, modes } from '../../shared/features/steering/modes.js';
import { managedFiles, managedSettings } from './managedSettings.js';

/**
 * The mode in which a session begins: `permissions.defaultMode` of the managed settings, of which the last file in `managed-settings.d` beside them
 * counts first (2.1.329, read in its program), else of the person's own; else `default`. The CLI itself would let the flag that Parley passes come
 * before both (measured: docs/protocol.md). Nobody begins in `bypassPermissions` that way, because Parley has the person confirm it for each chat.
 * `env`: the environment of the CLI.
 */
export async function startMode(env: Readonly<Record<string, string | undefined>>, managed = managedSettings()): Promise<string> {
  const [ofAll, own] = await Promise.all([managedMode(managed), modeIn(userSettingsFile(env))]);
  return ofAll ?? own ?? 'default';
}

async function managedMode(managed: string): Promise<string | undefined> {
  const told = await Promise.all((await managedFiles(managed)).map(modeIn));
  return told.find(mode => mode !== undefined);
}

async function modeIn(file: string): Promise<string | undefined> {
  try {
    const settings: unknown = JSON.parse(await readSmallFile(file));
    const said = field(field(settings, 'permissions'), 'defaultMode');
    return modes.find(mode => mode === said && mode !== bypass);
  } catch {
    // Not there, or no JSON: the CLI itself says what is wrong with its settings.
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined;
}
