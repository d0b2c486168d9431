// How long the clients of MCP wait for a tool, by the name that they give in `clientInfo`. Pure.

/** Seconds before the end of a client's patience at which a call comes back, so that its words still arrive. */
const margin = 10;
/** Seconds. No client is known that waits for less than a minute. */
const unknown = 60;

/**
 * The beginning of the name, in small letters, and the seconds that the client waits where nobody has told it otherwise. By the sources or the documents
 * of each in November 2026; whatever is not here waits for 60 s, or nobody knows.
 */
const known: readonly (readonly [string, number])[] = [
  // Longer calls go to the background, where their results are lost.
  ['claude-code', 120],
  ['codex', 300],
  ['gemini-cli', 600],
  ['qwen', 600],
  // No limit of its own.
  ['visual studio code', 86_400],
];

/** Milliseconds after which a call of this client has to be back. `told`: the seconds in the command that the person has put into its configuration. */
export function limitOf(client: string, told: number | undefined): number {
  const name = client.toLowerCase();
  const seconds = told ?? known.find(([beginning]) => name.startsWith(beginning))?.[1] ?? unknown;
  return Math.max(seconds - margin, seconds / 2) * 1_000;
}
