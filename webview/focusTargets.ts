// Owns where the focus goes when a person asks for it by a command. Nothing else in the webview moves the focus unasked.
export type TakeFocus = () => void;

export class FocusTargets {
  private readonly byName = new Map<string, TakeFocus>();

  /** Gives back what removes it. */
  register(name: string, take: TakeFocus): () => void {
    this.byName.set(name, take);
    return () => {
      if (this.byName.get(name) === take) this.byName.delete(name);
    };
  }

  /** False when that thing is not on screen. */
  focus(name: string): boolean {
    const take = this.byName.get(name);
    take?.();
    return take !== undefined;
  }
}

export const composerTarget = 'composer';
/** A card as a whole, wherever it stands. */
export const itemTarget = (id: string): string => `item ${id}`;
export const questionTarget = (id: string): string => `question ${id}`;
