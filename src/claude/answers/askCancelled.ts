// What an agent reads where its call of `ask_user` ended without the person: by name, with who ended it. Without schemas, so that importing
// it is cheap.
import type { AskResult } from './askResult.js';
import { askTool } from '../ask/names.js';

const sentences = {
  withdrawn: 'The question was withdrawn before anybody answered. Nothing was decided.',
  stopped: 'The user stopped this. Nothing was decided. Do not ask this again now; wait for the user.',
  gone: 'The chat or the window that showed this question is closed. Nothing was decided. Go on without an answer, or say why you cannot.',
  over: 'No question waits under this id: its answer was given before, or it has ended. Do not wait for it again.',
  off: 'The user has turned this tool off. Nobody was asked. Do not call it again; ask in your own reply instead.',
  crowded: 'Too many questions of agents wait for the user already. Nobody was asked. Wait for those answers before you ask more.',
  blocked:
    'No card can be shown in this window: it has no folder, or its folder is not trusted. Nobody was asked. Ask in your own reply instead.',
} as const;

export function cancelledResult(why: keyof typeof sentences): AskResult {
  return { content: [{ type: 'text', text: `QuestionCancelledError: ${sentences[why]}` }], isError: true };
}

/** A call that ends before its agent's own clock does. `name`: of the question. `tool`: as the agent knows it. */
export function stillOpenResult(name: string, tool: string = askTool): AskResult {
  const text = `Not answered yet: the question stays open for the user. Call ${tool} with ${JSON.stringify({ waitFor: name })} and nothing else to go on waiting for the answer; do not ask it anew. If you go on without it, say what you have assumed.`;
  return { content: [{ type: 'text', text }] };
}

/** Whether this is `stillOpenResult`. */
export function isStillOpen(result: unknown, name: string): boolean {
  return JSON.stringify(result) === JSON.stringify(stillOpenResult(name));
}
