// A window with a ledger in a process of its own, which does what its parent says and reports what it has done. Its arguments are the ledger's
// folder and its name.
import { decidedAt, decisionFor, idsOf, ledgerIn } from './ledgers.js';

/**
 * `add`: so many decisions in blocks of ten, each with a judgement; at most `ahead` blocks that were reported wait for `goOn`. `deleteSome`: the
 * newest three, `deleteAll`: all whose id ends with 7, whoever has added them. `judge`: so many judgements of the decision `shared`.
 */
export type LedgerOrder =
  | { readonly do: 'add'; readonly count: number; readonly ahead: number }
  | { readonly do: 'judge'; readonly count: number }
  | { readonly do: 'goOn' | 'deleteSome' | 'deleteAll' };

/** `said`: what was logged. */
export type LedgerReport =
  | 'ready'
  | { readonly added: readonly string[]; readonly isLast: boolean; readonly said: readonly string[] }
  | { readonly deleted: readonly string[]; readonly said: readonly string[] };

const [folder = '', name = ''] = process.argv.slice(2);
const { ledger, said } = ledgerIn(folder);
const tell = (report: LedgerReport): void => void process.send?.(report);

let credit = 0;
let goOn = (): void => undefined;

async function add(count: number, ahead: number): Promise<void> {
  credit = ahead;
  for (let block = 0; block < count; block += 10) {
    while (credit === 0) await new Promise<void>(resolve => (goOn = resolve));
    credit--;
    const added: string[] = [];
    for (let index = block; index < block + 10; index++) {
      const id = `${name}-${index}`;
      if (index % 10 === 9) await ledger.judge(`${name}-${index - 1}`, { type: 'once' });
      await ledger.add([decisionFor(id, { at: decidedAt + index })]);
      added.push(id);
    }
    tell({ added, isLast: block + 10 >= count, said });
  }
}

async function remove(most: number): Promise<void> {
  const ids = idsOf(await ledger.all())
    .filter(id => id.endsWith('7'))
    .slice(-most);
  await ledger.delete(ids);
  tell({ deleted: ids, said });
}

async function judge(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await ledger.judge('shared', { type: 'notLike', question: `${name}-${index}` });
  tell({ added: [], isLast: true, said });
}

process.on('message', (order: LedgerOrder) => {
  if (order.do === 'add') void add(order.count, order.ahead);
  else if (order.do === 'judge') void judge(order.count);
  else if (order.do === 'deleteSome') void remove(3);
  else if (order.do === 'deleteAll') void remove(Infinity);
  else {
    credit++;
    goOn();
  }
});
// Its parent is gone.
process.on('disconnect', () => process.exit());
tell('ready');
