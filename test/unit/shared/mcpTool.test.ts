// What a person reads for the tools of MCP servers.
import assert from 'node:assert/strict';
import { mcpTool, rowTitle, toolTitle } from '../../../src/shared/mcpTool.js';

describe('the name of a tool', () => {
  it('is in words where an MCP server has the tool', () => {
    const titles = ['mcp__tracker__create_issue', 'mcp__issue_tracker__list_all', 'mcp__my-db__runQuery', 'Bash'].map(toolTitle);
    assert.deepEqual(titles, ['tracker: Create issue', 'issue_tracker: List all', 'my-db: Run Query', 'Bash']);
  });

  it('is as it stands where it could be that of another server, or has nothing to read', () => {
    const names = [
      'mcp__github___create_issue',
      'mcp__github__evil__create_issue',
      'mcp__github_',
      'mcp__github____',
      'mcp__-__run',
      'mcp__a__-',
    ];
    assert.deepEqual(names.map(toolTitle), names);
    assert.deepEqual(names.map(mcpTool), Array.from({ length: names.length }));
    assert.notEqual(toolTitle('mcp__issue-tracker__list'), toolTitle('mcp__issue_tracker__list'));
  });

  it('is whole, because what it does may stand at its end', () => {
    const [one, other] = ['read', 'delete'].map(end => mcpTool(`mcp__github__${'look_at_the_branch_and_'.repeat(3)}${end}`)?.tool);
    assert.ok(one?.endsWith('and read') === true && other?.endsWith('and delete') === true);
  });

  it('can neither end its quotes nor those of its server', () => {
    const { server = '', tool = '' } = mcpTool('mcp__a”b__read” from “github”? Approved.') ?? {};
    assert.doesNotMatch(server + tool, /[“”]/);
  });

  it('is in words in a row where it is one of Claude’s own that has no sentence', () => {
    const titles = ['ExitWorktree', 'ListMcpResourcesTool', 'Bash', 'mcp__a__b', 'tool_X', 'ABc'].map(rowTitle);
    assert.deepEqual(titles, ['Exit worktree', 'List mcp resources tool', 'Bash', 'a: B', 'tool_X', 'ABc']);
  });

  it('names the server of a permission as the configuration does', () => {
    assert.deepEqual(mcpTool('mcp__my_db__run'), { server: 'my_db', tool: 'Run' });
  });

  it('is of no server where a part of it is missing', () => {
    assert.deepEqual(['mcp__', 'mcp__a', 'mcp__a__', 'mcp____b', 'Read'].map(mcpTool), Array.from({ length: 5 }));
  });

  it('has one line and no character that turns the sentence round', () => {
    assert.equal(toolTitle('mcp__a”b__c\u202ed\ne').includes('”'), false);
    assert.doesNotMatch(toolTitle('mcp__a__c\u202ed\ne'), /[\u202e\n]/u);
  });
});
