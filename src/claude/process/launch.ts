// Arguments and environment of the CLI. Owns the flags and which of VS Code's variables the CLI must not inherit; must not know
// where the CLI is (install/find.ts) or how a process runs (process.ts).

import { askServer, askServerSettings } from '../ask/names.js';

export interface LaunchOptions {
  /** Id of the session to resume. */
  readonly resume?: string;
  /** Uuid of an entry of its transcript: the CLI goes on behind it, in a new session that begins with a copy of what leads there. */
  readonly forkAt?: string;
  /** Further folders beside the working directory, absolute paths. */
  readonly addDirs: readonly string[];
  /** The CLI gets Parley's own tools, whose server `initialize` has to name too. */
  readonly hasServer: boolean;
}

export function launchArguments({ resume, forkAt, addDirs, hasServer }: LaunchOptions): string[] {
  return [
    '-p',
    ...['--input-format', 'stream-json'],
    ...['--output-format', 'stream-json'],
    // Without it `-p` refuses to write stream-json.
    '--verbose',
    '--include-partial-messages',
    // The CLI confirms each prompt by replaying it with the uuid that we gave it.
    '--replay-user-messages',
    // Without it the CLI has no AskUserQuestion tool at all, in any permission mode.
    ...['--permission-prompt-tool', 'stdio'],
    // Beside `initialize`, because without it a question that was deferred cannot be resumed (2.1.100, 2.1.329).
    // 2.1.329 takes the settings of a server from the first place that names it.
    ...(hasServer
      ? ['--mcp-config', JSON.stringify({ mcpServers: { [askServer]: { type: 'sdk', name: askServer, ...askServerSettings } } })]
      : []),
    ...(resume === undefined ? [] : ['--resume', resume]),
    // Measured on 2.0.77, 2.1.100 and 2.1.329: the session itself stays as it is, and the copied entries keep their ids.
    ...(forkAt === undefined ? [] : ['--fork-session', '--resume-session-at', forkAt]),
    ...addDirs.flatMap(folder => ['--add-dir', folder]),
  ];
}

/** `base` without the variables of VS Code, its debugger and an outer Claude, then `additions`, which always win. */
export function launchEnvironment(
  base: NodeJS.ProcessEnv,
  additions: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  // Windows ignores the case of names, so two spellings of one name would leave the choice to chance.
  const nameOf = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const added = new Set(Object.keys(additions).map(nameOf));
  const hasVsCodeAskpass = Object.keys(base).some(name => nameOf(name) === 'VSCODE_GIT_ASKPASS_MAIN');
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    const known = nameOf(name);
    if (value === undefined || added.has(known) || isLeak(known)) continue;
    // GIT_ASKPASS is a script of VS Code that fails without the VSCODE_GIT_… variables removed above, and every push would fail
    // with it.
    if (known === 'GIT_ASKPASS' && hasVsCodeAskpass) continue;
    const kept = known === 'NODE_OPTIONS' ? withoutDebugger(value) : value;
    if (kept !== '' || value === '') environment[name] = kept;
  }
  return { ...environment, ...additions };
}

/**
 * - `ELECTRON_…`: with ELECTRON_RUN_AS_NODE every Electron program Claude starts, `code` too, comes up as a bare Node.
 * - `VSCODE_…`: pipes, caches and loaders of this window's extension host. A `code` started with them believes it is part of that
 *   host. VSCODE_IPC_HOOK_CLI stays, because a terminal of this window has it too and `code --wait` needs it.
 * - Claude's own variables, present where VS Code was started from a terminal of Claude: CLAUDECODE makes the CLI refuse to start
 *   inside itself, the others tie it to the outer session. Variables that people set (CLAUDE_CODE_USE_BEDROCK,
 *   CLAUDE_CONFIG_DIR…) stay. CLAUDE_CODE_ENTRYPOINT is not replaced, because with `claude-vscode` the CLI ignores an API key that
 *   was never approved.
 */
function isLeak(name: string): boolean {
  if (name.startsWith('ELECTRON_')) return true;
  if (name.startsWith('VSCODE_')) return name !== 'VSCODE_IPC_HOOK_CLI';
  return outerClaude.has(name);
}

const outerClaude: ReadonlySet<string> = new Set([
  'CLAUDECODE',
  'CLAUDE_CODE_BRIDGE_SESSION_ID',
  'CLAUDE_CODE_CHILD_NOTES_DIR',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_EXECPATH',
  'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS',
  'CLAUDE_CODE_SESSION_ATTENDED',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_PID',
]);

/**
 * Removes a debugger's options only, because NODE_OPTIONS may carry what a person needs (memory, certificates). The inspector would
 * want the port of the extension host, CLIs on Node exit at once under it, and the auto-attach loader of VS Code's debugger lacks
 * its VSCODE_INSPECTOR_OPTIONS.
 */
function withoutDebugger(options: string): string {
  const words = options.match(/(?:"(?:\\.|[^"\\])*"|[^\s"])+/g) ?? [];
  const kept: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const next = words[index + 1] ?? '';
    const takesNext = /^(?:-r|--require|--import)$/.test(word);
    if (/^--(?:inspect|debug)(?:$|[-=])/.test(word) || /^(?:-r|--require|--import)=.*js-debug/.test(word)) continue;
    if (takesNext && next.includes('js-debug')) {
      index++;
      continue;
    }
    kept.push(word);
  }
  return kept.join(' ');
}
