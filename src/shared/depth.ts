// How deep a JSON value is nested. What is nested without end can be parsed, but neither shown nor stored, because both recurse.

/** Deeper than any tool's input, and shallow enough to be shown and kept. */
const deepest = 100;

/** Level by level, because a recursion would end with the stack. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values<unknown>({ ...one }) : []));
  }
  return false;
}
