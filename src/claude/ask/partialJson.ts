// The beginning of a JSON text, as far as it says something.
import { parse as parsePartialJson } from 'partial-json';

/** Levels of lists and objects in one another. An input of a tool has a dozen; the parser takes seconds for tens of thousands. */
const deepest = 100;

/** Undefined where nothing can be made of the text yet, and where it is no JSON at all: the whole block tells. */
export function parsedBeginning(json: string): unknown {
  if (isTooDeep(json)) return undefined;
  try {
    return parsePartialJson(json);
  } catch {
    return undefined;
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (inString && sign === '\\') at++;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > deepest) return true;
  }
  return false;
}
