// The agents that can ask by Parley's helper, and where each has its MCP servers: seen with the agents themselves in November 2026 (test/agents), but for
// Cursor and the extension Cline, which are by their documents. Finds which are on this machine. Owns the table; must not know how a file is changed.
import { access, constants, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { askTool } from '../../claude/ask/names.js';
import type { ServerEntry } from './configText.js';
import { hookCommand } from './launcher.js';

export interface AgentConfig {
  readonly id: string;
  readonly name: string;
  /** The command in a terminal; undefined for an extension of an editor. */
  readonly command?: string;
  /** Absolute paths: the first that is there counts, else the first. */
  readonly files: readonly string[];
  readonly format: ServerEntry['format'];
  /** Where the server stands in the file. */
  readonly path: readonly string[];
  readonly entry: (launcher: string) => Readonly<Record<string, unknown>>;
}

/** Where the table looks. */
export interface AgentPlaces {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folder in which VS Code keeps the storages of all extensions. */
  readonly extensionStorages: string;
}

/** A day, the longest that a question waits. */
const seconds = 86_400;
const name = 'parley';
/** What clients get that wait as long as their configuration says: the helper is told the same, so that no call comes back before. */
const told = (waits: number): readonly string[] => ['--waits', String(waits)];

export function agentConfigs({ home, env, extensionStorages }: AgentPlaces): readonly AgentConfig[] {
  const config = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const [path, commandLinePath] = [
    ['mcpServers', name],
    ['mcp', name],
  ];
  // Without `trust` the agent asks the person in its terminal first whether it may ask, and has no such tool where nobody can be asked there.
  const inMilliseconds: AgentConfig['entry'] = command => ({ command, args: told(seconds), timeout: seconds * 1_000, trust: true });
  const asCommandLine: AgentConfig['entry'] = launcher => ({
    type: 'local',
    command: [launcher, ...told(seconds)],
    enabled: true,
    timeout: seconds * 1_000,
  });
  // The longest that its settings take.
  const asCline: AgentConfig['entry'] = command => ({
    command,
    args: told(3_600),
    timeout: 3_600,
    disabled: false,
    autoApprove: [askTool],
  });
  return [
    {
      id: 'claude',
      name: 'Claude in a terminal',
      command: 'claude',
      files: [join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json')],
      format: 'list',
      path: ['hooks', 'PermissionRequest'],
      // All that it asks for has this hook: questions, permissions and plans.
      entry: launcher => ({ matcher: '*', hooks: [{ type: 'command', command: hookCommand(launcher), timeout: seconds }] }),
    },
    {
      id: 'codex',
      name: 'Codex',
      command: 'codex',
      files: [join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml')],
      format: 'toml',
      path: ['mcp_servers', name],
      entry: command => ({ command, args: told(seconds), tool_timeout_sec: seconds }),
    },
    {
      id: 'gemini',
      name: 'Gemini CLI',
      command: 'gemini',
      files: [join(home, '.gemini', 'settings.json')],
      format: 'json',
      path,
      entry: inMilliseconds,
    },
    {
      id: 'qwen',
      name: 'Qwen Code',
      command: 'qwen',
      files: [join(home, '.qwen', 'settings.json')],
      format: 'json',
      path,
      // Otherwise its model has to search for the tool before it can ask.
      entry: command => ({ ...inMilliseconds(command), alwaysLoadTools: true }),
    },
    {
      id: 'opencode',
      name: 'opencode',
      command: 'opencode',
      files: [join(config, 'opencode', 'opencode.json'), join(config, 'opencode', 'opencode.jsonc')],
      format: 'json',
      path: commandLinePath,
      entry: asCommandLine,
    },
    {
      id: 'kilo',
      name: 'Kilo Code',
      command: 'kilo',
      files: [join(config, 'kilo', 'kilo.jsonc'), join(config, 'kilo', 'kilo.json')],
      format: 'json',
      path: commandLinePath,
      entry: asCommandLine,
    },
    {
      id: 'copilot',
      name: 'Copilot CLI',
      command: 'copilot',
      files: [join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'mcp-config.json')],
      format: 'json',
      path,
      entry: command => ({ type: 'local', command, args: told(seconds), tools: ['*'], timeout: seconds * 1_000 }),
    },
    {
      id: 'kimi',
      name: 'Kimi Code',
      command: 'kimi',
      files: [join(env['KIMI_CODE_HOME'] ?? join(home, '.kimi-code'), 'mcp.json')],
      format: 'json',
      path,
      entry: command => ({ command, args: told(seconds), toolTimeoutMs: seconds * 1_000 }),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      command: 'cursor',
      files: [join(home, '.cursor', 'mcp.json')],
      format: 'json',
      path,
      entry: command => ({ command, args: [] }),
    },
    {
      id: 'cline',
      name: 'Cline',
      files: [join(extensionStorages, 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json')],
      format: 'json',
      path,
      entry: asCline,
    },
    {
      id: 'clineCli',
      name: 'Cline CLI',
      command: 'cline',
      files: [join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')],
      format: 'json',
      path,
      entry: asCline,
    },
  ];
}

/** The places of this person. */
export function thesePlaces(globalStorage: string): AgentPlaces {
  return { home: homedir(), env: process.env, extensionStorages: dirname(globalStorage) };
}

/** An agent on this machine, with the file that counts. */
export interface FoundAgent {
  readonly agent: AgentConfig;
  readonly file: string;
  /** Why it is taken to be there. */
  readonly by: 'command' | 'file';
}

/** The agents whose command or configuration is there, in the order of the table. */
export async function findAgents(places: AgentPlaces): Promise<readonly FoundAgent[]> {
  const found = await Promise.all(
    agentConfigs(places).map(async (agent): Promise<readonly FoundAgent[]> => {
      const files = await Promise.all(agent.files.map(async file => ((await isFile(file)) ? [file] : [])));
      const [there] = files.flat();
      const file = there ?? agent.files[0] ?? '';
      if (agent.command !== undefined && (await isOnPath(agent.command, places.env))) return [{ agent, file, by: 'command' }];
      return there === undefined ? [] : [{ agent, file, by: 'file' }];
    }),
  );
  return found.flat();
}

async function isOnPath(command: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(folder => folder !== '');
  const looks = folders.flatMap(folder => endings.map(ending => isProgram(join(folder, command + ending))));
  return (await Promise.all(looks)).includes(true);
}

async function isProgram(path: string): Promise<boolean> {
  if (!(await isFile(path))) return false;
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  );
}
