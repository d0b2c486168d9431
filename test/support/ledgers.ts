// Decisions as tests make them, and ledgers that say what they log.
import type { Decision, Decisions, KnownDecision } from '../../src/memory/decision.js';
import type { FileSystem } from '../../src/disk/fileSystem.js';
import { openLedger } from '../../src/memory/ledger.js';
import type { WatchFolder } from '../../src/memory/ledgerWatch.js';

/** Epoch milliseconds: the time at which tests decide. */
export const decidedAt = Date.UTC(2026, 4, 3, 10);

export function decisionFor(id: string, more: Partial<Decision> = {}): Decision {
  return {
    id,
    question: {
      kind: 'choice',
      question: `Which database for ${id}?`,
      header: 'Database',
      multiSelect: false,
      options: [{ label: 'PostgreSQL', description: 'One more server.' }, { label: 'SQLite' }],
    },
    answer: { selected: [0], other: false, otherText: '', note: '', skipped: false },
    chosen: ['PostgreSQL'],
    asker: { kind: 'claude' },
    source: { chat: 'k', item: id },
    folder: '/work',
    at: decidedAt,
    ...more,
  };
}

export interface TestLedger {
  readonly ledger: Decisions;
  /** What was logged. */
  readonly said: string[];
}

export function ledgerIn(folder: string, fileSystem?: FileSystem, watch?: WatchFolder, now = (): number => decidedAt): TestLedger {
  const said: string[] = [];
  const log = { warn: (text: string): void => void said.push(text), error: (text: string): void => void said.push(text) };
  const ledger = openLedger({ folder, log, now, ...(fileSystem && { fileSystem }), ...(watch && { watch }) });
  return { ledger, said };
}

/** Those that `newest` gives first. */
export async function firstOf(ledger: Decisions, count: number): Promise<readonly KnownDecision[]> {
  const found: KnownDecision[] = [];
  for await (const known of ledger.newest()) {
    found.push(known);
    if (found.length === count) break;
  }
  return found;
}

export function idsOf(decisions: readonly Decision[]): readonly string[] {
  return decisions.map(({ id }) => id);
}
