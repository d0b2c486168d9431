// What a CLI can is known by its version where it does not say so itself.

/** Number by number. A version that is not known is older than any. */
export function isAtLeast(version: string, least: string): boolean {
  const numbers = version.split('.').map(part => Number.parseInt(part, 10));
  const leasts = least.split('.').map(Number);
  const differing = leasts.findIndex((number, at) => number !== numbers[at]);
  return differing === -1 || (numbers[differing] ?? 0) > (leasts[differing] ?? 0);
}
