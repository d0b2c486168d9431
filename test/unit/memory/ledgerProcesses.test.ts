// Several windows write one ledger at the same moment, on a real disk.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decisionFor, firstOf, idsOf, ledgerIn } from '../../support/ledgers.js';
import type { LedgerOrder, LedgerReport } from '../../support/ledgerWindow.process.js';
import { isWholeMatrix } from '../../support/tier.js';
import { removeFolder } from '../../support/removeFolder.js';

/** How many decisions a window adds, in blocks of ten. */
const many = isWholeMatrix ? 1_000 : 150;

class LedgerWindow {
  readonly #child: ChildProcess;
  readonly #reports: AsyncIterator<[LedgerReport], undefined>;

  constructor(folder: string, name: string) {
    const program = fileURLToPath(new URL('../support/ledgerWindow.process.mjs', import.meta.url));
    this.#child = fork(program, [folder, name], { execArgv: [] });
    // Without the option the iterator of a window that has ended would wait for ever. It has no other values.
    this.#reports = on(this.#child, 'message', { close: ['exit'] }) as AsyncIterator<[LedgerReport], undefined>;
  }

  async report(): Promise<LedgerReport> {
    const next = await this.#reports.next();
    return next.done === true ? assert.fail('the window has ended') : next.value[0];
  }

  say(order: LedgerOrder): void {
    this.#child.send(order);
  }

  async added(): Promise<{ readonly added: readonly string[]; readonly isLast: boolean }> {
    const report = await this.report();
    assert.ok(typeof report === 'object' && 'added' in report, JSON.stringify(report));
    assert.deepEqual(report.said, []);
    return report;
  }

  async deleted(): Promise<readonly string[]> {
    const report = await this.report();
    assert.ok(typeof report === 'object' && 'deleted' in report, JSON.stringify(report));
    assert.deepEqual(report.said, []);
    return report.deleted;
  }

  end(): void {
    this.#child.kill();
  }
}

describe('a ledger of several windows', () => {
  let folder: string;
  const windows: LedgerWindow[] = [];
  const start = async (name: string): Promise<LedgerWindow> => {
    const window = new LedgerWindow(folder, name);
    windows.push(window);
    assert.equal(await window.report(), 'ready');
    return window;
  };

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parley-ledgers-'))));
  afterEach(async () => {
    for (const window of windows.splice(0)) window.end();
    await removeFolder(folder);
  });

  it('loses nothing and doubles nothing, and what was deleted stays so', async function () {
    this.timeout(120_000);
    const added: string[] = [];
    const deleted: string[] = [];
    // The adder is a few blocks ahead of the deleter and no more, so both write all the time.
    const drive = async (adder: LedgerWindow, deleter: LedgerWindow): Promise<void> => {
      adder.say({ do: 'add', count: many, ahead: 3 });
      for (let isLast = false; !isLast;) {
        const block = await adder.added();
        ({ isLast } = block);
        added.push(...block.added);
        deleter.say({ do: isLast ? 'deleteAll' : 'deleteSome' });
        deleted.push(...(await deleter.deleted()));
        adder.say({ do: 'goOn' });
      }
    };
    const [one, two, three, four] = await Promise.all([start('one'), start('two'), start('deleter-1'), start('deleter-2')]);
    await Promise.all([drive(one, three), drive(two, four)]);
    assert.equal(added.length, 2 * many);
    assert.deepEqual([...new Set(deleted)].sort(), added.filter(id => id.endsWith('7')).sort());
    const expected = added.filter(id => !id.endsWith('7')).sort();
    const { ledger, said } = ledgerIn(folder);
    const all = await ledger.all();
    assert.deepEqual([...idsOf(all)].sort(), expected);
    assert.deepEqual([...idsOf(await firstOf(ledgerIn(folder).ledger, 9_999))].sort(), expected);
    const once = all.filter(({ status }) => status === 'once').map(({ id }) => id);
    assert.deepEqual(
      once.sort(),
      expected.filter(id => id.endsWith('8')),
    );
    assert.deepEqual(said, []);
    // A file for each, and an empty one for each that was deleted.
    assert.equal(readdirSync(folder).length, added.length);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      for (const id of deleted) assert.equal(text.includes(`Which database for ${id}?`), false, id);
    }
  });

  it('keeps every judgement of three windows that judge one decision at once, in one file', async function () {
    this.timeout(120_000);
    await ledgerIn(folder).ledger.add([decisionFor('shared')]);
    const judges = await Promise.all(['one', 'two', 'three'].map(start));
    for (const judge of judges) judge.say({ do: 'judge', count: 40 });
    for (const judge of judges) await judge.added();
    const [known] = await ledgerIn(folder).ledger.all();
    assert.equal(known?.notLike.length, 3 * 40);
    assert.equal(readdirSync(folder).length, 1);
  });

  it('tells a window what another one has added', async () => {
    const { ledger } = ledgerIn(folder);
    const added = new Promise<void>(resolve => {
      const stop = ledger.onDidChange(() => {
        void ledger.all().then(all => {
          if (all.length !== many) return;
          stop();
          resolve();
        });
      });
    });
    const one = await start('one');
    one.say({ do: 'add', count: many, ahead: many });
    await added;
  });

  it('tells a window what another one has added where the folder was removed, and made again', async function () {
    // There a folder that is watched is only marked as removed.
    if (process.platform === 'win32') return this.skip();
    const { ledger } = ledgerIn(folder);
    const other = (id: string): Promise<void> => ledgerIn(folder).ledger.add([decisionFor(id)]);
    await other('a');
    let told = (): Promise<void> => Promise.resolve();
    const stop = ledger.onDidChange(() => void told());
    const becomes = async (change: () => unknown, ids: readonly string[]): Promise<void> => {
      const isSo = new Promise<void>(resolve => {
        told = async () => {
          if (idsOf(await ledger.all()).join() === ids.join()) resolve();
        };
      });
      await change();
      await isSo;
    };
    await becomes(() => other('b'), ['a', 'b']);
    await becomes(() => rmSync(folder, { recursive: true }), []);
    await becomes(() => other('c'), ['c']);
    await becomes(() => other('d'), ['c', 'd']);
    stop();
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
