// Owns: how each of the real agents is set up against a scripted model on loopback, and started for one prompt: without updates, telemetry or a log-in.
// Must not know Parley's part of their configurations, which Parley writes.
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName } from '../../../scripts/lib/system/agents.mjs';
import { ensureAgent } from '../../../scripts/lib/system/agents.mjs';
import { signalGroup } from '../../../scripts/lib/system/processes.mjs';
import { ensureWorkbench } from '../../../scripts/lib/vscode/workbench.mjs';

export interface RealAgent {
  readonly id: AgentName;
  /** Its name in Parley's list. */
  readonly listed: string;
  /** Its name on a card. */
  readonly shown: string;
  /** The file of its configuration into which Parley writes, below its home. */
  readonly config: string;
  /** What its person has in files below its home: among them that file, so that Parley finds the agent. */
  readonly files: (url: string) => Readonly<Record<string, string>>;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Parley's part of its configuration with a clock of so many seconds in place of Parley's. */
  readonly clock: (config: string, seconds: number) => string;
}

const model = 'scripted';
const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const prompt = 'Ask me.';

/** The setting that Parley has written, in milliseconds or in seconds. */
const timeout = (name: string, factor: number) => (config: string, seconds: number) =>
  config.replace(new RegExp(`("${name}": |${name} = )\\d+`), (_whole, before: string) => `${before}${seconds * factor}`);

const asOpencode = (url: string): object => ({
  autoupdate: false,
  share: 'disabled',
  model: `${model}/${model}`,
  small_model: `${model}/${model}`,
  provider: {
    [model]: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: { [model]: { name: 'Scripted' } },
    },
  },
});

const asGemini = { general: { enableAutoUpdate: false, disableAutoUpdate: true }, telemetry: { enabled: false } };
const asked = (selectedType: string): object => ({ auth: { selectedType }, folderTrust: { enabled: false } });
const withoutUse = { privacy: { usageStatisticsEnabled: false } };

