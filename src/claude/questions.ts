// The input of AskUserQuestion → questions: when the block is whole, and while it is still being written.
import { parse as parsePartialJson } from 'partial-json';
import * as z from 'zod/mini';
import type { QuestionInput } from '../session/events.js';
import type { Question } from '../shared/question.js';
import { questionKinds } from '../shared/question.js';

export const askUserQuestion = 'AskUserQuestion';

/** What nobody needs in order to answer: where it has an unexpected form it counts as absent. */
const optional = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);

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
  kind: optional(z.enum(questionKinds)),
  description: optional(z.string()),
  placeholder: optional(z.string()),
  min: optional(z.number()),
  max: optional(z.number()),
  step: optional(z.number()),
  unit: optional(z.string()),
  defaultValue: optional(z.union([z.string(), z.number(), z.array(z.string())])),
});

/** Unknown fields are ignored; missing ones get the plainest meaning. */
const wholeInput = z.object({ questions: z.array(question).check(z.minLength(1)), title: optional(z.string()) });

/** Before the end anything may still be missing. */
const partialInput = z.object({
  questions: z.array(z.object({ ...question.shape, question: z._default(z.string(), '') })),
  title: optional(z.string()),
});

/** The questions, or undefined where the input is not what the tool's schema asks for. */
export function readQuestions(raw: Readonly<Record<string, unknown>>): QuestionInput | undefined {
  const parsed = wholeInput.safeParse(raw);
  return parsed.success ? made(parsed.data, raw) : undefined;
}

/** Beyond this the beginning of a question is not read anew with every piece. In characters. */
const longestPartial = 32_000;

/**
 * The questions in the beginning of an input's JSON: whole ones, and what there is of the last. Undefined where there is
 * nothing to show yet.
 */
export function readPartialQuestions(json: string): QuestionInput | undefined {
  if (json.length > longestPartial) return undefined;
  const value = parsedBeginning(json);
  if (typeof value !== 'object' || value === null) return undefined;
  const raw: Record<string, unknown> = { ...value };
  const parsed = partialInput.safeParse({ ...raw, questions: Array.isArray(raw['questions']) ? raw['questions'].map(withoutStumps) : [] });
  return parsed.success && parsed.data.questions.length > 0 ? made(parsed.data, raw) : undefined;
}

function parsedBeginning(json: string): unknown {
  try {
    return parsePartialJson(json);
  } catch {
    // Cut where nothing can be made of it yet, or no JSON at all: the whole block tells.
    return undefined;
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

/** Without options there is nothing to choose from: whatever it calls itself, it is answered in words. */
function withKind(asked: z.infer<typeof question>): Question {
  const kind = asked.kind === 'number' ? 'number' : asked.options.length === 0 || asked.kind === 'text' ? 'text' : 'choice';
  return kind === 'choice' ? { ...asked, kind } : { ...asked, kind, multiSelect: false, options: [] };
}
