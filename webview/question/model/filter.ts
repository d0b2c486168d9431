// Finds the options that a filter leaves on screen. Pure. Chosen options always stay, and so do those chosen when the filter was
// typed, because a list must not move while one chooses in it.
import type { Answer, Question } from '../../../src/shared/question.js';

export interface Filter {
  readonly text: string;
  readonly pinned: readonly number[];
}

export const noFilter: Filter = { text: '', pinned: [] };

/** Whether the question has more options than number keys; then it gets a filter and a scroller of its own. */
export function isLong({ options }: Question): boolean {
  return options.length > 9;
}

/** Positions of options, in their order. Every word must be somewhere in the label or the description. */
export function shownOptions({ options }: Question, { selected }: Answer, { text, pinned }: Filter): readonly number[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return options.flatMap(({ label, description = '' }, position) => {
    const where = `${label}\n${description}`.toLocaleLowerCase();
    const fits = words.every(word => where.includes(word));
    return fits || selected.includes(position) || pinned.includes(position) ? [position] : [];
  });
}
