// Which fields of a form of an MCP server ask for a secret. Only what opens something counts; the value goes to the server and is kept nowhere.
import type { Question } from './question.js';

/** What a server asks for under such a name opens something, and decides nothing. */
const secretNames = /pass(?:word|wd|phrase|code)|secret|token|credential|(?:api|access|private|auth)[ _-]?key|\bpin\b/i;

/** Whether a question of an elicitation asks for a secret. */
export function asksForSecret({ header, question, secret }: Question): boolean {
  return secret === true || secretNames.test(header) || secretNames.test(question);
}
