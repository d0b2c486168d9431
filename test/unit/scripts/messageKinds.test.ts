// Each kind of message that the CLI may send has its row in docs/protocol.md: where a person sees it, or why not.
// test/fixtures/messageKinds.json holds the kinds of the pinned CLIs (scripts/messageKinds.mjs).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const kinds = JSON.parse(readFileSync('test/fixtures/messageKinds.json', 'utf8')) as Readonly<Record<string, readonly string[]>>;
const section = readFileSync('docs/protocol.md', 'utf8').split('## Where each message is seen')[1]?.split('\n## ')[0] ?? '';
const rows = [...section.matchAll(/^\| `([^`]+)`\s*\| (\S.*?)\s*\|$/gm)];

describe('the table of messages in docs/protocol.md', () => {
  it('has one row for each kind of the pinned CLIs, and no other', () => {
    const all = [...new Set(Object.values(kinds).flat())].sort();
    assert.ok(all.length > 30);
    assert.deepEqual(rows.map(([, kind]) => kind).sort(), all);
  });

  it('is checked against the CLIs of package.json', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const pinned = ['@anthropic-ai/claude-code', 'claude-code-deferring', 'claude-code-oldest'].map(name =>
      devDependencies[name]?.split('@').at(-1),
    );
    assert.deepEqual(Object.keys(kinds).sort(), [...pinned].sort());
  });
});
