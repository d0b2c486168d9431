// Compares versions of the CLI, for abilities that it does not advertise itself.

/** Whether `version` is `least` or newer, number by number. An unknown version is older than any. */
export function isAtLeast(version: string, least: string): boolean {
  const numbers = version.split('.').map(part => Number.parseInt(part, 10));
  const leasts = least.split('.').map(Number);
  const differing = leasts.findIndex((number, at) => number !== numbers[at]);
  return differing === -1 || (numbers[differing] ?? 0) > (leasts[differing] ?? 0);
}
