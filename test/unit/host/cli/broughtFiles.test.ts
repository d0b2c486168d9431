// The files that a folder brings along for the CLI, and those that its lines name: what is no file holds nothing up, and no size does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesNamedIn, readBrought, SharedLooks } from '../../../../src/host/cli/broughtFiles.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the files that a folder brings along', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const named = async (text: string): Promise<readonly string[]> => (await filesNamedIn(text, folder)).map(({ path }) => path);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-brought-'));
  });
  afterEach(() => removeFolder(folder));

  it('that a line names are its programs, and not the rest of its words', async () => {
    writeFileSync(at('lint.sh'), 'echo');
    writeFileSync(at('run'), '#!/bin/sh\n');
    writeFileSync(at('log'), 'words');
    mkdirSync(at('dist.js'));
    assert.deepEqual(await named('./run lint.sh dist.js none.sh >> log'), ['lint.sh', 'run']);
  });

  it('that a line names are found behind cd, by what interprets them, and in a plugin', async () => {
    for (const name of ['tools/deep/y', 'server/index.js', 'lib/main.js', 'task', 'words', 'plugin/x/go']) {
      mkdirSync(join(at(name), '..'), { recursive: true });
      writeFileSync(at(name), 'words');
    }
    chmodSync(at('tools/deep/y'), 0o755);
    for (const [text, ...programs] of [
      ['cd tools && cd deep && ./y', 'tools/deep/y'],
      ['make -C tools/deep y', 'tools/deep/y'],
      ['node --enable-source-maps server', 'server/index.js'],
      ['node ./lib/main', 'lib/main.js'],
      ['bash -eu task < words > words', 'task'],
      ['/usr/bin/env bash task', 'task'],
      ['. ./task', 'task'],
      ['{"command":"python3","args":["-u","task"]}', 'task'],
      ['cat words'],
    ])
      assert.deepEqual(await named(text ?? ''), programs, text);
    const line = '{"command": "sh \\"${CLAUDE_PLUGIN_ROOT}/x/go\\""}';
    const inPlugin = await filesNamedIn(line, at('lib'), { top: folder, plugins: [at('plugin')] });
    assert.deepEqual(
      inPlugin.map(({ path }) => path),
      ['plugin/x/go'],
    );
  });

  it('that a line names are looked for within a limit, however many words and folders it has', async () => {
    for (const name of ['a/b/c', 'b', 'c']) mkdirSync(at(name), { recursive: true });
    for (const name of ['task', 'a/late', 'a/b/c/far']) writeFileSync(at(name), 'words');
    const many = Array.from({ length: 195 }, (_, index) => `sh none${index}`).join(' ');
    assert.deepEqual(await named(`cd a; cd b; cd c; sh task; sh late; sh far; ${many}`), ['a/late', 'task']);
  });

  it('that thousands of lines name are looked for within a limit of all of them, and read once', async () => {
    const lines = 4_000;
    const looks = new SharedLooks(lines);
    writeFileSync(at('tool.sh'), 'before');
    const hashesIn = async (line: string, own = looks): Promise<readonly string[]> =>
      (await filesNamedIn(line, folder, { looks: own })).map(({ hash }) => hash);
    const words = Array.from({ length: 40 }, (_, word) => `none${word}`).join(' ');
    const [hash] = await hashesIn(`./tool.sh ${words}`);
    assert.ok(hash !== undefined);
    assert.deepEqual(await hashesIn(`${words} ./tool.sh`), [], 'behind what each of so many lines may look up');
    writeFileSync(at('tool.sh'), 'after');
    assert.deepEqual(await hashesIn(`./tool.sh ${words}`), [hash], 'read again');
    assert.notDeepEqual(await hashesIn(`./tool.sh ${words}`, new SharedLooks(lines)), [hash]);
  });

  it('count by size and time where much was read before them', async () => {
    writeFileSync(at('SKILL.md'), 'words');
    assert.equal(await readBrought(at('SKILL.md'), 16 * 2 ** 20 - 5), 'words');
    const large = await readBrought(at('SKILL.md'), 16 * 2 ** 20 - 4);
    assert.deepEqual(typeof large === 'object' && [large.size, large.beside], [5, 16 * 2 ** 20 - 4]);
  });

  it('are regular files: a pipe, which nobody writes into, is neither named nor read', async function () {
    if (process.platform === 'win32') this.skip();
    execFileSync('mkfifo', [at('pipe.sh'), at('settings.json')]);
    assert.deepEqual(await named('sh pipe.sh'), []);
    assert.equal(await readBrought(at('settings.json')), `Error: ${at('settings.json')} is no file`);
  });

  it('count by size and time where they are too large to be read, and have changed with either', async () => {
    const path = at('tool.sh');
    writeFileSync(path, '');
    chmodSync(path, 0o755);
    const prints = new Set<string | undefined>();
    const add = async (): Promise<number> => prints.add((await filesNamedIn('./tool.sh', folder))[0]?.hash).size;
    for (const [size, time, count] of [
      [3 * 2 ** 30, 1_000, 1],
      [3 * 2 ** 30, 1_000, 1],
      [3 * 2 ** 30, 2_000, 2],
      [3 * 2 ** 30 + 1, 2_000, 3],
    ] as const) {
      truncateSync(path, size);
      utimesSync(path, time, time);
      assert.equal(await add(), count);
    }
    assert.ok(!prints.has(undefined));
    assert.deepEqual(await readBrought(path), { size: 3 * 2 ** 30 + 1, modifiedAt: 2_000_000 });
  });

  it('count by their content otherwise, whatever their time', async () => {
    const path = at('a.sh');
    const print = async (text: string, time: number): Promise<string | undefined> => {
      writeFileSync(path, text);
      utimesSync(path, time, time);
      return (await filesNamedIn('sh a.sh', folder))[0]?.hash;
    };
    const first = await print('one', 1_000);
    assert.ok(first);
    assert.equal(await print('one', 2_000), first);
    assert.notEqual(await print('two', 1_000), first);
  });
});
