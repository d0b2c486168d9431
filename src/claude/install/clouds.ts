// Whether the CLI's API is that of a cloud, where it knows no log-in of its own.

const clouds = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'];

/** `env`: of the CLI, without what it takes from its settings files. */
export function usesCloud(env: Readonly<Record<string, string | undefined>>): boolean {
  return clouds.some(name => !['', '0', 'false'].includes(env[name] ?? ''));
}

/** The beginning of what 2.1.329 says where a cloud, or the gateway of an organization, has refused its credentials. */
const refusals = /^(?:AWS|Google Cloud|Microsoft Foundry|Gateway) /;

/** `said`: the CLI's sentence. */
export function isCloudRefusal(said: string): boolean {
  return refusals.test(said);
}
