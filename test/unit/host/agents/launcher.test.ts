// The script that other agents have in their configuration.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { hookCommand, launcherPath, writeLauncher } from '../../../../src/host/agents/launcher.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the launcher of the helper', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "parley-it's $HOME "));
  });
  afterEach(async () => {
    await removeFolder(root);
  });

  /** An installed Parley whose helper prints how it was started. */
  function installed(version: string): string {
    const extension = join(root, `parley-${version}`);
    mkdirSync(join(extension, 'dist'), { recursive: true });
    const script = `console.log(JSON.stringify([${JSON.stringify(version)}, process.env.ELECTRON_RUN_AS_NODE, ...process.argv.slice(2)]))`;
    writeFileSync(join(extension, 'dist/door.js'), script);
    return extension;
  }

  it('is written whole by windows that start at once', async () => {
    const from = { globalStorage: join(root, 'storage'), extension: installed('1') };
    const paths = await Promise.all(Array.from({ length: 8 }, () => writeLauncher(from)));
    assert.deepEqual(new Set(paths), new Set([launcherPath(from)]));
    assert.deepEqual(readdirSync(join(root, 'storage/door')), [basename(launcherPath(from))]);
  });

  it('starts the helper of the Parley that is installed now, by the same path after an update', async function () {
    if (process.platform === 'win32') this.skip();
    const globalStorage = join(root, 'storage');
    const from = { globalStorage, extension: installed('1') };
    const path = await writeLauncher(from);
    const run = (): unknown => JSON.parse(execFileSync(path, ['--waits', '60'], { encoding: 'utf8' }));
    assert.deepEqual(run(), ['1', '1', '--storage', globalStorage, '--waits', '60']);
    assert.deepEqual([statSync(path).mode & 0o777, statSync(join(globalStorage, 'door')).mode & 0o777], [0o700, 0o700]);
    const { ino } = statSync(path);
    assert.equal(await writeLauncher(from, 'where there is one'), path);
    assert.equal(statSync(path).ino, ino, 'it is written only where it differs');
    await writeLauncher({ globalStorage, extension: installed('2') }, 'where there is one');
    assert.deepEqual(run(), ['2', '1', '--storage', globalStorage, '--waits', '60']);
    rmSync(join(root, 'parley-2'), { recursive: true });
    const { status, stderr } = spawnSync(path, { encoding: 'utf8' });
    assert.deepEqual([status, stderr], [1, 'Parley is not where it was: open VS Code once, so that it finds its way again.\n']);
    const hook = spawnSync('sh', ['-c', hookCommand(path)], { encoding: 'utf8' });
    assert.deepEqual([hook.status, hook.stderr, hook.stdout], [0, '', ''], 'a hook that failed would have words in the terminal');
  });

  it('is not written where nobody has asked for it', async () => {
    const from = { globalStorage: join(root, 'storage'), extension: installed('1') };
    await writeLauncher(from, 'where there is one');
    assert.equal(existsSync(from.globalStorage), false);
  });

  it('is a file of commands on Windows, which reads its paths as they are', async () => {
    const script = (folder: string): string => `${folder}${sep}dist${sep}door.js`;
    const textFor = async (globalStorage: string, node: string, extension: string): Promise<readonly string[]> => {
      const path = await writeLauncher({ globalStorage, extension, node, platform: 'win32' });
      assert.match(path, /parley-ask\.cmd$/);
      return readFileSync(path, 'utf8').split('\r\n').slice(2);
    };
    const gone = '(echo Parley is not where it was: open VS Code once, so that it finds its way again. 1>&2 & exit /b 1)';
    const notThere = (path: string): readonly string[] => [
      `if not exist "${path}" if "%~1"=="--terminal" exit /b 0`,
      `if not exist "${path}" ${gone}`,
    ];
    const plainly = join(root, 'storage');
    assert.deepEqual(await textFor(plainly, 'C:\\Program Files (x86)\\Code & co\\Code.exe', 'C:\\100%\\par^ley!'), [
      'setlocal disabledelayedexpansion',
      'set ELECTRON_RUN_AS_NODE=1',
      ...notThere('C:\\Program Files (x86)\\Code & co\\Code.exe'),
      ...notThere(script('C:\\100%%\\par^ley!')),
      `"C:\\Program Files (x86)\\Code & co\\Code.exe" "${script('C:\\100%%\\par^ley!')}" --storage "${plainly}" %*`,
      '',
    ]);
    const [first, codePage, ...others] = await textFor(join(root, 'Jörg'), 'C:\\Code.exe', 'C:\\parley');
    assert.deepEqual([first, codePage], ['setlocal disabledelayedexpansion', 'chcp 65001 >nul 2>nul'], 'before the first such path');
    assert.ok(others.some(line => line.includes('Jörg')));
  });
});
