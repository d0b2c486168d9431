// Owns the order of the conversation in the view: stretches of items, each in chunks of rows, with gaps where items are not here. The last
// stretch is the host's window and grows; the others are pages that were read, final and read-only. Knows ids only: nothing of what an item
// holds, of messages or of the DOM.
import type { Signal } from '@preact/signals';
import { computed, signal } from '@preact/signals';

// What rows took on the page when they were last in the DOM, so that what stands for them is as high, also once they were let go. Knows ids only.
/** CSS pixels that a row is taken for until rows have been measured. */
const firstGuess = 70;

class RowHeights {
  private readonly known = new Map<string, number>();
  private sum = firstGuess;

  /** The height of these rows together, in CSS pixels. */
  of(ids: readonly string[]): number {
    return ids.reduce((sum, id) => sum + (this.known.get(id) ?? this.usual), 0);
  }

  measured(ids: readonly string[], height: number): void {
    for (const id of ids) {
      this.sum += height / ids.length - (this.known.get(id) ?? 0);
      this.known.set(id, height / ids.length);
    }
  }

  /** Other rows are shown, which are likely to be as high as those before. */
  clear(): void {
    this.sum = this.usual;
    this.known.clear();
  }

  private get usual(): number {
    return this.sum / (this.known.size + 1);
  }
}

type Cursor = string;
export type Direction = 'older' | 'newer';

/** Rows that enter and leave the DOM together. */
export interface RowChunk {
  readonly kind: 'chunk';
  readonly key: number;
  readonly ids: Signal<readonly string[]>;
  /** Whether the rows are in the DOM; a spacer stands for them otherwise. */
  readonly rendered: Signal<boolean>;
  /** Whether the host still holds the items, so that something can be done about them. */
  readonly readOnly: Signal<boolean>;
}

interface Stretch {
  readonly kind: 'stretch';
  /** The place in front of it; null at the beginning of the conversation. */
  readonly start: Cursor | null;
  /** The place behind it; undefined for the window, which has the end of the conversation. */
  readonly end: Cursor | undefined;
  readonly chunks: readonly RowChunk[];
}

/** Items that are not here, between two places. */
export interface Gap {
  readonly kind: 'gap';
  readonly key: number;
  readonly after: Cursor | null;
  readonly before: Cursor;
  readonly reading: 'no' | 'yes' | 'failed';
  /** CSS pixels that its items took before they were let go; undefined where they were not here. */
  readonly height: number | undefined;
}

export type Slot = RowChunk | Gap;

const chunkSize = 4;
/** Items of a chunk far from the end of a window: one spacer stands for them until it comes near and is divided. */
const farChunkSize = 48;
/** Items at the end of a window that are in small chunks from the beginning. */
const nearEnd = 24;
/** Chunks at the end that are in the DOM from the first moment: at least a view full. */
const renderedAtOnce = 3;
/** How many stretches are kept on each side of those in view; farther ones are forgotten and read again. */
const keptStretches = 6;

export class Conversation {
  private readonly parts = signal<readonly (Stretch | Gap)[]>([]);
  /** What stands one below the other on the page. */
  readonly slots = computed(() => this.parts.value.flatMap((part): readonly Slot[] => (part.kind === 'gap' ? [part] : part.chunks)));
  readonly heights = new RowHeights();
  private lastKey = 0;

  /** Shows the window of a snapshot and forgets everything else. Rows that were shown stay in the DOM, because the person may be typing in one. */
  reset(ids: readonly string[], start: Cursor | null): void {
    const chunks: RowChunk[] = [];
    let from = 0;
    for (const chunk of this.slots.peek().filter(slot => slot.kind === 'chunk')) {
      const at = chunk.rendered.peek() ? placeIn(ids, chunk.ids.peek(), from) : undefined;
      if (at === undefined) continue;
      chunk.readOnly.value = false;
      chunks.push(...this.windowChunks(ids.slice(from, at)), chunk);
      from = at + chunk.ids.peek().length;
    }
    chunks.push(...this.windowChunks(ids.slice(from)));
    for (const chunk of chunks.slice(-renderedAtOnce)) chunk.rendered.value = true;
    this.parts.value = withGapInFront({ kind: 'stretch', start, end: undefined, chunks }, () => this.key());
  }

  /** Another chat is shown. */
  clear(): void {
    this.heights.clear();
    this.parts.value = [];
  }

