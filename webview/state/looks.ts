// Owns which rows are runs of looks: calls one behind the other that have only looked at files, and have ended well. Such a run is one line until the
// person unfolds it. Knows the items and their order; nothing of the DOM.
import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import { actOf, isLook } from '../../src/shared/tools.js';
import type { ToolItem, TranscriptItem } from '../../src/shared/transcript.js';
import type { Slot } from './conversation.js';

export interface LookRun {
  /** The id of its first row, which has the line. */
  readonly first: string;
  /** Different files that were read. */
  readonly files: number;
  readonly searches: number;
}

export class Looks {
  /** The runs by the id of each of their rows. */
  private readonly runs = new Map<string, Signal<LookRun | undefined>>();
  /** Grows when the person folds or unfolds a run, which the page's state holds. */
  readonly turned = signal(0);

  runOf(id: string): Signal<LookRun | undefined> {
    const known = this.runs.get(id) ?? signal<LookRun | undefined>(undefined);
    this.runs.set(id, known);
    return known;
  }

  /** Finds the runs anew, in a time that grows with the rows on the page: only where a call has come, ended or left. */
  update(slots: readonly Slot[], item: (id: string) => TranscriptItem | undefined): void {
    const found = new Map<string, LookRun>();
    let calls: ToolItem[] = [];
    const end = (): void => {
      const [first] = calls;
      if (first !== undefined && calls.length > 1) {
        const read = calls.filter(({ name }) => actOf(name) === 'read');
        const run = { first: first.id, files: new Set(read.map(({ summary }) => summary)).size, searches: calls.length - read.length };
        for (const { id } of calls) found.set(id, run);
      }
      calls = [];
    };
    for (const slot of slots) {
      if (slot.kind === 'gap') end();
      else
        for (const id of slot.ids.peek()) {
          const one = item(id);
          if (one !== undefined && isFoldable(one)) calls.push(one);
          else if (one === undefined || !isUnseen(one)) end();
        }
    }
    end();
    for (const [id, run] of this.runs) {
      const now = found.get(id);
      if (!isSame(run.peek(), now)) run.value = now;
      if (now === undefined && item(id) === undefined) this.runs.delete(id);
    }
    for (const [id, run] of found) if (!this.runs.has(id)) this.runs.set(id, signal<LookRun | undefined>(run));
  }
}

/** Nothing that runs, has failed, waits or was denied is ever folded away. */
function isFoldable(item: TranscriptItem): item is ToolItem {
  return item.kind === 'tool' && item.state === 'done' && item.standing === undefined && isLook(item.name);
}

/** A permission that was allowed and of which the row of its call says all. */
function isUnseen(item: TranscriptItem): boolean {
  if (item.kind !== 'permission' || item.state !== 'allowed') return false;
  return [item.note, item.added, item.changed, item.movedTo, item.lost].every(one => one === undefined);
}

function isSame(one: LookRun | undefined, other: LookRun | undefined): boolean {
  return one?.first === other?.first && one?.files === other?.files && one?.searches === other?.searches;
}
