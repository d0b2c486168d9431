// Owns the conversation's scroll position: it stays at the end until the person scrolls away, and whoever must know that
// things have moved on screen is told. Knows nothing of what is shown.
import { signal } from '@preact/signals';

/** How far from the end still counts as the end: a fraction of a pixel is lost in zoomed windows. */
const nearEnd = 12;
const margin = 8;
/** Pixels of a card that one has to see to be looking at it. */
const lookedAt = 40;
/** CSS pixels of the scroller below which a card is narrow: 520 for the card, 12 on each side. */
const narrowScroller = 544;

interface LayoutListener {
  /** Something moved or grew by itself. */
  layoutChanged(): void;
  /** The person scrolled. */
  scrolled(): void;
}

export class TranscriptScroll {
  readonly following = signal(true);
  /** Whether a card has less than 520 CSS pixels: in a side bar of the usual width, or in a wide one at a zoom of 200 %. */
  readonly narrow = signal(false);
  private scroller: HTMLElement | undefined;
  private lastTop = 0;
  private hasEnd = true;
  /** The open card that came last. */
  private card: HTMLElement | undefined;
  private cardInSight = false;
  private cardFitted = true;
  private windowSize = '';
  private readonly listeners = new Set<LayoutListener>();

  /** Watches a scroller and what is in it; gives back what ends that. */
  attach(scroller: HTMLElement, content: HTMLElement): () => void {
    this.scroller = scroller;
    this.measureWidth(scroller);
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

  /** A conversation is shown: its end, or the beginning of the card that waits there. */
  begin(): void {
    this.jumpToLatest();
    if (this.card !== undefined) this.arrived(this.card);
  }

  /** What is shown now has no end to be followed to. */
  showBeginning(): void {
    this.following.value = false;
    this.hasEnd = false;
    if (this.scroller !== undefined) this.scroller.scrollTop = 0;
  }

  /**
   * Something that waits for the person has come. When it is higher than the view its beginning is shown, not its end,
   * and the view stays there; a person who has scrolled away is left alone. Gives back what ends the waiting.
   */
  arrived(element: HTMLElement): () => void {
    this.card = element;
    if (this.following.value && !this.fits(element)) this.show(element);
    return () => {
      if (this.card === element) this.card = undefined;
    };
  }

  private fits(element: HTMLElement | undefined): boolean {
    const { scroller } = this;
    return scroller === undefined || element === undefined || element.offsetHeight + margin <= scroller.clientHeight;
  }

  /** Scrolls to the beginning of the element, where the view stays. */
  show(element: HTMLElement): void {
    const { scroller } = this;
    if (scroller === undefined) return;
    scroller.scrollTop += element.getBoundingClientRect().top - scroller.getBoundingClientRect().top - margin;
    this.lastTop = scroller.scrollTop;
    this.following.value = this.atEnd(scroller);
  }

  /** Brings a place into view, a quarter below its top, unless it is in view; there the view stays. Returns whether the view has moved. */
  reveal(place: { getBoundingClientRect(): DOMRect }): boolean {
    const { scroller } = this;
    if (scroller === undefined) return false;
    const view = scroller.getBoundingClientRect();
    const { top, bottom } = place.getBoundingClientRect();
    const before = scroller.scrollTop;
    if (top < view.top + margin || bottom > view.bottom - margin) scroller.scrollTop += top - view.top - view.height / 4;
    this.lastTop = scroller.scrollTop;
    this.following.value = this.atEnd(scroller);
    return this.lastTop !== before;
  }

  /** Something is about to be added above. The browser keeps the place by itself, except at the very top. */
  growsAbove(): void {
    if (this.scroller?.scrollTop === 0) this.scroller.scrollTop = 1;
  }

  private settle(): void {
    const { scroller } = this;
    // What fits as a whole is at its end too.
    if (scroller !== undefined && this.hasEnd && scroller.scrollHeight <= scroller.clientHeight) this.following.value = true;
    const wasInSight = this.cardInSight;
    const fits = this.fits(this.card);
    if (this.following.value && !this.isCardInUse()) {
      // What comes late into a card, such as an earlier decision, does not push the question out of the view.
      if (this.cardFitted && !fits && this.card !== undefined) this.show(this.card);
      else this.toEnd();
    }
    this.cardFitted = fits;
    if (scroller !== undefined && this.windowResized()) {
      this.measureWidth(scroller);
      if (wasInSight && this.card !== undefined) this.keepInSight(this.card);
    }
    this.watchCard();
    for (const listener of this.listeners) listener.layoutChanged();
  }

  /**
   * What comes in below must not move a card away from under the pointer, or from who writes in it. The row around the card is asked,
   * because the pointer goes through a card that has just appeared.
   */
  private isCardInUse(): boolean {
    return this.card?.parentElement?.matches(':hover, :focus-within') === true;
  }

  /** Whether the view or its zoom has another size than before. The scroller alone also changes with the message box below it. */
  private windowResized(): boolean {
    const before = this.windowSize;
    this.windowSize = `${innerWidth} ${innerHeight}`;
    return this.windowSize !== before;
  }

  private measureWidth(scroller: HTMLElement): void {
    // With the scroll bar, whose coming and going must not change the layout to and fro.
    this.narrow.value = scroller.offsetWidth < narrowScroller;
  }

  /** The browser keeps the place of a card in sight, and of nothing above it (styles/chat.css): a text above may grow at its end. */
  private watchCard(): void {
    this.cardInSight = this.isInSight(this.card);
    this.scroller?.toggleAttribute('data-card-in-sight', this.cardInSight);
  }

  private keepInSight(card: HTMLElement): void {
    const active = document.activeElement;
    if (active !== null && active !== card && card.contains(active)) active.scrollIntoView({ block: 'nearest' });
    else if (this.following.value) this.arrived(card);
    else if (!this.isInSight(card)) this.show(card);
  }

  private isInSight(element: HTMLElement | undefined): boolean {
    const view = this.scroller?.getBoundingClientRect();
    const place = element?.getBoundingClientRect();
    return view !== undefined && place !== undefined && place.top < view.bottom - lookedAt && place.bottom > view.top + lookedAt;
  }

  private toEnd(): void {
    const { scroller } = this;
    if (scroller === undefined) return;
    const before = scroller.scrollTop;
    scroller.scrollTop = scroller.scrollHeight;
    this.lastTop = scroller.scrollTop;
    if (this.lastTop !== before) return;
    // After the content has shrunk, Chromium remembers the place from before, and goes back to it as soon as there is room: the card would
    // move from under the pointer. A scroll of the page's own makes Chromium forget that place.
    scroller.scrollTop -= 1;
    scroller.scrollTop = scroller.scrollHeight;
  }

  private scrolled(scroller: HTMLElement): void {
    // Growing content is not the person's act: only going up, or being at the end, says what the person wants.
    if (this.hasEnd && this.atEnd(scroller)) this.following.value = true;
    else if (scroller.scrollTop < this.lastTop - 1) this.following.value = false;
    this.lastTop = scroller.scrollTop;
    this.watchCard();
    for (const listener of this.listeners) listener.scrolled();
  }

  private atEnd(scroller: HTMLElement): boolean {
    return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= nearEnd;
  }
}
