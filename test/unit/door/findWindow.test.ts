// Which window an agent's question goes to.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, statSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WindowPlace } from '../../../src/door/findWindow.js';
import { findWindow } from '../../../src/door/findWindow.js';
import { withRealNames } from '../../../src/host/cli/workPlaces.js';
import { storageFolder } from '../../../src/host/storage/chatFolders.js';
import { thisOwner } from '../../../src/host/windows/owner.js';
import type { WindowHandlers } from '../../../src/host/windows/windowConnection.js';
import { WindowServer } from '../../../src/host/windows/windowServer.js';
import { createTestLog } from '../../support/windows.js';
import { removeFolder } from '../../support/removeFolder.js';

describe('the window for a question of another agent', () => {
  let root: string;
  let storage: string;
  const servers: WindowServer[] = [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
    storage = join(root, 'storage');
    for (const name of ['app/src', 'lib', 'other']) mkdirSync(join(root, name), { recursive: true });
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.dispose();
    await removeFolder(root);
  });

  const at = (name: string): string => join(root, name);
  const find = async (...names: string[]): Promise<string | undefined> => (await findWindow(storage, names.map(at)))?.socket;

  interface Opened {
    readonly server: WindowServer;
    readonly record: string;
  }

  /** A window with these folders, whose door is called `name`. `used`: seconds since 1970. */
  async function open(name: string, folders: readonly string[], used?: number, door?: WindowHandlers['door']): Promise<Opened> {
    const folder = storageFolder(storage, folders[0] ?? '');
    mkdirSync(folder, { recursive: true });
    const log = createTestLog();
    const owner = await thisOwner(log, [root]);
    const handlers = {
      ask: () => Promise.resolve({ given: true as const }),
      door: door ?? (() => Promise.resolve({ socket: name, headers: { Authorization: `Bearer ${name}` } })),
    };
    const server = new WindowServer({ folder, owner, log, handlers, folders: () => withRealNames(folders.map(at)) });
    await server.begin();
    servers.push(server);
    const record = join(folder, 'windows', `${owner.window}.json`);
    if (used !== undefined) utimesSync(record, used, used);
    return { server, record };
  }

  it('has its folder, or one above it, among its own', async () => {
    await open('first', ['app', 'lib']);
    assert.deepEqual(await findWindow(storage, [at('app')]), {
      socket: 'first',
      headers: { Authorization: 'Bearer first' },
      folder: at('app'),
    });
    assert.equal((await findWindow(storage, [at('other'), at('lib')]))?.folder, at('lib'), 'the one of the agent’s that the window has');
    assert.deepEqual([await find('app/src'), await find('lib'), await find('other', 'lib')], ['first', 'first', 'first']);
    assert.deepEqual([await find('other'), await find(''), await find('app-two')], [undefined, undefined, undefined]);
  });

  it('is the one that was used last, of several', async () => {
    await open('first', ['app'], 1_000);
    const { record, server } = await open('second', ['app'], 900);
    await open('third', ['app/src'], 950);
    assert.equal(await find('app/src'), 'first');
    server.used();
    while (statSync(record).mtimeMs < 1_000_000) await new Promise(resolve => setImmediate(resolve));
    assert.equal(await find('app/src'), 'second');
  });

  it('is found by where links lead', async () => {
    symlinkSync(at('app'), at('link'));
    await open('first', ['link']);
    assert.equal(await find('app/src'), 'first');
    assert.equal(await find('link'), 'first');
  });

  it('is found by the real names in its file, without a look at its folders, whose disk may not answer', async () => {
    const folder = storageFolder(storage, 'gone');
    mkdirSync(folder, { recursive: true });
    const log = createTestLog();
    const owner = await thisOwner(log, [root]);
    symlinkSync(at('app'), at('link'));
    const door = (): Promise<WindowPlace> => Promise.resolve({ socket: 'first', headers: {} });
    const handlers = { ask: () => Promise.reject(new Error('not here')), door };
    const server = new WindowServer({ folder, owner, log, handlers, folders: () => withRealNames([at('link')]) });
    servers.push(server);
    await server.begin();
    rmSync(at('link'));
    symlinkSync(at('other'), at('link'));
    assert.deepEqual([await find('app/src'), await find('link'), await find('other')], ['first', 'first', undefined]);
  });

  it('is none that has ended without order, or that does not know what its file says', async () => {
    const { record, server } = await open('first', ['app'], 2_000);
    const text = readFileSync(record, 'utf8');
    await open('second', ['app'], 1_000);
    await server.dispose();
    writeFileSync(record, text);
    assert.equal(await find('app'), 'second', 'its socket is gone');
    const other = await open('third', ['app'], 3_000);
    const known = JSON.parse(readFileSync(other.record, 'utf8')) as object;
    writeFileSync(other.record, JSON.stringify({ ...known, token: 'wrong' }));
    assert.equal(await find('app'), 'second', 'a wrong token');
    writeFileSync(other.record, JSON.stringify({ ...known, folder: '1:2' }));
    assert.equal(await find('app'), 'second', 'another folder of sockets, as another account could make one');
    writeFileSync(other.record, '{');
    assert.equal(await find('app'), 'second');
  });

  it('is none whose door cannot be opened', async () => {
    await open('first', ['app'], 2_000, () => Promise.reject(new Error('no folder is safe')));
    await open('second', ['app'], 1_000);
    assert.equal(await find('app'), 'second');
  });

  it('is none where Parley has stored nothing', async () => {
    assert.equal(await find('app'), undefined);
  });
});
