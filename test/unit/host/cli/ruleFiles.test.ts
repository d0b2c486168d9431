// A rule in a file of settings on a real disk: removed and put back, and left alone where the file is not as it was read.
import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRules, removeRule, ruleFiles } from '../../../../src/host/cli/ruleFiles.js';
import { removeFolder } from '../../../support/removeFolder.js';

const rule = { behavior: 'allow', rule: 'Bash(git push *)' } as const;
const before = '{\r\n  "zeta": 1,\r\n  "permissions": {"allow": ["Bash(git push *)", "Bash"]}\r\n}';
const after = '{\r\n  "zeta": 1,\r\n  "permissions": {"allow": ["Bash"]}\r\n}';

describe('a rule in a file of settings', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-rules-'));
    path = join(folder, 'settings.json');
  });
  afterEach(() => removeFolder(folder));
  const text = (): string => readFileSync(path, 'utf8');

  it('is looked for in the three files of the CLI, whose folder the environment names', async () => {
    assert.deepEqual(await ruleFiles(folder, { CLAUDE_CONFIG_DIR: '/config' }), [
      { place: 'localSettings', path: join(folder, '.claude', 'settings.local.json') },
      { place: 'projectSettings', path: join(folder, '.claude', 'settings.json') },
      { place: 'userSettings', path: join('/config', 'settings.json') },
    ]);
  });

  it('is removed and put back, byte by byte, and nothing else is left in the folder', async () => {
    writeFileSync(path, before);
    if (process.platform !== 'win32') chmodSync(path, 0o640);
    const removed = await removeRule(path, rule);
    assert.equal(text(), after);
    assert.ok(removed.ok);
    assert.deepEqual(await removed.undo(), { ok: true });
    assert.equal(text(), before);
    assert.deepEqual(readdirSync(folder), ['settings.json']);
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o640);
  });

  it('is not put back into a file that has changed since', async () => {
    writeFileSync(path, before);
    const removed = await removeRule(path, rule);
    writeFileSync(path, '{}');
    assert.deepEqual(removed.ok && (await removed.undo()), { ok: false, problem: { code: 'changed' } });
    assert.equal(text(), '{}');
  });

  it('is removed from the file at the end of a link, which stays a link', async function () {
    if (process.platform === 'win32') return this.skip();
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'file.json'), before);
    symlinkSync(join('elsewhere', 'file.json'), path);
    assert.ok((await removeRule(path, rule)).ok);
    assert.equal(text(), after);
    assert.ok(lstatSync(path).isSymbolicLink());
  });

  it('cannot be read from a file that is not JSON, which stays as it is', async () => {
    const problem = { ok: false, problem: { code: 'notJson' } };
    writeFileSync(path, `// mine\n${before}`);
    assert.deepEqual([await readRules(path), await removeRule(path, rule)], [problem, problem]);
    assert.equal(text(), `// mine\n${before}`);
  });

  it('is not there in a file without it, and in none', async () => {
    const problem = { ok: false, problem: { code: 'notThere' } };
    assert.deepEqual([await readRules(path), await removeRule(path, rule)], [{ ok: true, rules: [] }, problem]);
    writeFileSync(path, after);
    assert.deepEqual(await removeRule(path, rule), problem);
    assert.deepEqual(await readRules(path), { ok: true, rules: [{ behavior: 'allow', rule: 'Bash' }] });
    assert.equal(text(), after);
  });
});
