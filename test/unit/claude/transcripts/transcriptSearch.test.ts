// Finding words in all of a conversation: in its transcript, and in the items that the transcript lacks.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { createBytesFilter } from '../../../../src/claude/transcripts/bytesFilter.js';
import type { Hit } from '../../../../src/claude/transcripts/transcriptIndex.js';
import { TranscriptIndex } from '../../../../src/claude/transcripts/transcriptIndex.js';
import { findInItems } from '../../../../src/host/conversation/conversationPages.js';
import { pastItems } from '../../../../src/chat/past.js';
import type { ChatItem } from '../../../../src/chat/state.js';
import { createFinder } from '../../../../src/shared/textSearch.js';
import { whileRead } from '../../../support/diskReads.js';
import { madeTranscript } from '../../../support/madeTranscript.js';
import { own } from '../../../support/questions.js';
import { after as stateAfter, asked, permissionFor, questionOf, working } from '../../../support/chat.js';
import { removeFolder } from '../../../support/removeFolder.js';

const folder = join(tmpdir(), `parley-search-${randomUUID()}`);
const path = join(folder, 'session.jsonl');
// Not while the file is loaded: a mutation test runs the tests again and again.
before(() => mkdirSync(folder));
after(() => removeFolder(folder));

const has = (query: string, text: string): boolean => createFinder(query)(text) !== undefined;

const at = Date.parse('2026-11-22T10:00:00Z');
let written: string[] = [];

/** Hangs on the entry before it. */
function put(entry: object): void {
  const [uuid, parentUuid] = [`u${written.length}`, written.length === 0 ? null : `u${written.length - 1}`];
  const timestamp = new Date(at + written.length).toISOString();
  written.push(`${JSON.stringify({ uuid, parentUuid, timestamp, ...entry })}\n`);
}
const prompt = (content: string): void => put({ type: 'user', message: { content } });
const answer = (content: object): void => put({ type: 'assistant', message: { id: `m${written.length}`, content: [content] } });
const result = (id: string, content: string, more: object = {}): void =>
  put({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content }] }, ...more });
const input = {
  questions: [{ question: 'Which database?', header: 'Store', multiSelect: false, options: [{ label: 'Maple', description: 'a tree' }] }],
};

async function hits(query: string, index = new TranscriptIndex(path)): Promise<readonly Hit[]> {
  const found: Hit[] = [];
  for await (const piece of index.find(query, new AbortController().signal)) found.push(...piece.hits);
  return found;
}
const idsOf = (found: readonly Hit[]): readonly string[] => found.map(({ itemId }) => itemId);

