import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Clock } from '../../../../src/shared/clock.js';
import { realClock } from '../../../../src/disk/clock.js';
import type { FileSystem } from '../../../../src/claude/install/executable.js';
import { createClaudeFinder, createRun, versionLimitMs, type FindResult, type Run } from '../../../../src/claude/install/find.js';
import { removeFolder } from '../../../support/removeFolder.js';

interface MadeUpFile {
  readonly text?: string;
  readonly link?: string;
  readonly isFolder?: boolean;
  readonly isPlain?: boolean;
  mtimeMs?: number;
}

type World = Record<string, MadeUpFile>;

function madeUp(world: World): FileSystem & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const real = (path: string): string => {
    const link = world[path]?.link;
    return link === undefined ? path : real(link);
  };
  return {
    asked,
    stat(path) {
      asked.push(path);
      const file = world[real(path)];
      return Promise.resolve(file && { isFile: file.isFolder !== true, mtimeMs: file.mtimeMs ?? 1 });
    },
    realPath: path => Promise.resolve(real(path)),
    isExecutable: path => Promise.resolve(world[real(path)]?.isPlain !== true),
    readText: path => Promise.resolve(world[real(path)]?.text ?? ''),
    list: folder => Promise.resolve(Object.keys(world).flatMap(path => (dirname(path) === folder ? [path.slice(folder.length + 1)] : []))),
    ownNode: '/vscode/electron',
  };
}

/** Answers with the version given for the command line, else with a supported one. */
function madeUpRun(outputs: Record<string, string> = {}): { run: Run; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const run: Run = (command, args) => {
    const line = [command, ...args].join(' ');
    calls.push(line);
    return Promise.resolve({ ok: true, output: outputs[line] ?? '2.1.329 (Claude Code)' });
  };
  return { run, calls };
}

const linux = { setting: undefined, env: { PATH: '/usr/bin:/bin' }, platform: 'linux', home: '/home/x' } as const;
const windows = {
  setting: undefined,
  env: { Path: 'C:\\Tools;"C:\\npm folder"', APPDATA: 'C:\\Roaming' },
  platform: 'win32',
  home: 'C:\\Users\\x',
} as const;

function problemOf(result: FindResult): string {
  assert.ok(!result.ok);
  return `${result.problem.code} ${result.problem.detail}`;
}

function cliOf(result: FindResult): string {
  assert.ok(result.ok, JSON.stringify(result));
  const { path, command, args, env } = result.cli;
  return [path, '=', ...Object.entries(env).map(parts => parts.join(':')), command, ...args].join(' ');
}

