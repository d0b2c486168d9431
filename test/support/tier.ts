// Owns: what `npm test` leaves to `npm run test:all`. The longer run sets PARLEY_TEST_ALL, so that one test file serves both.

export const isWholeMatrix = process.env['PARLEY_TEST_ALL'] === '1';

export type Cli = 'newest' | 'deferring' | 'oldest';
const everyCli: readonly Cli[] = ['newest', 'deferring', 'oldest'];

/**
 * The CLIs with which a test runs: in `npm test` those whose outcome differs, in `npm run test:all` each.
 * @param differing `newest` stands for all whose outcome is the same
 */
export function clis(...differing: readonly Cli[]): readonly Cli[] {
  return isWholeMatrix ? everyCli : differing;
}

/** Runs of a property: a quarter of `whole` in `npm test`, and at least one. */
export function runs(whole: number): number {
  return isWholeMatrix ? whole : Math.max(1, Math.ceil(whole / 4));
}
