// What a pick in the list at `@` writes: the file, and nothing else that the CLI could read in its name.
import assert from 'node:assert/strict';
import { writtenMention } from '../../../../../webview/features/mentions/writtenMention.js';

describe('the mention of a picked file', () => {
  for (const [path, words] of [
    ['src/a.ts', '@src/a.ts'],
    ['agents/a.ts', '@agents/a.ts'],
    // `@agent-Explore` alone calls the agent of that name, and the sign of a folder ends the name.
    ['agent-Explore/a.ts', '@./agent-Explore/a.ts'],
    ['agent-Explore', '@./agent-Explore'],
    ['~/a.ts', '@./~/a.ts'],
    ['a:b', '@./a:b'],
    ['a @b', 'file "./a \\u0040b"'],
  ] as const)
    it(`names ${JSON.stringify(path)} alone`, () => assert.equal(writtenMention(path), words));
});
