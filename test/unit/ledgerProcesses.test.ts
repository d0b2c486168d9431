// Several windows write one ledger at the same moment, on a real disk.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decisionFor, firstOf, idsOf, ledgerIn } from '../support/ledgers.js';
import type { LedgerReport } from '../support/ledgerWindow.process.js';

describe('a ledger of several windows', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  const start = (name: string): { child: ChildProcess; reported: Promise<LedgerReport> } => {
    const program = fileURLToPath(new URL('../support/ledgerWindow.process.mjs', import.meta.url));
    const child = fork(program, [folder, name], { execArgv: [] });
    children.push(child);
    return { child, reported: once(child, 'message').then(([report]) => report as LedgerReport) };
  };

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parley-ledgers-'))));
  afterEach(() => {
    for (const child of children.splice(0)) child.kill();
    rmSync(folder, { recursive: true });
  });

  it('loses nothing and doubles nothing, and what was deleted stays so', async function () {
    this.timeout(120_000);
    const deleters = [start('deleter-1'), start('deleter-2')];
    const added = (await Promise.all(['one', 'two'].map(name => start(name).reported))).flatMap(report =>
      'added' in report ? report.added : assert.fail(JSON.stringify(report)),
    );
    for (const { child } of deleters) child.send('stop');
    const deleted = (await Promise.all(deleters.map(({ reported }) => reported))).flatMap(report =>
      'deleted' in report ? report.deleted : assert.fail(JSON.stringify(report)),
    );
    assert.equal(added.length, 2_000);
    assert.ok(deleted.length > 10, `${deleted.length} deleted`);
    const expected = added.filter(id => !deleted.includes(id)).sort();
    const { ledger, said } = ledgerIn(folder);
    const all = await ledger.all();
    assert.deepEqual([...idsOf(all)].sort(), expected);
    assert.deepEqual([...idsOf(await firstOf(ledgerIn(folder).ledger, 9_999))].sort(), expected);
    const once = all.filter(({ status }) => status === 'once').map(({ id }) => id);
    assert.deepEqual(
      once.sort(),
      expected.filter(id => id.endsWith('8')),
    );
    // A line that a window has written to a file which was about to go is written again, and nothing else is there twice.
    assert.deepEqual(said, []);
    assert.equal(readdirSync(folder).length, 1);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const id of deleted) assert.equal(text.includes(`Which database for ${id}?`), false, id);
    }
  });

  it('tells a window what another one has added', async () => {
    const { ledger } = ledgerIn(folder);
    const added = new Promise<void>(resolve => {
      const stop = ledger.onDidChange(() => {
        void ledger.all().then(all => {
          if (all.length !== 1_000) return;
          stop();
          resolve();
        });
      });
    });
    await Promise.all([added, start('one').reported]);
  });

  it('tells a window its own changes at once, and stops watching with the last listener', async () => {
    const events: string[] = [];
    let changed = (): void => assert.fail();
    const { ledger, said } = ledgerIn(folder, undefined, (watched, onChange) => {
      events.push(`watch ${watched === folder}`);
      changed = onChange;
      return () => events.push('stop');
    });
    const stops = [ledger.onDidChange(() => assert.fail('a listener')), ledger.onDidChange(() => events.push('told'))];
    await ledger.add([decisionFor('a')]);
    assert.deepEqual(events, ['watch true', 'told']);
    // The system tells of the same change.
    changed();
    await ledger.judge('a', { type: 'once' });
    await ledger.delete(['a']);
    assert.deepEqual(events, ['watch true', 'told', 'told', 'told']);
    assert.equal(said.length, 3);
    for (const stop of stops) stop();
    assert.deepEqual(events.slice(4), ['stop']);
    await ledger.add([decisionFor('b')]);
    assert.equal(events.length, 5);
  });
});
