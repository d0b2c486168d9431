// A ledger as it was before it had a file for each decision: files `N.ledger` of lines with checksums, of which all together are the ledger. It
// is read once and never written. Knows those lines; not how decisions are kept since.
import { join } from 'node:path';
import { decodeLine } from '../disk/checkedLines.js';
import type { FileSystem } from '../disk/fileSystem.js';
import { readRange, withFile } from '../disk/fileSystem.js';
import { isObject } from '../shared/loose.js';
import type { Judgement } from './decision.js';
import { Slices } from './slices.js';
import type { StoredDecision, StoredJudgement } from './storedDecision.js';
import { merged, parsed, storedJudgement } from './storedDecision.js';

interface FormerLedger {
  /** Ids. */
  readonly deleted: readonly string[];
  readonly decisions: readonly StoredDecision[];
  /** Lines that could not be read. */
  readonly damaged: number;
}

/** `names`: of its files. Rejects with `ENOENT` where another window has removed one. `isLeftOut`: whether one that cannot be read is left out. */
export async function readFormer(
  fileSystem: FileSystem,
  folder: string,
  names: readonly string[],
  isLeftOut: (name: string, error: unknown) => boolean,
): Promise<FormerLedger> {
  const deleted = new Set<string>();
  const decisions = new Map<string, StoredDecision>();
  const judged = new Map<string, StoredJudgement[]>();
  let damaged = 0;
  const slices = new Slices();
  for (const name of names.filter(isWhole)) {
    const bytes = await withFile(fileSystem, join(folder, name), 'read', file => readRange(file, 0)).catch((error: unknown) => {
      if (isLeftOut(name, error)) return Buffer.of();
      throw error;
    });
    for (let [from, to] = [0, 0]; from < bytes.length; from = to + 1) {
      to = bytes.indexOf(newline, from);
      // A line that a crash has torn.
      if (to < 0) break;
      if (to === from) continue;
      const line = lineIn(decodeLine(bytes.toString('utf8', from, to)));
      if (line === undefined) damaged++;
      else if ('deleted' in line) for (const id of line.deleted) deleted.add(id);
      else if ('decision' in line) {
        const known = decisions.get(line.decision.id);
        decisions.set(line.decision.id, known === undefined ? line : merged(known, line));
      } else judged.set(line.id, [...(judged.get(line.id) ?? []), line.judgement]);
      if (slices.isOver) await slices.pause();
    }
  }
  const gone = new Set([...deleted].flatMap(id => decisions.get(id)?.decision.question.question ?? []));
  for (const id of deleted) decisions.delete(id);
  return {
    deleted: [...deleted],
    decisions: [...decisions.values()].map(stored => {
      const judgements = (judged.get(stored.decision.id) ?? []).filter(({ said }) => said.type !== 'notLike' || !gone.has(said.question));
      return judgements.reduce((known, judgement) => merged(known, { ...stored, judgements: [judgement] }), stored);
    }),
    damaged,
  };
}

const newline = 0x0a;

/** The others were begun and never finished. */
function isWhole(name: string): boolean {
  return !name.endsWith('.new');
}

type Line = { readonly deleted: readonly string[] } | StoredDecision | { readonly id: string; readonly judgement: StoredJudgement };

function lineIn(value: unknown): Line | undefined {
  const { format, forgotten, type, decision, id, at, judgement } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof format === 'number') return { deleted: Array.isArray(forgotten) ? forgotten.filter(one => typeof one === 'string') : [] };
  if (type === 'add') return parsed({ decision, judgements: [] });
  if (type !== 'judge' || typeof id !== 'string' || typeof at !== 'number' || !isObject(judgement)) return undefined;
  // The checksum has proved that Parley wrote the line.
  return { id, judgement: storedJudgement(judgement as unknown as Judgement, at) };
}
