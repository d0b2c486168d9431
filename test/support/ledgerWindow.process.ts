// A window with a ledger in a process of its own. Its arguments are the ledger's folder and its name: `deleter` deletes decisions of the
// others until its parent tells it to stop, any other name adds and judges 1,000 and tells which.
import { decidedAt, decisionFor, idsOf, ledgerIn } from './ledgers.js';

export type LedgerReport =
  { readonly added: readonly string[] } | { readonly deleted: readonly string[] } | { readonly said: readonly string[] };

const [folder = '', name = ''] = process.argv.slice(2);
const { ledger, said } = ledgerIn(folder);

async function add(): Promise<void> {
  const added: string[] = [];
  for (let index = 0; index < 1_000; index++) {
    const id = `${name}-${index}`;
    if (index % 10 === 9) await ledger.judge(`${name}-${index - 1}`, { type: 'once' });
    await ledger.add([decisionFor(id, { at: decidedAt + index })]);
    added.push(id);
  }
  process.send?.({ added } satisfies LedgerReport);
}

let isStopped = false;

async function deleteSome(): Promise<void> {
  const deleted: string[] = [];
  while (!isStopped) {
    const ids = idsOf(await ledger.all())
      .filter(id => id.endsWith('7') && !deleted.includes(id))
      .slice(-3);
    await ledger.delete(ids);
    deleted.push(...ids);
    await new Promise(resolve => setImmediate(resolve));
  }
  process.send?.({ deleted } satisfies LedgerReport);
}

process.on('message', () => (isStopped = true));
// Its parent is gone.
process.on('disconnect', () => process.exit());
await (name.startsWith('deleter') ? deleteSome() : add());
if (said.length > 0) process.send?.({ said } satisfies LedgerReport);
