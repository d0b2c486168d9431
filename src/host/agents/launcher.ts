// The launcher of Parley's helper (src/door): a script in the global storage, which other agents have in their configuration. Its path survives updates of
// the editor and of Parley; what it starts is written anew where that has moved.
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from '../../disk/fileSystem.js';
import { makePrivateFolder } from '../../disk/privateFiles.js';
import { terminalWord } from './terminalMessage.js';

export interface LaunchedFrom {
  /** Absolute path of Parley's global storage. */
  readonly globalStorage: string;
  /** Absolute path of the installed extension. */
  readonly extension: string;
  /** The editor's program, which is Node with `ELECTRON_RUN_AS_NODE`. */
  readonly node?: string;
  readonly platform?: NodeJS.Platform;
}

/** Where the launcher is, or would be. */
export function launcherPath({ globalStorage, platform = process.platform }: LaunchedFrom): string {
  return join(globalStorage, 'door', platform === 'win32' ? 'parley-ask.cmd' : 'parley-ask');
}

/** Writes the launcher where it is another one. `only`: not where there is none, because nobody has asked for it. Rejects where it cannot be written. */
export async function writeLauncher(from: LaunchedFrom, only?: 'where there is one'): Promise<string> {
  const path = launcherPath(from);
  const text = launcherText(from);
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  });
  if (known === text || (known === undefined && only !== undefined)) return path;
  await makePrivateFolder(join(from.globalStorage, 'door'));
  // Its own for each window: after an update several write it at once.
  const beside = `${path}.${randomUUID()}.new`;
  try {
    const handle = await open(beside, 'wx', 0o700);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return path;
}

/** What an agent reads in its log where the editor or Parley is gone. */
const gone = 'Parley is not where it was: open VS Code once, so that it finds its way again.';

function launcherText({ globalStorage, extension, node = process.execPath, platform = process.platform }: LaunchedFrom): string {
  const script = join(extension, 'dist', 'door.js');
  if (platform === 'win32') {
    const isPlain = [node, script, globalStorage].every(path => /^[ -~]*$/.test(path));
    return [
      '@echo off',
      'rem Parley has written this. It asks the user in VS Code for other agents.',
      'setlocal disabledelayedexpansion',
      // The lines below are read in the code page of the console, which is seldom UTF-8. The agent's console keeps this one, so it is set only where it matters.
      ...(isPlain ? [] : ['chcp 65001 >nul 2>nul']),
      'set ELECTRON_RUN_AS_NODE=1',
      // A hook that fails would have words in the terminal.
      ...[node, script].flatMap(path => [
        `if not exist ${inCmd(path)} if "%~1"=="${terminalWord}" exit /b 0`,
        `if not exist ${inCmd(path)} (echo ${gone} 1>&2 & exit /b 1)`,
      ]),
      `${inCmd(node)} ${inCmd(script)} --storage ${inCmd(globalStorage)} %*`,
      '',
    ].join('\r\n');
  }
  return [
    '#!/bin/sh',
    '# Parley has written this. It asks the user in VS Code for other agents.',
    `if [ ! -x ${inShell(node)} ] || [ ! -f ${inShell(script)} ]; then`,
    // A hook that fails would have words in the terminal.
    `  if [ "$1" = ${terminalWord} ]; then exit 0; fi`,
    `  echo ${inShell(gone)} >&2`,
    '  exit 1',
    'fi',
    `ELECTRON_RUN_AS_NODE=1 exec ${inShell(node)} ${inShell(script)} --storage ${inShell(globalStorage)} "$@"`,
    '',
  ].join('\n');
}

/** The command of the hook by which a Claude in a terminal asks, as a shell takes it: `sh`, or on Windows `cmd` and a `bash`. */
export function hookCommand(launcher: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? `"${launcher}" ${terminalWord}` : `${inShell(launcher)} ${terminalWord}`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A path of Windows has no quotes in it. */
function inCmd(text: string): string {
  return `"${text.replaceAll('%', '%%')}"`;
}
