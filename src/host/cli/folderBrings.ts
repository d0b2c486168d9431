// Asks the person once about what a folder brings along for the CLI (claude/settings/brought), before a CLI starts there. Owns what was let through, line
// by line, in Parley's storage: a line that has changed is asked about again.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Brought } from '../../claude/settings/brought.js';
import { broughtByServers, broughtBySettings } from '../../claude/settings/brought.js';
import { nodeFileSystem, writeWhole } from '../../disk/fileSystem.js';
import { storageFolder } from '../sessions/chatFolders.js';
import type { SessionLog } from '../sessions/sessionLoop.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';

const { t } = vscode.l10n;

/** Folders above the one in which the CLI starts: it reads `.mcp.json` up to the root of the repository. */
const mostParents = 30;

/** What keeps a CLI from the files of its folder (2.0.77, 2.1.100, 2.1.329). */
export const withoutBrought: readonly string[] = ['--setting-sources', 'user', '--strict-mcp-config'];

export class FolderBrings {
  /** By folder: the question that the person is reading. */
  readonly #asking = new Map<string, Promise<boolean>>();
  /** By folder: the lines that the person has refused in this window. */
  readonly #refused = new Map<string, string>();

  constructor(
    private readonly globalStorage: string,
    private readonly log: SessionLog,
  ) {}

  /** Whether a CLI that starts in `cwd`, an absolute path, may use what the folder brings. */
  mayBeUsed(cwd: string): Promise<boolean> {
    const setting = readSetting('parley.claude.projectSettings');
    if (setting !== 'ask') return Promise.resolve(setting === 'use');
    const known = this.#asking.get(cwd) ?? this.#decide(cwd).finally(() => this.#asking.delete(cwd));
    this.#asking.set(cwd, known);
    return known;
  }

  async #decide(cwd: string): Promise<boolean> {
    const brought = await broughtIn(cwd);
    const kept = await this.#kept(cwd);
    const fresh = brought.filter(one => !kept.has(hashOf(one)));
    if (fresh.length === 0) return true;
    const all = fresh.map(hashOf).join();
    if (this.#refused.get(cwd) === all) return false;
    const pressed = await showMessage(
      t('This folder brings along what runs by itself, or decides where your words go. Use it with Claude?'),
      // First, because Enter may still be on its way from the message box.
      [t('Start Without Them'), t('Use All')],
      {
        ...{ level: 'warning', modal: true },
        detail: [
          ...fresh.map(lineOf),
          t(
            '“Start Without Them” leaves out all that the folder has for Claude: its CLAUDE.md, permission rules and MCP servers too. Cancel does so for this start alone.',
          ),
        ],
      },
    );
    if (pressed !== 1) {
      if (pressed === 0) this.#refused.set(cwd, all);
      this.log.info(`Claude starts without what the folder brings along: ${cwd}`);
      return false;
    }
    await this.#keep(cwd, brought);
    return true;
  }

  #file(cwd: string): string {
    return join(storageFolder(this.globalStorage, cwd), 'brought.json');
  }

  async #kept(cwd: string): Promise<ReadonlySet<unknown>> {
    try {
      const kept: unknown = JSON.parse(await readFile(this.#file(cwd), 'utf8'));
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      // Nothing was let through yet, or it cannot be read: the person is asked.
      return new Set();
    }
  }

  async #keep(cwd: string, brought: readonly Brought[]): Promise<void> {
    const setTimer = (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    const bytes = Buffer.from(JSON.stringify([...new Set(brought.map(hashOf))]));
    await writeWhole({ fileSystem: nodeFileSystem, setTimer }, this.#file(cwd), bytes).catch((error: unknown) =>
      this.log.warn(`What this folder brings along is asked about again, because that could not be stored: ${String(error)}`),
    );
  }
}

async function broughtIn(cwd: string): Promise<readonly Brought[]> {
  const settings = ['settings.json', 'settings.local.json'].map(name => join(cwd, '.claude', name));
  const servers = await serverFiles(cwd);
  const texts = await Promise.all([...settings, ...servers].map(path => readFile(path, 'utf8').catch(() => '')));
  return texts.flatMap((text, index) => (index < settings.length ? broughtBySettings : broughtByServers)(text));
}

async function serverFiles(cwd: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (let folder = cwd; files.length < mostParents; folder = dirname(folder)) {
    files.push(join(folder, '.mcp.json'));
    if (dirname(folder) === folder || (await stat(join(folder, '.git')).catch(() => undefined)) !== undefined) break;
  }
  return files;
}

function hashOf({ kind, name, text }: Brought): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, name, text]))
    .digest('hex');
}

function lineOf({ kind, name, text }: Brought): string {
  switch (kind) {
    case 'hook':
      return t('Hook {0}: {1}', name, text);
    case 'server':
      return t('MCP server {0}: {1}', name, text);
    case 'variable':
      return t('Environment: {0}', `${name}=${text}`);
    case 'helper':
      return t('Command of {0}: {1}', name, text);
    case 'plugin':
      return t('Plugin: {0}', text);
    case 'folder':
      return t('Further folder: {0}', text);
  }
}
