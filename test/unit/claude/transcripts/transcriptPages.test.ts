// Pieces of a conversation, from the end, from any place, and as it grows: each has the items that the whole conversation has there.
import assert from 'node:assert/strict';
import { appendFileSync, closeSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { maxLineBytes } from '../../../../src/claude/process/lines.js';
import { readPastSession } from '../../../../src/claude/transcripts/transcriptFiles.js';
import { TranscriptFollower } from '../../../../src/claude/transcripts/transcriptFollower.js';
import { TranscriptIndex } from '../../../../src/claude/transcripts/transcriptIndex.js';
import type { TranscriptPage } from '../../../../src/claude/transcripts/transcriptPage.js';
import type { PastEntry } from '../../../../src/chat/events.js';
import type { TimedItem } from '../../../../src/chat/past.js';
import { pastItems } from '../../../../src/chat/past.js';
import { whileRead } from '../../../support/diskReads.js';
import { anyAct, madeTranscript } from '../../../support/madeTranscript.js';
import { runs } from '../../../support/tier.js';
import { removeFolder } from '../../../support/removeFolder.js';

const folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
const path = join(folder, 'session.jsonl');
after(() => removeFolder(folder));

/** The size of a page, in items, and of what is read at once, in bytes. */
const sizes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 100, max: 3_000 }));

const fixtures = readdirSync('test/fixtures/transcripts').map(name => join('test/fixtures/transcripts', name));

/** The items without the time at which a question ended whose end nobody has written: a page ends at another time than the conversation. */
function itemsOf(entries: readonly PastEntry[]): readonly TimedItem[] {
  return pastItems(entries).map(({ at = 0, item }) => {
    if (item.kind !== 'question' || item.reason !== 'exited') return { at, item };
    const { endedAt: _, ...rest } = item;
    return { at, item: rest };
  });
}

async function wholeOf(file: string): Promise<readonly TimedItem[]> {
  return itemsOf((await readPastSession(file, () => undefined)) ?? assert.fail());
}

/** The page is the end of `whole`, with as many items as were wanted. */
function assertTail(page: TranscriptPage, whole: readonly TimedItem[], wanted: number): void {
  const items = itemsOf(page.entries);
  assert.deepEqual(items, items.length === 0 ? [] : whole.slice(-items.length));
  assert.ok(items.length >= Math.min(wanted, whole.length), `${items.length} of ${whole.length}`);
  assert.ok(page.hasOlder || items.length === whole.length);
}

async function assertPages(file: string, count: number, least: number): Promise<void> {
  const whole = await wholeOf(file);
  const index = new TranscriptIndex(file, least);
  let page = await index.page({ count });
  let items = itemsOf(page.entries);
  const offsets = [page.firstOffset];
  assert.equal(page.hasNewer, false);
  while (page.hasOlder) {
    page = await index.page({ before: page.firstOffset, count });
    const older = itemsOf(page.entries);
    // What is read last may turn out to tell nothing.
    assert.ok(older.length > 0 || !page.hasOlder);
    items = [...older, ...items];
    offsets.unshift(page.firstOffset);
  }
  assert.deepEqual(items, whole);
  let forward: readonly TimedItem[] = [];
  for (let from = offsets[0] ?? 0, isMore = true; isMore;) {
    const next = await index.pageFrom({ from, count });
    forward = [...forward, ...itemsOf(next.entries)];
    [from, isMore] = [next.endOffset, next.hasNewer];
  }
  assert.deepEqual(forward, whole);
}

