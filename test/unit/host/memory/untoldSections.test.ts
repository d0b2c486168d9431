// What the person takes out of what Claude is told stays out, whichever window writes it, and a disk that refuses it is a problem with a name.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UntoldSections } from '../../../../src/host/memory/untoldSections.js';
import { MemoryDisk } from '../../../support/memoryDisk.js';
import { removeFolder } from '../../../support/removeFolder.js';

describe('the sections that are not told', () => {
  let storage: string;
  const nothing = (): void => undefined;
  const log = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
  const inWindow = (): UntoldSections => new UntoldSections({ storage, log });
  beforeEach(() => (storage = mkdtempSync(join(tmpdir(), 'parley-untold-'))));
  afterEach(() => removeFolder(storage));

  it('keep every removal of several windows that write at once', async () => {
    const windows = [inWindow(), inWindow(), inWindow()];
    const inTurn = (position: number): UntoldSections => windows[position % windows.length] ?? assert.fail();
    const keys = Array.from({ length: 30 }, (_, position) => `Section ${position}`);
    const written = await Promise.all(keys.map((key, position) => inTurn(position).tell(key, false)));
    assert.ok(written.every(one => one.ok === true));
    for (const window of windows) assert.deepEqual(await window.all(), { ok: true, keys: new Set(keys) });
    assert.equal(readdirSync(join(storage, 'memory')).length, 1);
    await Promise.all(keys.slice(1).map((key, position) => inTurn(position).tell(key, true)));
    assert.deepEqual(await inWindow().all(), { ok: true, keys: new Set(keys.slice(0, 1)) });
  });

  it('stay as they are where the disk refuses, which is said', async () => {
    const disk = new MemoryDisk();
    const sections = new UntoldSections({ storage, log }, disk);
    assert.equal((await sections.tell('Goal', false)).ok, true);
    disk.fault = ({ name }) => (name === 'write' ? { code: 'ENOSPC' } : undefined);
    assert.deepEqual(await sections.tell('Stack', false), { ok: false, problem: { code: 'full' } });
    disk.fault = () => undefined;
    assert.deepEqual(await sections.all(), { ok: true, keys: new Set(['Goal']) });
  });
});
