// What may be put into a terminal by a press.
import assert from 'node:assert/strict';
import { oneCommand } from '../../../src/shared/oneCommand.js';

describe('code that can be put into a terminal', () => {
  it('is one command of a shell, without the line end that would run it', () => {
    assert.equal(oneCommand('npm run build -- --watch\n', 'sh'), 'npm run build -- --watch');
    assert.equal(oneCommand('  Get-Item "a b"', 'powershell'), 'Get-Item "a b"');
  });

  it('is what stands behind `$ `, which a document puts in front of a command', () => {
    assert.equal(oneCommand('$ npm test -- --watch\n', 'console'), 'npm test -- --watch');
    for (const command of ['$HOME/bin/run $ x', 'ps aux > out.txt', 'ps -ef 2>/dev/null', 'git clone git@example.org:a.git'])
      assert.equal(oneCommand(command, 'sh'), command);
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
    ['a prompt alone', '$', 'console'],
    ['behind two prompts', '$ $ npm test', 'console'],
    ['behind the sign that empties a file', '> npm test', 'bash'],
    ['behind the prompt of an administrator', '# apt update', 'console'],
    ['behind the prompt of zsh', '% npm test', 'zsh'],
    ['behind the prompt of another computer', 'me@here:~/work$ npm test', 'console'],
    ['behind the prompt of PowerShell', 'PS C:\\work> npm test', 'powershell'],
    ['behind the bare prompt of PowerShell', 'PS> .\\build.ps1', 'powershell'],
    ['behind that of a drive that is none', 'PS HKLM:\\> dir', 'powershell'],
    ['behind the prompt of Windows with a space', 'C:\\work> npm test', 'bat'],
    ['behind the prompts of an environment and another computer', '(base) me@here:~$ ls', 'console'],
    ['behind the prompt of another computer in brackets', '[me@here ~]$ npm test', 'console'],
    ['behind the prompt of a Mac', 'me@mac ~ % npm test', 'console'],
    ['behind a prompt that names an environment', '(venv) $ npm test', 'console'],
    ['behind the prompt of cmd', 'C:\\work>npm test', 'cmd'],
    ['two commands behind prompts', '$ npm ci\n$ npm test', 'console'],
    ['more than is seen at a glance', 'a'.repeat(1_001), 'sh'],
  ] as const)
    it(`is nothing else: ${name}`, () => assert.equal(oneCommand(text, language), undefined));
});
