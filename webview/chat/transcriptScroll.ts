// Owns the conversation's scroll position: it stays at the end until the person scrolls away, and whoever must know that
// things have moved on screen is told. Knows nothing of what is shown.
import { signal } from '@preact/signals';

/** How far from the end still counts as the end: a fraction of a pixel is lost in zoomed windows. */
const nearEnd = 12;
const margin = 8;

export interface LayoutListener {
  /** Something moved or grew by itself. */
  layoutChanged(): void;
  /** The person scrolled. */
  scrolled(): void;
}

export class TranscriptScroll {
  readonly following = signal(true);
  private scroller: HTMLElement | undefined;
  private lastTop = 0;
  private hasEnd = true;
  private readonly listeners = new Set<LayoutListener>();

  /** Watches a scroller and what is in it; gives back what ends that. */
  attach(scroller: HTMLElement, content: HTMLElement): () => void {
    this.scroller = scroller;
    // Runs after layout and before paint, so nothing is ever seen at the wrong place.
    const observer = new ResizeObserver(() => {
      this.settle();
    });
    observer.observe(scroller);
    observer.observe(content);
    const onScroll = (): void => {
      this.scrolled(scroller);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
      this.scroller = undefined;
    };
  }

  listen(listener: LayoutListener): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  jumpToLatest(): void {
    this.hasEnd = true;
    this.following.value = true;
    this.toEnd();
  }

  /** What is shown now has no end to be followed to. */
  showBeginning(): void {
    this.following.value = false;
    this.hasEnd = false;
    if (this.scroller !== undefined) this.scroller.scrollTop = 0;
  }

  /**
   * Something that waits for the person has come. When it is higher than the view its beginning is shown, not its end,
   * and the view stays there; a person who has scrolled away is left alone.
   */
  arrived(element: HTMLElement): void {
    const { scroller } = this;
    if (scroller === undefined || !this.following.value || element.offsetHeight + margin <= scroller.clientHeight) return;
    this.show(element);
  }

  /** From its beginning, and there the view stays. */
  show(element: HTMLElement): void {
    const { scroller } = this;
    if (scroller === undefined) return;
    scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - margin;
    this.lastTop = scroller.scrollTop;
    this.following.value = this.atEnd(scroller);
  }

  /** Brings a place into view, a quarter below its top, unless it is in view; there the view stays. */
  reveal(place: { getBoundingClientRect(): DOMRect }): void {
    const { scroller } = this;
    if (scroller === undefined) return;
    const view = scroller.getBoundingClientRect();
    const { top, bottom } = place.getBoundingClientRect();
    if (top < view.top + margin || bottom > view.bottom - margin) scroller.scrollTop += top - view.top - view.height / 4;
    this.lastTop = scroller.scrollTop;
    this.following.value = this.atEnd(scroller);
  }

  /** Something is about to be added above. The browser keeps the place by itself, except at the very top. */
  growsAbove(): void {
    if (this.scroller?.scrollTop === 0) this.scroller.scrollTop = 1;
  }

  private settle(): void {
    const { scroller } = this;
    // What fits as a whole is at its end too.
    if (scroller !== undefined && this.hasEnd && scroller.scrollHeight <= scroller.clientHeight) this.following.value = true;
    if (this.following.value) this.toEnd();
    for (const listener of this.listeners) listener.layoutChanged();
  }

  private toEnd(): void {
    const { scroller } = this;
    if (scroller === undefined) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.lastTop = scroller.scrollTop;
  }

  private scrolled(scroller: HTMLElement): void {
    // Growing content is not the person's act: only going up, or being at the end, says what the person wants.
    if (this.hasEnd && this.atEnd(scroller)) this.following.value = true;
    else if (scroller.scrollTop < this.lastTop - 1) this.following.value = false;
    this.lastTop = scroller.scrollTop;
    for (const listener of this.listeners) listener.scrolled();
  }

  private atEnd(scroller: HTMLElement): boolean {
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= nearEnd;
  }
}
