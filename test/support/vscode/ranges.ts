// Places in a text, as VS Code's own classes for them behave.

function checked(value: number, what: string): number {
  if (value < 0) throw new Error(`illegal argument: ${what} must be non-negative`);
  return value;
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = checked(line, 'line');
    this.character = checked(character, 'character');
  }

  compareTo({ line, character }: Position): number {
    return Math.sign(this.line - line || this.character - character);
  }

  isBefore(other: Position): boolean {
    return this.compareTo(other) < 0;
  }

  isAfter(other: Position): boolean {
    return this.compareTo(other) > 0;
  }

  isEqual(other: Position): boolean {
    return this.compareTo(other) === 0;
  }
}

function earlier(one: Position, other: Position): Position {
  return other.isBefore(one) ? other : one;
}

function later(one: Position, other: Position): Position {
  return other.isAfter(one) ? other : one;
}

type Ends = [Position, Position] | [number, number, number, number];

function positionsOf(ends: Ends): [Position, Position] {
  return ends.length === 2 ? ends : [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])];
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  /** The ends may come in either order. */
  constructor(...ends: Ends) {
    const [one, other] = positionsOf(ends);
    this.start = earlier(one, other);
    this.end = later(one, other);
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }

  contains(place: Position | Range): boolean {
    if (place instanceof Range) return this.contains(place.start) && this.contains(place.end);
    return !place.isBefore(this.start) && !place.isAfter(this.end);
  }

  isEqual({ start, end }: Range): boolean {
    return this.start.isEqual(start) && this.end.isEqual(end);
  }

  /** Undefined where the two do not touch. */
  intersection(other: Range): Range | undefined {
    const start = later(this.start, other.start);
    const end = earlier(this.end, other.end);
    return start.isAfter(end) ? undefined : new Range(start, end);
  }

  union(other: Range): Range {
    return this.contains(other)
      ? this
      : other.contains(this)
        ? other
        : new Range(earlier(this.start, other.start), later(this.end, other.end));
  }
}

export class Selection extends Range {
  readonly anchor: Position;
  /** The position of the cursor. */
  readonly active: Position;

  constructor(...ends: Ends) {
    super(...ends);
    [this.anchor, this.active] = positionsOf(ends);
  }

  get isReversed(): boolean {
    return this.active.isBefore(this.anchor);
  }
}
