import assert from 'node:assert/strict';
import fs, { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hooksOff, isReadByClaude } from '../../../../src/host/agents/hooksOff.js';
import { createManualClock } from '../../../support/manualClock.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('why no hook of the person’s runs', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
  });
  afterEach(() => removeFolder(root));

  const write = (name: string, value: unknown): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof value === 'string' ? value : JSON.stringify(value));
  };
  /** Who says so, where and by which setting; undefined where the hook runs. */
  const why = async (text = '{}', folders: readonly string[] = ['work']): Promise<string | undefined> => {
    const found = await hooksOff({
      own: { file: join(root, 'own.json'), text },
      folders: folders.map(name => join(root, name)),
      managed: join(root, 'managed-settings.json'),
    });
    return found && `${found.by}: ${found.setting} in ${found.file.slice(root.length + 1)}`;
  };
  const off = { disableAllHooks: true };

  it('is nothing where no settings say so', async () => {
    assert.equal(await why(''), undefined);
    write('managed-settings.json', '{');
    write('work/.claude/settings.json', { hooks: {}, env: off });
    for (const own of ['{"disableAllHooks": false}', '{"a": {"disableAllHooks": true}}', '{', '[]'])
      assert.equal(await why(own), undefined, own);
  });

  it('is the person’s own word, but for folders that say another one', async () => {
    const own = '\ufeff{ "disableAllHooks": true }';
    assert.equal(await why(own), 'person: disableAllHooks in own.json');
    assert.equal(await why(own, []), 'person: disableAllHooks in own.json');
    write('work/.claude/settings.json', { disableAllHooks: false });
    assert.equal(await why(own), undefined);
    assert.equal(await why(own, ['work', 'other']), 'person: disableAllHooks in own.json');
  });

  it('is only what the CLI reads: no file with comments, no name that stands there again, nothing that is nested without an end', async () => {
    const deep = '['.repeat(100_000);
    for (const [text, isOff] of [
      ['{"disableAllHooks": true} // a', false],
      ['{"disableAllHooks": true,}', false],
      ['{"disableAllHooks": true, "disableAllHooks": false}', false],
      ['{"disableAllHooks": false, "disableAllHooks": true}', true],
      [deep, false],
      [`{"disableAllHooks": true, "a": ${deep}${']'.repeat(100_000)}}`, true],
    ] as const) {
      write('work/.claude/settings.json', text);
      assert.equal((await why()) !== undefined, isOff, text.slice(0, 60));
      write('work/.claude/settings.json', {});
      assert.equal((await why(text)) !== undefined, isOff, text.slice(0, 60));
    }
  });

  it('is of no account where the CLI reads nothing of the settings', () => {
    const texts = ['', '\ufeff{}', '{"a": 1}', '{"a": 1} // a', '{"a": 1,}', '[]', '{'];
    assert.deepEqual(texts.map(isReadByClaude), [true, true, true, false, false, false, false]);
  });

  it('is a folder’s word, its local file first', async () => {
    write('work/.claude/settings.json', off);
    assert.equal(await why('{}', ['other', 'work']), 'folder: disableAllHooks in work/.claude/settings.json');
    write('work/.claude/settings.local.json', { disableAllHooks: false });
    assert.equal(await why(), undefined);
    write('work/.claude/settings.local.json', off);
    assert.equal(await why(), 'folder: disableAllHooks in work/.claude/settings.local.json');
  });

  it('is the word of the repository’s local file before that of the folder’s own', async function () {
    if (process.platform === 'win32') return this.skip();
    write('work/.git/HEAD', 'ref: refs/heads/main');
    write('work/sub/.claude/settings.json', { disableAllHooks: false });
    write('work/.claude/settings.local.json', off);
    assert.equal(await why('{}', ['work/sub']), 'folder: disableAllHooks in work/.claude/settings.local.json');
    write('work/.claude/settings.local.json', { disableAllHooks: false });
    write('work/sub/.claude/settings.local.json', off);
    assert.equal(await why('{}', ['work/sub']), undefined);
    write('work/.claude/settings.local.json', {});
    assert.equal(await why('{}', ['work/sub']), 'folder: disableAllHooks in work/sub/.claude/settings.local.json');
  });

  it('says nothing of a folder on a disk that does not answer', async () => {
    const { open } = fs.promises;
    fs.promises.open = (path, ...given) =>
      String(path).startsWith(join(root, 'dead')) ? new Promise(() => undefined) : open(path, ...given);
    syncBuiltinESMExports();
    try {
      const clock = createManualClock();
      const found = hooksOff({
        own: { file: 'own.json', text: JSON.stringify(off) },
        folders: [join(root, 'dead')],
        managed: join(root, 'managed-settings.json'),
        clock,
      });
      (await clock.next()).run();
      assert.equal((await found)?.by, 'person');
    } finally {
      fs.promises.open = open;
      syncBuiltinESMExports();
    }
  });

  it('is the organization’s word before all others, in each of its files', async () => {
    write('work/.claude/settings.json', off);
    for (const [setting, value] of [
      ['disableAllHooks', true],
      ['allowManagedHooksOnly', true],
      ['strictPluginOnlyCustomization', true],
      ['strictPluginOnlyCustomization', ['skills', 'hooks']],
    ] as const) {
      write('managed-settings.json', { [setting]: value });
      assert.equal(await why(), `organization: ${setting} in managed-settings.json`);
    }
    write('managed-settings.json', { strictPluginOnlyCustomization: ['skills'], allowManagedHooksOnly: false });
    assert.match((await why()) ?? '', /^folder/);
    write('managed-settings.d/10.json', { allowManagedHooksOnly: true });
    write('managed-settings.d/.20.json', off);
    assert.equal(await why(), 'organization: allowManagedHooksOnly in managed-settings.d/10.json');
  });

  it('is the last word of an organization’s files, whose lists are put together', async () => {
    const only = (value: unknown): object => ({ strictPluginOnlyCustomization: value });
    for (const [first, last, found] of [
      [off, { disableAllHooks: false }, undefined],
      [{ disableAllHooks: false }, off, 'disableAllHooks in managed-settings.d/10.json'],
      [{ allowManagedHooksOnly: true }, { allowManagedHooksOnly: false }, undefined],
      [only(true), only(false), undefined],
      [only(true), only(['skills']), undefined],
      [only(['hooks']), only(false), undefined],
      [only(['hooks']), only(['skills']), 'strictPluginOnlyCustomization in managed-settings.json'],
    ] as const) {
      write('managed-settings.json', first);
      write('managed-settings.d/10.json', last);
      assert.equal(await why(), found && `organization: ${found}`, JSON.stringify([first, last]));
    }
  });
});
