// Why the CLI runs no hook of the person's own settings: what its settings say of hooks. Which of them count was measured: _A Claude in a terminal_ in
// docs/protocol.md. Must not know what the hook is for.
import { join } from 'node:path';
import { within } from '../../claude/process/within.js';
import { readSmallFile } from '../../disk/smallFile.js';
import type { Loose } from '../../shared/loose.js';
import { objectOf } from '../../shared/loose.js';
import type { Clock } from '../../shared/clock.js';
import { localSettingsFiles } from '../cli/localSettings.js';
import { managedFiles, managedSettings } from '../cli/managedSettings.js';
import { mark } from './configJson.js';

export interface HooksOff {
  readonly setting: string;
  /** Absolute path. */
  readonly file: string;
  /** A folder's file counts for those Claudes that work in it. */
  readonly by: 'organization' | 'folder' | 'person';
}

interface HookSettings {
  /** The person's own settings, as they are or will be. */
  readonly own: { readonly file: string; readonly text: string };
  /** Absolute paths of the folders that are open. */
  readonly folders: readonly string[];
  readonly managed?: string;
  readonly clock?: Clock;
}

/** Milliseconds that a look at the settings of a folder may take, which may lie on a disk that does not answer. */
const lookLimit = 1_000;

const all = 'disableAllHooks';
const pluginsOnly = 'strictPluginOnlyCustomization';

interface Settings {
  readonly file: string;
  readonly said: Loose;
}

/** Undefined where the hook runs in each of these folders, as far as can be seen. */
export async function hooksOff({ own, folders, managed = managedSettings(), clock }: HookSettings): Promise<HooksOff | undefined> {
  const forbidden = forbiddenIn(await Promise.all((await managedFiles(managed)).map(settingsIn)));
  if (forbidden !== undefined) return { ...forbidden, by: 'organization' };
  const found = await Promise.all(folders.map(folder => within(folderOff(folder), lookLimit, () => 'unsaid' as const, clock)));
  const byFolder = found.find(one => typeof one === 'object');
  if (byFolder !== undefined) return byFolder;
  // A folder's own word comes before the person's.
  const isOff = readAs(own.text)[all] === true && (folders.length === 0 || found.includes('unsaid'));
  return isOff ? { setting: all, file: own.file, by: 'person' } : undefined;
}

async function folderOff(folder: string): Promise<HooksOff | 'on' | 'unsaid'> {
  for (const path of [...(await localSettingsFiles(folder)), join(folder, '.claude', 'settings.json')]) {
    const { file, said } = await settingsIn(path);
    const isOff = said[all];
    if (typeof isOff === 'boolean') return isOff ? { setting: all, file, by: 'folder' } : 'on';
  }
  return 'unsaid';
}

/** What in an organization's settings lets no hook of the person's run. `files`: the one that counts first in front. */
function forbiddenIn(files: readonly Settings[]): Pick<HooksOff, 'setting' | 'file'> | undefined {
  for (const setting of [pluginsOnly, all, 'allowManagedHooksOnly']) {
    const saying = files.filter(({ said }) => said[setting] !== undefined);
    // The CLI puts lists together, and any other value takes the place of those below it.
    const other = saying.findIndex(({ said }) => !Array.isArray(said[setting]));
    const counted = other < 0 ? saying : saying.slice(0, Math.max(other, 1));
    const forbidding = counted.find(({ said }) => forbids(said[setting]));
    if (forbidding !== undefined) return { setting, file: forbidding.file };
  }
  return undefined;
}

function forbids(value: unknown): boolean {
  return value === true || (Array.isArray(value) && value.includes('hooks'));
}

async function settingsIn(file: string): Promise<Settings> {
  // Hardly any of them is there.
  return { file, said: readAs(await readSmallFile(file).catch(() => '')) };
}

/** Whether the CLI reads settings with this text at all: it takes neither comments nor commas at an end. */
export function isReadByClaude(text: string): boolean {
  return text.replace(mark, '').trim() === '' || settingsOf(text) !== undefined;
}

/** The settings in a text; empty for what the CLI does not read. */
function readAs(text: string): Loose {
  return settingsOf(text) ?? {};
}

function settingsOf(text: string): Loose | undefined {
  try {
    return objectOf(JSON.parse(text.replace(mark, '')));
  } catch {
    return undefined;
  }
}
