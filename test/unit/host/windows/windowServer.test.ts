import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Owner } from '../../../../src/host/windows/owner.js';
import { thisOwner } from '../../../../src/host/windows/owner.js';
import type { AskAnswer } from '../../../../src/host/windows/windowProtocol.js';
import { isKey, maxConnections, maxLineBytes, maxPendingRequests } from '../../../../src/host/windows/windowProtocol.js';
import type { WindowRecord } from '../../../../src/host/windows/windowRecords.js';
import { WindowServer } from '../../../../src/host/windows/windowServer.js';
import { createQueue } from '../../../support/manualClock.js';
import { createTestLog } from '../../../support/windows.js';
import { removeFolder } from '../../../support/removeFolder.js';

const onWindows = process.platform === 'win32';

/** Some other program at the window's socket. `line` is undefined when the window has closed the connection. */
interface Client {
  readonly socket: Socket;
  readonly send: (message: object | string) => void;
  readonly line: () => Promise<unknown>;
}

describe("a window's socket", () => {
  let root: string;
  let owner: Owner;
  let server: WindowServer;
  let record: WindowRecord;
  let log: ReturnType<typeof createTestLog>;
  let asked: ReturnType<typeof createQueue<string>>;
  let ask: (key: string) => Promise<AskAnswer>;
  const clients = new Set<Socket>();

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
    [log, asked] = [createTestLog(), createQueue()];
    ask = () => Promise.resolve({ given: true });
    owner = await thisOwner(log, [root]);
    const handlers = {
      ask: (key: string): Promise<AskAnswer> => {
        asked.put(key);
        return ask(key);
      },
    };
    server = new WindowServer({ folder: root, owner, log, handlers });
    await server.begin();
    record = JSON.parse(readFileSync(fileOf(owner), 'utf8')) as WindowRecord;
  });

  afterEach(async () => {
    for (const socket of clients) socket.destroy();
    clients.clear();
    await server.dispose();
    await removeFolder(root);
  });

  function fileOf({ window }: Owner): string {
    return join(root, 'windows', `${window}.json`);
  }

  async function open(options: { readonly allowHalfOpen?: boolean } = {}): Promise<Client> {
    const socket = connect({ path: owner.socket, ...options });
    clients.add(socket);
    const lines = createQueue<unknown>();
    createInterface(socket).on('line', text => lines.put(JSON.parse(text)));
    // The window may close the connection while the test still writes.
    socket.on('error', () => undefined);
    socket.on('end', () => lines.put(undefined));
    socket.on('close', () => lines.put(undefined));
    await once(socket, 'connect');
    return {
      socket,
      send: message => void socket.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
      line: lines.take,
    };
  }

  async function greeted(): Promise<Client> {
    const client = await open();
    client.send({ parley: 1, token: record.token });
    assert.deepEqual(await client.line(), { parley: 1, window: owner.window });
    return client;
  }

  /** Resolves when the window has done all that it was sent before. */
  async function settled(): Promise<void> {
    const client = await greeted();
    client.send({ id: 1, settle: true });
    await client.line();
    client.socket.destroy();
  }

  describe('lets in', () => {
    it('who shows the token', async () => {
      await greeted();
      assert.deepEqual(log.warnings, []);
    });

    for (const [name, token] of [
      ['a wrong token', () => 'f'.repeat(64)],
      ['the beginning of the token', (right: string) => right.slice(0, 63)],
      ['more than the token', (right: string) => `${right}0`],
      ['an empty token', () => ''],
      ['no token', () => undefined],
      ['a list with the token', (right: string) => [right]],
    ] as const)
      it(`nobody who shows ${name}`, async () => {
        const client = await open();
        client.send({ parley: 1, token: token(record.token) });
        assert.equal(await client.line(), undefined);
        assert.match(log.warnings.join(), /no valid token/);
      });

    it('a client of a later version, in our version', async () => {
      const client = await open();
      client.send({ parley: 7, token: record.token });
      assert.deepEqual(await client.line(), { parley: 1, window: owner.window });
    });

    for (const parley of [0, 1.5, '1', null])
      it(`nobody who speaks version ${JSON.stringify(parley)}`, async () => {
        const client = await open();
        client.send({ parley, token: record.token });
        assert.equal(await client.line(), undefined);
      });

    it('nobody who says something else first', async () => {
      const client = await open();
      client.send({ id: 1, ask: 'k' });
      assert.equal(await client.line(), undefined);
      assert.deepEqual(asked.items, []);
    });

    it('who says hello late, as long as there is room', async () => {
      const late = await open();
      await greeted();
      late.send({ parley: 1, token: record.token });
      assert.deepEqual(await late.line(), { parley: 1, window: owner.window });
    });

    it('a new one in place of the oldest that says no hello', async () => {
      const first = await open();
      const second = await open();
      for (let count = 2; count < maxConnections; count++) await greeted();
      await greeted();
      assert.equal(await first.line(), undefined);
      second.send({ parley: 1, token: record.token });
      assert.deepEqual(await second.line(), { parley: 1, window: owner.window });
    });

    it('only so many at a time', async () => {
      const all: Client[] = [];
      for (let count = 0; count < maxConnections; count++) all.push(await greeted());
      const [first, last] = [all[0], all.at(-1)];
      assert.equal(await (await open()).line(), undefined);
      last?.send({ id: 1, ask: 'k' });
      assert.deepEqual(await last?.line(), { id: 1, given: 'k' });
      // The first one takes leave, and there is room again.
      first?.socket.end();
      await first?.line();
      await greeted();
    });

    it('nobody for longer than they listen', async () => {
      const client = await open({ allowHalfOpen: true });
      client.send({ parley: 1, token: record.token });
      await client.line();
      client.socket.end();
      assert.equal(await client.line(), undefined);
    });
  });

  describe('closes a connection', () => {
    it('that sends garbage instead of a hello', async () => {
      const client = await open();
      client.send('GET / HTTP/1.1\r');
      assert.equal(await client.line(), undefined);
    });

    for (const garbage of ['{', '[]', '7', 'null', '\u0000\uffff'])
      it(`that sends ${JSON.stringify(garbage)} as a request`, async () => {
        const client = await greeted();
        client.send(garbage);
        client.send({ id: 1, ask: 'k' });
        assert.equal(await client.line(), undefined);
        assert.deepEqual(asked.items, []);
      });

    it('that sends a line over the limit, whether or not it ends', async () => {
      const client = await greeted();
      client.socket.write('x'.repeat(maxLineBytes + 1));
      assert.equal(await client.line(), undefined);
    });

    it('that sends a line over the limit in one piece with its end', async () => {
      const client = await greeted();
      client.send(JSON.stringify({ id: 1, ask: 'k' }).padEnd(maxLineBytes + 1));
      client.send({ id: 1, ask: 'k' });
      assert.equal(await client.line(), undefined);
      assert.deepEqual(asked.items, []);
    });

    it('but not one that sends a line just within the limit', async () => {
      const client = await greeted();
      client.send(JSON.stringify({ id: 1, ask: 'k' }).padEnd(maxLineBytes));
      assert.deepEqual(await client.line(), { id: 1, given: 'k' });
    });
  });

  describe('is asked for a chat', () => {
    it('and hands it over once it is ready', async () => {
      let ready = (_answer: AskAnswer): void => undefined;
      ask = () => new Promise(resolve => (ready = resolve));
      const client = await greeted();
      client.send({ id: 5, ask: 'k' });
      assert.equal(await asked.take(), 'k');
      // Other requests need not wait for that.
      client.send({ id: 6, follow: 'other' });
      assert.deepEqual(await client.line(), { id: 6, following: 'other' });
      ready({ given: true });
      assert.deepEqual(await client.line(), { id: 5, given: 'k' });
    });

    it('and refuses with a reason', async () => {
      ask = () => Promise.resolve({ refused: 'it is being closed' });
      const client = await greeted();
      client.send({ id: 1, ask: 'k' });
      assert.deepEqual(await client.line(), { id: 1, refused: 'it is being closed' });
    });

    it('and answers also when the hand-over fails', async () => {
      ask = () => Promise.reject(new Error('disk full'));
      const client = await greeted();
      client.send({ id: 1, ask: 'k' });
      assert.deepEqual(await client.line(), { id: 1, refused: 'the hand-over failed' });
      assert.match(log.warnings.join(), /disk full/);
    });

    it('by a client that is gone before the answer', async () => {
      let ready = (_answer: AskAnswer): void => undefined;
      ask = () => new Promise(resolve => (ready = resolve));
      const client = await greeted();
      client.send({ id: 1, ask: 'k' });
      await asked.take();
      client.socket.destroy();
      await settled();
      ready({ given: true });
      await settled();
    });

    it('no faster than it answers', async () => {
      let answer = (): void => undefined;
      const gate = new Promise<AskAnswer>(resolve => (answer = () => resolve({ given: true })));
      ask = () => gate;
      const client = await greeted();
      const total = maxPendingRequests * 2;
      for (let id = 0; id < total; id++) client.send(JSON.stringify({ id, ask: 'k' }).padEnd(maxLineBytes / 2));
      for (let count = 0; count < maxPendingRequests; count++) await asked.take();
      for (let count = 0; count < 20; count++) await settled();
      // What was read together with the last request is done as well.
      assert.ok(asked.items.length < 4, `${asked.items.length} requests more were read`);
      answer();
      for (let count = 0; count < total; count++) await client.line();
    });
  });

  it('answers a request that it does not know, and is silent where no answer is expected', async () => {
    const client = await greeted();
    client.send({ someday: true });
    client.send({ id: 1, dance: 'k' });
    client.send({ id: 2, ask: 7 });
    client.send({ id: 3, follow: '' });
    assert.deepEqual(
      [await client.line(), await client.line(), await client.line()],
      [1, 2, 3].map(id => ({ id, unknown: true })),
    );
  });

  it('takes a key of up to 200 characters', () => {
    assert.deepEqual(
      ['k', 'k'.repeat(200), 'k'.repeat(201), '', 7].map(key => isKey(key)),
      [true, true, false, false, false],
    );
  });

  describe('tells of changes', () => {
    it('to those who follow the chat, until they do no longer', async () => {
      const [one, two] = [await greeted(), await greeted()];
      server.changed('k');
      one.send({ id: 1, follow: 'k' });
      two.send({ id: 1, follow: 'other' });
      assert.deepEqual(
        [await one.line(), await two.line()],
        [
          { id: 1, following: 'k' },
          { id: 1, following: 'other' },
        ],
      );
      server.changed('k');
      assert.deepEqual(await one.line(), { changed: 'k' });
      one.send({ id: 2, unfollow: 'k' });
      assert.deepEqual(await one.line(), { id: 2, unfollowed: 'k' });
      server.changed('k');
      server.changed('other');
      one.send({ id: 3, follow: 'other' });
      assert.deepEqual([await one.line(), await two.line()], [{ id: 3, following: 'other' }, { changed: 'other' }]);
    });

    it('and of the end of a chat, after which nothing comes', async () => {
      const client = await greeted();
      client.send({ id: 1, follow: 'k' });
      await client.line();
      server.closed('k');
      server.changed('k');
      client.send({ id: 2, ask: 'x' });
      assert.deepEqual([await client.line(), await client.line()], [{ closed: 'k' }, { id: 2, given: 'x' }]);
    });

    it('only as fast as they are read', async () => {
      const client = await greeted();
      client.send({ id: 1, follow: 'k' });
      await client.line();
      client.socket.pause();
      const changes = 200_000;
      for (let count = 0; count < changes; count++) server.changed('k');
      server.closed('k');
      client.socket.resume();
      let told = 0;
      for (let line = await client.line(); !isClosed(line); line = await client.line()) told++;
      assert.ok(told >= 1 && told < changes / 2, `${told} lines came`);
    });

    function isClosed(line: unknown): boolean {
      return typeof line === 'object' && line !== null && 'closed' in line;
    }
  });

  describe('has a file', () => {
    it('with what others need to connect, for nobody else to read', () => {
      assert.deepEqual(record, { ...owner, token: record.token, protocol: 1 });
      assert.match(record.token, /^[0-9a-f]{64}$/);
      if (!onWindows) assert.equal(statSync(fileOf(owner)).mode & 0o777, 0o600);
      assert.deepEqual(readdirSync(join(root, 'windows')), [`${owner.window}.json`]);
    });

    it('until it ends in order, with its connections', async () => {
      const client = await greeted();
      await server.dispose();
      assert.equal(await client.line(), undefined);
      assert.deepEqual(readdirSync(join(root, 'windows')), []);
      if (!onWindows) assert.deepEqual(readdirSync(join(owner.socket, '..')), []);
    });

    it('also without a socket, so that it is not taken for ended', async () => {
      const lonely = { ...owner, window: '00000000-0000-4000-8000-000000000000', socket: '', folder: '' };
      const handlers = { ask };
      const other = new WindowServer({ folder: root, owner: lonely, log, handlers });
      await other.begin();
      assert.equal((JSON.parse(readFileSync(fileOf(lonely), 'utf8')) as WindowRecord).socket, '');
      // `thisOwner` has said why already.
      assert.deepEqual(log.warnings, []);
      await other.dispose();
      assert.deepEqual(readdirSync(join(root, 'windows')), [`${owner.window}.json`]);
    });

    it('that says so when the socket cannot be opened', async () => {
      // Its place is taken.
      const second = { ...owner, window: '00000000-0000-4000-8000-000000000000' };
      const other = new WindowServer({ folder: root, owner: second, log, handlers: { ask } });
      await other.begin();
      assert.equal((JSON.parse(readFileSync(fileOf(second), 'utf8')) as WindowRecord).socket, '');
      assert.match(log.warnings.join(), /can open no socket/);
      await other.dispose();
    });

    it('or may own nothing, until the disk takes it: then with the socket that it has', async () => {
      const file = join(root, 'full');
      writeFileSync(file, '');
      const second = await thisOwner(log, [root]);
      const other = new WindowServer({ folder: file, owner: second, log, handlers: { ask } });
      await assert.rejects(other.begin());
      rmSync(file);
      await other.begin();
      const written = JSON.parse(readFileSync(join(file, 'windows', `${second.window}.json`), 'utf8')) as WindowRecord;
      assert.equal(written.socket, second.socket);
      assert.deepEqual(log.warnings, []);
      await other.dispose();
    });
  });
});
