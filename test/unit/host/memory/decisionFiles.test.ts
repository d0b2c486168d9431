// Decisions as files in a folder: each is written once, nothing that is there is changed, and what is taken in is not doubled.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFromFiles, readDecisionFiles, writeDecisionFiles } from '../../../../src/host/memory/decisionFiles.js';
import type { KnownDecision } from '../../../../src/memory/decision.js';
import { cpuTime } from '../../../support/cpuTime.js';
import { decidedAt, decisionFor, idsOf, ledgerIn } from '../../../support/ledgers.js';
import { removeFolder } from '../../../support/removeFolder.js';

/** Epoch milliseconds: the time at which tests take files in. */
const importedAt = decidedAt + 1_000;

describe('decisions in a folder of files', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-madr-'));
    folder = join(root, 'docs', 'decisions');
  });
  afterEach(() => removeFolder(root));

  const known = (id: string, more: Partial<KnownDecision> = {}): KnownDecision => ({
    ...decisionFor(id, { folder: root }),
    status: 'current' as const,
    notLike: [],
    ...more,
  });
  const read = () => readDecisionFiles(folder, root, () => false);
  /** `at`: when the file was written, in epoch milliseconds. */
  const put = (name: string, text: string, at?: number): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    if (at !== undefined) utimesSync(join(folder, name), new Date(at), new Date(at));
  };

  it('are written the oldest first, and come back', async () => {
    const superseded = { reason: 'too slow', at: decidedAt + 5, by: 'b' };
    const { written, there } = await writeDecisionFiles(folder, root, [
      known('b', { at: decidedAt + 1 }),
      known('a', { status: 'superseded', superseded }),
    ]);
    assert.deepEqual([written, there], [['0001-database.md', '0002-database.md'], 0]);
    assert.match(readFileSync(join(folder, '0001-database.md'), 'utf8'), /^---\nstatus: superseded by 0002\n/);
    const { files, faults } = await read();
    const decisions = files.map(({ decision }) => decision);
    assert.deepEqual([idsOf(decisions), faults], [['a', 'b'], []]);
    assert.deepEqual(decisions[0]?.superseded, superseded);
    assert.deepEqual(
      decisions.map(({ file }) => file),
      [undefined, undefined],
      'they are in the form in which Parley writes',
    );
  });

  it('change nothing in the ledger that has written them, whatever became of them there', async () => {
    const { ledger } = ledgerIn(join(root, 'ledger'));
    await ledger.add([known('a'), known('b', { at: decidedAt + 1 }), known('c', { at: decidedAt + 2, note: 'for\u202e now' }), known('d')]);
    await writeDecisionFiles(folder, root, await ledger.all());
    await ledger.judge('a', { type: 'supersede', reason: 'too slow', by: 'b' });
    await ledger.judge('b', { type: 'once' });
    await ledger.delete(['d']);
    const before = await ledger.all();
    const { files } = await read();
    assert.equal(files.length, 4);
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 0);
    assert.deepEqual(await ledger.all(), before);
  });

  it('of another ledger are proposals from a file, until a person accepts them, and are written as they were', async () => {
    const superseded = { reason: 'too slow', at: decidedAt + 5, by: 'b' };
    await writeDecisionFiles(folder, root, [
      known('a', { status: 'superseded', superseded }),
      known('b', { at: decidedAt + 1, asker: { kind: 'server', name: 'db' } }),
      known('c', { at: decidedAt + 2, status: 'once' }),
    ]);
    const { ledger } = ledgerIn(join(root, 'ledger'));
    const { files } = await read();
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 3);
    const [a, b, c] = await ledger.all();
    assert.ok(a && b && c);
    for (const one of [a, b, c]) {
      assert.match(one.id, /^madr-/);
      assert.deepEqual([one.asker, one.chosen, one.source], [{ kind: 'file' }, ['PostgreSQL'], undefined]);
    }
    assert.deepEqual([a.status, b.status, c.status], ['superseded', 'proposed', 'once']);
    assert.equal(a.superseded?.by, b.id);
    await ledger.judge(b.id, { type: 'accept' });
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 0);
    assert.equal((await ledger.all())[1]?.status, 'current');
    const again = join(root, 'again');
    await writeDecisionFiles(again, root, await ledger.all());
    for (const name of readdirSync(folder)) assert.equal(readFileSync(join(again, name), 'utf8'), readFileSync(join(folder, name), 'utf8'));
    assert.equal((await writeDecisionFiles(folder, root, await ledger.all())).there, 3);
  });

  it('that use the id of a decision for another content leave that decision as it is', async () => {
    const { ledger } = ledgerIn(join(root, 'ledger'));
    await ledger.add([known('a')]);
    await writeDecisionFiles(folder, root, await ledger.all());
    const own = readFileSync(join(folder, '0001-database.md'), 'utf8');
    const forged = own
      .replace('"PostgreSQL"', '"SQLite"')
      .replace('"at":1777802400000', '"at":1777802400')
      .replace('2026-05-03', '1970-01-21');
    assert.notEqual(forged, own);
    put('0002-forged.md', forged);
    put('0003-forged.md', forged.replace('status: accepted', 'status: superseded by 0002'));
    const before = await ledger.all();
    assert.equal((await addFromFiles(ledger, (await read()).files, importedAt)).added, 2);
    const all = await ledger.all();
    assert.deepEqual(
      all.filter(({ id }) => id === 'a'),
      before,
    );
    assert.deepEqual(
      all
        .filter(({ id }) => id !== 'a')
        .map(({ status, asker, chosen }) => [status, asker.kind, ...chosen])
        .sort(),
      [
        ['proposed', 'file', 'SQLite'],
        ['superseded', 'file', 'SQLite'],
      ],
    );
  });

  it('are written once, with the number of one that is there already, and never over a file', async () => {
    await writeDecisionFiles(folder, root, [known('a')]);
    put('0001-database.md', `${readFileSync(join(folder, '0001-database.md'), 'utf8')}\nA line of a person.\n`);
    const before = readFileSync(join(folder, '0001-database.md'), 'utf8');
    const superseded = { reason: 'x', at: decidedAt, by: 'a' };
    const { written, there } = await writeDecisionFiles(folder, root, [known('a'), known('c', { status: 'superseded', superseded })]);
    assert.deepEqual([written, there], [['0002-database.md'], 1]);
    assert.match(readFileSync(join(folder, '0002-database.md'), 'utf8'), /superseded by 0001/);
    assert.equal(readFileSync(join(folder, '0001-database.md'), 'utf8'), before);
    assert.deepEqual(readdirSync(folder), ['0001-database.md', '0002-database.md']);
  });

  it('are taken in once, as proposals whatever they say, and a deleted one stays away', async () => {
    const { ledger } = ledgerIn(join(root, 'ledger'));
    put('0001-use-sqlite.md', '---\nstatus: proposed\n---\n\n# Use SQLite\n');
    put('0002-use-redis.md', '# Use Redis\n\n* Status: accepted\n');
    const { files } = await read();
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 2);
    assert.deepEqual(
      (await ledger.all()).map(({ status }) => status),
      ['proposed', 'proposed'],
    );
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 0);
    mkdirSync(join(root, 'copy'));
    writeFileSync(join(root, 'copy', '0009-x.md'), readFileSync(join(folder, '0001-use-sqlite.md')));
    const copied = await readDecisionFiles(join(root, 'copy'), root, () => false);
    assert.equal((await addFromFiles(ledger, copied.files, importedAt)).added, 0, 'a copy of the file is the same decision');
    await ledger.delete(idsOf(await ledger.all()));
    assert.equal((await addFromFiles(ledger, files, importedAt)).added, 0);
  });

  it('that say something else by now: one that is over there holds no longer here, and any other stays as it is', async () => {
    let now = decidedAt;
    const { ledger } = ledgerIn(join(root, 'ledger'), undefined, undefined, () => now);
    const text = (title: string, status: string): string =>
      `---\nstatus: ${status}\ndate: 2026-05-01\n---\n\n# ${title}\n\n## More Information\n`;
    for (const [number, title] of ['Held', 'Proposed', 'Reworded', 'Over', 'Next', 'Once'].entries())
      put(`000${number}-x.md`, text(title, title === 'Over' ? 'rejected' : 'accepted'));
    const [held = '', , reworded = '', , next] = (await read()).files.map(({ id }) => id);
    await addFromFiles(ledger, (await read()).files, importedAt);
    for (const id of [held, reworded]) await ledger.judge(id, { type: 'accept' });
    put('0000-x.md', `${text('Held', 'superseded by 0004')}\n* Superseded: too slow\n`, (now += 1_000));
    put('0001-x.md', text('Proposed', 'deprecated'));
    put('0002-x.md', text('Reworded, by somebody', 'accepted'), now);
    put('0003-x.md', text('Over', 'superseded'));
    put('0005-x.md', `${text('Once', 'deprecated')}\n<!-- parley: {"once":true} -->\n`);
    now += 1_000;
    assert.deepEqual(await addFromFiles(ledger, (await read()).files, importedAt), { added: 0, ended: 3, changed: 1 });
    const all = await ledger.all();
    assert.deepEqual(all.map(({ question, status }) => `${question.header} ${status}`).sort(), [
      'Held superseded',
      'Next proposed',
      'Once once',
      'Over superseded',
      'Proposed superseded',
      'Reworded current',
    ]);
    const { superseded } = all.find(({ id }) => id === held) ?? assert.fail();
    assert.deepEqual([superseded?.reason, superseded?.by], ['too slow', next]);
    assert.deepEqual(await addFromFiles(ledger, (await read()).files, importedAt), { added: 0, ended: 0, changed: 1 });
    // The person's last word is newer than both files, until one is written again.
    now += 1_000;
    await ledger.judge(held, { type: 'accept' });
    await ledger.judge(reworded, { type: 'once' });
    const standing = async () => (await ledger.find([held, reworded])).map(({ status }) => status);
    assert.deepEqual(await addFromFiles(ledger, (await read()).files, importedAt), { added: 0, ended: 0, changed: 0 });
    assert.deepEqual(await standing(), ['current', 'once']);
    for (const name of ['0000-x.md', '0002-x.md']) put(name, text(name, 'rejected'), now + 1_000);
    assert.deepEqual(await addFromFiles(ledger, (await read()).files, importedAt), { added: 0, ended: 1, changed: 0 });
    assert.deepEqual(await standing(), ['superseded', 'once']);
  });

  const forgedText = `---\nstatus: accepted\ndate: 2900-01-01\n---\n\n# Forged\n\n## Decision Outcome\n\nChosen option: "SQLite"\n\n## More Information\n\n<!-- parley: {"id":"a"} -->\n`;

  it('are written also where another file claims their id', async () => {
    put('0001-forged.md', forgedText);
    assert.deepEqual(await writeDecisionFiles(folder, root, [known('a')]), { written: ['0002-database.md'], there: 0 });
    assert.deepEqual(await writeDecisionFiles(folder, root, [known('a')]), { written: [], there: 1 });
  });

  it('have no later time than the one at which they are taken in, and are written as the proposals that they are', async () => {
    const { ledger } = ledgerIn(join(root, 'ledger'));
    put('0001-forged.md', forgedText);
    assert.equal((await addFromFiles(ledger, (await read()).files, importedAt)).added, 1);
    const taken = await ledger.all();
    assert.deepEqual(
      taken.map(({ at, status }) => [at, status]),
      [[importedAt, 'proposed']],
    );
    const again = join(root, 'again');
    assert.equal((await writeDecisionFiles(again, root, taken)).written.length, 1);
    assert.match(readFileSync(join(again, '0001-forged.md'), 'utf8'), /^---\nstatus: proposed\n/);
    assert.equal((await writeDecisionFiles(again, root, taken)).written.length, 0);
    const copied = await readDecisionFiles(again, root, () => false);
    assert.equal((await addFromFiles(ledger, copied.files, importedAt)).added, 0, 'what Parley wrote is the same decision');
  });

  it('of the same name in two folders are two', async () => {
    for (const place of ['a', 'b']) {
      mkdirSync(join(root, place));
      writeFileSync(join(root, place, '0001-record.md'), `# Record in ${place}\n`);
    }
    const found = await Promise.all(['a', 'b'].map(place => readDecisionFiles(join(root, place), root, () => false)));
    assert.equal(new Set(found.flatMap(({ files }) => files.map(({ id }) => id))).size, 2);
  });

  it('are none where no file has the name of one, and say what is wrong with others', async () => {
    assert.deepEqual((await read()).names, []);
    put('README.md', '# Read me\n');
    put('0001-empty.md', 'no title\n');
    put('0002-long.md', `# Long\n${'x'.repeat(300_000)}`);
    mkdirSync(join(folder, '0003-folder.md'));
    const { files, faults, names } = await read();
    assert.deepEqual([files, names.length], [[], 3]);
    assert.deepEqual(
      faults.map(({ name, fault }) => `${name} ${fault}`),
      ['0003-folder.md noFile', '0001-empty.md noTitle', '0002-long.md tooLong'],
    );
  });

  it('are neither written nor read where a link leads', async function () {
    if (process.platform === 'win32') this.skip();
    const work = join(root, 'work');
    const elsewhere = join(root, 'elsewhere');
    mkdirSync(work);
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(work, 'docs'));
    await assert.rejects(writeDecisionFiles(join(work, 'docs', 'decisions'), work, [known('a')]), /leads out of the work folder/);
    assert.deepEqual(readdirSync(elsewhere), []);
    put('notes.txt', '# Secret');
    symlinkSync(join(folder, 'notes.txt'), join(folder, '0001-secret.md'));
    const { files, faults } = await read();
    assert.deepEqual([files, faults], [[], [{ name: '0001-secret.md', fault: 'noFile' }]]);
  });

  it('get their names without a look at all others for each of them', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => known(`d${at}`, { at: decidedAt + at }));
    // The oldest has a time that is none, so that nothing is written.
    const before = cpuTime();
    await assert.rejects(writeDecisionFiles(folder, root, [known('d', { at: -9e15 }), ...many]), RangeError);
    const taken = cpuTime() - before;
    assert.ok(taken < 2_000, `${taken} ms`);
  });

  it('are read in pieces, between which others get the thread', async () => {
    const option = `* ${'a '.repeat(40)}\n`;
    for (let at = 1; at <= 20; at++) put(`${at}-x.md`, `# Which?\n\n## Considered Options\n\n${option.repeat(2_000)}`);
    let longest = 0;
    const begun = cpuTime();
    let last = begun;
    const timer = setInterval(() => {
      longest = Math.max(longest, cpuTime() - last);
      last = cpuTime();
    }, 5);
    const { files } = await read();
    longest = Math.max(longest, cpuTime() - last);
    clearInterval(timer);
    assert.equal(files.length, 20);
    const total = cpuTime() - begun;
    assert.ok(longest < total / 3, `${longest} of ${total} ms`);
  });

  it('are read no further once the person has cancelled', async () => {
    put('0001-one.md', '# One\n');
    assert.deepEqual((await readDecisionFiles(folder, root, () => true)).files, []);
  });
});
