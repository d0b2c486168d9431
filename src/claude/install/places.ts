// Where the CLI may be installed. Owns the list of places and its order; must not know which of them exist.
import { posix, win32, type PlatformPath } from 'node:path';

export interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

export function pathsOf(platform: NodeJS.Platform): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/** The CLI's file names, in the order of Windows' own PATHEXT. */
export function fileNames(platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? ['claude.exe', 'claude.cmd'] : ['claude'];
}

/** The folders of PATH. Relative ones are left out, because they would start files of the opened project. */
export function searchPath({ env, platform }: HostEnvironment): readonly string[] {
  const paths = pathsOf(platform);
  const folders = (variable(env, platform, 'PATH') ?? '').split(paths.delimiter);
  return unique(folders.map(folder => folder.replace(/^"(.*)"$/, '$1')).filter(folder => paths.isAbsolute(folder)));
}

/**
 * The folders that installers use. An extension host started from a dock or a service has not read the shell's start files, so PATH
 * alone often misses the CLI. `nodeVersions`: nvm's folders, newest first.
 */
export function installFolders(around: HostEnvironment, nodeVersions: readonly string[]): readonly string[] {
  const { env, platform, home } = around;
  const paths = pathsOf(platform);
  const prefix = variable(env, platform, 'npm_config_prefix');
  const native = [paths.join(home, '.local', 'bin'), paths.join(home, '.claude', 'local')];
  const npm = prefix === undefined ? [] : [prefix];
  if (platform === 'win32') {
    const roaming = variable(env, platform, 'APPDATA') ?? paths.join(home, 'AppData', 'Roaming');
    return unique([...native, ...npm, paths.join(roaming, 'npm')].filter(folder => paths.isAbsolute(folder)));
  }
  const nvm = env['NVM_BIN'] === undefined ? [] : [env['NVM_BIN']];
  const folders = [
    ...native,
    ...npm.map(folder => paths.join(folder, 'bin')),
    ...['.npm-global', '.volta', '.bun'].map(folder => paths.join(home, folder, 'bin')),
    ...nvm,
    ...nodeVersions.map(folder => paths.join(folder, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/home/linuxbrew/.linuxbrew/bin',
  ];
  return unique(folders.filter(folder => paths.isAbsolute(folder)));
}

/** The folder in which nvm has one folder per version of Node. */
export function nvmFolder({ env, platform, home }: HostEnvironment): string {
  const paths = pathsOf(platform);
  return paths.join(env['NVM_DIR'] ?? paths.join(home, '.nvm'), 'versions', 'node');
}

/** The value of a variable, in any case on Windows (`Path`). */
function variable(env: HostEnvironment['env'], platform: NodeJS.Platform, name: string): string | undefined {
  if (platform !== 'win32') return env[name];
  const spelled = Object.keys(env).find(key => key.toUpperCase() === name.toUpperCase());
  return spelled === undefined ? undefined : env[spelled];
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
