// Owns the move of the focus by a command of the person. Nothing else in the webview moves the focus unasked.
export type TakeFocus = () => void;

export class FocusTargets {
  readonly #byName = new Map<string, TakeFocus>();
  /** Asked for, and not on the page yet. A person who acts meanwhile would have the next letters taken for an answer. */
  #awaited: string | undefined;

  constructor() {
    for (const act of ['pointerdown', 'keydown']) addEventListener(act, () => (this.#awaited = undefined), { capture: true });
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
    take?.();
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
/** The name of a card as a whole, in any phase. */
export const itemTarget = (id: string): string => `item ${id}`;
export const questionTarget = (id: string): string => `question ${id}`;
