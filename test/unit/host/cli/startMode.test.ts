import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMode } from '../../../../src/host/cli/startMode.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the mode in which a chat begins', () => {
  let folder: string;
  let managed: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-'));
    managed = join(folder, 'managed-settings.json');
  });
  afterEach(() => removeFolder(folder));

  const settings = (mode: unknown): string => JSON.stringify({ permissions: { defaultMode: mode } });
  const begins = (): Promise<string> => startMode({ CLAUDE_CONFIG_DIR: join(folder, 'own') }, managed);
  const write = (text: string): void => {
    mkdirSync(join(folder, 'own'), { recursive: true });
    writeFileSync(join(folder, 'own', 'settings.json'), text);
  };

  it('is to ask first, where nobody has said anything', async () => {
    assert.equal(await begins(), 'default');
  });

  it('is the person’s own, and before that the organization’s', async () => {
    write(settings('acceptEdits'));
    assert.equal(await begins(), 'acceptEdits');
    writeFileSync(managed, settings('plan'));
    assert.equal(await begins(), 'plan');
  });

  it('is that of the last file in managed-settings.d that says one, before the organization’s other file', async () => {
    writeFileSync(managed, settings('acceptEdits'));
    const parts = join(folder, 'managed-settings.d');
    mkdirSync(parts);
    writeFileSync(join(parts, '10.json'), settings('default'));
    writeFileSync(join(parts, '20.json'), settings('plan'));
    for (const name of ['30.json', '.40.json', '50.txt']) writeFileSync(join(parts, name), name === '30.json' ? '{}' : settings('dontAsk'));
    assert.equal(await begins(), 'plan');
  });

  it('is to ask first where the person bypasses permissions, which is confirmed for each chat, and where the settings say no mode', async () => {
    for (const text of [
      settings('bypassPermissions'),
      settings('everything'),
      settings(7),
      '{"permissions":[]}',
      '[]',
      'null',
      'no JSON',
    ]) {
      write(text);
      assert.equal(await begins(), 'default', text);
    }
  });
});
