// Where the CLI keeps what it remembers. Owns the rule by which that folder is found; must not know what lies in it.
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The CLI's folder for a process with this environment: `CLAUDE_CONFIG_DIR`, else `.claude` in the person's home. Variables
 * that are empty count as not set.
 */
export function configFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform = process.platform): string {
  const own = filled(env['CLAUDE_CONFIG_DIR']);
  const home = filled(env[platform === 'win32' ? 'USERPROFILE' : 'HOME']);
  return own ?? join(home ?? homedir(), '.claude');
}

/** The CLI's settings in all projects. */
export function userSettingsFile(env: Readonly<Record<string, string | undefined>>): string {
  return join(configFolder(env), 'settings.json');
}

function filled(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
