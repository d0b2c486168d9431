// What Claude is told of changes that the person has taken back: one addition to the next message, which the person can remove. Pure.
import type { KeptAttachment } from '../../../shared/attachments.js';

/**
 * @param id of the addition, where there is none yet
 * @param nameOf for the person
 */
export function withTakenBack(
  all: readonly KeptAttachment[],
  way: 'back' | 'again',
  paths: readonly string[],
  id: string,
  nameOf: (back: number, again: number) => string,
): readonly KeptAttachment[] {
  const known = all.find(one => one.kind === 'takenBack');
  const [was, other] = [known?.[way] ?? [], known?.[way === 'back' ? 'again' : 'back'] ?? []];
  // Of what was not told yet, nothing is left to tell.
  const isTold = new Set(other);
  const isUndone = new Set(paths.filter(path => isTold.has(path)));
  const now = [...new Set([...was, ...paths.filter(path => !isUndone.has(path))])];
  const rest = other.filter(path => !isUndone.has(path));
  const [back, again] = way === 'back' ? [now, rest] : [rest, now];
  const others = all.filter(one => one !== known);
  if (back.length + again.length === 0) return others;
  return [...others, { kind: 'takenBack', id: known?.id ?? id, name: nameOf(back.length, again.length), back, again }];
}
