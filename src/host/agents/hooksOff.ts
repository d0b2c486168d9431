// Why the CLI runs no hook of the person's own settings: what its settings say of hooks. Which of them count was measured: _A Claude in a terminal_ in
// docs/protocol.md. Must not know what the hook is for.
import { join } from 'node:path';
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { readSmallFile } from '../../disk/smallFile.js';
import { managedFiles, managedSettings } from '../cli/managedSettings.js';
import { mark, treeOf } from './configJson.js';

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
}

const all = 'disableAllHooks';

/** Undefined where the hook runs in each of these folders, as far as can be seen. */
export async function hooksOff({ own, folders, managed = managedSettings() }: HookSettings): Promise<HooksOff | undefined> {
  for (const file of await managedFiles(managed)) {
    const setting = forbiddenIn(await textOf(file));
    if (setting !== undefined) return { setting, file, by: 'organization' };
  }
  const found = await Promise.all(folders.map(folderOff));
  const byFolder = found.find(one => typeof one === 'object');
  if (byFolder !== undefined) return byFolder;
  // A folder's own word comes before the person's.
  const isOff = valueIn(own.text, all) === true && (folders.length === 0 || found.includes('unsaid'));
  return isOff ? { setting: all, file: own.file, by: 'person' } : undefined;
}

async function folderOff(folder: string): Promise<HooksOff | 'on' | 'unsaid'> {
  for (const name of ['settings.local.json', 'settings.json']) {
    const file = join(folder, '.claude', name);
    const said = valueIn(await textOf(file), all);
    if (typeof said === 'boolean') return said ? { setting: all, file, by: 'folder' } : 'on';
  }
  return 'unsaid';
}

/** What in an organization's settings lets no hook of the person's run. */
function forbiddenIn(text: string): string | undefined {
  const only = 'strictPluginOnlyCustomization';
  const value = valueIn(text, only);
  if (value === true || (Array.isArray(value) && value.includes('hooks'))) return only;
  return [all, 'allowManagedHooksOnly'].find(name => valueIn(text, name) === true);
}

function valueIn(text: string, name: string): unknown {
  const root = treeOf(text.replace(mark, ''));
  const node = root && findNodeAtLocation(root, [name]);
  return node && (getNodeValue(node) as unknown);
}

function textOf(file: string): Promise<string> {
  // Hardly any of them is there.
  return readSmallFile(file).catch(() => '');
}
