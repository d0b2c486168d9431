// How the chat of other agents is known: by its key, which names its files too. Without imports, so that every side can ask.

export const agentKeyPrefix = 'agents-';

/** Other agents ask in this chat. It has no Claude, and takes no messages. */
export function isAgentChat(key: string): boolean {
  return key.startsWith(agentKeyPrefix);
}
