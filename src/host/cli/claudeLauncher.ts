// Starts the CLI for a session: settings, folders and environment in, a running process out.
import { readsAgentsFile } from '../../claude/install/agentsFile.js';
import type { Problem } from '../../chat/problem.js';
import type { FindResult } from '../../claude/install/find.js';
import { broughtByUpdates } from '../../claude/settings/brought.js';
import { createClaudeFinder, oldestVersion } from '../../claude/install/find.js';
import { launchArguments, launchEnvironment } from '../../claude/process/launch.js';
import { modeOf, startsWithMode, steeringArguments } from '../../claude/process/steeringArguments.js';
import { startProcess } from '../../claude/process/process.js';
import type { WorkFolders } from '../vscode/folders.js';
import { allWorkFolders, startBlocker, workFolders } from '../vscode/folders.js';
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import { makePrivateFolder } from '../../disk/privateFiles.js';
import type { Log, ClaudeStartOptions, StartResult } from '../chats/chatDependencies.js';
import type { FolderLook } from '../chats/chatDependencies.js';
import { isFolder } from './isFolder.js';
import { readEnvironment, readSetting, settingVariable } from '../vscode/settings.js';
import type { FolderBrings } from './folderBrings.js';
import { withoutBrought } from './folderBrings.js';
import { startMode } from './startMode.js';
import { rootOf } from './workPlaces.js';

export interface ClaudeLauncher {
  /** `env`: the environment of the CLI. `outdated`: with `tooOld`, the CLI that was found. */
  find(): Promise<{ readonly env: Record<string, string> } & FindResult>;
  /** Whether the CLI that a chat gets now reads AGENTS.md by itself. False in a folder that is not trusted, where no CLI runs. */
  readsAgents(): Promise<boolean>;
  /** Whether the CLI that a chat gets now begins in this mode, else it asks first. True also where no CLI runs. */
  startsWithMode(mode: string): Promise<boolean>;
  /**
   * `imageFolder`: absolute path of the images pasted into the chat. Claude may read there without a permission. `obstacle`: what keeps the CLI from
   * starting, looked for last, because the person may be asked about the folder for an hour before.
   */
  start(options: ClaudeStartOptions, imageFolder?: string, obstacle?: () => Promise<Problem | undefined>): Promise<StartResult>;
}

/**
 * A question of `ask_user` that the CLI keeps, where the tool is not offered any more. Without this 2.1.329 runs no prompt in that session, now
 * or later.
 */
const dropsOwnDeferral = { CLAUDE_CODE_DROP_UNAVAILABLE_DEFERRED_TOOL: '1' };

/** The CLI keeps each file as it was before Claude changed it, under the uuid of the prompt, so that `rewind_files` can put it back. */
const keepsFiles = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' };

/** Makes the CLI report every refusal to start, because some are otherwise only words on stderr. */
const tellsRefusal = { CLAUDE_CODE_STARTUP_FAILURE_RESULTS: '1' };

export { FolderBrings } from './folderBrings.js';

