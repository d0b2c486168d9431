// What a folder brings along for the CLI, from the CLI's own files: what runs by itself, and what decides for a person. Pure. What is not known to be
// harmless is brought, as it stands: the CLI knows more settings than Parley, and newer ones.
import type { PermissionUpdate } from '../../shared/permissionRuleSchema.js';
import type { Loose } from '../../shared/loose.js';
import { objectOf } from '../../shared/loose.js';

export interface Brought {
  readonly kind: 'hook' | 'server' | 'variable' | 'helper' | 'plugin' | 'folder' | 'rule' | 'setting' | 'file';
  /** The event and matcher of a hook; the name of a server, a variable, a setting; the path of a file. */
  readonly name: string;
  /** What is run, opened or set, whole. */
  readonly text: string;
}

/** They change how Claude writes and looks, or make it ask more. `permissions` is read below. */
const harmless: ReadonlySet<string> = new Set([
  ...['$schema', 'model', 'outputStyle', 'language', 'effortLevel', 'alwaysThinkingEnabled', 'includeCoAuthoredBy', 'attribution', 'theme'],
  ...[
    'cleanupPeriodDays',
    'spinnerTipsEnabled',
    'spinnerVerbs',
    'showTurnDuration',
    'prefersReducedMotion',
    'respectGitignore',
    'permissions',
  ],
]);
/** Settings that are a command, or have one in a field, which the CLI runs by itself. */
const helpers: ReadonlySet<string> = new Set([
  ...['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'otelHeadersHelper', 'proxyAuthHelper'],
  ...['statusLine', 'fileSuggestion', 'subagentStatusLine'],
]);
/** The fields of `permissions` that make the CLI ask more. `defaultMode` counts among them, because Parley always passes the mode. */
const stricter: ReadonlySet<string> = new Set(['deny', 'ask', 'defaultMode', 'disableBypassPermissionsMode', 'disableAutoMode']);

/**
 * What the text of `.claude/settings.json` brings, or that of `.claude/settings.local.json`, which a repository can hold as well. Undefined where
 * the text is no JSON object.
 */
export function broughtBySettings(text: string): readonly Brought[] | undefined {
  const settings = parsed(text);
  if (settings === undefined) return undefined;
  return Object.entries(settings).flatMap(([key, value]): readonly Brought[] => {
    const fields = objectOf(value);
    if (key === 'hooks' && fields !== undefined)
      return Object.entries(fields).flatMap(([event, groups]) => listOf(groups).flatMap(group => hooksOf(event, group)));
    if (key === 'env' && fields !== undefined)
      return Object.entries(fields).map(([name, variable]): Brought => ({ kind: 'variable', name, text: wordsOf(variable) }));
    if (key === 'enabledPlugins' && fields !== undefined)
      return Object.entries(fields).flatMap(([name, on]): readonly Brought[] =>
        on === false ? [] : [{ kind: 'plugin', name, text: name }],
      );
    if (key === 'permissions') return permissionsOf(value);
    if (harmless.has(key)) return [];
    return [{ kind: helpers.has(key) ? 'helper' : 'setting', name: key, text: wordsOf(value) }];
  });
}

/** The lines that the CLI writes into a file of the folder for these, as it writes them (2.0.77, 2.1.100). */
export function broughtByUpdates(updates: readonly PermissionUpdate[]): readonly Brought[] {
  return updates.flatMap((update): readonly Brought[] => {
    if (!inFolder.has(update.destination) || update.type === 'setMode') return [];
    if (update.type === 'addDirectories') return update.directories.map(text => ({ kind: 'folder', name: '', text }));
    return update.rules.map(({ toolName, ruleContent = '' }) => ({
      kind: 'rule',
      name: '',
      text: ruleContent === '' ? toolName : `${toolName}(${ruleContent.replace(/[\\()]/g, '\\$&')})`,
    }));
  });
}

const inFolder: ReadonlySet<string> = new Set(['localSettings', 'projectSettings']);

/** What the text of `.mcp.json` brings. Undefined where the text is no JSON object. */
export function broughtByServers(text: string): readonly Brought[] | undefined {
  const file = parsed(text);
  if (file === undefined) return undefined;
  return Object.entries(objectOf(file['mcpServers']) ?? {}).map(([name, server]): Brought => ({
    kind: 'server',
    name,
    text: serverText(server),
  }));
}

/** Keys of a skill, an agent or a command that describe it, or make Claude ask more. */
const describing: ReadonlySet<string> = new Set([
  ...['name', 'description', 'model', 'color', 'argument-hint', 'arguments', 'when_to_use', 'version', 'license', 'author', 'tags'],
  ...['effort', 'maxTurns', 'disallowedTools', 'disable-model-invocation', 'user-invocable'],
]);
/** Names that the CLI obeys at any depth, and that could hide where Parley sees the words of a value. */
const decisive = /(?:hooks|mcpServers|permissionMode|allowed-?tools|tools)["']?\s*:/i;

/**
 * What a skill, an agent or a command brings: its front matter can have hooks, servers, permissions and a mode of its own. `path`: the path below
 * the folder. A file is brought unless each line of its front matter surely describes, because YAML has more ways to write a key than Parley reads.
 */
export function broughtByMarkdown(text: string, path: string): readonly Brought[] {
  // The pattern of the CLI (2.0.77, 2.1.100), which ends at the first `---` anywhere; further to the first one that begins a line, as YAML ends.
  const rest = /^\ufeff?---[^\S\n]*\n([^]*)$/.exec(text)?.[1];
  if (rest?.includes('---') !== true) return [];
  const ofLine = rest.search(/^---/m);
  const front = rest.slice(0, ofLine < 0 ? rest.indexOf('---') : ofLine).trimEnd();
  const lines = front.split(/\r\n|[\n\r\u0085\u2028\u2029]/).filter(line => !/^\s*(?:#|$)/.test(line));
  // Where the first key is indented, the others are too.
  const isSure = !/^[ \t-]/.test(lines[0] ?? '') && lines.every(describes);
  return isSure ? [] : [{ kind: 'file', name: path, text: front }];
}

function describes(line: string): boolean {
  const key = /^([\w-]+):(?:\s|$)/.exec(line)?.[1];
  // What is indented, or begins with a dash, belongs to the key above it.
  return key === undefined ? /^(?:[ \t]|- )/.test(line) && !decisive.test(line) : describing.has(key);
}

function permissionsOf(value: unknown): readonly Brought[] {
  const permissions = objectOf(value);
  if (permissions === undefined) return [];
  return Object.entries(permissions).flatMap(([key, entries]): readonly Brought[] => {
    if (stricter.has(key)) return [];
    if (key === 'allow') return listOf(entries).map(rule => ({ kind: 'rule', name: '', text: wordsOf(rule) }));
    if (key === 'additionalDirectories') return listOf(entries).map(folder => ({ kind: 'folder', name: '', text: wordsOf(folder) }));
    return [{ kind: 'setting', name: `permissions.${key}`, text: wordsOf(entries) }];
  });
}

/** A hook of the usual form is its command; any other is shown as it stands. */
function hooksOf(event: string, group: unknown): readonly Brought[] {
  const { matcher, hooks } = objectOf(group) ?? {};
  const name = typeof matcher === 'string' && matcher !== '' ? `${event} (${matcher})` : event;
  return listOf(hooks).map((hook): Brought => {
    const { type = 'command', command, timeout: _, ...other } = objectOf(hook) ?? {};
    const isUsual = type === 'command' && typeof command === 'string' && Object.keys(other).length === 0;
    return { kind: 'hook', name, text: isUsual ? command : wordsOf(hook) };
  });
}

function serverText(server: unknown): string {
  const { type, command, args, url, env, ...other } = objectOf(server) ?? {};
  if (Object.keys(other).length > 0) return wordsOf(server);
  if ((type === undefined || type === 'stdio') && typeof command === 'string' && url === undefined) {
    const variables = Object.entries(objectOf(env) ?? {}).map(([key, value]) => `${key}=${wordsOf(value)}`);
    return [...variables, command, ...listOf(args).map(wordsOf)].join(' ');
  }
  const isAddress =
    (type === 'http' || type === 'sse') && typeof url === 'string' && command === undefined && args === undefined && env === undefined;
  return isAddress ? url : wordsOf(server);
}

function parsed(text: string): Loose | undefined {
  try {
    return objectOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
