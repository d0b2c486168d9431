// Decisions as files in a folder: each is written once, nothing that is there is changed, and what is taken in is not doubled.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFromFiles, readDecisionFiles, writeDecisionFiles } from '../../src/host/memory/decisionFiles.js';
import type { KnownDecision } from '../../src/memory/decision.js';
import { decidedAt, decisionFor, idsOf, ledgerIn } from '../support/ledgers.js';

describe('decisions in a folder of files', () => {
  let root: string;
  let folder: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-madr-'));
    folder = join(root, 'docs', 'decisions');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const known = (id: string, more: Partial<KnownDecision> = {}): KnownDecision => ({
    ...{ ...decisionFor(id, { folder: root }), status: 'current' as const, notLike: [] },
    ...more,
  });
  const read = () => readDecisionFiles(folder, root, () => false);
  const put = (name: string, text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
  };

  it('are written the oldest first, and come back', async () => {
    const superseded = { reason: 'too slow', at: decidedAt + 5, by: 'b' };
    const { written, there } = await writeDecisionFiles(folder, root, [
      known('b', { at: decidedAt + 1 }),
      known('a', { status: 'superseded', superseded }),
    ]);
    assert.deepEqual([written, there], [['0001-database.md', '0002-database.md'], 0]);
    assert.match(readFileSync(join(folder, '0001-database.md'), 'utf8'), /^---\nstatus: superseded by 0002\n/);
    const { decisions, faults } = await read();
    assert.deepEqual([idsOf(decisions), faults], [['a', 'b'], []]);
    assert.deepEqual(decisions[0]?.superseded, superseded);
    assert.deepEqual(
      decisions.map(({ file }) => file),
      [undefined, undefined],
      'they are known as Parley’s own',
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

  it('are taken in once; a proposed one stays proposed, and a deleted one stays away', async () => {
    const { ledger } = ledgerIn(join(root, 'ledger'));
    put('0001-use-sqlite.md', '---\nstatus: proposed\n---\n\n# Use SQLite\n');
    put('0002-use-redis.md', '# Use Redis\n\n* Status: accepted\n');
    const { decisions } = await read();
    assert.equal(await addFromFiles(ledger, decisions), 2);
    assert.deepEqual((await ledger.all()).map(({ status }) => status).sort(), ['current', 'proposed']);
    assert.equal(await addFromFiles(ledger, decisions), 0);
    mkdirSync(join(root, 'copy'));
    writeFileSync(join(root, 'copy', '0009-x.md'), readFileSync(join(folder, '0001-use-sqlite.md')));
    const copied = await readDecisionFiles(join(root, 'copy'), root, () => false);
    assert.equal(await addFromFiles(ledger, copied.decisions), 0, 'a copy of the file is the same decision');
    await ledger.delete(idsOf(decisions));
    assert.equal(await addFromFiles(ledger, decisions), 0);
  });

  it('of the same name in two folders are two', async () => {
    for (const place of ['a', 'b']) {
      mkdirSync(join(root, place));
      writeFileSync(join(root, place, '0001-record.md'), `# Record in ${place}\n`);
    }
    const found = await Promise.all(['a', 'b'].map(place => readDecisionFiles(join(root, place), root, () => false)));
    assert.equal(new Set(found.flatMap(({ decisions }) => idsOf(decisions))).size, 2);
  });

  it('are none where no file has the name of one, and say what is wrong with others', async () => {
    assert.deepEqual((await read()).names, []);
    put('README.md', '# Read me\n');
    put('0001-empty.md', 'no title\n');
    put('0002-long.md', `# Long\n${'x'.repeat(300_000)}`);
    mkdirSync(join(folder, '0003-folder.md'));
    const { decisions, faults, names } = await read();
    assert.deepEqual([decisions, names.length], [[], 3]);
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
    const { decisions, faults } = await read();
    assert.deepEqual([decisions, faults], [[], [{ name: '0001-secret.md', fault: 'noFile' }]]);
  });

  it('are read no further once the person has cancelled', async () => {
    put('0001-one.md', '# One\n');
    assert.deepEqual((await readDecisionFiles(folder, root, () => true)).decisions, []);
  });
});
