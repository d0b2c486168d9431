// What a notification says of a permission that waits.
import assert from 'node:assert/strict';
import { permissionSentence } from '../../src/host/attention/waitingWords.js';

describe('a permission that waits', () => {
  for (const [toolName, input, sentence] of [
    ['Edit', { file_path: '/work/src/a.ts', old_string: 'a', new_string: 'b' }, 'Claude wants to change src/a.ts'],
    ['Write', { file_path: '/etc/hosts\nsrc/a.ts', content: 'a' }, 'Claude wants to write /etc/hosts …'],
    ['Read', { file_path: '/work/notes.md' }, 'Claude wants to read notes.md'],
    ['WebFetch', { url: 'https://example.org', prompt: 'a' }, 'Claude wants to open a web page: https://example.org'],
    ['Bash', { command: 'a'.repeat(500) }, `Claude wants to run a command: ${'a'.repeat(120)} …`],
    ['Bash', { command: 'rm -rf ~', file_path: '/work/a.ts' }, 'Claude wants to run a command: rm -rf ~'],
    ['WebFetch', { url: 'https://example.org', command: 'ls', path: '/work' }, 'Claude wants to open a web page: https://example.org'],
    ['Read', { file_path: '/work' }, 'Claude wants to use Read.'],
    ['Bash', {}, 'Claude wants to use Bash.'],
    ['mcp__tracker__create_issue', { title: 'Secret' }, 'Claude wants to use “Create issue” from “tracker”.'],
    ['ExitPlanMode', { plan: '# Add notes\n\n1. A table.' }, 'Claude has a plan: Add notes'],
    ['ExitPlanMode', {}, 'Claude has a plan.'],
  ] as const)
    it(`is one sentence: ${sentence.slice(0, 60)}`, () => {
      const permission = { kind: 'permission', id: 'r', toolUseId: 't', toolName, input, state: 'asked' } as const;
      assert.equal(permissionSentence({ ...permission, summary: '', description: '', reason: '' }, '/work'), sentence);
    });
});
