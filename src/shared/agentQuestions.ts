// How a question of another agent is known: by its id, which Parley gives it in place of Claude's tool use. Without schemas, so that importing
// it is cheap.

export const agentIdPrefix = 'agent_';

/** Another agent asks, and not Claude. */
export function isOfAgent(id: string): boolean {
  return id.startsWith(agentIdPrefix);
}
