// The command line of the terminal in which the person logs in: nothing in it is read as code, and the shell stays.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellCommand } from '../../../../src/host/cli/shellCommand.js';

const odd = [
  '/login',
  'two words',
  `it's "quoted"`,
  '$(exit 3) `id` $HOME',
  'a;b&&c|d>e',
  '*?[x]',
  '%PATH% !x! ^',
  'line\nbreak',
  '',
  '‘curly’',
];

describe('the terminal in which the person logs in', () => {
  describe('on POSIX', () => {
    before(function () {
      // There is no /bin/sh.
      if (process.platform === 'win32') this.skip();
    });

    async function run(command: string, args: readonly string[]): Promise<{ readonly output: string; readonly status: number | null }> {
      const { shellPath, shellArgs } = shellCommand(command, args, {}, 'linux');
      // In a group of its own, as in a terminal, because Ctrl+C goes to the group.
      const env = { ...process.env, SHELL: '/bin/sh' };
      const shell = spawn(shellPath, shellArgs, { stdio: ['pipe', 'pipe', 'ignore'], env, detached: true });
      let output = '';
      shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      // The shell that stays reads what the person types.
      shell.stdin.end('echo the shell is here; exit 7\n');
      const status = await new Promise<number | null>(resolve => shell.once('close', resolve));
      return { output, status };
    }

    it('hands over every argument as it is, and leaves a shell', async () => {
      const { output, status } = await run(process.execPath, ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...odd]);
      assert.ok(output.includes(JSON.stringify(odd)), output);
      assert.ok(output.endsWith('the shell is here\n'), output);
      assert.equal(status, 7);
    });

    it('runs a program whose path is full of signs', async () => {
      const folder = mkdtempSync(join(tmpdir(), `parley it's $(x) "`));
      const program = join(folder, 'claude; echo no');
      writeFileSync(program, '#!/bin/sh\necho "I am $1"\n', { mode: 0o755 });
      const { output } = await run(program, ['/login']);
      rmSync(folder, { recursive: true });
      assert.match(output, /I am \/login\n[^]*the shell is here/);
    });

    it('leaves the shell also when the program fails or Ctrl+C ends it', async () => {
      assert.match((await run('/nowhere/claude', ['/login'])).output, /the shell is here/);
      assert.match((await run('/bin/sh', ['-c', 'kill -INT 0; echo not reached'])).output, /^(?![^]*not reached)[^]*the shell is here/);
    });

    it('tells VS Code when the program has ended, and how', async () => {
      const { output } = await run('/bin/sh', ['-c', 'echo said; exit 4']);
      assert.match(output, /\x1b\]633;C\x07said\n\x1b\]633;D;4\x07/);
    });
  });

  it('on Windows gives PowerShell literal strings, by a way that needs no quoting', () => {
    const { shellPath, shellArgs } = shellCommand('C:\\It’s here\\claude.exe', ['/login', "a'b"], { SystemRoot: 'D:\\Win' }, 'win32');
    assert.equal(shellPath, 'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
    const [encoded = '', ...flags] = [...shellArgs].reverse();
    assert.deepEqual(flags.reverse(), ['-NoLogo', '-NoProfile', '-NoExit', '-EncodedCommand']);
    assert.match(encoded, /^[A-Za-z0-9+/=]+$/);
    const script = Buffer.from(encoded, 'base64').toString('utf16le').split('\n');
    assert.equal(script.at(-2), "& 'C:\\It’’s here\\claude.exe' '/login' 'a''b'");
    assert.equal(script.at(-1), "[Console]::Write([char]27 + ']633;' + 'D;' + $LASTEXITCODE + [char]7)");
  });
});
