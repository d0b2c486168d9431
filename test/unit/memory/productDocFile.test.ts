// The Product Doc on the disk: what a person writes by hand is read and never overwritten unseen, and a crash leaves the old or the new file.
import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocDisk } from '../../../src/memory/productDocDisk.js';
import type { FileProblem, Outcome, ProductDocFile, SectionChange, SectionUpdate } from '../../../src/memory/productDocFile.js';
import { openProductDoc, sectionHash } from '../../../src/memory/productDocFile.js';
import type { Call, LossOfData } from '../../support/memoryDisk.js';
import { lossesOfData, MemoryDisk } from '../../support/memoryDisk.js';
import { removeFolder } from '../../support/removeFolder.js';
import type { Clock } from '../../../src/shared/clock.js';

const file = '/work/.claude/product-doc.md';
const meta = '/storage/product-doc.json';
const now = Date.parse('2026-05-03T08:00:00.000Z');
const handWritten = '# Shop\r\n\r\n## Goal\r\nSell bicycles.  \r\n\r\n## Stack\r\n\r\n- Node';

/** A disk without links and rights. */
function docDisk(disk: MemoryDisk): DocDisk {
  const extra = {
    realPath: (path: string) => Promise.resolve(path),
    copyMode: () => Promise.resolve(),
    makeSharedFolder: (path: string) => disk.makeFolder(path),
    removeFile: (path: string) => disk.remove(path),
  };
  return Object.assign(disk, extra);
}

function opened(disk?: DocDisk, place: { file: string; meta: string } = { file, meta }): ProductDocFile & { warnings: string[] } {
  const warnings: string[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  const clock: Clock = {
    after: (_, run) => {
      run();
      return () => undefined;
    },
  };
  const doc = openProductDoc({ ...place, access: 'shared', folder: '/work', clock, now: () => now, log, ...(disk && { disk }) });
  return { ...doc, warnings };
}

function done<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.ok, outcome.ok ? '' : JSON.stringify(outcome.problem));
  return outcome;
}

function problemIn(outcome: Outcome<object>): FileProblem {
  assert.ok(!outcome.ok);
  return outcome.problem;
}

async function changed(doc: ProductDocFile, update: SectionUpdate): Promise<SectionChange> {
  const { change } = done(await doc.update(update));
  assert.ok(change !== undefined);
  return change;
}

const contentIn = (disk: MemoryDisk): string | undefined => disk.content(file)?.toString();