export const realAgents: readonly RealAgent[] = [
  {
    id: 'codex',
    listed: 'Codex',
    shown: 'Codex',
    config: '.codex/config.toml',
    files: url => ({
      '.codex/config.toml': `model = "${model}"\nmodel_provider = "${model}"\n[model_providers.${model}]\nname = "Scripted"\nbase_url = "${url}/v1"\nenv_key = "SCRIPTED_KEY"\nwire_api = "responses"\n`,
    }),
    env: () => ({ SCRIPTED_KEY: 'none' }),
    args: ['exec', '--skip-git-repo-check', prompt],
    clock: timeout('tool_timeout_sec', 1),
  },
  {
    id: 'gemini',
    listed: 'Gemini CLI',
    shown: 'Gemini CLI',
    config: '.gemini/settings.json',
    files: () => ({
      '.gemini/settings.json': json({ ...asGemini, ...withoutUse, security: asked('gemini-api-key') }),
    }),
    env: url => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url }),
    args: ['-m', 'gemini-2.5-flash', '-p', prompt],
    clock: timeout('timeout', 1_000),
  },
  {
    id: 'qwen',
    listed: 'Qwen Code',
    shown: 'Qwen Code',
    config: '.qwen/settings.json',
    files: () => ({ '.qwen/settings.json': json({ ...asGemini, ...withoutUse, security: asked('openai') }) }),
    env: url => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model }),
    args: ['-p', prompt],
    clock: timeout('timeout', 1_000),
  },
  {
    id: 'opencode',
    listed: 'opencode',
    shown: 'opencode',
    config: '.config/opencode/opencode.json',
    files: url => ({ '.config/opencode/opencode.json': json(asOpencode(url)) }),
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    args: ['run', prompt],
    clock: timeout('timeout', 1_000),
  },
  {
    id: 'kilo',
    listed: 'Kilo Code',
    shown: 'Kilo Code',
    config: '.config/kilo/kilo.json',
    files: url => ({ '.config/kilo/kilo.json': json(asOpencode(url)) }),
    env: () => ({
      KILO_DISABLE_AUTOUPDATE: '1',
      KILO_DISABLE_MODELS_FETCH: '1',
      KILO_DISABLE_DEFAULT_PLUGINS: '1',
      KILO_DISABLE_LSP_DOWNLOAD: '1',
      KILO_DISABLE_PRESENCE: '1',
      KILO_DISABLE_SESSION_INGEST: '1',
      KILO_DISABLE_CODEBASE_INDEXING: '1',
      KILO_TELEMETRY_LEVEL: 'off',
    }),
    args: ['run', prompt],
    clock: timeout('timeout', 1_000),
  },
  {
    id: 'copilot',
    listed: 'Copilot CLI',
    shown: 'Copilot CLI',
    config: '.copilot/mcp-config.json',
    files: () => ({ '.copilot/mcp-config.json': json({ mcpServers: {} }) }),
    env: url => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: model,
    }),
    args: ['-p', prompt],
    clock: timeout('timeout', 1_000),
  },
  {
    id: 'kimi',
    listed: 'Kimi Code',
    shown: 'Kimi Code',
    config: '.kimi-code/mcp.json',
    files: url => ({
      '.kimi-code/mcp.json': json({ mcpServers: {} }),
      '.kimi-code/config.toml': `default_model = "${model}"\ntelemetry = false\n[providers.${model}]\ntype = "openai"\nbase_url = "${url}/v1"\napi_key = "none"\n[models.${model}]\nprovider = "${model}"\nmodel = "${model}"\nmax_context_size = 100000\n`,
    }),
    env: () => ({ KIMI_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' }),
    args: ['-p', prompt],
    clock: timeout('toolTimeoutMs', 1_000),
  },
  {
    id: 'clineCli',
    listed: 'Cline CLI',
    shown: 'Cline',
    config: '.cline/data/settings/cline_mcp_settings.json',
    files: () => ({ '.cline/data/settings/cline_mcp_settings.json': json({ mcpServers: {} }) }),
    env: () => ({ CLINE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }),
    args: [prompt],
    clock: timeout('timeout', 1),
  },
];

/** An agent that works on one prompt. */
export class AgentRun {
  output = '';
  /** Resolves with the code of its exit. */
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(command: string, args: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }) {
    // In a group of its own, because most of them start themselves once more.
    this.#child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    // Not its `close`: what it leaves running may hold its output open.
    this.ended = once(this.#child, 'exit').then(([code]: unknown[]) => code);
  }

  /** @param tells shows the end of what it has printed */
  end(tells: boolean): void {
    signalGroup(this.#child.pid ?? 0, 'SIGKILL');
    if (tells) console.log(this.output.slice(-3_000));
  }
}

/** A person's home in which the agents are set up. */
export class AgentHome {
  constructor(
    readonly home: string,
    private readonly url: string,
  ) {}

  async setUp({ id, files }: RealAgent): Promise<void> {
    for (const [name, text] of Object.entries(files(this.url))) {
      mkdirSync(dirname(join(this.home, name)), { recursive: true });
      writeFileSync(join(this.home, name), text);
    }
    if (id !== 'clineCli') return;
    // It keeps its model in files whose form is its own.
    const login = ['auth', 'openai-compatible', '-k', 'none', '-m', model, '-b', `${this.url}/v1`];
    await new AgentRun(await ensureAgent(id), login, { cwd: this.home, env: this.#env({}) }).ended;
  }

  async run({ id, args, env }: RealAgent, cwd: string): Promise<AgentRun> {
    const program = await ensureAgent(id);
    const isScript = /\.m?js$/.test(program);
    const command = isScript ? (await ensureWorkbench('newest')).node : program;
    return new AgentRun(command, isScript ? [program, ...args] : args, { cwd, env: this.#env(env(this.url)) });
  }

  #env(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
    return { PATH: process.env['PATH'], HOME: this.home, TERM: 'dumb', NO_COLOR: '1', ...more };
  }
}
