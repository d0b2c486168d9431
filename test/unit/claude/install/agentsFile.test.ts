// Whether a CLI reads AGENTS.md by itself: what it reads is not told a second time.
import assert from 'node:assert/strict';
import { readsAgentsFile } from '../../../../src/claude/install/agentsFile.js';

describe('AGENTS.md', () => {
  it('is read by the CLI from 2.1.277 on, and not with the API of another cloud', () => {
    for (const version of ['2.1.277', '2.1.329', '2.2.0', '3.0.0']) assert.equal(readsAgentsFile(version, {}), true, version);
    for (const version of ['2.0.77', '2.1.100', '2.1.276', '']) assert.equal(readsAgentsFile(version, {}), false, version);
    for (const name of ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']) {
      assert.equal(readsAgentsFile('2.1.329', { [name]: '1' }), false, name);
      assert.equal(readsAgentsFile('2.1.329', { [name]: '0' }), true, name);
    }
  });
});