describe('the tail of a transcript', () => {
  it('is the end of the recorded conversations', async () => {
    for (const file of fixtures)
      for (const wanted of [1, 3, 10, 1_000])
        assertTail(await new TranscriptIndex(file, 1_000).page({ count: wanted }), await wholeOf(file), wanted);
  });

  it('is the end of any conversation', async () => {
    let isCut = 0;
    const many = runs(100);
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 40 }), sizes, fc.nat(40), async (acts, [wanted, firstBytes], torn) => {
        const text = madeTranscript(acts);
        writeFileSync(path, torn > 30 ? text.slice(0, -torn) : text);
        const page = await new TranscriptIndex(path, firstBytes).page({ count: wanted });
        assertTail(page, await wholeOf(path), wanted);
        if (page.hasOlder) isCut++;
      }),
      { numRuns: many },
    );
    assert.ok(isCut > many / 5, `${isCut}`);
  });

  it('begins with no part of an answer whose beginning it does not have', async () => {
    const entry = (uuid: string, parentUuid: string | null, more: object): string => `${JSON.stringify({ uuid, parentUuid, ...more })}\n`;
    const call = (uuid: string, parent: string): string => {
      const content = [{ type: 'tool_use', id: `t${uuid}`, name: 'Bash', input: { command: uuid } }];
      return entry(uuid, parent, { type: 'assistant', message: { id: 'm', content } });
    };
    const result = (of: string): string =>
      entry(`r${of}`, of, { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: `t${of}`, content: 'out' }] } });
    const last = entry('z', 'ra', { type: 'assistant', message: { id: 'n', content: [{ type: 'text', text: 'Done.' }] } });
    const first = entry('p', null, { type: 'user', message: { content: 'go' } });
    // The first call had its result before the second was written.
    writeFileSync(path, [first, call('a', 'p'), result('a'), call('b', 'a'), result('b'), last].join(''));
    const whole = await wholeOf(path);
    for (const wanted of [1, 2, 3, 4])
      for (let firstBytes = 50; firstBytes < 900; firstBytes += 50)
        assertTail(await new TranscriptIndex(path, firstBytes).page({ count: wanted }), whole, wanted);
  });

  it('is read without the rest, whose lines may be as long as they like', async () => {
    const large = { type: 'attachment', uuid: 'a', parentUuid: 'u1', attachment: { type: 'file', content: 'x'.repeat(5_000_000) } };
    const answer = { type: 'assistant', uuid: 'b', parentUuid: 'a', message: { id: 'm', content: [{ type: 'text', text: 'Seen.' }] } };
    const lines = [madeTranscript([]), JSON.stringify(large), '\n', JSON.stringify(answer), '\n'];
    writeFileSync(path, lines.join(''));
    const page = await new TranscriptIndex(path).page({ count: 2 });
    assert.deepEqual([itemsOf(page.entries), page.hasOlder], [await wholeOf(path), false]);
    assert.equal((await new TranscriptIndex(path).page({ count: 1 })).entries.length, 1);
  });

  it('has the lines before and behind one that is too long to be read', async () => {
    const file = openSync(path, 'w');
    const begin = madeTranscript([{ type: 'text' }, { type: 'text' }]);
    writeSync(file, begin);
    const answer = { type: 'assistant', uuid: 'b', parentUuid: 'lost', message: { id: 'm', content: [{ type: 'text', text: 'Seen.' }] } };
    writeSync(file, `\n${JSON.stringify(answer)}\n`, begin.length + maxLineBytes + 1);
    closeSync(file);
    const page = await new TranscriptIndex(path).page({ count: 10 });
    assert.deepEqual(
      itemsOf(page.entries).map(({ item }) => item.kind),
      ['prompt', 'text', 'text', 'text', 'text', 'text'],
    );
  });
});

describe('the index of a transcript', () => {
  it('has the recorded conversations in pages', async () => {
    for (const file of fixtures) for (const count of [1, 4, 100]) await assertPages(file, count, 500 * count);
  });

  it('has any conversation in pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { maxLength: 30 }), sizes, async (acts, [count, least]) => {
        writeFileSync(path, madeTranscript(acts));
        await assertPages(path, count, least);
      }),
      { numRuns: runs(60) },
    );
  });

  it('knows where each item begins, by the id it has there or here', async () => {
    writeFileSync(
      path,
      madeTranscript(Array.from({ length: 9 }, () => [{ type: 'prompt' }, { type: 'text' }, { type: 'queued' }] as const).flat()),
    );
    const index = new TranscriptIndex(path, 500);
    await index.page({ before: 0, count: 1 });
    for (const { item } of await wholeOf(path)) {
      const id = item.kind === 'text' ? (item.id.split(':', 2)[1] ?? '') : item.id;
      const offset = index.offsets.get(id) ?? assert.fail(item.id);
      const [first] = itemsOf((await index.pageFrom({ from: offset, count: 1 })).entries);
      assert.ok(first?.item.id === item.id || (item.kind === 'text' && item.id.startsWith(first?.item.id ?? '-')), item.id);
      const around = await index.around(offset, 4);
      assert.ok(itemsOf(around.entries).some(one => one.item.id === item.id));
      if (item.kind === 'text') assert.equal(index.offsets.get(item.id.split(':', 1)[0] ?? ''), offset);
    }
  });

  it('reads no more of a long file than the page and the newest hits need', async () => {
    const line = (nth: number): string => {
      const content = [{ type: 'text', text: `answer ${nth} ${'x'.repeat(1_000)}` }];
      const parentUuid = nth === 0 ? null : `u${nth - 1}`;
      return `${JSON.stringify({ parentUuid, type: 'assistant', message: { id: `m${nth}`, content }, uuid: `u${nth}` })}\n`;
    };
    writeFileSync(path, Array.from({ length: 10_000 }, (_, nth) => line(nth)).join(''));
    const index = new TranscriptIndex(path);
    const read = (): number => index.table.reached - index.table.start;
    const tail = await index.page({ count: 100 });
    await index.page({ before: tail.firstOffset, count: 40 });
    assert.ok(read() < 400_000, `${read()}`);
    for (const [query, id, most] of [
      ['answer', 'm9999:u9999', 400_000],
      ['answer 8999 ', 'm8999:u8999', 5_000_000],
    ] as const) {
      let first: string | undefined;
      for await (const { hits } of index.find(query, new AbortController().signal)) if ((first = hits[0]?.itemId) !== undefined) break;
      assert.deepEqual([first, read() < most], [id, true], `${read()}`);
    }
  });

  it('has all of the file also where a disk has failed while it was read', async () => {
    writeFileSync(path, madeTranscript([...Array(60).keys()].map(() => ({ type: 'large', length: 30_000 }))));
    const index = new TranscriptIndex(path);
    let reads = 0;
    // Behind the look at the end of the file and a first piece.
    const fail = (): void => {
      if (++reads === 4) throw new Error('EIO');
    };
    await whileRead(fail, () => assert.rejects(index.pageFrom({ from: 0, count: 1 }), /EIO/));
    const { entries } = await index.page({ count: 1_000 });
    assert.equal(itemsOf(entries).length, (await wholeOf(path)).length);
  });

  it('follows the file, and reads it anew when it is another one', async () => {
    writeFileSync(path, madeTranscript([{ type: 'text' }]));
    const index = new TranscriptIndex(path);
    assert.equal(itemsOf((await index.page({ count: 10 })).entries).length, 3);
    writeFileSync(path, madeTranscript([{ type: 'text' }, { type: 'text' }]));
    assert.equal(await index.refresh(), 'grown');
    assert.equal(itemsOf((await index.page({ count: 10 })).entries).length, 5);
    writeFileSync(
      path,
      madeTranscript([
        { type: 'question', isAnswered: true, between: false },
        { type: 'text' },
        { type: 'rewind', by: 1 },
        { type: 'text' },
      ]),
    );
    assert.equal(await index.refresh(), 'replaced');
    assert.deepEqual(itemsOf((await index.page({ count: 10 })).entries), await wholeOf(path));
    rmSync(path);
    assert.deepEqual((await index.page({ count: 10 })).entries, []);
  });
});

