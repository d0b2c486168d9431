// Reading messages of the CLI whose form may differ between versions.
import type { Loose } from './part.js';

export function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

/** The objects in a list; none where it is no list. */
export function objectsIn(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Empty where it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
