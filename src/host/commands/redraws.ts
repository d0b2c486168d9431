// When a list is drawn again: at once, or a moment later and then once for all that has changed meanwhile. Knows nothing of what is drawn.
import type { Clock } from '../../shared/clock.js';

/**
 * Milliseconds. Until then the CLI has made its call of the API after a press of Send or Submit. VS Code builds a row anew in three processes, which take the
 * processor from the CLI just then (measured on two cores).
 */
export const behindPress = 100;

export class Redraws {
  #callOff: (() => void) | undefined;

  constructor(
    private readonly draw: () => void,
    private readonly clock: Clock,
  ) {}

  /** Draws, and so does what was put off. */
  now(): void {
    this.end();
    this.draw();
  }

  /** Draws after `behindPress`, once for all calls until then. */
  soon(): void {
    this.#callOff ??= this.clock.after(behindPress, () => this.now());
  }

  /** What was put off is not drawn. */
  end(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}