describe('the search of a transcript', () => {
  before(() => {
    written = [];
    prompt('Say "MAPLE" \\ oak');
    answer({ type: 'text', text: 'A maple\nand an oak. Größe.' });
    answer({ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'find cedar', content: 'not shown: yew' } });
    result('b', 'a cedar, a birch');
    answer({ type: 'tool_use', id: 'q', name: 'AskUserQuestion', input });
    result('q', 'They said: pine, with a note: larch', { toolUseResult: { answers: { 'Which database?': 'pine' } } });
    put({ type: 'attachment', attachment: { type: 'environment', note: 'elm' } });
    writeFileSync(path, written.join(''));
  });

  it('finds what a person can see, in either case, newest first and each item once', async () => {
    assert.deepEqual(idsOf(await hits('maple')), ['q', 'm1:u1', 'u0']);
    for (const [query, id] of [
      ['CEDAR', 'b'],
      ['größe', 'm1:u1'],
      ['birch', 'b'],
      ['a tree', 'q'],
      ['pine', 'q'],
      ['larch', 'q'],
      ['"maple" \\', 'u0'],
      ['maple\nand', 'm1:u1'],
    ] as const)
      assert.deepEqual(idsOf(await hits(query)), [id], query);
    for (const query of ['bash', 'yew', 'elm', 'tool_use', 'uuid', '', 'm.ple']) assert.deepEqual(await hits(query), [], query);
  });

  it('tells where the item begins, the line of the words, and the whole text of an answer', async () => {
    const offset = (line: number): number => Buffer.byteLength(written.slice(0, line).join(''));
    assert.deepEqual(await hits('birch'), [{ itemId: 'b', offset: offset(2), line: 'a cedar, a birch' }]);
    assert.deepEqual((await hits('OAK'))[0], {
      itemId: 'm1:u1',
      offset: offset(1),
      text: 'A maple\nand an oak. Größe.',
      line: 'and an oak. Größe.',
    });
    const page = await new TranscriptIndex(path).around(offset(2), 2);
    assert.ok(pastItems(page.entries).some(({ item }) => item.id === 'b'));
  });

  it('tells the result of a call whose line is farther back than what is known', async () => {
    // A prompt stands between, so that what is known of the file can begin behind the call.
    writeFileSync(path, [...written.slice(0, 3), line(3, { type: 'user', message: { content: 'go on' } }), line(4, resultLine)].join(''));
    assert.deepEqual(idsOf(await hits('cedar', new TranscriptIndex(path, 150))), ['b']);
    writeFileSync(path, written.join(''));
  });

  it('finds nothing in what a rewind has taken back', async () => {
    const anew = { type: 'user', uuid: 'z', parentUuid: 'u1', message: { content: 'anew' } };
    writeFileSync(path, [...written, JSON.stringify(anew), '\n'].join(''));
    assert.deepEqual([await hits('cedar'), idsOf(await hits('maple'))], [[], ['m1:u1', 'u0']]);
    writeFileSync(path, written.join(''));
  });

  it('reads a file once that is searched from its end, and once more where it is searched again', async () => {
    const text = madeTranscript([{ type: 'prompt' }, ...[...Array(200).keys()].map(() => ({ type: 'large' as const, length: 15_000 }))]);
    writeFileSync(path, text);
    const index = new TranscriptIndex(path);
    for (const round of ['first', 'second']) {
      const found: string[] = [];
      let bytes = 0;
      await whileRead(
        length => (bytes += length),
        async () => {
          for await (const { hits } of index.find('prompt 3', new AbortController().signal))
            found.push(...hits.map(({ itemId }) => itemId));
        },
      );
      assert.equal(found.length, 1, round);
      assert.ok(bytes < 1.2 * Buffer.byteLength(text), `${round}: ${bytes} of ${Buffer.byteLength(text)}`);
    }
  });

  it('ends when it is aborted, and gives others their turn', async () => {
    writeFileSync(path, [...written, ...Array.from({ length: 4_000 }, (_, nth) => chained(nth))].join(''));
    const index = new TranscriptIndex(path);
    await index.refresh();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    assert.equal((await hits('spruce', index)).length, 4_000);
    isOver = true;
    assert.ok(turns > 3, `${turns}`);
    const abort = new AbortController();
    const found: Hit[] = [];
    for await (const piece of index.find('spruce', abort.signal)) {
      found.push(...piece.hits);
      abort.abort();
    }
    assert.ok(found.length < 4_000, `${found.length}`);
  });
});

/** The `nth` line, which hangs on the one before it. */
function line(nth: number, entry: object): string {
  return `${JSON.stringify({ uuid: `u${nth}`, parentUuid: `u${nth - 1}`, ...entry })}\n`;
}
const resultLine = { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'b', content: 'a cedar' }] } };

function chained(nth: number): string {
  const [uuid, parentUuid] = [`u${nth + 7}`, `u${nth + 6}`];
  const content = [{ type: 'text', text: `${'leaves '.repeat(50)} spruce` }];
  return `${JSON.stringify({ type: 'assistant', uuid, parentUuid, message: { id: `m${nth + 7}`, content } })}\n`;
}

describe('the search of items', () => {
  const find = (query: string, ...items: readonly ChatItem[]) =>
    findInItems(
      items.map(item => ({ item })),
      query,
    );

  it('finds what a person can see of each kind', () => {
    const question = questionOf(
      stateAfter(working, asked('t'), { type: 'answerDrafted', toolUseId: 't', question: 0, answer: own('half'), on: 0 }),
    );
    const permission = stateAfter(working, permissionFor('b')).items.at(-1) ?? assert.fail();
    const items: readonly ChatItem[] = [
      { kind: 'prompt', id: 'p', uuid: 'p', text: 'the prompt', state: 'sent' },
      { kind: 'text', id: 'x', text: 'the text', streaming: false },
      { kind: 'tool', id: 'b', name: 'Bash', summary: 'the summary', state: 'done', result: 'the result' },
      question,
      permission,
      { kind: 'tool', id: 'm', name: 'mcp__tracker__create_issue', summary: '', state: 'done', result: '' },
      { kind: 'problem', id: 'i1', problem: { code: 'api', detail: 'the detail' } },
      { kind: 'exit', id: 'i2', code: 1, signal: null, stderr: 'the stderr' },
    ];
    for (const [query, id] of [
      ['THE PROMPT', 'p'],
      ['the text', 'x'],
      ['summary', 'b'],
      ['the result', 'b'],
      // Its row says “Ran”.
      ['bash', undefined],
      ['tracker: create', 'm'],
      ['which?', 't'],
      ['half', 't'],
      ['command', undefined],
      ['ls', 'p-b'],
      ['the detail', 'i1'],
      ['the stderr', 'i2'],
    ] as const)
      assert.deepEqual(
        find(query, ...items).map(({ item }) => item.id),
        id === undefined ? [] : [id],
        query,
      );
    assert.deepEqual(find('', ...items), []);
  });
});

