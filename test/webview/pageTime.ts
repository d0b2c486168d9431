/** The time at which each tested page begins, in epoch milliseconds: Saturday, November 21, 2026, 3 PM. */
export const pageTime = new Date(2026, 10, 21, 15, 0).getTime();
