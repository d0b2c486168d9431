// Whether a CLI reads AGENTS.md by itself.
import { isAtLeast } from '../version.js';

/**
 * The first version that reads AGENTS.md, by the CLI's changelog; it does not where the API is that of one of these clouds. Measured in a folder
 * without a CLAUDE.md: 2.1.329 reads it; 2.0.77 and 2.1.100 do not.
 */
const firstToReadAgents = '2.1.277';
const clouds = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'];

/** `env`: of the CLI. */
export function readsAgentsFile(version: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return isAtLeast(version, firstToReadAgents) && clouds.every(name => ['', '0', 'false'].includes(env[name] ?? ''));
}