/** Runs `work`, which would keep everything else from running, for at most this long. */
function within<T>(milliseconds: number, work: () => T): T {
  const place = globalThis as { within?: () => void };
  const done: T[] = [];
  place.within = () => done.push(work());
  try {
    runInThisContext('within()', { timeout: milliseconds });
  } finally {
    delete place.within;
  }
  return done[0] ?? assert.fail();
}

describe('a long query', () => {
  const line = JSON.stringify({ text: 'a'.repeat(1_000_000) });
  const many = 'a'.repeat(500);

  it('takes time that grows with the text alone', () => {
    const missing = [`${many}${many}b`, `b${many}${many}`, `${many}b${many}`, `a${many}${'ab'.repeat(250)}`];
    for (const query of missing) assert.ok(!within(20_000, () => has(query, line)), query);
    const [first = '', last = ''] = missing;
    assert.ok(within(20_000, () => has(first, `${line}${first}`)));
    assert.ok(within(20_000, () => createBytesFilter(first)(Buffer.from(line)) && !createBytesFilter(last)(Buffer.from(line))));
  });

  it('is prepared by its first characters', () => {
    const letters = String.fromCharCode(...Array.from({ length: 500 }, (_, nth) => 0x3b1 + nth));
    const made: string[] = [];
    const { match } = String.prototype;
    Object.assign(String.prototype, {
      match(this: string, pattern: RegExp) {
        made.push(String(pattern));
        return this.search(pattern) < 0 ? null : [pattern.source];
      },
    });
    try {
      createBytesFilter(letters);
    } finally {
      Object.assign(String.prototype, { match });
    }
    assert.ok(made.length > 0 && made.length <= 16, `${made.length}`);
  });

  it('is found where a pattern would find it', () => {
    const letter = fc.constantFrom(...'aAbkK\u212as\u017f\u1e9e\u00df\u03c3\u03c2\u03a3\u{10400}\u{10428}');
    const text = fc.array(letter, { maxLength: 30 }).map(letters => letters.join(''));
    const repeated = fc.tuple(fc.array(letter, { minLength: 1, maxLength: 4 }), fc.integer({ min: 9, max: 20 }), text);
    fc.assert(
      fc.property(text, repeated, text, (before, [letters, times, end], behind) => {
        const query = `${letters.join('').repeat(times)}${end}abcdefghijklmnopqrstuvwxyzabcdefgh`;
        const all = `${before}${query.slice(0, 30)}${query.toUpperCase()}${behind}${query}${query}`;
        const places = [...all.matchAll(new RegExp(query, 'giu'))].map(({ index, 0: { length } }) => [index, index + length]);
        const find = createFinder(query);
        const found: number[][] = [];
        for (let place = find(all); place !== undefined; place = find(all, place.end)) found.push([place.start, place.end]);
        assert.deepEqual(found, places);
      }),
    );
  });
});

describe('the bytes of a line', () => {
  const code = fc.integer({ min: 0, max: 0x1e9ff }).filter(point => point < 0xd800 || point > 0xdfff);
  const character = fc
    .oneof(code, fc.constantFrom(...'kKſsßẞσςΣµμΜθϑϴ"\\\n.*[é'))
    .map(one => (typeof one === 'number' ? String.fromCodePoint(one) : one));
  const inAnyCase = (text: string): readonly string[] => [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    text.toLowerCase().toUpperCase().toLowerCase(),
  ];

  it('can have what is searched wherever its text has it, in any script and case', () => {
    fc.assert(
      fc.property(fc.array(character, { minLength: 1, maxLength: 6 }), fc.string(), (characters, other) => {
        const query = characters.join('');
        const [mayHave, isMatch] = [createBytesFilter(query), (text: string): boolean => has(query, text)];
        for (const text of inAnyCase(query))
          if (isMatch(text)) assert.ok(mayHave(Buffer.from(JSON.stringify({ text: `${other}${text}` }))), JSON.stringify([query, text]));
      }),
      { numRuns: 100 },
    );
    const [large, small] = ['k', 'K'].map(letter => Buffer.from(JSON.stringify(`\u212a ${letter}`)));
    for (const query of ['k', 'K', '\u212a'])
      assert.ok([large, small].every(bytes => bytes !== undefined && createBytesFilter(query)(bytes)));
  });

  it('have nothing of another word', () => {
    const line = Buffer.from(JSON.stringify({ text: 'Größe, σίγμα and "more"\nlines' }));
    for (const query of ['große', 'σιγμα', 'linés', 'more\\"l', 'm.re']) assert.ok(!createBytesFilter(query)(line), query);
    for (const query of ['GRÖSSE', 'größe', 'ΣΊΓΜΑ', 'more"\nl']) assert.equal(createBytesFilter(query)(line), query !== 'GRÖSSE', query);
  });
});
