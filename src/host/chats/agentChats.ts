// How the chats of other agents are known: by their keys, which name their files too. Without imports, so that every side can ask.

export const agentKeyPrefix = 'agents-';

/** The beginning of the key of an agent that says who it is. The chat of the others has a UUID there. */
export const namedAgentPrefix = `${agentKeyPrefix}of-`;

/** The same for a session of Claude in a terminal. No digest has that form. */
export const terminalPrefix = `${namedAgentPrefix}terminal-`;

/** What a Claude in a terminal asks stands in this chat. */
export function isTerminalChat(key: string): boolean {
  return key.startsWith(terminalPrefix);
}

/** Other agents ask in this chat. It has no Claude, and takes no messages. */
export function isAgentChat(key: string): boolean {
  return key.startsWith(agentKeyPrefix);
}
