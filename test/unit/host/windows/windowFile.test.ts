// The order in which a window writes its file: what asks for it meanwhile waits.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thisOwner } from '../../../../src/host/windows/owner.js';
import type { WindowRecord } from '../../../../src/host/windows/windowRecords.js';
import { WindowServer } from '../../../../src/host/windows/windowServer.js';
import { removeFolder } from '../../../support/removeFolder.js';
import { createTestLog } from '../../../support/windows.js';

describe("a window's file", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
  });
  afterEach(() => removeFolder(root));

  it('is written by one at a time, so that its removal comes behind all of them', async () => {
    const log = createTestLog();
    const owner = await thisOwner(log, [root]);
    const file = join(root, 'windows', `${owner.window}.json`);
    const before: unknown[] = [];
    const folders = (): Promise<readonly string[]> => {
      before.push(existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as WindowRecord).folders);
      return Promise.resolve([`${before.length}`]);
    };
    const handlers = { ask: () => Promise.reject(new Error('not here')) };
    const server = new WindowServer({ folder: root, owner, log, handlers, folders });
    await server.begin();
    server.used();
    await server.begin();
    assert.deepEqual(before, [false, ['1'], ['2']]);
    await server.dispose();
    assert.deepEqual(readdirSync(join(root, 'windows')), []);
  });
});
