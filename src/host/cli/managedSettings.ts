// The files in which an organization sets what the CLI does on this computer. Knows nothing of what is in them.
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Absolute path, as the CLI's documentation names it. */
export function managedSettings(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode\\managed-settings.json' : '/etc/claude-code/managed-settings.json';
}

/** The files that there may be, the one that counts first in front: those of `managed-settings.d` from the last name on (2.1.329). */
export async function managedFiles(managed: string): Promise<readonly string[]> {
  const folder = join(dirname(managed), 'managed-settings.d');
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter(name => name.endsWith('.json') && !name.startsWith('.')).sort();
  return [...parts.reverse().map(name => join(folder, name)), managed];
}
