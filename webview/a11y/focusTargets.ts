// Owns the move of the focus by a command of the person. Nothing else in the webview moves the focus unasked.
type TakeFocus = () => void;

/**
 * Milliseconds. A move of the focus to a card that comes so long after its command finds a person who may have gone on typing elsewhere, and for
 * so long behind it no key answers: an arrow would choose the next option.
 */
const lateTime = 400;

export class FocusTargets {
  readonly #byName = new Map<string, TakeFocus>();
  /** Asked for, and not on the page yet. A person who acts meanwhile would have the next letters taken for an answer. */
  #awaited: string | undefined;
  #isLate = false;
  #hasJumped = false;
  #lateTimer: ReturnType<typeof setTimeout> | undefined;
  #jumpTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onTyped`: gets what was typed just behind a late move to a card. */
  constructor(private readonly onTyped: (letter: string) => void) {
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => (this.#awaited = undefined), { capture: true });
    addEventListener('keydown', event => this.#typed(event), { capture: true });
  }

  /** The person has asked for a move of the focus, now or, `isLate`, some time ago; it may come later. */
  asked(isLate: boolean): void {
    clearTimeout(this.#lateTimer);
    this.#isLate = isLate;
    // Where the page has the focus, a key on the way calls the move off.
    if (!isLate && !document.hasFocus()) this.#lateTimer = setTimeout(() => (this.#isLate = true), lateTime);
  }

  /** Returns the function that removes the registration. */
  register(name: string, take: TakeFocus): () => void {
    this.#byName.set(name, take);
    if (name === this.#awaited) this.focus(name);
    return () => {
      if (this.#byName.get(name) === take) this.#byName.delete(name);
    };
  }

  /** Focuses the target at once, or when it is registered: the older part of a long conversation is rendered bit by bit. */
  focus(name: string): void {
    const take = this.#byName.get(name);
    this.#awaited = take === undefined ? name : undefined;
    if (take === undefined) return;
    if (this.#isLate && name !== composerTarget) this.#jumped();
    take();
  }

  #jumped(): void {
    this.#hasJumped = true;
    clearTimeout(this.#jumpTimer);
    this.#jumpTimer = setTimeout(() => (this.#hasJumped = false), lateTime);
  }

  #typed(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isPlain = event.getModifierState('AltGraph') || (!ctrlKey && !metaKey && !altKey);
    const isLetter = isPlain && key.length === 1;
    const isForCard = key === 'Enter' || key === 'Backspace' || (isPlain && key.startsWith('Arrow'));
    if (!this.#hasJumped || (!isLetter && !isForCard)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isLetter) return;
    this.focus(composerTarget);
    this.onTyped(key);
  }
}

/**
 * Holds a move of the focus back until the page has the focus. VS Code gives the focus to the page by itself; where the person has gone
 * to a list or an editor meanwhile, VS Code does not, and the page would take the focus from there. No clock ends the wait, because VS
 * Code may take any time on a busy machine. VS Code may also take the focus away again, from the page and from what has it there, and give it
 * once more: until the person acts in the page, the move is made anew where nothing has the focus.
 */
export class PageFocus {
  #move: (() => void) | undefined;
  #isWaiting = false;

  constructor() {
    addEventListener('focus', this.#run);
    // Who presses something chooses the place of the focus, and a target may scroll the conversation away from under the pointer.
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, this.forget, { capture: true });
  }

  whenHere(move: () => void): void {
    this.#move = move;
    this.#isWaiting = true;
    if (document.hasFocus()) this.#run();
  }

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  readonly forget = (): void => {
    this.#move = undefined;
    this.#isWaiting = false;
  };

  readonly #run = (): void => {
    if (!this.#isWaiting && document.activeElement !== document.body) return;
    this.#isWaiting = false;
    this.#move?.();
  };
}

export const composerTarget = 'composer';
/** The card of going back; the host knows the name too. */
export const backTarget = 'item goBack';
/** The name of a card as a whole, in any phase. */
export const itemTarget = (id: string): string => `item ${id}`;
export const questionTarget = (id: string): string => `question ${id}`;
