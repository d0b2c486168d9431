// Which earlier conversations are a folder's, and their names. The transcripts in test/fixtures/transcripts are those of real CLIs.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { KnownSessions } from '../../../../src/claude/transcripts/knownSessions.js';
import {
  findPastSession,
  realNameOf,
  listPastSessions,
  type PastSessionsOptions,
} from '../../../../src/claude/transcripts/transcriptFiles.js';
import { whileRead } from '../../../support/diskReads.js';
import { removeFolder } from '../../../support/removeFolder.js';

const fixture = (name: string): string => `test/fixtures/transcripts/${name}.jsonl`;

describe('the list of earlier conversations', () => {
  const jotter = '/home/someone/jotter';
  /** The system of the folders' names, which are the same wherever the tests run. */
  const platform = 'linux';
  const warnings: string[] = [];
  let home: string;
  let known: KnownSessions;

  beforeEach(() => {
    warnings.length = 0;
    known = new KnownSessions();
    home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-history-')));
  });
  afterEach(() => removeFolder(home));

  const idOf = (nth: number): string => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
  const pathOf = (nth: number, slug = '-home-someone-jotter'): string => join(home, '.claude', 'projects', slug, `${idOf(nth)}.jsonl`);

  /** Last used at so many seconds. */
  function put(path: string, lines: string | readonly object[], usedAt = 1): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof lines === 'string' ? lines : lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    utimesSync(path, usedAt, usedAt);
  }

  const prompt = (content: unknown, more: object = {}) => ({ type: 'user', uuid: 'u', cwd: jotter, message: { content }, ...more });

  const list = (more: Partial<PastSessionsOptions> = {}) =>
    listPastSessions({ platform, env: { HOME: home }, folders: [jotter], limit: 10, known, warn: text => warnings.push(text), ...more });

  const titles = async (more: Partial<PastSessionsOptions> = {}): Promise<readonly string[]> =>
    (await list(more)).map(({ title }) => title);

  it('is empty where the CLI has never run', async () => {
    assert.deepEqual(await list(), []);
    assert.deepEqual(warnings, []);
  });

  it('has those used last first, and no more than are wanted', async () => {
    put(pathOf(1), readFileSync(fixture('plain'), 'utf8'), 20);
    put(pathOf(2), readFileSync(fixture('questions.oldest'), 'utf8'), 30);
    put(pathOf(3), [prompt('the oldest')], 10);
    assert.deepEqual(await list({ limit: 2 }), [
      { sessionId: idOf(2), title: 'ASK_BOTH labels', usedAt: 30_000, path: pathOf(2), folder: jotter },
      { sessionId: idOf(1), title: 'READ_IT, please', usedAt: 20_000, path: pathOf(1), folder: jotter },
    ]);
    assert.deepEqual(warnings, []);
  });

  it('reads a file again only once it has been written', async () => {
    put(pathOf(1), [prompt('one')], 20);
    assert.deepEqual(await titles(), ['one']);
    // Of the same length, and without a sign of it.
    put(pathOf(1), [prompt('two')], 20);
    assert.deepEqual(await titles(), ['one']);
    put(pathOf(1), [prompt('two')], 21);
    assert.deepEqual(await titles(), ['two']);
    put(pathOf(1), [prompt('three')], 21);
    assert.deepEqual(await titles(), ['three']);
  });

  it('knows in the next window what was not written since, and reads nothing of it', async () => {
    let text = '';
    const kept = { read: () => Promise.resolve(text), write: (all: string) => Promise.resolve(void (text = all)) };
    const inNextWindow = (): Promise<readonly string[]> => titles({ known: new KnownSessions(kept, fault => warnings.push(fault)) });
    for (let nth = 1; nth <= 8; nth++) put(pathOf(nth), nth === 8 ? '' : [prompt(`prompt ${nth}`)], nth);
    const all = await inNextWindow();
    assert.deepEqual(all, ['prompt 7', 'prompt 6', 'prompt 5', 'prompt 4', 'prompt 3', 'prompt 2', 'prompt 1']);
    put(pathOf(7), [prompt('another')], 70);
    const readsOf = async (expected: readonly string[], list: () => Promise<readonly string[]>): Promise<number> => {
      let reads = 0;
      await whileRead(
        () => reads++,
        async () => assert.deepEqual(await list(), expected),
      );
      return reads;
    };
    const [one, every] = [
      await readsOf(['another', ...all.slice(1)], inNextWindow),
      await readsOf(['another', ...all.slice(1)], () => titles()),
    ];
    assert.ok(one > 0 && 6 * one < every, `${one} of ${every} reads`);
    // One more is no reason to write all of them again.
    assert.ok(!text.includes('another'));
    for (const damaged of ['{', '[]', '{"format":2,"sessions":[]}', `{"format":1,"sessions":[[${JSON.stringify(pathOf(1))},1,2,3]]}`]) {
      text = damaged;
      assert.deepEqual(await inNextWindow(), ['another', ...all.slice(1)], damaged);
    }
    assert.equal(warnings.length, 1);
  });

  it('tells what is known so far while many are read', async () => {
    for (let nth = 1; nth <= 25; nth++) put(pathOf(nth), [prompt(`prompt ${nth}`)], nth);
    const told: number[] = [];
    const all = await list({ limit: 30, told: some => told.push(some.length) });
    assert.deepEqual([told, all.length], [[9, 19], 25]);
    await list({ limit: 30, told: () => assert.fail('nothing is read') });
  });

  it('has none in which no person has said anything, and none of subagents', async () => {
    put(pathOf(1), '');
    put(pathOf(2), [{ type: 'queue-operation', sessionId: idOf(2) }, prompt('<command-name>/clear</command-name>')]);
    put(pathOf(3), [prompt('Look into it', { isSidechain: true, agentId: 'a' })]);
    put(join(dirname(pathOf(1)), 'agent-a1b2c3.jsonl'), [prompt('Warmup')]);
    put(join(dirname(pathOf(1)), idOf(4), 'subagents', 'agent-a.jsonl'), [prompt('Look into it')]);
    put(pathOf(5), [prompt('Mine')], 2);
    put(pathOf(6), [prompt('<command-message>greet</command-message>\n<command-name>/greet</command-name>')]);
    assert.deepEqual(await titles(), ['Mine', '/greet']);
  });

  it("has a folder's own only, although another's have the same place", async () => {
    put(pathOf(1), [prompt('here')]);
    put(pathOf(2), [prompt('elsewhere', { cwd: '/home/someone-jotter' })]);
    assert.deepEqual(await titles(), ['here']);
    assert.deepEqual(await titles({ folders: ['/home/someone-jotter/', '/nowhere'] }), ['elsewhere']);
  });

  it('finds a folder whose name the CLI had to cut', async () => {
    const long = `/home/${'x'.repeat(150)}/${'y'.repeat(150)}`;
    const other = `/home/${'x'.repeat(150)}/${'y'.repeat(149)}z`;
    const cut = long.replaceAll('/', '-').slice(0, 200);
    put(pathOf(1, `${cut}-wta6gu`), [prompt('long', { cwd: long })]);
    put(pathOf(2, `${cut}-abcdef`), [prompt('another', { cwd: other })]);
    assert.deepEqual(await titles({ folders: [long] }), ['long']);
  });

  it("goes by the folder's real name, as the CLI does", async function () {
    // Only some accounts may make links there, and Wine follows none.
    if (process.platform === 'win32') this.skip();
    const real = join(home, 'real');
    mkdirSync(real);
    symlinkSync(real, join(home, 'link'));
    put(pathOf(1, real.replace(/[^a-zA-Z0-9]/g, '-')), [prompt('found', { cwd: real })]);
    assert.deepEqual(await titles({ folders: [join(home, 'link')] }), ['found']);
  });

  it('takes c: for C: on Windows, and looks in the profile there', async () => {
    put(pathOf(1, 'C--Users-someone-jotter'), [prompt('found', { cwd: 'C:\\Users\\someone\\jotter' })]);
    const windows = { platform: 'win32', env: { USERPROFILE: home }, folders: ['c:\\Users\\someone\\jotter'] } as const;
    assert.deepEqual(await titles(windows), ['found']);
    assert.deepEqual(await titles({ ...windows, platform: 'linux', env: { HOME: home } }), []);
  });

  it('looks where the environment says', async () => {
    put(pathOf(1), [prompt('at home')]);
    assert.deepEqual(await titles({ env: { HOME: '/nowhere', CLAUDE_CONFIG_DIR: join(home, '.claude') } }), ['at home']);
    assert.deepEqual(await titles({ env: { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'other') } }), []);
  });

  it('knows where one of them is, also where its transcript has moved, and says nothing of one that is not there', async () => {
    put(pathOf(1), [prompt('one')], 10);
    put(pathOf(2, '-home-someone-else'), [prompt('another')], 20);
    const find = async (nth: number) =>
      findPastSession(idOf(nth), { platform, env: { HOME: home }, folders: [jotter, '/nowhere'], warn: text => warnings.push(text) });
    const found = await Promise.all([find(1), find(2), find(3)]);
    assert.deepEqual(
      found.map(one => one && [one.path, one.usedAt]),
      [[pathOf(1), 10_000], [pathOf(2, '-home-someone-else'), 20_000], undefined],
    );
    assert.deepEqual(warnings, []);
  });

  const worktree = `${jotter}/.claude/worktrees/one`;
  const slugOf = (place: string): string => place.replace(/[^a-zA-Z0-9]/g, '-');

  it('has what lies below, each with the folder in which the CLI finds it again', async () => {
    put(pathOf(1, slugOf(worktree)), [prompt('moved'), { type: 'relocated', relocatedCwd: worktree, sessionId: idOf(1) }], 40);
    put(pathOf(2, slugOf(`${jotter}/web`)), [prompt('below', { cwd: `${jotter}/web` }), prompt('up', { cwd: jotter })], 30);
    put(pathOf(3), [prompt('went elsewhere'), prompt('there', { cwd: `${jotter}/web` })], 20);
    put(pathOf(4, slugOf(`${jotter}-web`)), [prompt('beside', { cwd: `${jotter}-web` })], 10);
    assert.deepEqual(
      (await list()).map(({ title, folder }) => [title, folder]),
      [
        ['moved', worktree],
        ['below', `${jotter}/web`],
        ['went elsewhere', jotter],
      ],
    );
    assert.deepEqual(await titles({ folders: [`${jotter}/web`] }), ['below']);
    assert.deepEqual(await titles({ folders: ['/'] }), ['moved', 'below', 'went elsewhere', 'beside']);
  });

  it('has those of a folder that was renamed together with its transcripts', async () => {
    put(pathOf(1), [prompt('as it was called', { cwd: '/home/someone/former' })]);
    assert.deepEqual(
      (await list()).map(({ title, folder }) => [title, folder]),
      [['as it was called', jotter]],
    );
  });

  it('waits once, and not for ever, for folders whose disk does not answer, asks for two of them at once, and knows late answers', async () => {
    const asked: string[] = [];
    const answers: (() => void)[] = [];
    const look = (folder: string): Promise<string> => {
      asked.push(folder);
      return new Promise(resolve => answers.push(() => resolve(`/real${folder}`)));
    };
    const dead = ['/mnt/a', '/mnt/b', '/mnt/c', '/mnt/d'];
    for (let count = 0; count < 3; count++) assert.deepEqual(await Promise.all(dead.map(folder => realNameOf(folder, look, 5))), dead);
    assert.deepEqual(asked, dead.slice(0, 2));
    for (let answer = answers.shift(); answer !== undefined; answer = answers.shift()) {
      answer();
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.deepEqual(asked, dead);
    assert.deepEqual(
      await Promise.all(dead.map(folder => realNameOf(folder, look, 5))),
      dead.map(folder => `/real${folder}`),
    );
  });

  it('says of one that cannot be read that it is left out', async () => {
    mkdirSync(pathOf(1), { recursive: true });
    put(pathOf(2), [prompt('readable')]);
    assert.deepEqual(await titles(), ['readable']);
    assert.match(warnings.join(), /^An earlier session could not be read: .* is no file$/);
  });

  describe('names each', () => {
    const title = async (...lines: readonly object[]): Promise<string | undefined> => {
      put(pathOf(1), lines);
      return (await titles())[0];
    };
    const sessionId = idOf(1);
    const byCli = { type: 'ai-title', aiTitle: 'What it is about', sessionId };
    const byPerson = { type: 'custom-title', customTitle: 'My own title', sessionId };

    it('by the title that the person gave it in a terminal', async () => {
      for (const name of ['renamed', 'renamed.oldest']) {
        const text = readFileSync(fixture(name), 'utf8');
        const id = /"sessionId":"([^"]+)"/.exec(text)?.[1] ?? '';
        put(join(dirname(pathOf(1)), `${id}.jsonl`), text);
        assert.deepEqual(await titles(), ['My own title']);
        rmSync(dirname(pathOf(1)), { recursive: true });
      }
    });

    it('by the last title, the one of the person before the one of the CLI', async () => {
      const first = prompt('\n  Fix the build\nplease');
      assert.equal(await title(first), 'Fix the build');
      assert.equal(await title(first, byCli), 'What it is about');
      assert.equal(await title(first, byPerson, byCli), 'My own title');
      assert.equal(await title(first, byPerson, { ...byPerson, customTitle: 'Renamed' }), 'Renamed');
      assert.equal(await title(first, byPerson, { ...byPerson, customTitle: '' }), 'Fix the build', 'taken back');
      assert.equal(await title(first, { ...byPerson, sessionId: idOf(9) }), 'Fix the build', 'of another session');
      assert.equal(await title(prompt(`${'long '.repeat(60)}`)), `${'long '.repeat(40).slice(0, 199)}…`);
    });

    it('by a summary of this conversation, not of another', async () => {
      const summary = { type: 'summary', summary: 'The build', leafUuid: 'u' };
      assert.equal(await title({ ...summary, leafUuid: 'elsewhere' }, prompt('Fix it')), 'Fix it');
      assert.equal(await title(summary, prompt('Fix it')), 'The build');
    });

    it('by what stands at its two ends, however long it is', async () => {
      const image = { type: 'image', source: { type: 'base64', data: 'A'.repeat(300_000) } };
      const middle = Array.from({ length: 8 }, (_, nth) => ({ type: 'assistant', uuid: `m${nth}`, message: 'x'.repeat(60_000) }));
      assert.equal(await title(prompt([image, { type: 'text', text: 'What is this?' }]), ...middle), 'What is this?');
      assert.equal(await title(prompt('What is this?'), ...middle, byPerson), 'My own title');
    });
  });
});
