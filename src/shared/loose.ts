// JSON values of which nothing is known yet.

export type Loose = Readonly<Record<string, unknown>>;

/** Whether the value is an object with fields, and no list. */
export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