describe('a follower of a transcript', () => {
  it('has all that is in any conversation, however it grows', async () => {
    let rewinds = 0;
    const cuts = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 12 });
    const text = { type: 'text' } as const;
    // Goes back behind what was followed, which few of the generated ones do.
    const rewound: [(typeof text | { readonly type: 'rewind'; readonly by: number })[], number[]] = [
      [text, text, text, { type: 'rewind', by: 3 }, text],
      Array.from({ length: 12 }, () => 200),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 2, maxLength: 30 }), cuts, async (acts, lengths) => {
        const bytes = Buffer.from(madeTranscript(acts));
        // A line that lacks nothing but its end is one for the tail already, and for the news later, so no piece ends there.
        const endOf = (place: number): number => (bytes[place] === 0x0a ? place + 1 : place);
        let at = endOf(lengths[0] ?? 0);
        writeFileSync(path, bytes.subarray(0, at));
        const follower = new TranscriptFollower(path, () => undefined);
        let entries = (await follower.tail(3))?.entries ?? [];
        for (const length of [...lengths.slice(1), bytes.length]) {
          const end = endOf(at + length);
          appendFileSync(path, bytes.subarray(at, end));
          at = end;
          const news = await follower.news();
          entries = news.change === 'rewound' ? ((await follower.tail(3))?.entries ?? []) : [...entries, ...news.entries];
          if (news.change === 'rewound') rewinds++;
          // Only whole lines are read: a line that is being written is no line.
          const read = Buffer.from(bytes.subarray(0, bytes.subarray(0, at).lastIndexOf(0x0a) + 1));
          const seen = join(folder, 'seen.jsonl');
          writeFileSync(seen, read);
          const whole = await wholeOf(seen);
          const items = itemsOf(entries);
          assert.deepEqual(items, items.length === 0 ? [] : whole.slice(-items.length));
          assert.ok(items.length >= Math.min(3, whole.length));
        }
      }),
      { numRuns: runs(100), examples: [rewound] },
    );
    assert.ok(rewinds > 0);
  });

  const entry = (uuid: string, parentUuid: string | null, more: object): string =>
    `${JSON.stringify({ uuid, parentUuid, timestamp: '2026-11-22T10:00:00Z', ...more })}\n`;
  const prompt = entry('p', null, { type: 'user', message: { content: 'hello' } });
  const content = [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }];
  const call = entry('a', 'p', { type: 'assistant', message: { id: 'm', content } });
  const result = (uuid = 'r'): string =>
    entry(uuid, 'a', { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'one' }] } });
  const text = entry('b', 'r', { type: 'assistant', message: { id: 'n', content: [{ type: 'text', text: 'Done.' }] } });
  const typesOf = ({ entries }: { readonly entries: readonly PastEntry[] }): readonly string[] => entries.map(({ event }) => event.type);

  it('has each line once, when it is whole', async () => {
    writeFileSync(path, prompt + call);
    const follower = new TranscriptFollower(path, assert.fail);
    assert.deepEqual(typesOf((await follower.tail(10)) ?? assert.fail()), ['promptSeen', 'toolStarted']);
    assert.deepEqual(await follower.news(), { change: 'none', entries: [] });
    appendFileSync(path, result().slice(0, 30));
    assert.deepEqual(await follower.news(), { change: 'grown', entries: [] });
    appendFileSync(path, result().slice(30) + text);
    assert.deepEqual(typesOf(await follower.news()), ['toolFinished', 'textFinished']);
  });

  it('goes on behind what it has given, also where somebody else has read on meanwhile', async () => {
    const prompts = [...Array(3_000).keys()].map(nth =>
      entry(`p${nth}`, nth === 0 ? null : `p${nth - 1}`, { type: 'user', message: { content: `${nth} ${'x'.repeat(2_000)}` } }),
    );
    writeFileSync(path, prompts.slice(0, -1).join(''));
    const index = new TranscriptIndex(path);
    const follower = new TranscriptFollower(path, assert.fail, index);
    const tail = follower.tail(prompts.length);
    await index.know(1);
    appendFileSync(path, prompts.at(-1) ?? '');
    await index.refresh();
    const given = [...((await tail) ?? assert.fail()).entries, ...(await follower.news()).entries];
    assert.deepEqual([given.length, await follower.news()], [prompts.length, { change: 'none', entries: [] }]);
  });

  it('goes on behind a last line that is being written while it begins', async () => {
    writeFileSync(path, prompt + call.slice(0, 40));
    const warnings: string[] = [];
    const follower = new TranscriptFollower(path, warning => warnings.push(warning));
    assert.deepEqual(typesOf((await follower.tail(10)) ?? assert.fail()), ['promptSeen']);
    appendFileSync(path, call.slice(40));
    assert.deepEqual(typesOf(await follower.news()), ['toolStarted']);
    assert.equal(warnings.length, 1);
  });

  it('says that the file is gone, and that there is another one', async () => {
    writeFileSync(path, prompt);
    const follower = new TranscriptFollower(path, assert.fail);
    await follower.tail(10);
    rmSync(path);
    assert.deepEqual(await follower.news(), { change: 'gone', entries: [] });
    assert.equal(await follower.tail(10), undefined);
    writeFileSync(path, prompt + call);
    const back = await follower.news();
    assert.deepEqual([back.change, typesOf(back)], ['replaced', ['promptSeen', 'toolStarted']]);
    // In its place, and longer.
    writeFileSync(join(folder, 'other'), prompt + call + result());
    renameSync(join(folder, 'other'), path);
    assert.deepEqual([(await follower.news()).change, (await follower.news()).change], ['replaced', 'none']);
    // The same file, written anew.
    writeFileSync(path, call + prompt + text + result());
    assert.equal((await follower.news()).change, 'replaced');
  });

  it('says that the conversation goes on from an earlier place', async () => {
    writeFileSync(path, prompt + call);
    const follower = new TranscriptFollower(path, assert.fail);
    await follower.tail(10);
    appendFileSync(path, entry('q', 'p', { type: 'user', message: { content: 'anew' } }));
    const news = await follower.news();
    assert.deepEqual([news.change, typesOf(news)], ['rewound', ['promptSeen']]);
  });

  it('knows which items of a chat the transcript holds whole, and their ids there', async () => {
    writeFileSync(path, prompt + call);
    const follower = new TranscriptFollower(path, assert.fail);
    await follower.tail(10);
    const tool = { kind: 'tool', id: 't', name: 'Bash', summary: 'ls', result: '' } as const;
    const words = { kind: 'text', id: 'n:0', text: 'Done.', streaming: false } as const;
    const items = [{ kind: 'prompt', id: 'i0', uuid: 'p', text: 'hello', state: 'sent' }, { ...tool, state: 'done' }, words] as const;
    assert.deepEqual([...follower.confirmed(items)], [['i0', 'p']]);
    assert.deepEqual([...follower.confirmed([{ ...tool, state: 'stopped' }])], [['t', 't']]);
    appendFileSync(path, result() + text);
    await follower.news();
    assert.deepEqual(
      [...follower.confirmed(items)],
      [
        ['i0', 'p'],
        ['t', 't'],
        ['n:0', 'n:b'],
      ],
    );
    const others = [
      { ...words, text: 'Done' },
      { ...words, id: 'o:0' },
      { ...words, streaming: true },
      { ...tool, state: 'running' as const },
    ];
    assert.deepEqual([...follower.confirmed(others)], []);
    assert.deepEqual([...follower.confirmed([{ ...items[0], state: 'sending' }])], []);
  });
});
