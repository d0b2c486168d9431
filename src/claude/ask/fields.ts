// Reads the fields of a loose object, and tells each fault with its path and what would be right. Knows nothing of questions.
import type { Loose } from '../../shared/loose.js';

/** `path`: as in JavaScript, `questions[0].options`; empty for the input itself. */
export interface Fault {
  readonly path: string;
  /** What is wrong, and what would be right. */
  readonly problem: string;
}

/** The most characters of all texts of an input. More is nothing that a person reads, and each view of the chat would get it whole. */
const longestTexts = 500_000;

/** Continues after a fault, so that one call reports all of them. A returned value counts only when there is no fault. */
export class FieldReader {
  #length = 0;

  constructor(private readonly faults: Fault[]) {}

  needed(path: string, given: unknown): string {
    if (typeof given === 'string' && (!this.#fits(path, given) || seenOf(given) !== '')) return given;
    this.fault(path, `must be a text that is not empty; got ${nameOf(given)}`);
    return '';
  }

  text(path: string, given: unknown): string | undefined {
    if (typeof given === 'string') this.#fits(path, given);
    if (given === undefined || typeof given === 'string') return given;
    this.fault(path, `must be a text; got ${nameOf(given)}`);
    return undefined;
  }

  /** Whether the texts so far are within the bound. Reports one fault, at the text that crosses it, and none for the texts after it. */
  #fits(path: string, { length }: string): boolean {
    const before = this.#length;
    this.#length += length;
    if (before <= longestTexts && this.#length > longestTexts)
      this.fault(path, `makes the texts longer than ${longestTexts} characters in all; shorten them`);
    return this.#length <= longestTexts;
  }

  flag(path: string, given: unknown): boolean | undefined {
    if (given === undefined || typeof given === 'boolean') return given;
    this.fault(path, `must be true or false; got ${nameOf(given)}`);
    return undefined;
  }

  number(path: string, given: unknown): number | undefined {
    if (given === undefined || (typeof given === 'number' && Number.isFinite(given))) return given;
    this.fault(path, `must be a number; got ${nameOf(given)}`);
    return undefined;
  }

  whole(path: string, given: unknown, least: number, most: number): number | undefined {
    if (given === undefined || (Number.isInteger(given) && Number(given) >= least && Number(given) <= most))
      return given === undefined ? undefined : Number(given);
    this.fault(path, `must be a whole number from ${least} to ${most}; got ${nameOf(given)}`);
    return undefined;
  }

  onlyFields(path: string, given: Loose, fields: readonly string[]): void {
    for (const name of Object.keys(given)) {
      if (fields.includes(name)) continue;
      this.fault(path === '' ? cut(name) : `${path}.${cut(name)}`, `is not known here; the fields are ${quotedList(fields)}`);
    }
  }

  noTwins(texts: readonly string[], pathOf: (index: number) => string, problem: string): void {
    const seen = new Set<string>();
    for (const [index, text] of texts.map(seenOf).entries()) {
      if (text !== '' && seen.has(text)) this.fault(pathOf(index), problem);
      seen.add(text);
    }
  }

  fault(path: string, problem: string): void {
    this.faults.push({ path, problem });
  }
}

export function quotedList(names: readonly string[]): string {
  return names.map(name => `“${name}”`).join(', ');
}

/** The most characters that a fault quotes of a value. */
const longestShown = 40;

export function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** What a person sees of the text: two texts that look the same are the same question or option to them. */
function seenOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
