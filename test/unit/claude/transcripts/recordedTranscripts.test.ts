// The transcripts in test/fixtures/transcripts are those of real CLIs, 2.1.329 and 2.0.77 (`.oldest`), with what is large cut
// out of attachments and usage.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPastSession } from '../../../../src/claude/transcripts/transcriptFiles.js';
import type { Settlement } from '../../../../src/chat/settlement.js';
import type { PastEntry, PastEvent } from '../../../../src/chat/events.js';
import { answer, own, pick } from '../../../support/questions.js';
import { removeFolder } from '../../../support/removeFolder.js';

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
  afterEach(() => removeFolder(folder));

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

  it('has the commands that Claude was given, as they were typed', async () => {
    const command = (content: string, uuid: string, version: string) => ({ type: 'user', uuid, version, message: { content } });
    const given = (args: string): string =>
      `<command-message>greet</command-message>\n<command-name>/greet</command-name>${args && `\n<command-args>${args}</command-args>`}`;
    const lines = [
      command(given('all of\nyou'), 'a', '2.1.100'),
      command(given(''), 'b', '2.1.329'),
      command(
        '<command-name>/usage</command-name>\n<command-message>usage</command-message>\n<command-args></command-args>',
        'c',
        '2.1.329',
      ),
      // It stands in the chat under the uuid with which it was sent.
      command(given('all'), 'd', '2.0.77'),
    ];
    const chained = lines.map((line, at) => ({ ...line, parentUuid: lines[at - 1]?.uuid ?? null }));
    assert.deepEqual(await readLines(chained), ['> /greet all of\nyou', '> /greet']);
  });

  it('has all parts of an answer, whichever result leads on', async () => {
    const call = (uuid: string, parentUuid: string | null) => ({
      type: 'assistant',
      uuid,
      parentUuid,
      message: { id: 'm', content: [{ type: 'tool_use', id: `t${uuid}`, name: 'Bash', input: { command: uuid } }] },
    });
    const result = (of: string) => ({
      type: 'user',
      uuid: `r${of}`,
      parentUuid: of,
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
