// The rows of a tree as VS Code has them, so that it draws only what has changed. Pure.
import { isDeepStrictEqual } from 'node:util';

interface Row {
  /** Unique in the tree, and the same as long as the row is. */
  readonly id: string;
}

/** VS Code knows a row by its object: one object stands for the row as long as the row is there, and a menu that is open on the row still means it. */
export class KeptRows<T extends Row> {
  #rows: readonly T[] = [];

  /** `shown`: what VS Code draws of a row, as a value that can be compared. */
  constructor(private readonly shown: (row: T) => unknown) {}

  get rows(): readonly T[] {
    return this.#rows;
  }

  /** Takes in the rows that are there now. Returns those to draw again; undefined where rows have come, gone or moved. */
  take(found: readonly T[]): T[] | undefined {
    const before = this.#rows;
    const known = new Map(before.map(row => [row.id, { row, shown: this.shown(row) }]));
    this.#rows = found.map(row => become(known.get(row.id)?.row ?? row, row));
    if (this.#rows.length !== before.length || this.#rows.some((row, index) => row !== before[index])) return undefined;
    return this.#rows.filter(row => !isDeepStrictEqual(this.shown(row), known.get(row.id)?.shown));
  }
}

/** Gives `row` the fields of `next`, and no other: a field that only the earlier reading had is not true any more. */
function become<T extends Row>(row: T, next: T): T {
  for (const field of Object.keys(row)) if (!Object.hasOwn(next, field)) Reflect.deleteProperty(row, field);
  return Object.assign(row, next);
}
