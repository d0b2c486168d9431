// Guards a card against a click meant for another control: for 350 ms after the card has appeared or moved, the pointer goes
// through it. The keyboard and assistive technology are not affected by a move; a card may hold keys back as long as it is new (`isNewCard`).
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useApp } from '../state/context.js';

const settleTime = 350;

/** Guards the element for as long as it is shown and `active`. A new value of `content` settles it again, because it is to be read anew. */
export function useClickGuard(card: RefObject<HTMLElement | null>, active: boolean, content?: unknown): void {
  const { scroll } = useApp();
  useLayoutEffect(() => {
    const element = card.current;
    if (!active || element === null) return undefined;
    const guard = new ClickGuard(element);
    const stopListening = scroll.listen(guard);
    return () => {
      stopListening();
      guard.dispose();
    };
  }, [active, scroll, content]);
}

/** The card has appeared, or its `content` has become another, less than 350 ms ago. */
export function isNewCard(card: HTMLElement): boolean {
  return card.hasAttribute('data-new');
}

/** What the person sees at this place, also where the pointer goes through the card. */
export function seenAt(x: number, y: number, card: HTMLElement): Element | null {
  const isGuarded = card.hasAttribute('data-settling');
  card.removeAttribute('data-settling');
  const seen = document.elementFromPoint(x, y);
  card.toggleAttribute('data-settling', isGuarded);
  return seen;
}

class ClickGuard {
  #place: DOMRect;
  #underPointer: Element | null = null;
  #pointer: { readonly x: number; readonly y: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #newTimer: ReturnType<typeof setTimeout>;

  constructor(private readonly element: HTMLElement) {
    this.#place = element.getBoundingClientRect();
    window.addEventListener('pointermove', this.#pointerMoved, { passive: true });
    element.addEventListener('scroll', this.#scrolledInside, { capture: true, passive: true });
    element.addEventListener('click', this.#clicked);
    element.setAttribute('data-new', '');
    this.#newTimer = setTimeout(() => {
      element.removeAttribute('data-new');
    }, settleTime);
    this.#close();
  }

  layoutChanged(): void {
    const place = this.element.getBoundingClientRect();
    const moved = Math.abs(place.top - this.#place.top) > 1 || Math.abs(place.left - this.#place.left) > 1;
    this.#place = place;
    const under = this.#controlUnderPointer();
    const swapped = this.#timer === undefined && under !== this.#underPointer && under !== null && this.element.contains(under);
    this.#underPointer = under;
    if (moved || swapped) this.#close();
  }

  scrolled(): void {
    this.#place = this.element.getBoundingClientRect();
    this.#underPointer = this.#controlUnderPointer();
  }

  dispose(): void {
    window.removeEventListener('pointermove', this.#pointerMoved);
    this.element.removeEventListener('scroll', this.#scrolledInside, { capture: true });
    this.element.removeEventListener('click', this.#clicked);
    clearTimeout(this.#timer);
    clearTimeout(this.#newTimer);
    this.element.removeAttribute('data-settling');
    this.element.removeAttribute('data-new');
  }

  #close(): void {
    // An attribute, not a class: the component that renders the element owns its classes.
    this.element.setAttribute('data-settling', '');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.element.removeAttribute('data-settling');
      this.#underPointer = this.#controlUnderPointer();
    }, settleTime);
  }

  readonly #pointerMoved = (event: PointerEvent): void => {
    this.#pointer = { x: event.clientX, y: event.clientY };
    this.#underPointer = controlOf(event.target instanceof Element ? event.target : null);
  };

  /** A list inside of the card was scrolled by the person. */
  readonly #scrolledInside = (): void => {
    this.scrolled();
  };

  /** The click itself may have put something else under the pointer, without anything moving: after what it changed is on the page. */
  readonly #clicked = (): void => {
    queueMicrotask(() => {
      this.layoutChanged();
    });
  };

  #controlUnderPointer(): Element | null {
    return this.#pointer === undefined ? null : controlOf(document.elementFromPoint(this.#pointer.x, this.#pointer.y));
  }
}

function controlOf(element: Element | null): Element | null {
  return element?.closest('vscode-button, label, textarea, input, button, a, summary, iframe') ?? null;
}
