import assert from 'node:assert/strict';
import type { SystemAccess } from '../../../../src/claude/process/processStart.js';
import { processStart } from '../../../../src/claude/process/processStart.js';

interface Call {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A system of this platform whose programs print `output`; undefined: they fail. */
function systemOf(platform: NodeJS.Platform, output: string | undefined): SystemAccess & { readonly calls: Call[] } {
  const calls: Call[] = [];
  const answer = (): Promise<string> => (output === undefined ? Promise.reject(new Error('exit code 1')) : Promise.resolve(output));
  return {
    platform,
    calls,
    readText: () => Promise.reject(new Error('ENOENT')),
    run: (command, args, env) => {
      calls.push({ command, args, env });
      return answer();
    },
  };
}

describe('the start of a process', () => {
  it('is read on Linux from the process and from the start of the system', async () => {
    const files: Readonly<Record<string, string>> = {
      '/proc/4242/stat': `4242 (cla) ude) S 1 4242 4242 0 -1 4194304 9 0 0 0 1 0 0 0 20 0 11 0 123456 77 88 18446744073709551615`,
      '/proc/stat': 'cpu  1 2 3\nbtime 1763789003\nprocesses 9\n',
    };
    const system = { ...systemOf('linux', undefined), readText: (path: string) => Promise.resolve(files[path] ?? '') };
    assert.deepEqual(await processStart(4242, system), { at: 1763789003_000 + 1234_560, ticks: '123456' });
    assert.equal(await processStart(4243, system), undefined);
  });

  it('is asked of ps on macOS, in a language and a time zone that are known', async () => {
    const system = systemOf('darwin', 'Sun Nov  2 05:23:42 2026    \n');
    assert.deepEqual(await processStart(4242, system), { at: Date.UTC(2026, 10, 2, 5, 23, 42) });
    assert.deepEqual(system.calls, [{ command: '/bin/ps', args: ['-o', 'lstart=', '-p', '4242'], env: { LC_ALL: 'C', TZ: 'UTC' } }]);
  });

  it('is asked of PowerShell on Windows, by its full path', async () => {
    // 2026-11-02T05:23:42.125Z, in steps of 100 ns since 1601.
    const filetime = BigInt(Date.UTC(2026, 10, 2, 5, 23, 42, 125)) * 10_000n + 116_444_736_000_000_000n;
    const system = systemOf('win32', `${filetime}\r\n`);
    assert.deepEqual(await processStart(4242, system), { at: Date.UTC(2026, 10, 2, 5, 23, 42, 125) });
    assert.match(system.calls[0]?.command ?? '', /^[A-Z]:\\.*\\System32\\WindowsPowerShell\\v1\.0\\powershell\.exe$/i);
    assert.match(system.calls[0]?.args.at(-1) ?? '', /Get-Process -Id 4242 /);
  });

  for (const platform of ['linux', 'darwin', 'win32', 'aix'] as const)
    it(`is unknown on ${platform} where nothing is told`, async () => {
      assert.equal(await processStart(4242, systemOf(platform, undefined)), undefined);
      for (const nothing of ['', '\r\n', 'no start'])
        assert.equal(await processStart(4242, { ...systemOf(platform, nothing), readText: () => Promise.resolve(nothing) }), undefined);
    });

  it('is told alike by Linux and by its ps, which prints what that of macOS prints', async function () {
    // It compares `/proc` with `ps`.
    if (process.platform !== 'linux') this.skip();
    const real = await processStart(process.pid);
    const { execFileSync } = await import('node:child_process');
    const run: SystemAccess['run'] = (_command, args, env) =>
      Promise.resolve(execFileSync('ps', args, { encoding: 'utf8', env: { ...process.env, ...env } }));
    const byPs = await processStart(process.pid, { ...systemOf('darwin', undefined), run });
    // Each cuts to whole seconds in its own way.
    assert.ok(Math.abs((real?.at ?? 0) - (byPs?.at ?? NaN)) <= 1_000, `${real?.at} ${byPs?.at}`);
  });
});
