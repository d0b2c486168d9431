// Decisions as tests make them, and ledgers that say what they log.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision, Decisions, Judgement, KnownDecision, NewDecision } from '../../src/memory/decision.js';
import { encodeLine } from '../../src/disk/checkedLines.js';
import type { FileSystem } from '../../src/disk/fileSystem.js';
import { nodeFileSystem } from '../../src/disk/fileSystem.js';
import { openLedger } from '../../src/memory/ledger.js';
import { LedgerFolder } from '../../src/memory/ledgerFolder.js';
import { textOf } from '../../src/memory/storedDecision.js';
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

/** The name of the file of a decision that nobody has judged. */
export function nameOf(decision: Decision): string {
  return new LedgerFolder('', nodeFileSystem).nameOf({ decision, judgements: [] });
}

/** Puts their files there as a window would, without waiting for the disk. */
export function putDecisions(folder: string, decisions: readonly NewDecision[]): void {
  mkdirSync(folder, { recursive: true });
  for (const decision of decisions) writeFileSync(join(folder, nameOf(decision)), textOf({ decision, judgements: [] }));
}

/** Lines of a ledger as it was before it had a file for each decision. */
export const formerLine = {
  header: (deleted: readonly string[]): string => encodeLine({ format: 1, forgotten: deleted }),
  add: (decision: Decision): string => encodeLine({ type: 'add', decision }),
  judge: (id: string, at: number, judgement: Judgement): string => encodeLine({ type: 'judge', record: `r${at}`, id, at, judgement }),
};
