// Looking for words in lines of JSON before they are decoded. Owns which bytes can mean which characters, in either case.
import { literal } from '../../shared/textSearch.js';

/** A pattern can take the number of its characters times the bytes that it looks through, and making it takes a third of a millisecond for each. */
const longestPattern = 16;

/**
 * Whether lines of JSON, as `JSON.stringify` writes them in UTF-8, can have `query`, by its first characters, in one of their strings. Costs a
 * tenth of decoding them.
 */
export function createBytesFilter(query: string): (bytes: Buffer) => boolean {
  const words = JSON.stringify([...query].slice(0, longestPattern).join('')).slice(1, -1);
  const characters = [...words];
  // Once for each: it is looked for among all that have a case.
  const bytesOf = new Map([...new Set(characters)].map(character => [character, bytesOfEachCase(character)]));
  const pattern = new RegExp(characters.map(character => bytesOf.get(character)).join(''), 'u');
  // One character for each byte.
  return bytes => pattern.test(bytes.toString('latin1'));
}

/** A pattern for the bytes of all characters that `createMatcher` takes for this one. */
function bytesOfEachCase(character: string): string {
  const others = everyCased().match(new RegExp(literal(character), 'giu')) ?? [];
  const forms = new Set([character, ...others].map(form => literal(Buffer.from(form).toString('latin1'))));
  return forms.size === 1 ? [...forms].join('') : `(?:${[...forms].join('|')})`;
}

/** The last letter that has another case is one of Adlam's. */
const lastCased = 0x1e943;
let cased: string | undefined;

/** All characters up to the last that has another case. No table of the cases, because what the engine takes for the same is what must be found. */
function everyCased(): string {
  if (cased !== undefined) return cased;
  const units = new Uint16Array(0x10000 + 2 * (lastCased + 1 - 0x10000));
  let at = 0;
  for (let code = 0; code <= lastCased; code++) {
    const beyond = code - 0x10000;
    if (beyond >= 0) units[at++] = 0xd800 + (beyond >> 10);
    // Not the halves of pairs.
    units[at++] = beyond >= 0 ? 0xdc00 + (beyond & 0x3ff) : (code & 0xf800) === 0xd800 ? 0 : code;
  }
  return (cased = Buffer.from(units.buffer).toString('utf16le'));
}
