// Owns: other agents for test/agents, as they come from npm in pinned versions, each in a folder of the user's cache. Must not know how they are set up, nor
// what they do.
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, installOnce } from './cache.mjs';
import { npmCommand, run } from './processes.mjs';

/** @typedef {'codex' | 'gemini' | 'qwen' | 'opencode' | 'kilo' | 'copilot' | 'kimi' | 'clineCli'} AgentName */
/**
 * @typedef {object} Pinned
 * @property {string} package
 * @property {string} version
 * @property {string} program its path below `node_modules`
 * @property {number} size megabytes
 */

/** The programs alone, where a package is only their launcher. @type {Readonly<Record<AgentName, Pinned>>} */
export const pinnedAgents = {
  codex: {
    package: '@openai/codex',
    version: '0.171.0-linux-x64',
    program: '@openai/codex/vendor/x86_64-unknown-linux-musl/bin/codex',
    size: 424,
  },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: '@google/gemini-cli/bundle/gemini.js', size: 100 },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', program: '@qwen-code/qwen-code/cli.js', size: 144 },
  opencode: { package: 'opencode-linux-x64', version: '1.18.33', program: 'opencode-linux-x64/bin/opencode', size: 177 },
  kilo: { package: '@kilocode/cli-linux-x64', version: '7.7.9', program: '@kilocode/cli-linux-x64/bin/kilo', size: 228 },
  copilot: { package: '@github/copilot-linux-x64', version: '1.0.102', program: '@github/copilot-linux-x64/copilot', size: 189 },
  kimi: { package: '@moonshot-ai/kimi-code', version: '2.1.0', program: '@moonshot-ai/kimi-code/dist/main.mjs', size: 120 },
  clineCli: { package: '@cline/cli-linux-x64', version: '3.0.65', program: '@cline/cli-linux-x64/bin/cline', size: 152 },
};

/** Most of them are programs for one platform. */
export const hasAgents = process.platform === 'linux' && process.arch === 'x64';

/**
 * The program of the agent, installed into the user's cache when it is not there yet. No script of the package runs.
 * @param {AgentName} name
 * @returns {Promise<string>} absolute path; a `.js` or `.mjs` wants Node 22 or newer
 */
export async function ensureAgent(name) {
  const { package: wanted, version, program, size } = pinnedAgents[name];
  const log = join(cacheFolder(), `install-${name}.log`);
  const folder = await installOnce(`agent-${name}-${version}`, async unfinished => {
    process.stderr.write(`Installing ${wanted} ${version} (${size} MB)…\n`);
    writeFileSync(log, '');
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true }));
    const { command, args } = npmCommand(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${wanted}@${version}`]);
    await run(command, args, { cwd: unfinished, onOutput: text => appendFileSync(log, text) });
  });
  return join(folder, 'node_modules', program);
}

export async function ensureAgents() {
  if (!hasAgents) return;
  for (const name of /** @type {AgentName[]} */ (Object.keys(pinnedAgents))) await ensureAgent(name);
}