describe("the Product Doc's file", () => {
  it('is an empty document where there is none', async () => {
    const { doc, exists } = done(await opened(docDisk(new MemoryDisk())).read());
    assert.deepEqual([doc.sections, doc.project_card, doc.updated_at, exists], [{}, '', '1970-01-01T00:00:00.000Z', false]);
  });

  it("is read as the person's own, changed when the file was", async () => {
    const disk = docDisk(new MemoryDisk());
    (disk as unknown as MemoryDisk).put(file, handWritten);
    await disk.setModified(file, now);
    const { doc } = done(await opened(disk).read());
    assert.deepEqual(doc.sections, {
      Goal: { title: 'Goal', content: 'Sell bicycles.', updated_at: '2026-05-03T08:00:00.000Z', updated_by: 'user' },
      Stack: { title: 'Stack', content: '- Node', updated_at: '2026-05-03T08:00:00.000Z', updated_by: 'user' },
    });
    assert.equal(doc.project_card, 'Goal: Sell bicycles.\nStack: Node');
  });

  it('changes in one section, which then is of the model until the person changes it', async () => {
    const memory = new MemoryDisk();
    const disk = docDisk(memory);
    memory.put(file, handWritten);
    const doc = opened(disk);
    await changed(doc, { section: 'goal', content: 'Sell used bicycles.\n', base: sectionHash('Sell bicycles.') });
    assert.equal(contentIn(memory), handWritten.replace('Sell bicycles.  ', 'Sell used bicycles.  '));
    const read = done(await opened(disk).read()).doc.sections;
    assert.deepEqual([read['Goal']?.updated_by, read['Goal']?.updated_at], ['llm', '2026-05-03T08:00:00.000Z']);
    assert.equal(read['Stack']?.updated_by, 'user');
    memory.put(file, (contentIn(memory) ?? '').replace('used', 'new'));
    assert.equal(done(await doc.read()).doc.sections['Goal']?.updated_by, 'user');
  });

  it('takes a new section, also as the first one, and gives it back byte for byte', async () => {
    for (const before of [undefined, handWritten, '', '## Goal\n']) {
      const memory = new MemoryDisk();
      if (before !== undefined) memory.put(file, before);
      const doc = opened(docDisk(memory));
      const change = await changed(doc, { section: 'toString', content: 'red' });
      assert.equal(done(await doc.read()).doc.sections['toString']?.updated_by, 'llm');
      done(await doc.undo(change));
      assert.equal(contentIn(memory), before ?? '');
    }
  });

  it('writes nothing where the section is not what the model was shown', async () => {
    const memory = new MemoryDisk();
    memory.put(file, handWritten);
    const doc = opened(docDisk(memory));
    const conflict = { code: 'conflict', section: 'Goal', present: 'Sell bicycles.', proposed: 'Rent.' };
    // A model that was shown nothing does not overwrite what a person wrote.
    for (const base of [sectionHash('Sell.'), undefined])
      assert.deepEqual(problemIn(await doc.update({ section: 'Goal', content: 'Rent.', ...(base && { base }) })), conflict);
    assert.deepEqual(problemIn(await doc.update({ section: 'Gone', content: 'x', base: sectionHash('y') })), {
      code: 'conflict',
      section: 'Gone',
      present: undefined,
      proposed: 'x',
    });
    assert.deepEqual(memory.paths, [file]);
    assert.equal(contentIn(memory), handWritten);
  });

  it('may be changed by a model that was shown nothing where a model wrote the section', async () => {
    const doc = opened(docDisk(new MemoryDisk()));
    await changed(doc, { section: 'Goal', content: 'one' });
    await changed(doc, { section: 'Goal', content: 'two' });
    assert.equal(done(await doc.update({ section: 'Goal', content: 'two' })).change, undefined);
  });

  it('is as before byte for byte after an undo, and keeps what the person did elsewhere', async () => {
    const memory = new MemoryDisk();
    const disk = docDisk(memory);
    memory.put(file, handWritten);
    const doc = opened(disk);
    const change = await changed(doc, { section: 'Goal', content: 'a\n\nb', base: sectionHash('Sell bicycles.') });
    memory.put(file, `${contentIn(memory) ?? ''}, Deno\r\n`);
    done(await doc.undo(change));
    assert.equal(contentIn(memory), `${handWritten}, Deno\r\n`);
    assert.deepEqual(problemIn(await doc.undo(change)), {
      code: 'conflict',
      section: 'Goal',
      present: 'Sell bicycles.',
      proposed: 'Sell bicycles.',
    });
    const empty = opened(docDisk(memory));
    memory.put(file, '## A\n## B\n');
    const filled = await changed(empty, { section: 'A', content: 'text', base: sectionHash('') });
    done(await empty.undo(filled));
    assert.equal(contentIn(memory), '## A\n## B\n');
  });

  it('keeps a hand edit that comes between reading and writing', async () => {
    const memory = new MemoryDisk();
    memory.put(file, handWritten);
    const doc = opened(docDisk(memory));
    let isEdited = false;
    memory.fault = ({ name, path }: Call) => {
      if (!isEdited && name === 'datasync' && path.startsWith(file)) {
        isEdited = true;
        memory.put(file, handWritten.replace('- Node', '- Deno'));
      }
      return undefined;
    };
    await changed(doc, { section: 'Goal', content: 'Rent.', base: sectionHash('Sell bicycles.') });
    assert.equal(contentIn(memory), handWritten.replace('- Node', '- Deno').replace('Sell bicycles.', 'Rent.'));
    assert.deepEqual(memory.paths, [meta, file]);
  });

  it('does one change after the other', async () => {
    const doc = opened(docDisk(new MemoryDisk()));
    await Promise.all(['a', 'b', 'c'].map(section => changed(doc, { section, content: section })));
    assert.deepEqual(Object.keys(done(await doc.read()).doc.sections), ['a', 'b', 'c']);
  });

  it("is the old or the new file after a crash at any call, and no section of a model counts as the person's", async () => {
    const start = async (memory: MemoryDisk): Promise<ProductDocFile> => {
      memory.put(file, handWritten);
      const doc = opened(docDisk(memory));
      await changed(doc, { section: 'Model', content: 'old' });
      return doc;
    };
    const whole = new MemoryDisk();
    const doc = await start(whole);
    const [before, first] = [contentIn(whole), whole.calls.length];
    await changed(doc, { section: 'Model', content: 'new' });
    const after = contentIn(whole);
    for (let end = first; end <= whole.calls.length; end++) {
      const memory = new MemoryDisk();
      const crashed = await start(memory);
      const count = (): number => memory.calls.length;
      memory.fault = () => (count() >= end ? { code: 'EIO' } : undefined);
      const outcome = await crashed.update({ section: 'Model', content: 'new' });
      for (const [names, data] of [0, 1, 2, 3, 4].flatMap(n => lossesOfData.map((loss): [number, LossOfData] => [n, loss]))) {
        const left = memory.afterPowerLoss(names, data);
        const content = contentIn(left);
        assert.ok(content === before || content === after, `call ${end}: ${content}`);
        if (outcome.ok && end === whole.calls.length) assert.equal(content, after);
        const sections = done(await opened(docDisk(left)).read()).doc.sections;
        assert.equal(sections['Model']?.updated_by, 'llm', `call ${end}`);
      }
    }
  });

  for (const [code, problem] of [
    ['EROFS', 'readOnly'],
    ['EACCES', 'readOnly'],
    ['ENOSPC', 'full'],
    ['EIO', 'failed'],
  ] as const)
    it(`says ${problem} at ${code}, and leaves no unfinished file`, async () => {
      const memory = new MemoryDisk();
      memory.put(file, handWritten);
      memory.fault = ({ name, path }) => (name === 'write' && path.startsWith(file) ? { code } : undefined);
      const doc = opened(docDisk(memory));
      assert.equal(problemIn(await doc.update({ section: 'New', content: 'x' })).code, problem);
      assert.equal(contentIn(memory), handWritten);
      assert.deepEqual(
        memory.paths.filter(path => path.startsWith(file)),
        [file],
      );
    });

  it('refuses what it cannot hold, and writes nothing', async () => {
    const memory = new MemoryDisk();
    memory.put(file, handWritten);
    const doc = opened(docDisk(memory));
    const code = async (section: string, content: string): Promise<string> => problemIn(await doc.update({ section, content })).code;
    assert.equal(await code('New', 'a\n## B'), 'structure');
    assert.equal(await code('a\nb', 'x'), 'badName');
    assert.equal(await code('New', 'x'.repeat(100_001)), 'sectionTooLarge');
    memory.put(file, `## A\n${'x'.repeat(950_000)}\n`);
    assert.equal(await code('New', 'x'.repeat(90_000)), 'docTooLarge');
    memory.put(file, '## A\n'.repeat(201));
    assert.equal(problemIn(await doc.read()).code, 'tooManySections');
    assert.equal(await code('New', 'x'), 'tooManySections');
    for (const [content, expected] of [
      [Buffer.alloc(1_000_001, 'x'), 'tooLarge'],
      [Buffer.from([0x23, 0xff, 0xfe]), 'notUtf8'],
    ] as const) {
      memory.put(file, content);
      assert.equal(problemIn(await doc.read()).code, expected);
      assert.equal(await code('New', 'x'), expected);
      assert.deepEqual(memory.content(file), content);
    }
  });

  it('takes several sections by the person at once, each by whom and when it was written', async () => {
    const memory = new MemoryDisk();
    memory.put(file, handWritten);
    const doc = opened(docDisk(memory));
    const at = '2026-01-02T03:04:05.000Z';
    const sections = [
      { section: 'goal', content: 'Rent.', present: 'Sell bicycles.', by: 'user' as const },
      { section: 'card', title: 'Card', content: 'short', present: undefined, by: 'llm' as const, at },
    ];
    const after = '# Shop\r\n\r\n## Goal\r\nRent.  \r\n\r\n## Stack\r\n\r\n- Node\r\n\r\n## Card\r\n\r\nshort\r\n';
    const { before, after: planned } = done(await doc.plan(sections));
    assert.deepEqual([before, planned, contentIn(memory)], [handWritten, after, handWritten]);
    done(await doc.write(sections));
    assert.equal(contentIn(memory), after);
    const { Goal, Card } = done(await doc.read()).doc.sections;
    assert.deepEqual([Goal?.updated_by, Goal?.updated_at], ['user', new Date(now).toISOString()]);
    assert.deepEqual([Card?.updated_by, Card?.updated_at], ['llm', at]);
  });

  it('writes none of the sections where one is not what the person was shown', async () => {
    const memory = new MemoryDisk();
    memory.put(file, handWritten);
    const doc = opened(docDisk(memory));
    const fresh = { section: 'New', content: 'x', present: undefined, by: 'user' as const };
    const stale = { section: 'Goal', content: 'Rent.', present: 'Sell.', by: 'user' as const };
    for (const sections of [
      [fresh, stale],
      [fresh, { ...stale, present: undefined }],
      [fresh, { ...stale, section: 'Gone' }],
    ]) {
      const problems = [problemIn(await doc.write(sections)), problemIn(await doc.plan(sections))];
      assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['conflict']);
    }
    const tooMany = Array.from({ length: 199 }, (_, number) => ({ ...fresh, section: `N${number}` }));
    assert.equal(problemIn(await doc.write(tooMany)).code, 'tooManySections');
    assert.equal(problemIn(await doc.write([fresh, { ...fresh, section: 'B', content: '## C' }])).code, 'structure');
    assert.equal(contentIn(memory), handWritten);
  });

  it('has each of two sections whose names differ in case alone', async () => {
    const disk = new MemoryDisk();
    disk.put(file, '## Goal\n\nOne.\n\n## goal\n\nTwo.\n');
    done(await opened(docDisk(disk)).write([{ section: 'goal', content: 'Three.', present: 'Two.', by: 'user' }]));
    assert.equal(contentIn(disk), '## Goal\n\nOne.\n\n## goal\n\nThree.\n');
  });

  it('is read in pieces, between which everything else runs', async () => {
    const memory = new MemoryDisk();
    memory.put(file, Array.from({ length: 200 }, (_, at) => `## Section ${at}\n\nIt sells bicycles.\n`).join('\n'));
    const doc = opened(docDisk(memory));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { now: realNow } = performance;
    let clock = 0;
    // A machine so slow that each step takes all of a slice.
    performance.now = () => (clock += 1_000);
    try {
      done(await doc.read());
    } finally {
      performance.now = realNow;
      isOver = true;
    }
    assert.ok(turns > 400, `${turns} turns`);
  });

  it('takes damaged notes for none', async () => {
    const memory = new MemoryDisk();
    const doc = opened(docDisk(memory));
    await changed(doc, { section: 'A', content: 'x' });
    memory.put(meta, '{"sections":{"A":1}}');
    assert.equal(done(await doc.read()).doc.sections['A']?.updated_by, 'user');
    assert.equal(doc.warnings.length, 1);
  });
});

