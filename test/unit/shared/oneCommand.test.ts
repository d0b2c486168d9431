// What may be put into a terminal by a press.
import assert from 'node:assert/strict';
import { oneCommand } from '../../../src/shared/oneCommand.js';

describe('code that can be put into a terminal', () => {
  it('is one command of a shell, without the line end that would run it', () => {
    assert.equal(oneCommand('npm run build -- --watch\n', 'sh'), 'npm run build -- --watch');
    assert.equal(oneCommand('  Get-Item "a b"', 'powershell'), 'Get-Item "a b"');
  });

  for (const [name, text, language] of [
    ['in another language', 'npm test', 'ts'],
    ['in none', 'npm test', ''],
    ['two lines', 'npm ci\nnpm test\n', 'sh'],
    ['a line that goes on', 'npm test \\\n  --watch', 'sh'],
    ['a carriage return', 'npm test\rrm -rf x', 'sh'],
    ['an escape', 'echo \u001b[201~', 'sh'],
    ['a tab, which a shell completes', 'echo\tx', 'sh'],
    ['a character that reorders', 'echo \u202eabc', 'bash'],
    ['a character that nobody sees', 'rm a\u200b/b', 'bash'],
    ['a space that is none', 'rm a\u00a0b', 'bash'],
    ['nothing', ' \n', 'sh'],
    ['more than is seen at a glance', 'a'.repeat(1_001), 'sh'],
  ] as const)
    it(`is nothing else: ${name}`, () => assert.equal(oneCommand(text, language), undefined));
});
