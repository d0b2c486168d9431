// How the name of an MCP server stands in a sentence of Parley's.
import { oneLine } from './plain.js';

/** The most characters of a name. */
const longest = 60;

/** The last ones are none by their nature and look like them. */
const quotes = /\p{Quotation_Mark}|[\u2033\u02ba\u275d\u275e]/gu;

/** The name, to be put between quotes: whoever has set the server up has chosen it, and it can neither end the quotes nor turn the sentence round. */
export function serverName(name: string, most = longest): string {
  return oneLine(name.replace(quotes, "'"), most);
}