/** `brings`: asks what of the folder a chat may use; without it everything counts. */
export function createClaudeLauncher(log: Log, brings?: FolderBrings): ClaudeLauncher {
  let finder = createClaudeFinder();
  let added = '';

  const find: ClaudeLauncher['find'] = async () => {
    const additions = readEnvironment();
    // Another environment may lead the same file to another CLI, and the finder keeps versions by the file.
    if (added !== JSON.stringify(additions)) finder = createClaudeFinder();
    added = JSON.stringify(additions);
    const env = launchEnvironment(process.env, additions);
    const variable = settingVariable();
    if (variable !== undefined) return { ok: false, problem: { code: 'settingVariable', detail: variable }, env };
    const found = await finder.find({ setting: readSetting('parley.claude.path'), env });
    if (!found.ok) return { ...found, env: { ...env, ...found.outdated?.env } };
    log.info(`Claude CLI ${found.cli.version}: ${found.cli.path}`);
    return { ok: true, cli: found.cli, env: { ...env, ...found.cli.env } };
  };

  return {
    find,
    async readsAgents() {
      if (startBlocker() !== undefined) return false;
      const found = await find();
      return found.ok && readsAgentsFile(found.cli.version, found.env);
    },
    async startsWithMode(mode) {
      // What the oldest starts with, all start with: nothing has to be looked for.
      if (startsWithMode(mode, oldestVersion) || startBlocker() !== undefined) return true;
      const found = await find();
      return !found.ok || startsWithMode(mode, found.cli.version);
    },
    async start(options, imageFolder, obstacle) {
      // Checked here for every caller: nothing runs in a folder that is not trusted.
      const gate = startBlocker();
      if (gate !== undefined) return { ok: false, problem: { code: gate, detail: '' } };
      const { steering = {} } = options;
      const { folder } = steering;
      const folders = await foldersFor(folder);
      // Never in another folder than the chat's.
      if (folders === undefined || (folder !== undefined && !(await isFolder(folder))))
        return { ok: false, problem: { code: 'folderGone', detail: folder ?? '' } };
      const found = await find();
      if (!found.ok) return found;
      const { cli, env } = found;
      const isUsed = options.withoutFolder !== true && ((await brings?.look(folders.cwd, folders.others, 'start')) ?? 'use') === 'use';
      const images = await readableImages(imageFolder, log);
      const steered = steeringArguments({ ...steering, mode: steering.mode ?? (await startMode(env)) }, cli.version);
      const { resume, forkAt } = options;
      const problem = await obstacle?.();
      if (problem !== undefined) return { ok: false, problem };
      const process = startProcess({
        command: cli.command,
        args: [
          ...cli.args,
          ...launchArguments({
            ...(resume !== undefined && { resume }),
            ...(forkAt !== undefined && { forkAt }),
            hasServer: options.hasServer,
            addDirs: [...folders.others, ...images],
          }),
          ...steered,
          ...(isUsed ? [] : withoutBrought),
        ],
        cwd: folders.cwd,
        env: { ...(!options.askUser && dropsOwnDeferral), ...keepsFiles, ...tellsRefusal, ...env },
        onLine: options.onLine,
        onWarning: options.onWarning,
        ...(options.onOverlong && { onOverlong: options.onOverlong }),
      });
      const started = await process.started;
      if (!started.ok) return started;
      const lookAtFolder =
        isUsed &&
        brings !== undefined &&
        (async (why: FolderLook, updates: readonly PermissionUpdate[]) => {
          const own = broughtByUpdates(updates);
          if (own.length > 0) await brings.letThrough(folders.cwd, own);
          return brings.look(folders.cwd, folders.others, why);
        });
      return {
        ok: true,
        process,
        version: cli.version,
        mode: modeOf(steered),
        ...(lookAtFolder && { lookAtFolder }),
        saysVersion: version => finder.saysVersion(cli, version),
      };
    },
  };
}

/** Undefined where the chat's folder is none of this window's. The root in whose place it is the working directory is not added. */
async function foldersFor(chosen: string | undefined): Promise<WorkFolders | undefined> {
  const roots = allWorkFolders();
  const root = chosen === undefined || roots.includes(chosen) ? undefined : await rootOf(chosen, roots);
  return chosen === undefined || root === undefined ? workFolders(chosen) : { cwd: chosen, others: roots.filter(path => path !== root) };
}

/**
 * Made before the CLI starts, because the CLI is told its folders only then and an image may be pasted while it runs. Claude works without it where
 * the disk does not take it.
 */
async function readableImages(folder: string | undefined, log: Log): Promise<readonly string[]> {
  if (folder === undefined) return [];
  try {
    await makePrivateFolder(folder);
    return [folder];
  } catch (error) {
    log.warn(`Claude starts without the folder of pasted images, which could not be made: ${String(error)}`);
    return [];
  }
}
