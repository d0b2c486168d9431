// Owns which day it is, and which rows begin a day: the first item of another day than the one before it that has a time. Knows the items and their order;
// nothing of the DOM.
import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { TranscriptItem } from '../../src/shared/transcript.js';
import type { Slot } from './conversation.js';

export interface DayBegin {
  /** The first moment of the day where the person is; epoch milliseconds. */
  readonly day: number;
  /** Nothing with a time stands in front of it in the conversation. */
  readonly isFirst: boolean;
}

/** Milliseconds between two looks at the clock: one for all times on the page, and none where there are no times. */
const looks = 60_000;

export class Days {
  /** The first moment of today where the person is; epoch milliseconds. */
  readonly today = signal(dayBegin(Date.now()));
  private watchers = 0;
  private clock: ReturnType<typeof setInterval> | undefined;

  /** The beginning of a day by the id of each row that has asked. */
  private readonly begins = new Map<string, Signal<DayBegin | undefined>>();

  /** Keeps `today` right until what this returns is called. */
  watchToday(): () => void {
    this.look();
    this.watchers += 1;
    this.clock ??= setInterval(() => this.look(), looks);
    return () => {
      this.watchers -= 1;
      if (this.watchers > 0) return;
      clearInterval(this.clock);
      this.clock = undefined;
    };
  }

  private look(): void {
    this.today.value = dayBegin(Date.now());
  }

  beginAt(id: string): Signal<DayBegin | undefined> {
    const known = this.begins.get(id) ?? signal<DayBegin | undefined>(undefined);
    this.begins.set(id, known);
    return known;
  }

  /** Finds the days anew, in a time that grows with the rows on the page: only where an item has come or left. What stands behind a gap begins no day, because nobody knows what is in it. */
  update(slots: readonly Slot[], item: (id: string) => TranscriptItem | undefined): void {
    const found = new Map<string, DayBegin>();
    let before: number | undefined | 'unknown';
    for (const slot of slots) {
      if (slot.kind === 'gap') before = 'unknown';
      else
        for (const id of slot.ids.peek()) {
          const day = dayOf(item(id));
          if (day === undefined) continue;
          if (before !== 'unknown' && before !== day) found.set(id, { day, isFirst: before === undefined });
          before = day;
        }
    }
    for (const [id, begin] of this.begins) {
      const now = found.get(id);
      if (begin.peek()?.day !== now?.day || begin.peek()?.isFirst !== now?.isFirst) begin.value = now;
      if (now === undefined && item(id) === undefined) this.begins.delete(id);
    }
    for (const [id, begin] of found) if (!this.begins.has(id)) this.begins.set(id, signal<DayBegin | undefined>(begin));
  }
}

function dayOf(item: TranscriptItem | undefined): number | undefined {
  return item === undefined || !('at' in item) || item.at === undefined ? undefined : dayBegin(item.at);
}

function dayBegin(epoch: number): number {
  return new Date(epoch).setHours(0, 0, 0, 0);
}
