// The input of AskUserQuestion → questions: when the block is whole, and while it is still being written.
import * as z from 'zod/mini';
import { orElse } from '../../shared/orElse.js';
import type { QuestionInput } from '../../chat/events.js';
import type { Question } from '../../shared/question.js';
import { kinds } from '../../shared/kinds.js';
import { kindFields } from '../../shared/question.js';
import { parsedBeginning } from '../ask/partialJson.js';

/** What nobody needs in order to answer: where it has an unexpected form it counts as absent. */
const optional = <T>(schema: z.ZodMiniType<T>) => orElse(z.optional(schema), undefined);

/** The same fields, each of which counts as absent where it has an unexpected form. */
function tolerant<Shape extends Readonly<Record<string, z.ZodMiniOptional>>>(shape: Shape) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, orElse(schema, undefined)]);
  // `fromEntries` loses the names of the fields.
  return Object.fromEntries(fields) as { [Name in keyof Shape]: z.ZodMiniCatch<Shape[Name]> };
}

const option = z.object({
  label: z.string(),
  description: optional(z.string()),
  preview: optional(z.string()),
});

const question = z.object({
  question: z.string(),
  header: z._default(z.string(), ''),
  multiSelect: z._default(z.boolean(), false),
  options: z._default(z.array(option), []),
  kind: optional(z.enum(['choice', 'text', 'number'])),
  description: optional(z.string()),
  ...tolerant(kindFields),
});

/** Unknown fields are ignored; missing ones get the plainest meaning. */
const wholeInput = z.object({ questions: z.array(question).check(z.minLength(1)), title: optional(z.string()) });

/** An input that is still being written, in which anything may be missing. */
const partialInput = z.object({
  questions: z.array(z.object({ ...question.shape, question: z._default(z.string(), '') })),
  title: optional(z.string()),
});

/** The questions, or undefined where the input is not what the tool's schema asks for. */
export function readQuestions(raw: Readonly<Record<string, unknown>>): QuestionInput | undefined {
  const parsed = wholeInput.safeParse(raw);
  return parsed.success ? made(parsed.data, raw) : undefined;
}

/**
 * The questions in the beginning of an input's JSON: whole ones, and what there is of the last. Undefined where there is
 * nothing to show yet.
 */
export function readPartialQuestions(json: string): QuestionInput | undefined {
  const value = parsedBeginning(json);
  if (typeof value !== 'object' || value === null) return undefined;
  const raw: Record<string, unknown> = { ...value };
  const parsed = partialInput.safeParse({ ...raw, questions: Array.isArray(raw['questions']) ? raw['questions'].map(withoutStumps) : [] });
  return parsed.success && parsed.data.questions.length > 0 ? made(parsed.data, raw) : undefined;
}

/** Characters that an input may have parsed without regard to its length: a short question grows with every piece. */
const freeCharacters = 32_000;
/** How often each character of a long input may be parsed: it grows with every eighth of its length. */
const parsesPerCharacter = 8;

/**
 * The JSON of one input, which comes in pieces. A parse begins at the first character each time, so parsing with every piece
 * would take time that grows with the square of the length; `add` leaves pieces out and parses at most
 * `freeCharacters + parsesPerCharacter * length` characters in all. The whole block, which the CLI sends once the last piece
 * has come, replaces what was read here.
 */
export class GrowingQuestions {
  #json = '';
  #parsed = 0;

  constructor(private readonly parse = readPartialQuestions) {}

  /** The questions as far as they are written; undefined where there is nothing new to show. */
  add(piece: string): QuestionInput | undefined {
    this.#json += piece;
    const { length } = this.#json;
    if (this.#parsed + length > freeCharacters + parsesPerCharacter * length) return undefined;
    this.#parsed += length;
    return this.parse(this.#json);
  }
}

/** An option that has no label yet is no option. */
function withoutStumps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('options' in value) || !Array.isArray(value.options)) return value;
  return { ...value, options: value.options.filter(hasLabel) };
}

function hasLabel(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string';
}

function made({ questions, title }: z.infer<typeof wholeInput>, raw: QuestionInput['raw']): QuestionInput {
  return { questions: questions.map(withKind), raw, ...(title !== undefined && title !== '' && { title }) };
}

/** Gives the question its kind. One without options is answered in words, whatever kind it names, because there is nothing to choose from. */
function withKind(asked: z.infer<typeof question>): Question {
  const named = asked.kind ?? 'choice';
  const kind = kinds[named].hasOptions && asked.options.length === 0 ? 'text' : named;
  return kinds[kind].hasOptions ? { ...asked, kind } : { ...asked, kind, multiSelect: false, options: [] };
}
