// The mention of a file in the person's message. Knows nothing of the page.
import { mentionOf } from '../../../src/shared/attachments.js';

/**
 * The path as a person would write it: without `./`, where the CLI reads the same file without it. A name after `@agent-` calls that agent
 * (2.1.329).
 */
export function writtenMention(path: string): string {
  const mention = mentionOf(path);
  return /^(?!agent-)[\w-][^:~]*$/.test(path) ? mention.replace(/^(@"?)\.\//, '$1') : mention;
}
