// The transcripts in test/fixtures/transcripts are those of real CLIs, 2.1.329 and 2.0.77 (`.oldest`), with what is large cut
// out of attachments and usage.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  findPastSession,
  realNameOf,
  listPastSessions,
  readPastSession,
  type PastSessionsOptions,
} from '../../src/claude/transcripts/transcriptFiles.js';
import type { Settlement } from '../../src/session/settlement.js';
import type { PastEntry, PastEvent } from '../../src/session/events.js';
import { answer, own, pick } from '../support/questions.js';

const fixture = (name: string): string => `test/fixtures/transcripts/${name}.jsonl`;

/** One line for each event, in the words a reader of the chat would use. */
function told({ event }: PastEntry): string {
  switch (event.type) {
    case 'promptSeen':
      return `> ${event.text}`;
    case 'textFinished':
      return event.thought === true ? `(${event.text})` : event.text;
    case 'toolStarted':
      return `${event.name} ${event.summary}`;
    case 'toolFinished':
      return `${event.isError ? 'failed' : 'done'}: ${event.text.slice(0, 30)}`;
    case 'questionFinished':
      return `asked: ${event.input?.questions.map(({ header }) => header).join(', ')}`;
    case 'questionSettled':
      return `settled: ${event.settlement?.type}`;
  }
}

const questionsOf = (entries: readonly PastEntry[]): readonly Extract<PastEvent, { type: 'questionSettled' }>[] =>
  entries.flatMap(({ event }) => (event.type === 'questionSettled' ? [event] : []));

