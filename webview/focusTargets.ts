// Owns where the focus goes when a person asks for it by a command. Nothing else in the webview moves the focus unasked.
export type TakeFocus = () => void;

export class FocusTargets {
  private readonly byName = new Map<string, TakeFocus>();
  /** Asked for, and not on the page yet. */
  private awaited: string | undefined;

  /** Gives back what removes it. */
  register(name: string, take: TakeFocus): () => void {
    this.byName.set(name, take);
    if (name === this.awaited) this.focus(name);
    return () => {
      if (this.byName.get(name) === take) this.byName.delete(name);
    };
  }

  /** At once, or when that thing is on the page: the older part of a long conversation comes bit by bit. */
  focus(name: string): void {
    const take = this.byName.get(name);
    this.awaited = take === undefined ? name : undefined;
    take?.();
  }
}

export const composerTarget = 'composer';
/** A card as a whole, wherever it stands. */
export const itemTarget = (id: string): string => `item ${id}`;
export const questionTarget = (id: string): string => `question ${id}`;
