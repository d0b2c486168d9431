import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Owner } from '../../../../src/host/windows/owner.js';
import { deathOf, thisOwner } from '../../../../src/host/windows/owner.js';
import { protocolVersion } from '../../../../src/host/windows/windowProtocol.js';
import { WindowRecords } from '../../../../src/host/windows/windowRecords.js';
import { until } from '../../../support/hookedTerminal.js';
import { createManualClock } from '../../../support/manualClock.js';
import { Happenings, WindowProcess } from '../../../support/windowProcesses.js';
import type { TestWindow, TestWindowOptions } from '../../../support/windows.js';
import { createTestLog, openWindow } from '../../../support/windows.js';
import { removeFolder } from '../../../support/removeFolder.js';

const onWindows = process.platform === 'win32';

interface Opened extends TestWindow {
  readonly happened: Happenings;
}

describe('windows of one folder', () => {
  let root: string;
  let records: WindowRecords;
  const opened = new Set<TestWindow>();
  const processes = new Set<WindowProcess>();
  const servers = new Set<Server>();

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
    records = new WindowRecords(root);
  });

  afterEach(async () => {
    for (const one of processes) one.kill();
    for (const server of servers) server.close();
    await Promise.all([...opened].map(window => window.end()));
    for (const set of [processes, servers, opened]) set.clear();
    await removeFolder(root);
  });

  async function open(options: Partial<TestWindowOptions> = {}): Promise<Opened> {
    const happened = new Happenings();
    const window = await openWindow({ root, happened: happened.add, ...options });
    opened.add(window);
    return { ...window, happened };
  }

  /** Two that are connected, each with the other. */
  async function openTwo(options: Partial<TestWindowOptions> = {}): Promise<readonly [Opened, Opened]> {
    const [older, newer] = [await open(options), await open(options)];
    await Promise.all([older.happened.until('met'), newer.happened.until('met')]);
    return [older, newer];
  }

  function start(): WindowProcess {
    const one = new WindowProcess(root);
    processes.add(one);
    return one;
  }

  function files(): readonly string[] {
    return readdirSync(join(root, 'windows'));
  }

  /** A window that only has a file. */
  async function record(as: Partial<Owner>): Promise<Owner> {
    const owner = { ...(await thisOwner(createTestLog(), [root])), ...as };
    await records.write({ ...owner, token: 'f'.repeat(64), protocol: protocolVersion });
    return owner;
  }

  /** What listens at a window's socket, of whoever wrote it. */
  async function listen(owner: Owner, onLine: (message: Record<string, unknown>, socket: Socket) => void): Promise<void> {
    const server = createServer(socket => {
      socket.on('error', () => undefined);
      createInterface(socket).on('line', text => onLine(JSON.parse(text) as Record<string, unknown>, socket));
    });
    servers.add(server);
    await new Promise<void>(resolve => server.listen({ path: owner.socket }, resolve));
  }

  it('find each other, whichever came first', async () => {
    const [older, newer] = await openTwo();
    assert.deepEqual([older.happened.all, newer.happened.all], [[`met ${newer.owner.window}`], [`met ${older.owner.window}`]]);
    assert.deepEqual([await older.others.lifeOf(newer.owner), await newer.others.lifeOf(older.owner)], ['alive', 'alive']);
  });

  it('know by its connection that one lives, whatever became of its file', async () => {
    const [older, newer] = await openTwo();
    await records.remove(older.owner.window);
    assert.equal(await newer.others.lifeOf(older.owner), 'alive');
  });

  it('connect once, however many of its chats are asked for at the same time', async () => {
    const here = await open();
    const other = await record({});
    let connections = 0;
    await listen(other, ({ parley, id, ask }, socket) => {
      if (parley !== undefined) connections++;
      socket.write(`${JSON.stringify(parley === undefined ? { id, given: ask } : { parley: 1, window: other.window })}\n`);
    });
    const answers = await Promise.all(['a', 'b', 'c'].map(key => here.others.ask(other, key)));
    assert.deepEqual([answers, connections], [['a', 'b', 'c'].map(() => ({ given: true })), 1]);
  });

  it('hand over a chat', async () => {
    const [older, newer] = await openTwo();
    assert.deepEqual(await newer.others.ask(older.owner, 'k'), { given: true });
    assert.deepEqual(await older.others.ask(newer.owner, 'j'), { given: true });
    assert.deepEqual([older.happened.count('asked k'), newer.happened.count('asked j')], [1, 1]);
  });

  it('refuse to hand over a chat', async () => {
    const [older, newer] = await openTwo({ ask: () => Promise.resolve({ refused: 'no' }) });
    assert.deepEqual(await newer.others.ask(older.owner, 'k'), { refused: 'no' });
  });

  it('tell of the chats that the other one follows', async () => {
    const [older, newer] = await openTwo();
    older.server.changed('k');
    newer.others.follow('k');
    await newer.happened.until('changed k');
    older.server.changed('k');
    await newer.happened.until('changed k', 2);
    newer.others.follow('j');
    await newer.happened.until('changed j');
    newer.others.unfollow('k');
    await newer.others.ask(older.owner, 'x');
    older.server.changed('k');
    older.server.closed('j');
    await newer.happened.until('closed j');
    assert.equal(newer.happened.count('changed k'), 2);
  });

  it('see one end in order', async () => {
    const [older, newer] = await openTwo();
    await older.end();
    await newer.happened.until('ended');
    assert.deepEqual(newer.happened.all.slice(1), [`ended ${older.owner.window} dead`]);
    assert.deepEqual([await newer.others.lifeOf(older.owner), files()], ['dead', [`${newer.owner.window}.json`]]);
  });

  it('stop asking one that ends', async () => {
    const [older, newer] = await openTwo({ ask: () => new Promise(() => undefined) });
    const answer = newer.others.ask(older.owner, 'k');
    await older.happened.until('asked');
    await older.end();
    assert.deepEqual(await answer, { ended: 'dead' });
  });

  it('know that one without a file has ended', async () => {
    const gone = await thisOwner(createTestLog(), [root]);
    const here = await open();
    assert.deepEqual([await here.others.lifeOf(gone), await here.others.ask(gone, 'k')], ['dead', { ended: 'dead' }]);
  });

  it('have their files again behind a time at which they could not be written', async () => {
    const log = createTestLog();
    const { owner, server } = await open({ log });
    const file = join(root, 'windows', `${owner.window}.json`);
    rmSync(file);
    mkdirSync(join(file, 'in the way'), { recursive: true });
    server.used();
    await until(() => log.warnings.length > 0);
    rmSync(file, { recursive: true });
    server.used();
    await until(() => existsSync(file));
  });

  it('see at the start who was killed before', async () => {
    const dead = await record({ boot: 'b1', host: 'h' });
    const here = await open({ as: { boot: 'b2', host: 'h' } });
    await here.happened.until('ended');
    assert.deepEqual(here.happened.all, [`ended ${dead.window} dead`]);
    assert.deepEqual(files(), [`${here.owner.window}.json`]);
  });

  it('never take one on another machine for dead', async () => {
    const far = await record({ host: 'far' });
    const here = await open();
    assert.deepEqual([await here.others.lifeOf(far), await here.others.ask(far, 'k')], ['unknown', { ended: 'unknown' }]);
    assert.deepEqual([here.happened.all, files().includes(`${far.window}.json`)], [[], true]);
  });

  it('never take one whose file they cannot read for dead', async () => {
    const log = createTestLog();
    const strange = await record({ socket: '' });
    writeFileSync(join(root, 'windows', `${strange.window}.json`), '{"window":');
    const here = await open({ log });
    assert.deepEqual([await here.others.lifeOf(strange), here.happened.all], ['unknown', []]);
    assert.match(log.warnings.join(), /cannot be read/);
  });

  it('do not send their token to a place that is another by now', async function () {
    if (onWindows) this.skip();
    const other = await record({ folder: '1:1' });
    let lines = 0;
    await listen(other, () => lines++);
    const here = await open();
    assert.deepEqual([await here.others.ask(other, 'k'), await here.others.lifeOf(other), lines], [{ ended: 'unknown' }, 'unknown', 0]);
  });

  it('believe nobody who took the place of a socket, and try five times', async () => {
    const other = await record({});
    await listen(other, (_message, socket) => {
      socket.write('{"parley":1,"window":"somebody"}\n{"id":1,"given":"k"}\n');
    });
    const clock = createManualClock();
    const here = await open({ clock });
    const answer = here.others.ask(other, 'k');
    for (const ms of [250, 1_000, 4_000, 16_000]) {
      const timer = await clock.next();
      assert.equal(timer.ms, ms);
      timer.run();
    }
    assert.deepEqual(await answer, { ended: 'unknown' });
    assert.deepEqual([here.happened.all, files().includes(`${other.window}.json`)], [[`ended ${other.window} unknown`], true]);
  });

  it('do not speak a version that they did not offer', async () => {
    const other = await record({});
    let asked = false;
    await listen(other, ({ ask }, socket) => {
      asked ||= ask !== undefined;
      socket.write(`{"parley":2,"window":"${other.window}"}\n`);
    });
    const clock = createManualClock();
    const here = await open({ clock });
    void here.others.ask(other, 'k');
    (await clock.next()).run();
    await clock.next();
    assert.equal(asked, false);
  });

  it('follow each chat once, also before they are connected', async () => {
    const older = await open();
    const newer = await open();
    // `begin` does not wait for the connection.
    newer.others.follow('k');
    await newer.others.ask(older.owner, 'x');
    assert.equal(newer.happened.count('changed k'), 1);
  });

  it('follow and ask again after a connection that has ended while the window lives', async () => {
    const other = await record({});
    let connections = 0;
    await listen(other, ({ parley, ask, follow, id }, socket) => {
      if (parley !== undefined) {
        connections++;
        socket.write(`{"parley":1,"window":"${other.window}"}\n`);
      } else if (connections === 1) {
        if (ask !== undefined) socket.destroy();
      } else if (follow !== undefined) {
        socket.write(`${JSON.stringify({ id, following: follow })}\n`);
      } else socket.write(`${JSON.stringify({ id, given: ask })}\n`);
    });
    const here = await open();
    here.others.follow('k');
    assert.deepEqual(await here.others.ask(other, 'k'), { given: true });
    await here.happened.until('changed k');
    assert.deepEqual([connections, here.happened.all], [2, ['changed k']]);
  });

  it('connect again to one that could not be reached when it connects to them', async () => {
    const other = await record({});
    const clock = createManualClock();
    let isItself = false;
    await listen(other, ({ id, follow }, socket) => {
      if (follow !== undefined) socket.write(`${JSON.stringify({ id, following: follow })}\n`);
      else socket.write(`{"parley":1,"window":"${isItself ? other.window : 'somebody'}"}\n`);
    });
    const here = await open({ clock });
    for (let count = 0; count < 4; count++) (await clock.next()).run();
    await here.happened.until('ended');
    here.others.follow('k');
    isItself = true;
    here.others.met(other.window);
    await here.happened.until('changed k');
    assert.deepEqual(here.happened.all, [`ended ${other.window} unknown`, 'changed k']);
  });

  it('ask for nothing more once they have ended themselves', async () => {
    const [older, newer] = await openTwo({ ask: () => new Promise(() => undefined) });
    const answer = newer.others.ask(older.owner, 'k');
    await older.happened.until('asked');
    newer.others.dispose();
    assert.deepEqual(await answer, { ended: 'unknown' });
  });

  it('do nothing with the end of others once they have ended themselves', async () => {
    const [older, newer] = await openTwo();
    newer.others.dispose();
    await older.end();
    assert.equal(await newer.others.lifeOf(older.owner), 'dead');
    assert.equal(newer.happened.count('ended'), 0);
  });

  describe('in processes of their own', () => {
    it('see one killed', async () => {
      const other = start();
      const window = await other.begun;
      const here = await open();
      await here.happened.until('met');
      other.kill();
      await here.happened.until('ended');
      assert.deepEqual(here.happened.all.slice(1), [`ended ${window} dead`]);
      assert.deepEqual(files(), [`${here.owner.window}.json`]);
      if (!onWindows) assert.equal(readdirSync(join(here.owner.socket, '..')).length, 1);
    });

    it('see at the start one that was killed, from what it left', async () => {
      const other = start();
      const window = await other.begun;
      const witness = await records.read(window);
      assert.ok(typeof witness === 'object');
      other.kill();
      await other.exited;
      assert.equal(existsSync(witness.socket), !onWindows);
      const here = await open();
      await here.happened.until('ended');
      assert.deepEqual(here.happened.all, [`ended ${window} dead`]);
    });

    it('stop asking one that is killed', async function () {
      // Without a stop it might answer first.
      if (onWindows) this.skip();
      const other = start();
      await other.begun;
      const here = await open();
      await here.happened.until('met');
      const owner = await ownerOf(other);
      await other.stop();
      const answer = here.others.ask(owner, 'k');
      other.kill();
      assert.deepEqual(await answer, { ended: 'dead' });
    });

    it('take nothing from one that is stopped, which answers when it goes on', async function () {
      if (onWindows) this.skip();
      const other = start();
      await other.begun;
      const owner = await ownerOf(other);
      const clock = createManualClock();
      const here = await open({ clock });
      await Promise.all([here.happened.until('met'), other.happened.until('met')]);
      await other.stop();
      let isAnswered = false;
      const answer = here.others.ask(owner, 'k').finally(() => (isAnswered = true));
      const third = await open();
      await Promise.all([here.happened.until('met', 2), third.happened.until('met')]);
      const late = third.others.ask(owner, 'j');
      // The lives are asked of the system again and again meanwhile.
      for (let count = 0; count < 10; count++)
        assert.deepEqual([await here.others.lifeOf(owner), await deathOf(owner, third.owner, records)], ['alive', 'alive']);
      assert.deepEqual([isAnswered, here.happened.count('ended'), third.happened.count('ended')], [false, 0, 0]);
      assert.ok(files().includes(`${owner.window}.json`));
      // No time will change that.
      assert.deepEqual(
        clock.all.filter(({ isCalledOff }) => !isCalledOff),
        [],
      );
      other.goOn();
      assert.deepEqual([await answer, await late], [{ given: true }, { given: true }]);
      assert.deepEqual([other.happened.count('asked k'), other.happened.count('asked j')], [1, 1]);
    });

    it('are idle when nobody acts, and all of ten see one die, once', async () => {
      const all = Array.from({ length: 10 }, start);
      const ids = await Promise.all(all.map(one => one.begun));
      await Promise.all(all.map(({ happened }) => happened.until('met', 9)));
      const busy = (await Promise.all(all.map(one => one.resources()))).flat().filter(name => !/^Pipe(Server)?Wrap$|^TTYWrap$/.test(name));
      assert.deepEqual(busy, []);
      all[4]?.kill();
      const others = all.filter((_one, index) => index !== 4);
      await Promise.all(others.map(({ happened }) => happened.until('ended')));
      await Promise.all(others.map(one => one.resources()));
      for (const { happened } of others)
        assert.deepEqual(
          happened.all.filter(what => what.startsWith('ended')),
          [`ended ${ids[4]} dead`],
        );
    });

    async function ownerOf(one: WindowProcess): Promise<Owner> {
      const found = await records.read(await one.begun);
      assert.ok(typeof found === 'object');
      return found;
    }
  });
});
