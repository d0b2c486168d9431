// Owns which rows of the conversation are in the DOM and when missing items are read: both follow what is near the view, which two
// IntersectionObservers tell, so that nothing is computed per scroll event. Rows far away leave the DOM and a spacer of their height stays;
// stretches very far away leave the store. Knows nothing of what a row shows.
import type { Gap, RowChunk } from '../state/conversation.js';
import type { Reading } from '../state/reading.js';
import type { Store } from '../state/store.js';

/** How far outside of the view rows are in the DOM, and gaps are read: in heights of the view. */
const renderedMargin = '25%';
const readMargin = '100%';

export class OlderPages {
  /** Stays in the DOM although it is far away: the focus goes back to it. */
  returnFocus: Element | undefined;
  private chunks: IntersectionObserver | undefined;
  private gaps: IntersectionObserver | undefined;
  private readonly chunkOf = new Map<Element, RowChunk>();
  private readonly gapOf = new Map<Element, Gap>();
  private readonly near = new Set<RowChunk>();
  /** The chunks that are far away and stay in the DOM, because something in them must stay. */
  private readonly lingering = new Map<Element, RowChunk>();

  constructor(
    private readonly store: Store,
    private readonly reading: Reading,
  ) {}

  /** Watches a scroller; returns what ends that. */
  attach(scroller: HTMLElement): () => void {
    this.chunks = new IntersectionObserver(
      entries => {
        this.chunksMoved(entries);
      },
      { root: scroller, rootMargin: `${renderedMargin} 0px` },
    );
    this.gaps = new IntersectionObserver(
      entries => {
        this.gapsMoved(entries);
      },
      { root: scroller, rootMargin: `${readMargin} 0px` },
    );
    for (const element of this.chunkOf.keys()) this.chunks.observe(element);
    for (const element of this.gapOf.keys()) this.gaps.observe(element);
    return () => {
      this.chunks?.disconnect();
      this.gaps?.disconnect();
      this.chunks = this.gaps = undefined;
    };
  }

  /** Follows where the element of a chunk is; returns what ends that. */
  watchChunk(element: Element, chunk: RowChunk): () => void {
    this.chunkOf.set(element, chunk);
    this.chunks?.observe(element);
    return () => {
      this.chunkOf.delete(element);
      this.lingering.delete(element);
      this.near.delete(chunk);
      this.chunks?.unobserve(element);
    };
  }

  /** Reads the gap when it is near, anew for each gap object. */
  watchGap(element: Element, gap: Gap): () => void {
    this.gapOf.set(element, gap);
    this.gaps?.observe(element);
    return () => {
      this.gapOf.delete(element);
      this.gaps?.unobserve(element);
    };
  }

  /** The height of a chunk that is not in the DOM, in CSS pixels; a guess from other rows where it never was. */
  heightOf(chunk: RowChunk): number {
    return this.store.conversation.heights.of(chunk.ids.peek());
  }

  private chunksMoved(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const chunk = this.chunkOf.get(target);
      if (chunk === undefined) continue;
      if (chunk.rendered.peek()) this.store.conversation.heights.measured(chunk.ids.peek(), boundingClientRect.height);
      if (isIntersecting) {
        this.near.add(chunk);
        this.lingering.delete(target);
        this.store.conversation.render(chunk);
      } else {
        this.near.delete(chunk);
        if (chunk.rendered.peek()) this.lingering.set(target, chunk);
      }
    }
    for (const [element, chunk] of this.lingering) if (this.mayLeave(element, chunk)) this.leave(element, chunk);
    this.store.forgetFar(
      chunk => this.near.has(chunk),
      chunk => !chunk.rendered.peek(),
    );
  }

  private leave(element: Element, chunk: RowChunk): void {
    this.lingering.delete(element);
    chunk.rendered.value = false;
  }

  private mayLeave(element: Element, chunk: RowChunk): boolean {
    const selection = getSelection();
    return (
      element.nextElementSibling !== null &&
      !this.store.hasAsked(chunk) &&
      !element.contains(document.activeElement) &&
      !(this.returnFocus !== undefined && element.contains(this.returnFocus)) &&
      !(selection?.type === 'Range' && selection.containsNode(element, true)) &&
      // What the person has opened stays open.
      element.querySelector('[aria-expanded="true"]') === null
    );
  }

  private gapsMoved(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
      const gap = this.gapOf.get(target);
      if (gap?.reading !== 'no' || !isIntersecting) continue;
      const middle = rootBounds === null ? Infinity : rootBounds.top + rootBounds.height / 2;
      const endIsNearer = Math.abs(boundingClientRect.bottom - middle) <= Math.abs(middle - boundingClientRect.top);
      // In front of the first gap nothing is shown that could be gone on from.
      this.reading.readGap(gap, endIsNearer || gap.after === null ? 'older' : 'newer');
    }
  }
}
