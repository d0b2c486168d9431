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

/** What a test runs with: in `npm test` some of it, where the others show the same promise once more. */
export function chosen<T>(all: readonly T[], ...some: readonly T[]): readonly T[] {
  return isWholeMatrix ? all : some;
}

/** `npm run mutate` sets it, because there a property is tried for each of thousands of mutants. */
const mutationShare = process.env['PARLEY_PROPERTY_SHARE'];
const share = mutationShare === undefined ? (isWholeMatrix ? 1 : 0.15) : Number(mutationShare);
/** Fewer runs would let a mutant live by chance. */
const least = mutationShare === undefined ? 1 : 100;

/** Runs of a property: `whole` in `npm run test:all`, a share of them in `npm test`. */
export function runs(whole: number): number {
  return Math.max(Math.min(whole, least), Math.ceil(whole * share));
}
