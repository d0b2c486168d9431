// Which of many options a filter leaves on screen. Pure. What is chosen always stays in sight, and so does what was chosen
// when the filter was typed: a list must not move because one chooses something else in it.
import type { Answer, Question } from '../../src/shared/question.js';

export interface Filter {
  readonly text: string;
  readonly pinned: readonly number[];
}

export const noFilter: Filter = { text: '', pinned: [] };

/** More options than there are number keys: they get a filter, and scroll by themselves. */
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
