// What a folder brings along for the CLI, from the CLI's own files: what runs by itself, and what decides where Claude's words go. Pure. Permission rules
// are not in it: the CLI counts those of a project only once its folder is trusted in a terminal.

export interface Brought {
  readonly kind: 'hook' | 'server' | 'variable' | 'helper' | 'plugin' | 'folder';
  /** The event and matcher of a hook, the name of a server, of a variable, of a helper's setting. */
  readonly name: string;
  /** What is run, opened, or set, whole. */
  readonly text: string;
}

/** Settings that name a command which the CLI runs by itself. */
const helpers = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'gcpAuthRefresh',
  'otelHeadersHelper',
  'proxyAuthHelper',
] as const;
/** The same with the command in a field of it. */
const commands = ['statusLine', 'fileSuggestion', 'subagentStatusLine'] as const;

/** Of `.claude/settings.json` or `.claude/settings.local.json`. Nothing where the text is no JSON object, which the CLI does not read either. */
export function broughtBySettings(text: string): readonly Brought[] {
  const settings = parsed(text);
  const hooks = entriesOf(settings['hooks']).flatMap(([event, groups]) => listOf(groups).flatMap(group => hooksOf(event, group)));
  const variables = entriesOf(settings['env']).map(([name, value]): Brought => ({ kind: 'variable', name, text: wordsOf(value) }));
  const helping = [
    ...helpers.map(name => [name, settings[name]] as const),
    ...commands.map(name => [name, fieldsOf(settings[name])['command']] as const),
  ].flatMap(([name, command]): readonly Brought[] => (command === undefined ? [] : [{ kind: 'helper', name, text: wordsOf(command) }]));
  const plugins = entriesOf(settings['enabledPlugins']).flatMap(([name, on]): readonly Brought[] =>
    on === false ? [] : [{ kind: 'plugin', name, text: name }],
  );
  const folders = listOf(fieldsOf(settings['permissions'])['additionalDirectories']).map((folder): Brought => ({
    kind: 'folder',
    name: '',
    text: wordsOf(folder),
  }));
  return [...hooks, ...helping, ...variables, ...plugins, ...folders];
}

/** Of `.mcp.json`. */
export function broughtByServers(text: string): readonly Brought[] {
  return entriesOf(parsed(text)['mcpServers']).map(([name, server]): Brought => {
    const { command, args, url, env } = fieldsOf(server);
    const run = command === undefined ? wordsOf(url) : [command, ...listOf(args)].map(wordsOf).join(' ');
    const variables = entriesOf(env).map(([key, value]) => `${key}=${wordsOf(value)}`);
    return { kind: 'server', name, text: [...variables, run].join(' ') };
  });
}

function hooksOf(event: string, group: unknown): readonly Brought[] {
  const { matcher, hooks } = fieldsOf(group);
  const name = typeof matcher === 'string' && matcher !== '' ? `${event} (${matcher})` : event;
  return listOf(hooks).map((hook): Brought => {
    const { command, url, prompt } = fieldsOf(hook);
    return { kind: 'hook', name, text: wordsOf(command ?? url ?? prompt ?? hook) };
  });
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(fieldsOf(value));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
