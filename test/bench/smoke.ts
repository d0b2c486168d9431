// Owns: what `npm run bench -- --smoke` leaves out of a section. Its figures mean nothing; it shows that the section runs to its end.

const isSmoke = process.env['PARLEY_BENCH_SMOKE'] === '1';

/** The rounds of what is measured again and again. */
export function roundsOf(whole: number): number {
  return isSmoke ? 1 : whole;
}

/** Rounds that are not measured. */
export function warmUpsOf(whole: number): number {
  return isSmoke ? 0 : whole;
}

/** An amount of anything else. */
export function lessInSmoke<T>(whole: T, smoke: T): T {
  return isSmoke ? smoke : whole;
}
