// JSON values of which nothing is known yet.

export type Loose = Readonly<Record<string, unknown>>;

/** Whether the value is an object with fields, and no list. */
export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object with fields; undefined otherwise. */
export function objectOf(value: unknown): Loose | undefined {
  return isObject(value) ? value : undefined;
}

/** The objects in a list; none where it is no list. */
export function objectsIn(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Empty where it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
