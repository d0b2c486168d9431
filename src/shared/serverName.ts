// How the name of an MCP server stands in a sentence of Parley's.
import { oneLine } from './plain.js';

/** In characters. */
const longest = 60;

/** The name, to be put between quotes: whoever has set the server up has chosen it, and it can neither end the quotes nor turn the sentence round. */
export function serverName(name: string): string {
  return oneLine(name.replace(/["“”„‟«»]/g, "'"), longest);
}