describe("the Product Doc's file on a real disk", () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-doc-'));
  });
  afterEach(() => removeFolder(folder));
  const real = (name = 'product-doc.md') => opened(undefined, { file: join(folder, name), meta: join(folder, 'meta', 'doc.json') });

  it('keeps its mode, and stays at the end of its link', async function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs', 'real.md'), '## A\nold\n');
    chmodSync(join(folder, 'docs', 'real.md'), 0o664);
    symlinkSync(join('docs', 'real.md'), join(folder, 'product-doc.md'));
    await changed(real(), { section: 'A', content: 'new', base: sectionHash('old') });
    assert.ok(lstatSync(join(folder, 'product-doc.md')).isSymbolicLink());
    assert.equal(readFileSync(join(folder, 'docs', 'real.md'), 'utf8'), '## A\nnew\n');
    assert.equal(statSync(join(folder, 'docs', 'real.md')).mode & 0o777, 0o664);
    assert.deepEqual(readdirSync(join(folder, 'docs')), ['real.md']);
  });

  it('takes away what a write left behind that was killed, and nothing else', async () => {
    const uuid = '0e3c1d52-7f3b-4a8e-9c51-6a1b2c3d4e5f';
    const long = new Date(Date.now() - 2 * 3_600_000);
    const put = (name: string, at = long): void => {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), at, at);
    };
    const kept = [
      `${uuid}.new`,
      `other.md.${uuid}.new`,
      `product-doc.md.${uuid}.new.md`,
      'product-doc.md.mine.new',
      `product-docxmd.${uuid}.new`,
    ];
    kept.forEach(name => put(name));
    put(`product-doc.md.${uuid}.new`);
    // Another window may be writing it.
    const fresh = `product-doc.md.${uuid.replace('0', '1')}.new`;
    put(fresh, new Date());
    const folders = [`product-doc.md.${uuid.replace('0', '2')}.new`];
    folders.forEach(name => mkdirSync(join(folder, name)));
    folders.forEach(name => utimesSync(join(folder, name), long, long));
    await changed(real(), { section: 'A', content: 'new' });
    assert.deepEqual(readdirSync(folder), ['meta', 'product-doc.md', fresh, ...folders, ...kept].sort());
  });

  it('is made with its folder', async () => {
    const doc = real('.claude/product-doc.md');
    await changed(doc, { section: 'A', content: 'new' });
    assert.equal(readFileSync(join(folder, '.claude', 'product-doc.md'), 'utf8'), '## A\n\nnew\n');
  });

  it('is a problem where a folder is in its place, or a file in that of its folder', async () => {
    mkdirSync(join(folder, 'product-doc.md'));
    assert.equal(problemIn(await real().read()).code, 'isFolder');
    assert.equal(problemIn(await real().update({ section: 'A', content: 'x' })).code, 'isFolder');
    writeFileSync(join(folder, 'plain'), '');
    assert.equal(problemIn(await real('plain/product-doc.md').update({ section: 'A', content: 'x' })).code, 'noFolder');
  });
});