describe('a conversation that the CLI has kept', () => {
  const warnings: string[] = [];
  let folder: string;

  beforeEach(() => {
    warnings.length = 0;
    folder = mkdtempSync(join(tmpdir(), 'parley-history-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function read(path: string): Promise<readonly PastEntry[]> {
    const entries = await readPastSession(path, text => warnings.push(text));
    assert.ok(entries !== undefined);
    return entries;
  }

  async function conversation(name: string): Promise<readonly string[]> {
    const lines = (await read(fixture(name))).map(told);
    assert.deepEqual(warnings, []);
    return lines;
  }

  async function readLines(lines: readonly (string | object)[]): Promise<readonly string[]> {
    const path = join(folder, 'made-up.jsonl');
    writeFileSync(path, lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    return (await read(path)).map(told);
  }

  for (const [name, done, firstId] of [
    ['plain', '(Bash completed with no output', 3],
    ['plain.oldest', '', 2],
  ] as const) {
    it(`is told over all its turns, and over a resume (${name})`, async () => {
      const entries = await read(fixture(name));
      const lines = entries.map(told);
      assert.deepEqual(
        // What the two read of a file differs in more than its beginning.
        lines.map(line => line.replace(/^(done:) +1[\s\S]+/, '$1 the file').replace(/^(failed:) .*/, '$1')),
        [
          ...['> READ_IT, please\nand tell me', 'Let me **look**.'],
          ...['Read /home/someone/jotter/README.md', 'done: the file', 'It keeps notes.'],
          ...['> READ_NOTHING', 'Read /home/someone/jotter/missing.md', 'failed:', 'There is no such file.'],
          ...['> SAY hello', 'Hello, *you*.'],
          // Of the two results only the second leads on to the answer.
          ...['> RUN', 'Bash touch one', 'Bash touch two', `done: ${done}`, `done: ${done}`, 'Both.'],
        ],
      );
      assert.deepEqual(entries[0]?.event, {
        type: 'promptSeen',
        id: `00000000-0000-4000-8000-${String(firstId).padStart(12, '0')}`,
        text: 'READ_IT, please\nand tell me',
      });
      assert.equal(new Date(entries[0].at).toISOString().slice(0, 16), '2026-11-21T19:54');
    });
  }

  for (const name of ['questions', 'questions.oldest'] as const) {
    it(`has its answers back, as they were given in Parley (${name})`, async () => {
      const settled = questionsOf(await read(fixture(name)));
      const expected: (Settlement | undefined)[] = [
        { type: 'answer', answers: [pick(1), pick(0, 1, 2)] },
        { type: 'answer', answers: [{ ...own('DuckDB, "here"\nalready'), note: 'only until we have users' }, own('Undo, redo', 1)] },
        { type: 'answer', answers: [answer({ skipped: true }), answer({ selected: [1], note: 'a note' })] },
        { type: 'dismiss' },
        { type: 'dismiss', byTimeout: true },
        { type: 'reply', text: 'Let us talk\nabout hosting first.' },
        undefined,
      ];
      assert.deepEqual(
        settled.map(({ settlement }) => settlement),
        expected,
      );
      assert.equal(settled.at(-1)?.isError, true);
      assert.match(settled[0]?.text ?? '', /"Which database should we use\?"="SQLite"/);
    });
  }

  it('has the answers that were given in a terminal, which quotes a label with a comma or does not', async () => {
    const settled = async (name: string) => questionsOf(await read(fixture(name))).map(({ settlement }) => settlement);
    assert.deepEqual(await settled('terminal'), [
      { type: 'answer', answers: [pick(1), own('Undo, redo', 1)] },
      // Left with Escape; "chat about this".
      undefined,
      undefined,
    ]);
    assert.deepEqual(await settled('terminal.oldest'), [{ type: 'answer', answers: [pick(1), pick(1)] }, undefined]);
  });

  it('has each question before what became of it', async () => {
    const oneQuestion = ['asked: Database', 'settled: answer'];
    // The CLI's own "Continue from where you left off." is nobody's prompt.
    assert.deepEqual(await conversation('deferred'), ['> ASK_ONE deferred', ...oneQuestion, 'I go on with that.']);
    assert.deepEqual(await conversation('during'), ['> ASK_ONE busy', ...oneQuestion, '> SAY meanwhile', 'Hello, *you*.']);
    // "No response requested." is no answer of Claude's.
    assert.deepEqual(await conversation('killed'), [
      '> ASK_ONE killed',
      'asked: Database',
      'settled: undefined',
      '> SAY again',
      'Hello, *you*.',
    ]);
    // 2.0.77 resumes before the question.
    assert.deepEqual(await conversation('killed.oldest'), ['> ASK_ONE killed', '> SAY again', 'Hello, *you*.']);
  });

  it('goes back behind a compaction, and has no word of the summary', async () => {
    const turn = (prompt: string) => [`> ${prompt}`, 'Hello, *you*.'];
    assert.deepEqual(await conversation('compacted'), [...turn('SAY before'), ...turn('SAY after'), ...turn('SAY resumed')]);
    assert.deepEqual(await conversation('compacted.oldest'), [...turn('SAY before'), ...turn('SAY resumed')]);
  });

  it('leaves out the turn that a rewind has taken back', async () => {
    const rewound = ['> SAY one', 'Hello you.', '> SAY two', 'Hello you.'];
    assert.deepEqual(await conversation('rewound'), rewound);
    assert.equal(readFileSync(fixture('rewound'), 'utf8').split('"SAY two"').length, 4, 'it is there twice, and once as a title');
  });

  it('has no commands of the CLI, notices and failures of the API, and tells a thought from an answer', async () => {
    assert.deepEqual(await conversation('trouble'), ['> UNREACHED now', '> THINK', '(Hm.)', 'I thought.']);
    const hello = (prompt: string) => [`> SAY ${prompt}`, 'Hello you.'];
    for (const name of ['renamed', 'renamed.oldest'])
      assert.deepEqual(await conversation(name), [...hello('first words'), ...hello('second words'), ...hello('third')]);
    const [prompt, , , ...answers] = await conversation('agent');
    assert.deepEqual([prompt, ...answers], ['> SEND_AGENT', 'The agent is done.', 'You said: SEND_AGENT']);
    assert.equal((await conversation('terminal')).at(-2), '> ! echo hi');
  });

  it('keeps the words of the person apart from those that were put among them', async () => {
    const user = (content: unknown, more: object = {}) => ({
      type: 'user',
      uuid: `u${JSON.stringify(content)}`,
      message: { content },
      ...more,
    });
    const text = (words: string) => ({ type: 'text', text: words });
    const lines = [
      user([text('<ide_opened_file>The user opened a.ts</ide_opened_file>'), text('First'), { type: 'image', source: {} }, text('second')]),
      user('<div> is not closed<system-reminder>\nNote.\n</system-reminder>'),
      user('[Request interrupted by user]'),
      user([text('Told by a plugin')], { origin: { kind: 'plugin' } }),
      user('Of a subagent', { isSidechain: true }),
      user([{ type: 'image', source: {} }]),
      user([text('<ide_selection>The user added line 2 of a.ts:\nx\n</ide_selection>')]),
      user([text('<ide_selection>The user selected line 2 of a.ts</ide_selection>')]),
    ];
    // None has a parent: each would be a conversation of its own.
    const chained = lines.map((line, at) => ({ ...line, parentUuid: lines[at - 1]?.uuid ?? null }));
    assert.deepEqual(await readLines(chained), ['> First\nsecond', '> <div> is not closed', '> [Image]', '> [Selection]']);
    assert.deepEqual(warnings, []);
  });

  it('has all parts of an answer, whichever result leads on', async () => {
    const call = (uuid: string, parentUuid: string | null) => ({
      ...{ type: 'assistant', uuid, parentUuid },
      message: { id: 'm', content: [{ type: 'tool_use', id: `t${uuid}`, name: 'Bash', input: { command: uuid } }] },
    });
    const result = (of: string) => ({
      ...{ type: 'user', uuid: `r${of}`, parentUuid: of },
      message: { content: [{ type: 'tool_result', tool_use_id: `t${of}`, content: `of ${of}` }] },
    });
    const after = { type: 'assistant', uuid: 'z', parentUuid: 'ra', message: { id: 'n', content: [{ type: 'text', text: 'Done.' }] } };
    const lines = [call('a', null), call('b', 'a'), result('b'), result('a'), after];
    assert.deepEqual(await readLines(lines), ['Bash a', 'Bash b', 'done: of b', 'done: of a', 'Done.']);
  });

  it('is told without the lines that are none, and with one warning', async () => {
    const lines = readFileSync(fixture('plain'), 'utf8').trimEnd().split('\n');
    const whole = await readLines(lines);
    const broken = lines.findIndex(line => line.includes('"attachment":{"type":"model"}'));
    assert.ok(broken > 0);
    const cut = lines.map((line, at) => (at === broken ? line.slice(0, 100) : line));
    const odd = { type: 'assistant', uuid: 'odd', parentUuid: null, message: { content: 7 } };
    assert.deepEqual(await readLines([...cut.slice(0, 3), odd, ...cut.slice(3), lines.at(-1)?.slice(0, -9) ?? '']), whole);
    assert.deepEqual(warnings, [`Lines of an earlier session that could not be read: 3, in ${join(folder, 'made-up.jsonl')}`]);
  });

  it('is nothing where it cannot be read, and says so', async () => {
    assert.equal(await readPastSession(join(folder, 'gone.jsonl'), text => warnings.push(text)), undefined);
    assert.match(warnings.join(), /gone\.jsonl/);
  });
});

describe('the list of earlier conversations', () => {
  const jotter = '/home/someone/jotter';
  /** Of the folders' names, which are the same wherever the tests run. */
  const platform = 'linux';
  const warnings: string[] = [];
  let home: string;

  beforeEach(() => {
    warnings.length = 0;
    home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-history-')));
  });
  afterEach(() => rmSync(home, { recursive: true }));

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
    listPastSessions({ platform, env: { HOME: home }, folders: [jotter], limit: 10, warn: text => warnings.push(text), ...more });

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
      { sessionId: idOf(2), title: 'ASK_BOTH labels', usedAt: 30_000, path: pathOf(2) },
      { sessionId: idOf(1), title: 'READ_IT, please', usedAt: 20_000, path: pathOf(1) },
    ]);
    assert.deepEqual(warnings, []);
  });

  it('has none in which no person has said anything, and none of subagents', async () => {
    put(pathOf(1), '');
    put(pathOf(2), [{ type: 'queue-operation', sessionId: idOf(2) }, prompt('<command-name>/clear</command-name>')]);
    put(pathOf(3), [prompt('Look into it', { isSidechain: true, agentId: 'a' })]);
    put(join(dirname(pathOf(1)), 'agent-a1b2c3.jsonl'), [prompt('Warmup')]);
    put(join(dirname(pathOf(1)), idOf(4), 'subagents', 'agent-a.jsonl'), [prompt('Look into it')]);
    put(pathOf(5), [prompt('Mine')]);
    assert.deepEqual(await titles(), ['Mine']);
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

  it('knows where one of them is, and when it was written, and says nothing of one that is not there', async () => {
    put(pathOf(1), [prompt('one')], 10);
    put(pathOf(2, '-home-someone-else'), [prompt('another')], 20);
    const find = (nth: number) =>
      findPastSession(idOf(nth), { platform, env: { HOME: home }, folders: [jotter, '/nowhere'], warn: text => warnings.push(text) });
    const found = await find(1);
    assert.deepEqual([found?.path, found?.usedAt, await find(2), await find(3), warnings], [pathOf(1), 10_000, undefined, undefined, []]);
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
    assert.match(warnings.join(), /^An earlier session could not be read: EISDIR/);
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