  /** Puts the item in front of the item `of`, where that is here, and else at the end. */
  put(id: string, of?: string): void {
    const chunk = of === undefined ? undefined : this.chunkOf(of);
    if (chunk === undefined) this.append(id);
    else chunk.ids.value = chunk.ids.value.flatMap(other => (other === of ? [id, other] : [other]));
  }

  append(id: string): void {
    const window = this.window();
    const last = window.chunks.at(-1);
    if (last !== undefined && last.ids.value.length < chunkSize) {
      last.ids.value = [...last.ids.value, id];
      return;
    }
    const chunk = this.chunk([id], false);
    chunk.rendered.value = true;
    this.replace(window, [{ ...window, chunks: [...window.chunks, chunk] }]);
  }

  remove(id: string): void {
    const chunk = this.chunkOf(id);
    if (chunk !== undefined) chunk.ids.value = chunk.ids.value.filter(other => other !== id);
  }

  /** The place in front of the host's window. */
  windowStart(): Cursor | null {
    return this.window().start;
  }

  chunkOf(id: string): RowChunk | undefined {
    return this.slots.value.find((slot): slot is RowChunk => slot.kind === 'chunk' && slot.ids.value.includes(id));
  }

  /** Has these rows in the DOM; only a small chunk has, so a large one is divided first, and the observer decides about each of its parts. */
  render(chunk: RowChunk): void {
    if (chunk.ids.peek().length <= chunkSize) {
      chunk.rendered.value = true;
      return;
    }
    const stretch = this.parts.peek().find(part => part.kind === 'stretch' && part.chunks.includes(chunk));
    if (stretch?.kind !== 'stretch') return;
    const parts = this.chunks(chunk.ids.peek(), chunkSize, chunk.readOnly.peek());
    this.replace(stretch, [{ ...stretch, chunks: stretch.chunks.flatMap(each => (each === chunk ? parts : [each])) }]);
  }

  /** Has the row of this item in the DOM. False when the item is not here. */
  show(id: string): boolean {
    for (let chunk = this.chunkOf(id); chunk !== undefined; chunk = this.chunkOf(id)) {
      if (chunk.rendered.peek()) return true;
      this.render(chunk);
    }
    return false;
  }

  /** All ids that are here, in order. */
  ids(): readonly string[] {
    return this.slots.value.flatMap(slot => (slot.kind === 'chunk' ? slot.ids.value : []));
  }

  windowIds(): readonly string[] {
    return this.window().chunks.flatMap(({ ids }) => ids.value);
  }

  /** What `gap` becomes; undefined when it is not there any more. */
  setReading(gap: Gap, reading: Gap['reading']): Gap | undefined {
    if (!this.parts.value.includes(gap)) return undefined;
    const changed = { ...gap, reading };
    this.replace(gap, [changed]);
    return changed;
  }

  /** Puts a page where it was asked for; `rest` is the place where the gap goes on, null when it is closed. False when the gap is gone. */
  fill(gap: Gap, direction: Direction, ids: readonly string[], rest: Cursor | null): boolean {
    if (!this.parts.value.includes(gap)) return false;
    const older = direction === 'older';
    const [start, end] = older ? [rest ?? gap.after, gap.before] : [gap.after, rest ?? gap.before];
    const stretch = this.stretch(start, end, ids, true);
    const height = gap.height && Math.max(0, gap.height - this.heights.of(ids));
    const left: Gap | undefined =
      rest === null ? undefined : { ...gap, ...(older ? { before: rest } : { after: rest }), reading: 'no', height };
    const parts = [...(ids.length === 0 ? [] : [stretch]), ...(left === undefined ? [] : [left])];
    this.replace(gap, older ? parts.reverse() : parts);
    return true;
  }

  /** Shows a stretch from somewhere in front of the window, and nothing else but the window. */
  goTo(ids: readonly string[], start: Cursor | null, end: Cursor | null): void {
    const window = this.window();
    const stretch = this.stretch(start, end ?? window.start ?? '', ids, true);
    const gap: readonly Gap[] = end === null || window.start === null ? [] : [this.gap(end, window.start)];
    this.parts.value = [...withGapInFront(stretch, () => this.key()), ...gap, window];
  }