describe('finding the CLI', () => {
  const find = (world: World, options: Parameters<ReturnType<typeof createClaudeFinder>['find']>[0], outputs?: Record<string, string>) =>
    createClaudeFinder(madeUp(world), madeUpRun(outputs).run).find(options);

  describe('with a setting', () => {
    it('takes that file and no other', async () => {
      const world = { '/opt/my/claude': {}, '/usr/bin/claude': {} };
      const result = await find(world, { ...linux, setting: ' /opt/my/claude ' });
      assert.deepEqual(result, {
        ok: true,
        cli: { path: '/opt/my/claude', version: '2.1.329', command: '/opt/my/claude', args: [], env: {} },
      });
      assert.equal(problemOf(await find(world, { ...linux, setting: '/opt/none' })), 'notFound /opt/none');
    });

    it('reads ~ as the home folder', async () => {
      assert.equal(cliOf(await find({ '/home/x/bin/c': {} }, { ...linux, setting: '~/bin/c' })), '/home/x/bin/c = /home/x/bin/c');
      const world = { 'C:\\Users\\x\\c.exe': {} };
      assert.equal(cliOf(await find(world, { ...windows, setting: '~\\c.exe' })), 'C:\\Users\\x\\c.exe = C:\\Users\\x\\c.exe');
    });

    it('refuses a relative path and says so', async () => {
      for (const setting of ['bin/claude', './claude', 'claude', '~other/claude']) {
        assert.equal(problemOf(await find({}, { ...linux, setting })), `notFound ${setting}: not an absolute path`);
      }
    });

    it('says why a file cannot be started', async () => {
      const world = { '/a': { isFolder: true }, '/b': { isPlain: true } };
      assert.equal(problemOf(await find(world, { ...linux, setting: '/a' })), 'notExecutable /a: is a folder');
      assert.equal(problemOf(await find(world, { ...linux, setting: '/b' })), 'notExecutable /b: has no permission to be executed');
    });

    it('takes the program or the shim for a name without extension on Windows', async () => {
      const shell = { 'C:\\n\\claude': {}, 'C:\\n\\claude.cmd': { text: '"%~dp0\\x.exe" %*' }, 'C:\\n\\x.exe': {} };
      assert.equal(cliOf(await find(shell, { ...windows, setting: 'C:\\n\\claude' })), 'C:\\n\\claude.cmd = C:\\n\\x.exe');
    });
  });

  describe('without a setting', () => {
    it('prefers PATH, in its order, to the usual places', async () => {
      const world: World = { '/home/x/.local/bin/claude': {}, '/bin/claude': {}, '/usr/bin/claude': {} };
      assert.equal(cliOf(await find(world, linux)), '/usr/bin/claude = /usr/bin/claude');
      delete world['/usr/bin/claude'];
      assert.equal(cliOf(await find(world, linux)), '/bin/claude = /bin/claude');
      delete world['/bin/claude'];
      assert.equal(cliOf(await find(world, linux)), '/home/x/.local/bin/claude = /home/x/.local/bin/claude');
    });

    it('looks where installers put it', async () => {
      const env = { PATH: '/bin', npm_config_prefix: '/pre', NVM_BIN: '/nvm/bin' };
      const places = [
        '/home/x/.local/bin',
        '/home/x/.claude/local',
        '/pre/bin',
        '/home/x/.npm-global/bin',
        '/home/x/.volta/bin',
        '/home/x/.bun/bin',
        '/nvm/bin',
      ];
      for (const place of [...places, '/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin']) {
        const path = `${place}/claude`;
        assert.equal(cliOf(await find({ [path]: {} }, { ...linux, platform: 'darwin', env })), `${path} = ${path}`);
      }
    });

    it('takes nvm’s newest Node that has it', async () => {
      const nvm = '/home/x/.nvm/versions/node';
      const world: World = { [`${nvm}/v9.1.0`]: {}, [`${nvm}/v22.1.0`]: {}, [`${nvm}/v9.1.0/bin/claude`]: {} };
      assert.match(cliOf(await find(world, linux)), /v9\.1\.0\/bin\/claude$/);
      world[`${nvm}/v22.1.0/bin/claude`] = {};
      assert.match(cliOf(await find(world, linux)), /v22\.1\.0\/bin\/claude$/);
    });

    it('never looks into a relative folder of PATH, which would be the project', async () => {
      const files = madeUp({});
      await createClaudeFinder(files, madeUpRun().run).find({ ...linux, env: { PATH: ':.:node_modules/.bin:/bin' } });
      assert.ok(files.asked.length > 1);
      assert.ok(
        files.asked.every(path => path.startsWith('/')),
        files.asked.join(),
      );
    });

    it('names the places when it is nowhere', async () => {
      assert.match(problemOf(await find({}, linux)), /^notFound PATH, \/home\/x\/\.local\/bin, .*\/usr\/local\/bin/);
    });

    it('passes over what cannot be used, and names the first of it when nothing else is there', async () => {
      const world: World = { '/usr/bin/claude': { isFolder: true }, '/bin/claude': { isPlain: true } };
      assert.equal(problemOf(await find(world, linux)), 'notExecutable /bin/claude: has no permission to be executed');
      world['/usr/local/bin/claude'] = {};
      assert.equal(cliOf(await find(world, linux)), '/usr/local/bin/claude = /usr/local/bin/claude');
    });

    it('asks the same file once, whatever links lead to it', async () => {
      const world = { '/usr/bin/claude': { link: '/opt/c' }, '/bin/claude': { link: '/opt/c' }, '/opt/c': {} };
      const { run, calls } = madeUpRun({ '/usr/bin/claude --version': '1.0.0', '/bin/claude --version': '1.0.0' });
      assert.equal(problemOf(await createClaudeFinder(madeUp(world), run).find(linux)), 'tooOld 1.0.0 (/usr/bin/claude)');
      assert.equal(calls.length, 1);
    });
  });

  describe('as a script', () => {
    const script: World = { '/n/bin/claude': { link: '/n/lib/cli.js' }, '/n/lib/cli.js': { isPlain: true } };
    const options = { ...linux, env: { PATH: '/n/bin:/usr/bin' } };

    it('runs on the Node beside its link, else on PATH’s', async () => {
      const world: World = { ...script, '/usr/bin/node': {} };
      assert.equal(cliOf(await find(world, options)), '/n/bin/claude = /usr/bin/node /n/lib/cli.js');
      world['/n/bin/node'] = {};
      assert.equal(cliOf(await find(world, { ...options, setting: '/n/bin/claude' })), '/n/bin/claude = /n/bin/node /n/lib/cli.js');
    });

    it('runs on VS Code’s own when there is no other, told to be a Node', async () => {
      const world = { ...script, '/usr/bin/node': { isPlain: true } };
      assert.equal(cliOf(await find(world, options)), '/n/bin/claude = ELECTRON_RUN_AS_NODE:1 /vscode/electron /n/lib/cli.js');
    });
  });

  describe('on Windows', () => {
    const newShim = [
      '@ECHO off\r\nGOTO start\r\n:find_dp0\r\nSET dp0=%~dp0\r\nEXIT /b\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n',
      '\r\nIF EXIST "%dp0%\\node.exe" (\r\n  SET "_prog=%dp0%\\node.exe"\r\n) ELSE (\r\n  SET "_prog=node"\r\n  SET PATHEXT=%PATHEXT:;.JS;=;%\r\n)\r\n',
      '\r\nendLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*\r\n',
    ].join('');
    const oldShim = [
      '@IF EXIST "%~dp0\\node.exe" (\r\n  "%~dp0\\node.exe"  "%~dp0\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*\r\n) ELSE (\r\n',
      '  @SETLOCAL\r\n  @SET PATHEXT=%PATHEXT:;.JS;=;%\r\n  node  "%~dp0\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*\r\n)\r\n',
    ].join('');
    const exeShim = '@ECHO off\r\nCALL :find_dp0\r\n"%dp0%\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe"   %*\r\n';
    const folder = 'C:\\npm folder';
    const cli = `${folder}\\node_modules\\@anthropic-ai\\claude-code\\cli.js`;

    it('takes the program before the shim, from a PATH in any case and with quotes', async () => {
      const world: World = { [`${folder}\\claude.cmd`]: { text: exeShim }, [`${folder}\\claude.exe`]: {} };
      assert.equal(cliOf(await find(world, windows)), `${folder}\\claude.exe = ${folder}\\claude.exe`);
    });

    it('follows both shapes of npm’s shim to the script, with the Node beside it or PATH’s', async () => {
      for (const text of [newShim, oldShim]) {
        const world: World = { [`${folder}\\claude.cmd`]: { text }, [cli]: {}, 'C:\\Tools\\node.exe': {} };
        assert.equal(cliOf(await find(world, windows)), `${folder}\\claude.cmd = C:\\Tools\\node.exe ${cli}`);
        world[`${folder}\\node.exe`] = {};
        assert.equal(cliOf(await find(world, windows)), `${folder}\\claude.cmd = ${folder}\\node.exe ${cli}`);
      }
    });

    it('follows a shim to a program', async () => {
      const exe = `${folder}\\node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe`;
      const world = { [`${folder}\\claude.cmd`]: { text: exeShim }, [exe]: {} };
      assert.equal(cliOf(await find(world, windows)), `${folder}\\claude.cmd = ${exe}`);
    });

    it('follows a shim that points beside its folder, as pnpm’s do', async () => {
      const text = '@"%~dp0\\..\\store\\cli.js" %*';
      const world = { 'C:\\Roaming\\npm\\claude.cmd': { text }, 'C:\\Roaming\\store\\cli.js': {}, 'C:\\Tools\\node.exe': {} };
      assert.equal(cliOf(await find(world, windows)), 'C:\\Roaming\\npm\\claude.cmd = C:\\Tools\\node.exe C:\\Roaming\\store\\cli.js');
    });

    it('says so when a shim is no shim, or leads nowhere', async () => {
      const path = 'C:\\Tools\\claude.cmd';
      for (const text of ['@echo hello %*', '"%FOO%\\x.js" %*', '"%~dp0\\other.cmd" %*', '"x.js" %*']) {
        assert.equal(problemOf(await find({ [path]: { text } }, windows)), `notExecutable ${path}: not a script made by npm`);
      }
      const detail = `${path}: starts C:\\Tools\\x.exe, which is not there`;
      assert.equal(problemOf(await find({ [path]: { text: '"%~dp0\\x.exe" %*' } }, windows)), `notExecutable ${detail}`);
    });

    it('looks where installers put it', async () => {
      for (const path of ['C:\\Users\\x\\.local\\bin\\claude.exe', 'C:\\pre\\claude.exe', 'C:\\Roaming\\npm\\claude.exe']) {
        const env = { ...windows.env, NPM_CONFIG_PREFIX: 'C:\\pre' };
        assert.equal(cliOf(await find({ [path]: {} }, { ...windows, env })), `${path} = ${path}`);
      }
    });
  });

  describe('and its version', () => {
    const world: World = { '/usr/bin/claude': {} };
    const versioned = (output: string): Promise<FindResult> => find(world, linux, { '/usr/bin/claude --version': output });

    it('must be at least 2.0.77, number by number', async () => {
      for (const [version, isNewEnough] of [
        ['2.0.77', true],
        ['2.0.100', true],
        ['2.1.0', true],
        ['10.0.0', true],
        ['2.0.76', false],
        ['2.0.9', false],
        ['1.9.99', false],
      ] as const) {
        const result = await versioned(`${version} (Claude Code)`);
        if (isNewEnough) assert.ok(result.ok && result.cli.version === version, version);
        else assert.equal(problemOf(result), `tooOld ${version} (/usr/bin/claude)`);
      }
    });

    it('is found behind a first line that says something else', async () => {
      const result = await versioned('Note: an update is there\n2.1.5 (Claude Code)');
      assert.ok(result.ok && result.cli.version === '2.1.5');
    });

    it('missing is a failed start, with what was said instead', async () => {
      assert.equal(problemOf(await versioned('hello')), 'spawnFailed /usr/bin/claude: no version in "hello"');
    });

    it('too old on PATH does not hide a good one elsewhere', async () => {
      const both = { ...world, '/usr/local/bin/claude': {} };
      const result = await find(both, linux, { '/usr/bin/claude --version': '1.0.0' });
      assert.equal(cliOf(result), '/usr/local/bin/claude = /usr/local/bin/claude');
    });

    it('is asked once for a file, also at the same time, and again when the file has changed', async () => {
      const file: MadeUpFile = {};
      const { run, calls } = madeUpRun();
      const finder = createClaudeFinder(madeUp({ '/usr/bin/claude': { link: '/opt/c' }, '/opt/c': file }), run);
      await Promise.all([finder.find(linux), finder.find(linux)]);
      await finder.find(linux);
      assert.equal(calls.length, 1);
      file.mtimeMs = 2;
      await finder.find(linux);
      assert.equal(calls.length, 2);
    });

    it('is asked again after a failure', async () => {
      const answers: Awaited<ReturnType<Run>>[] = [
        { ok: false, problem: { code: 'spawnFailed', detail: 'busy' } },
        { ok: true, output: '2.1.0' },
      ];
      const finder = createClaudeFinder(madeUp(world), () => Promise.resolve(answers.shift() ?? assert.fail()));
      assert.equal(problemOf(await finder.find(linux)), 'spawnFailed /usr/bin/claude: busy');
      assert.equal(cliOf(await finder.find(linux)), '/usr/bin/claude = /usr/bin/claude');
    });

    it('is asked again where the CLI was too old, or says another version once it runs: behind a script an update changes no file', async () => {
      const outputs = ['2.0.9', '2.1.0', '2.1.1'];
      const finder = createClaudeFinder(madeUp(world), () => Promise.resolve({ ok: true, output: outputs.shift() ?? assert.fail() }));
      assert.equal(problemOf(await finder.find(linux)), 'tooOld 2.0.9 (/usr/bin/claude)');
      const versionOf = async (): Promise<string> => {
        const found = await finder.find(linux);
        assert.ok(found.ok);
        finder.saysVersion(found.cli, '2.1.1');
        return found.cli.version;
      };
      assert.deepEqual([await versionOf(), await versionOf(), await versionOf()], ['2.1.0', '2.1.1', '2.1.1']);
    });

    it('is asked in the home folder, with the CLI’s own environment', async () => {
      const places: unknown[] = [];
      const run: Run = (_command, _args, place) => {
        places.push(place);
        return Promise.resolve({ ok: true, output: '2.1.0' });
      };
      await createClaudeFinder(madeUp({ '/c.js': {} }), run).find({ ...linux, setting: '/c.js' });
      assert.deepEqual(places, [{ cwd: '/home/x', env: { ...linux.env, ELECTRON_RUN_AS_NODE: '1' } }]);
    });
  });

  describe('on this machine', () => {
    let folder = '';
    before(() => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-find-')));
    });
    after(() => removeFolder(folder));
    const here = () => ({
      setting: undefined,
      env: { PATH: [join(folder, 'bin'), dirname(process.execPath)].join(delimiter), SystemRoot: process.env['SystemRoot'] ?? '' },
      home: folder,
    });

    // On Windows npm makes no links, no file has an interpreter, and no signal ends a child: see test/windows/find.test.ts.
    it('finds a linked script and the Node to run it', async function () {
      if (process.platform === 'win32') return this.skip();
      mkdirSync(join(folder, 'bin'));
      const script = join(folder, 'cli.js');
      writeFileSync(script, `console.log('2.1.' + (process.argv[2] === '--version' ? 7 : 8) + ' (Claude Code)')`);
      symlinkSync(script, join(folder, 'bin', 'claude'));
      const finder = createClaudeFinder();
      const result = await finder.find(here());
      assert.ok(result.ok);
      assert.deepEqual(result.cli.args, [script]);
      assert.equal(result.cli.version, '2.1.7');
      writeFileSync(script, `console.log('2.1.9')`);
      utimesSync(script, 1, 1);
      const updated = await finder.find(here());
      assert.ok(updated.ok && updated.cli.version === '2.1.9');
    });

    it('tells the ways to fail apart', async function () {
      if (process.platform === 'win32') return this.skip();
      const finder = createClaudeFinder();
      const write = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        chmodSync(join(folder, name), 0o755);
        return join(folder, name);
      };
      const failing = write('failing', '#!/bin/sh\necho one >&2\necho two >&2\nexit 5\n');
      assert.equal(problemOf(await finder.find({ ...here(), setting: failing })), `spawnFailed ${failing}: ended with 5: two`);
      const orphan = write('orphan', '#!/no/such/interpreter\n');
      assert.match(problemOf(await finder.find({ ...here(), setting: orphan })), /^notExecutable .*orphan: .*ENOENT/);
      const missing = join(folder, 'missing', 'claude');
      assert.equal(problemOf(await finder.find({ ...here(), setting: missing })), `notFound ${missing}`);
    });

    it('gives up on a program that does not answer in time, also when its child keeps the pipe', async function () {
      if (process.platform === 'win32') return this.skip();
      let timeIsUp: () => void = () => undefined;
      const clock: Clock = {
        after(ms, run) {
          if (ms !== versionLimitMs) return realClock.after(ms, run);
          timeIsUp = run;
          return () => undefined;
        },
      };
      const result = createRun(clock)('/bin/sh', ['-c', 'trap "" TERM; sleep 1000; sleep 1000'], { cwd: folder, env: here().env });
      timeIsUp();
      assert.deepEqual(await result, { ok: false, problem: { code: 'spawnFailed', detail: 'no answer to --version in 60 s' } });
    });
  });
});
