import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MachineAccess } from '../../../../src/host/windows/machine.js';
import { thisMachine } from '../../../../src/host/windows/machine.js';
import type { LifeAccess, Owner } from '../../../../src/host/windows/owner.js';
import { deathOf, thisOwner } from '../../../../src/host/windows/owner.js';
import { folderId, privateSocketFolder, usualParents } from '../../../../src/host/windows/socketFolder.js';
import { isWindowId, WindowRecords } from '../../../../src/host/windows/windowRecords.js';
import { createTestLog } from '../../../support/windows.js';
import { removeFolder } from '../../../support/removeFolder.js';

const onWindows = process.platform === 'win32';
const uid = process.getuid?.() ?? -1;

const self: Owner = {
  window: '00000000-0000-4000-8000-000000000001',
  host: 'here',
  boot: 'today',
  socket: '/run/parley-0/1',
  folder: '7:7',
};
const other: Owner = { ...self, window: '00000000-0000-4000-8000-000000000002', socket: '/run/parley-0/2' };

describe('the owner of a chat', () => {
  let root: string;
  let records: WindowRecords;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-'));
    records = new WindowRecords(root);
  });

  afterEach(() => removeFolder(root));

  function keep(owner: Owner): Promise<void> {
    return records.write({ ...owner, token: 'f'.repeat(64), protocol: 1 });
  }

  describe('as the evidence is', () => {
    const posix: LifeAccess = { platform: 'linux', folderId: () => Promise.resolve('7:7'), connect: () => Promise.resolve('ECONNREFUSED') };
    const windows: LifeAccess = { ...posix, platform: 'win32', folderId: () => Promise.resolve('') };
    const answers = (code: string): Partial<LifeAccess> => ({ connect: () => Promise.resolve(code) });
    const never: Partial<LifeAccess> = { connect: () => Promise.reject(new Error('no connection may be tried')) };

    for (const [name, owner, access, life] of [
      ['whose socket answers', other, { ...posix, ...answers('connected') }, 'alive'],
      ['whose socket has no room', other, { ...posix, ...answers('EAGAIN') }, 'alive'],
      ['whose socket ends while we connect', other, { ...posix, ...answers('ECONNRESET') }, 'alive'],
      ['whose pipe has no room', { ...other, folder: '' }, { ...windows, ...answers('EBUSY') }, 'alive'],
      ['whose socket is refused', other, posix, 'dead'],
      ['whose socket is gone, but not its file', other, { ...posix, ...answers('ENOENT') }, 'unknown'],
      ['whose pipe is gone', { ...other, folder: '' }, { ...windows, ...answers('ENOENT') }, 'dead'],
      ['whose socket is not ours to connect to', other, { ...posix, ...answers('EACCES') }, 'unknown'],
      ['on another machine', { ...other, host: 'there' }, { ...posix, ...never }, 'unknown'],
      ['on another machine and of another boot', { ...other, host: 'there', boot: 'then' }, { ...posix, ...never }, 'unknown'],
      ['before this boot of the machine', { ...other, boot: 'then' }, { ...posix, ...never }, 'dead'],
      ['of a boot without an id', { ...other, boot: '' }, { ...posix, ...answers('connected') }, 'alive'],
      ['whose folder is another here', { ...other, folder: '7:8' }, { ...posix, ...never }, 'unknown'],
      ['whose folder is not known', { ...other, folder: '' }, { ...posix, ...never, folderId: () => Promise.resolve('') }, 'unknown'],
      ['without a socket', { ...other, socket: '' }, { ...posix, ...never }, 'unknown'],
      ['without a socket, before this boot', { ...other, socket: '', boot: 'then' }, { ...posix, ...never }, 'dead'],
    ] as const)
      it(`${name}: ${life}`, async () => {
        await keep(owner);
        assert.equal(await deathOf(owner, self, records, access), life);
      });

    it('who has no file any more: dead, wherever it was', async () => {
      assert.equal(await deathOf({ ...other, host: 'there' }, self, records, { ...posix, ...never }), 'dead');
    });

    it('who ends while the socket is tried: dead', async () => {
      await keep(other);
      const access = { ...posix, connect: () => records.remove(other.window).then(() => 'ENOENT') };
      assert.equal(await deathOf(other, self, records, access), 'dead');
    });

    it('whose file cannot be read: as its chat says', async () => {
      await keep(other);
      writeFileSync(join(root, 'windows', `${other.window}.json`), '');
      assert.equal(await deathOf(other, self, records, posix), 'dead');
      assert.equal(await deathOf({ ...other, host: 'there' }, self, records, posix), 'unknown');
    });

    it('who could open no socket: as its file says', async () => {
      await keep({ ...other, socket: '', folder: '' });
      assert.equal(await deathOf(other, self, records, { ...posix, ...never }), 'unknown');
    });

    it('whose name is no id: never by the file of that name', async () => {
      mkdirSync(join(root, 'windows'), { mode: 0o700 });
      assert.equal(await deathOf({ ...other, window: '../x' }, self, records, { ...posix, ...answers('EACCES') }), 'unknown');
    });

    it('whose boot cannot be compared with ours: as its socket says', async () => {
      await keep(other);
      assert.equal(await deathOf(other, { ...self, boot: '' }, records, { ...posix, ...answers('connected') }), 'alive');
    });

    it('who is this window: alive', async () => {
      assert.equal(await deathOf({ ...self, host: 'renamed' }, self, records, posix), 'alive');
    });
  });

  it('has a file that only its own window can be in', async () => {
    await keep(other);
    assert.deepEqual(await records.list(), [other.window]);
    renameSync(join(root, 'windows', `${other.window}.json`), join(root, 'windows', `${self.window}.json`));
    assert.deepEqual([await records.read(self.window), await records.read(other.window)], ['unreadable', 'missing']);
  });

  it('has no file where no window ever was', async () => {
    assert.deepEqual(await records.list(), []);
    await records.remove(other.window);
    writeFileSync(join(root, 'windows'), '');
    await assert.rejects(records.list());
  });

  it('has a file of its own name, which is closed once it is written', async () => {
    await keep(other);
    writeFileSync(join(root, 'windows', `${self.window}.json.new`), '');
    assert.deepEqual(await records.list(), [other.window]);
    writeFileSync(join(root, 'x.json'), '');
    assert.equal(await records.read('../x'), 'unreadable');
    await records.remove('../x');
    mkdirSync(join(root, 'windows', `${self.window}.json`));
    assert.equal(await records.read(self.window), 'unreadable');
    rmSync(join(root, 'windows', `${self.window}.json.new`));
    await assert.rejects(keep(self));
    assert.ok(!readdirSync(join(root, 'windows')).some(name => name.endsWith('.new')));
    assert.ok(lstatSync(join(root, 'x.json')).isFile());
    if (process.platform !== 'linux') return;
    const names = readdirSync('/proc/self/fd').map(fd => `/proc/self/fd/${fd}`);
    const open = names.filter(existsSync).map(name => readlinkSync(name, 'utf8'));
    assert.ok(!open.some(path => path.startsWith(root)), open.join());
  });

  for (const field of ['window', 'host', 'boot', 'socket', 'folder', 'token', 'protocol'])
    it(`has no file that can be read without ${field}`, async () => {
      await keep(other);
      const file = join(root, 'windows', `${other.window}.json`);
      const { [field]: _, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      writeFileSync(file, JSON.stringify(rest));
      assert.equal(await records.read(other.window), 'unreadable');
    });

  it('has an id that can name a file', () => {
    assert.ok(isWindowId(other.window));
    for (const value of [`../${other.window}`, `${other.window}/x`, [other.window], undefined]) assert.ok(!isWindowId(value));
  });

  it('is alive while it listens, and dead when only its socket is left', async () => {
    const me = await thisOwner(createTestLog(), [root]);
    const owner = await thisOwner(createTestLog(), [root]);
    await keep(owner);
    const server = createServer(socket => socket.destroy());
    server.listen({ path: owner.socket });
    await once(server, 'listening');
    assert.equal(await deathOf(owner, me, records), 'alive');
    // A server that closes removes its socket; one that is killed leaves it.
    if (!onWindows) renameSync(owner.socket, `${owner.socket}.left`);
    server.close();
    await once(server, 'close');
    if (!onWindows) renameSync(`${owner.socket}.left`, owner.socket);
    assert.equal(await deathOf(owner, me, records), 'dead');
  });

  describe('this window', () => {
    it('has an id, a machine and a place for its socket', async () => {
      const [one, two] = [await thisOwner(createTestLog(), [root]), await thisOwner(createTestLog(), [root])];
      assert.deepEqual([one.host, one.boot, one.folder], [two.host, two.boot, two.folder]);
      assert.notEqual(one.window, two.window);
      assert.notEqual(one.socket, two.socket);
      assert.match(one.host, /^[0-9a-f]{32}$/);
      if (process.platform === 'linux') assert.match(one.boot, /^[0-9a-f-]{36}$/);
      if (onWindows) assert.match(one.socket, /^\\\\\.\\pipe\\parley-[0-9a-f]{16}$/);
      else assert.equal(one.folder, await folderId(dirname(one.socket)));
    });

    it('says why it can have no socket', async function () {
      if (onWindows) this.skip();
      const log = createTestLog();
      const { socket, folder } = await thisOwner(log, [join(root, 'missing'), join(root, 'nor')]);
      assert.deepEqual([socket, folder], ['', '']);
      assert.match(log.warnings.join(), /no folder is safe for a socket.*missing.*; .*nor/);
    });

    it('has a place of its own user', async function () {
      if (onWindows) this.skip();
      const { getuid } = process;
      process.getuid = () => 12345;
      try {
        const log = createTestLog();
        await thisOwner(log, [root]);
        assert.match(log.warnings.join(), /parley-12345: /);
      } finally {
        if (getuid) process.getuid = getuid;
      }
    });
  });

  describe('a folder for sockets', () => {
    before(function () {
      if (onWindows) this.skip();
    });

    const place = (): string => join(root, `parley-${uid}`);
    const refusal = async (): Promise<string> => {
      const found = await privateSocketFolder([root], uid);
      assert.ok('refusals' in found, 'the folder was taken for safe');
      return found.refusals.join();
    };

    it('is made for this user alone, and found again', async () => {
      const mask = process.umask(0);
      try {
        const made = await privateSocketFolder([root], uid);
        assert.equal(statSync(place()).mode & 0o777, 0o700);
        assert.deepEqual(made, { folder: { path: place(), id: await folderId(place()) } });
        assert.deepEqual(await privateSocketFolder([root], uid), made);
      } finally {
        process.umask(mask);
      }
    });

    it('is not one that others can enter', async () => {
      mkdirSync(place());
      for (const mode of [0o755, 0o770, 0o701]) {
        chmodSync(place(), mode);
        assert.match(await refusal(), /mode is not 0700/);
      }
    });

    it('is not a link, whatever it leads to', async () => {
      mkdirSync(join(root, 'real'), { mode: 0o700 });
      symlinkSync(join(root, 'real'), place());
      assert.match(await refusal(), /not a folder/);
      assert.equal(await folderId(place()), '');
    });

    it('is not a file', async () => {
      writeFileSync(place(), '');
      assert.match(await refusal(), /not a folder/);
    });

    it('is not one of another user', async function () {
      if (uid !== 0) {
        // Nobody else may give a folder away. This user's folder is another one's for user 12345, whom the parent's check stops first.
        assert.ok('refusals' in (await privateSocketFolder([root], 12345)));
        return;
      }
      mkdirSync(place(), { mode: 0o700 });
      chownSync(place(), 12345, 12345);
      assert.match(await refusal(), /belongs to another user/);
    });

    it('is not in a folder of another user', async () => {
      // Only root may give a folder away.
      if (uid === 0) chownSync(root, 23456, 23456);
      const found = await privateSocketFolder([root], 12345);
      assert.ok('refusals' in found && /can replace it/.test(found.refusals.join()));
      // A folder of the system is safe. What comes next in it fails, because this process is not the user 12345.
      if (uid === 0) chownSync(root, 0, 0);
      const ofSystem = await privateSocketFolder([uid === 0 ? root : '/'], 12345);
      assert.ok('refusals' in ofSystem && !/can replace it/.test(ofSystem.refusals.join()));
      if (uid !== 0) return;
      chownSync(root, 12345, 12345);
      const owned = await privateSocketFolder([root], 12345);
      assert.ok('refusals' in owned && /belongs to another user/.test(owned.refusals.join()));
    });

    it('is not in a file, and the refusal says what failed', async () => {
      writeFileSync(join(root, 'file'), '', { mode: 0o600 });
      const found = await privateSocketFolder([join(root, 'file')], uid);
      assert.ok('refusals' in found);
      assert.equal(found.refusals.length, 1);
      assert.match(found.refusals.join(), /ENOTDIR.* mkdir /);
      assert.equal(await folderId(join(root, 'missing')), '');
    });

    it('is not where others could replace it', async () => {
      chmodSync(root, 0o777);
      assert.match(await refusal(), /can replace it/);
      assert.throws(() => lstatSync(place()));
      chmodSync(root, 0o1777);
      assert.ok('folder' in (await privateSocketFolder([root], uid)));
    });

    it('is not one with a path too long for a socket', async () => {
      const fill = (length: number): string => join(root, 'x'.repeat(length - root.length - 1));
      const [fits, tooLong] = [86, 87].map(length => fill(length - `/parley-${uid}`.length));
      for (const parent of [fits, tooLong]) mkdirSync(parent ?? '', { mode: 0o700 });
      const taken = await privateSocketFolder([fits ?? ''], uid);
      assert.ok('folder' in taken);
      const server = createServer().listen({ path: join(taken.folder.path, 'f'.repeat(16)) });
      await once(server, 'listening');
      server.close();
      const refused = await privateSocketFolder([tooLong ?? ''], uid);
      assert.ok('refusals' in refused && /too long/.test(refused.refusals.join()));
    });

    it('is the next one that is safe', async () => {
      mkdirSync(join(root, 'a'), { mode: 0o700 });
      mkdirSync(join(root, 'b'), { mode: 0o700 });
      writeFileSync(join(root, 'a', `parley-${uid}`), '');
      const found = await privateSocketFolder([join(root, 'missing'), join(root, 'a'), join(root, 'b')], uid);
      assert.ok('folder' in found && found.folder.path === join(root, 'b', `parley-${uid}`));
    });

    it('is looked for where the system keeps such folders, never in a relative place', () => {
      assert.equal(usualParents({ XDG_RUNTIME_DIR: '/run/user/7' })[0], '/run/user/7');
      for (const env of [{}, { XDG_RUNTIME_DIR: 'run' }])
        assert.deepEqual(usualParents(env), [tmpdir(), '/tmp', join(homedir(), '.cache')]);
    });
  });

  describe('a machine', () => {
    const linux = (texts: Readonly<Record<string, string>>, hostName = 'box'): MachineAccess => ({
      platform: 'linux',
      hostName,
      readText: path => (texts[path] === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve(texts[path])),
      run: () => Promise.reject(new Error('no program may be run')),
    });
    const plain = {
      '/etc/machine-id': 'm1\n',
      '/proc/sys/kernel/random/boot_id': 'b1\n',
      '/proc/self/mountinfo': '21 1 8:1 / / rw - ext4 /dev/sda1 rw\n',
    };
    const inContainer = (layer: string): MachineAccess => {
      const mount = `700 600 0:50 / / rw,relatime master:1 - overlay overlay rw,lowerdir=/l/A:/l/B,upperdir=/l/${layer}/diff,workdir=/l/w\n`;
      return linux({ ...plain, '/proc/self/mountinfo': `${mount}701 700 0:51 / /proc rw - proc proc rw\n` });
    };
    const hosts = async (...all: readonly MachineAccess[]): Promise<number> =>
      new Set((await Promise.all(all.map(access => thisMachine(access)))).map(({ host }) => host)).size;

    it('is the same after each start, and its boot another', async () => {
      const [one, two] = [
        await thisMachine(linux(plain)),
        await thisMachine(linux({ ...plain, '/proc/sys/kernel/random/boot_id': 'b2\n' })),
      ];
      assert.deepEqual([one.host, one.boot, two.boot], [two.host, 'b1', 'b2']);
    });

    it('is another one by its name, its id, or its container', async () => {
      const all = [linux(plain), linux(plain, 'other'), linux({ ...plain, '/etc/machine-id': 'm2\n' }), inContainer('X'), inContainer('Y')];
      assert.equal(await hosts(...all, linux(plain), inContainer('X')), 5);
    });

    it('without ids is known by its name', async () => {
      assert.equal((await thisMachine(linux({}))).boot, '');
      assert.equal(await hosts(linux({}), linux({}, 'other'), linux({})), 2);
      assert.equal(await hosts(...['a', 'b'].map(hostName => ({ ...linux({}), platform: 'win32' as const, hostName }))), 2);
    });

    it('of Apple is known by its hardware, because its name changes with the network', async () => {
      const mac = (hostName: string, uuid: string): MachineAccess => ({
        ...linux({}, hostName),
        platform: 'darwin',
        run: command =>
          Promise.resolve(command.endsWith('ioreg') ? `    "IOPlatformSerialNumber" = "S"\n    "IOPlatformUUID" = "${uuid}"\n` : 'B-7\n'),
      });
      assert.equal(await hosts(mac('a.local', 'U1'), mac('a.example', 'U1'), mac('a.local', 'U2')), 2);
      assert.equal((await thisMachine(mac('a.local', 'U1'))).boot, 'B-7');
      const silent = (hostName: string): MachineAccess => ({ ...linux({}, hostName), platform: 'darwin' });
      assert.equal(await hosts(silent('a'), silent('b'), silent('a')), 2);
    });
  });
});