  /**
   * The items of the window up to and including `last` have left the host; `cursor` is the place behind them. A chunk with items on both
   * sides of that place is divided, unless its rows are in the DOM: then the whole waits for the next time.
   */
  trimmed(last: string, cursor: Cursor): void {
    const window = this.window();
    const index = window.chunks.findIndex(({ ids }) => ids.value.includes(last));
    const chunk = window.chunks[index];
    if (chunk === undefined) return;
    const position = chunk.ids.value.indexOf(last) + 1;
    const divides = position < chunk.ids.value.length;
    if (divides && chunk.rendered.value) return;
    const [front, behind] = divides
      ? [[this.chunk(chunk.ids.value.slice(0, position), true)], [this.chunk(chunk.ids.value.slice(position), false)]]
      : [[chunk], []];
    const final = [...window.chunks.slice(0, index), ...front];
    for (const { readOnly } of final) readOnly.value = true;
    const rest = [...behind, ...window.chunks.slice(index + 1)];
    this.replace(window, [
      { ...window, end: cursor, chunks: final },
      { ...window, start: cursor, chunks: rest },
    ]);
  }

  /**
   * Forgets the stretches that are far from every chunk in view; of each a gap of its height is left. Returns the ids that are gone. `mayGo` is
   * asked of each chunk.
   */
  forgetFar(isNear: (chunk: RowChunk) => boolean, mayGo: (chunk: RowChunk) => boolean): readonly string[] {
    const stretches = this.parts.value.filter(part => part.kind === 'stretch');
    const near = stretches.flatMap((stretch, index) => (stretch.chunks.some(isNear) ? [index] : []));
    if (near.length === 0) return [];
    const far = stretches.filter(
      (stretch, index) =>
        stretch.end !== undefined && near.every(other => Math.abs(other - index) > keptStretches) && stretch.chunks.every(mayGo),
    );
    if (far.length === 0) return [];
    const gone = new Set(far);
    const idsOf = ({ chunks }: Stretch): readonly string[] => chunks.flatMap(({ ids }) => ids.value);
    this.parts.value = this.parts.value.map(part =>
      part.kind === 'stretch' && gone.has(part) ? this.gap(part.start, part.end ?? '', this.heights.of(idsOf(part))) : part,
    );
    return far.flatMap(idsOf);
  }

  private window(): Stretch {
    const last = this.parts.value.at(-1);
    return last?.kind === 'stretch' ? last : this.stretch(null, undefined, [], false);
  }

  private replace(part: Stretch | Gap, by: readonly (Stretch | Gap)[]): void {
    const index = this.parts.value.indexOf(part);
    this.parts.value = index < 0 ? [...this.parts.value, ...by] : this.parts.value.toSpliced(index, 1, ...by);
  }

  private stretch(start: Cursor | null, end: Cursor | undefined, ids: readonly string[], readOnly: boolean): Stretch {
    return { kind: 'stretch', start, end, chunks: this.chunks(ids, chunkSize, readOnly) };
  }

  /** The rows of a window: small chunks near its end, large ones far from it. */
  private windowChunks(ids: readonly string[]): readonly RowChunk[] {
    const far = Math.max(0, ids.length - nearEnd);
    return [...this.chunks(ids.slice(0, far), farChunkSize, false), ...this.chunks(ids.slice(far), chunkSize, false)];
  }

  private chunks(ids: readonly string[], size: number, readOnly: boolean): readonly RowChunk[] {
    const chunks: RowChunk[] = [];
    for (let first = 0; first < ids.length; first += size) chunks.push(this.chunk(ids.slice(first, first + size), readOnly));
    return chunks;
  }

  private chunk(ids: readonly string[], readOnly: boolean): RowChunk {
    return { kind: 'chunk', key: this.key(), ids: signal(ids), rendered: signal(false), readOnly: signal(readOnly) };
  }

  private gap(after: Cursor | null, before: Cursor, height?: number): Gap {
    return { kind: 'gap', key: this.key(), after, before, reading: 'no', height };
  }

  private key(): number {
    return ++this.lastKey;
  }
}

/** Where all of `run` stands in `ids`, from the position `from` on; undefined where it does not. */
function placeIn(ids: readonly string[], run: readonly string[], from: number): number | undefined {
  const [first] = run;
  const at = first === undefined ? -1 : ids.indexOf(first, from);
  return at >= 0 && run.every((id, index) => ids[at + index] === id) ? at : undefined;
}

/** A stretch, and before it the gap to the beginning of the conversation where there is one. */
function withGapInFront(stretch: Stretch, key: () => number): readonly (Stretch | Gap)[] {
  const { start } = stretch;
  return start === null ? [stretch] : [{ kind: 'gap', key: key(), after: null, before: start, reading: 'no', height: undefined }, stretch];
}
