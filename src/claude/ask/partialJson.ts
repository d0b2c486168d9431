// The beginning of a JSON text, as far as it says something.
import { parse as parsePartialJson } from 'partial-json';

/** Undefined where nothing can be made of the text yet, and where it is no JSON at all: the whole block tells. */
export function parsedBeginning(json: string): unknown {
  try {
    return parsePartialJson(json);
  } catch {
    return undefined;
  }
}
