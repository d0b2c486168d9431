// Whether a CLI reads AGENTS.md by itself.
import { isAtLeast } from '../version.js';
import { usesCloud } from './clouds.js';

/**
 * The first version that reads AGENTS.md, by the CLI's changelog; it does not where the API is that of a cloud. Measured in a folder
 * without a CLAUDE.md: 2.1.329 reads it; 2.0.77 and 2.1.100 do not.
 */
const firstToReadAgents = '2.1.277';

/** `env`: of the CLI. */
export function readsAgentsFile(version: string, env: Readonly<Record<string, string | undefined>>): boolean {
  return isAtLeast(version, firstToReadAgents) && !usesCloud(env);
}
