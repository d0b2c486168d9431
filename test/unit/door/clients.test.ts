// What is particular to each client of MCP.
import assert from 'node:assert/strict';
import { limitOf, shownName } from '../../../src/door/clients.js';

describe('the time after which a call comes back', () => {
  it('lies before the end of each client’s patience, and of 60 s where nothing is known of it', () => {
    const seconds = (name: string, told?: number): number => limitOf(name, told) / 1_000;
    assert.deepEqual(
      ['codex-mcp-client', 'gemini-cli-mcp-client', 'qwen-cli-mcp-client-parley', 'copilot-cli', 'claude-code', '@cline/core', ''].map(
        name => seconds(name),
      ),
      [290, 590, 590, 170, 110, 50, 50],
    );
    assert.equal(seconds('codex-mcp-client', 86_400), 86_390);
    assert.equal(seconds('other', 5), 2.5);
  });
});

describe('the name of an agent outside of VS Code', () => {
  it('is the one that its person knows, else the one that it gives', () => {
    const names = ['codex-mcp-client', 'qwen-cli-mcp-client-parley', 'copilot-cli', '@cline/core', 'kimi-code', 'kilo', 'opencode', 'Mine'];
    assert.deepEqual(
      names.map(name => shownName(name, '')),
      ['Codex', 'Qwen Code', 'Copilot CLI', 'Cline', 'Kimi Code', 'Kilo Code', 'opencode', 'Mine'],
    );
    assert.equal(shownName('mine', 'My agent'), 'My agent');
    assert.equal(shownName('', '\u200b'), 'Unnamed agent');
  });

  it('is never that of Parley’s own chats', () => {
    for (const name of [
      'Claude',
      ' claude ',
      '“Claude”',
      'C l a u d e',
      'Ｃｌａｕｄｅ',
      'Cl\u0430ude',
      'Clau\u200bde',
      'Parley',
      'claude-code',
    ])
      assert.match(shownName(name, ''), / \(another agent\)$/, name);
    assert.match(shownName('x', 'Claude'), / \(another agent\)$/);
    assert.equal(shownName('Ольга', ''), 'Ольга');
  });
});
