// What the file of a decision says: the decision, and what the person has said of it since. Where several windows have written at once, several
// files say something of one decision; they are merged, with the same result in any order. Pure, except for a hash.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { answer, question, questionOption } from '../shared/question.js';
import type { Decision, DecisionStatus, Judgement, KnownDecision, NewDecision } from './decision.js';

/** A stored judgement. `like` keeps no words, because it only takes back that the question is not like. */
type Said = Exclude<Judgement, { type: 'like' }> | { readonly type: 'like' };

export interface StoredJudgement {
  /** A later judgement takes the place of an earlier one about the same. */
  readonly about: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly said: Said;
}

export interface StoredDecision {
  readonly decision: NewDecision;
  /** The latest about each, in the order of `about`. */
  readonly judgements: readonly StoredJudgement[];
}

const currentFormat = 1;

export function textOf({ decision, judgements }: StoredDecision): string {
  return `${JSON.stringify({ format: currentFormat, decision, judgements })}\n`;
}

/** `later` where a later version of Parley has written the text, undefined where it is no decision. */
export function parseStored(text: string): StoredDecision | 'later' | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { format } = Object(value) as { readonly format?: unknown };
  if (typeof format === 'number' && format > currentFormat) return 'later';
  return parsed(value);
}

/** Undefined where the fields are not those of a decision. */
export function parsed(value: unknown): StoredDecision | undefined {
  const read = storedForm.safeParse(value);
  return read.success ? read.data : undefined;
}

/** What both say. Of two decisions of one id the earlier one stays: two windows may have kept the same answer at the same moment. */
export function merged(one: StoredDecision, other: StoredDecision): StoredDecision {
  const last = new Map<string, StoredJudgement>();
  for (const judgement of [...one.judgements, ...other.judgements]) {
    const earlier = last.get(judgement.about);
    if (earlier === undefined || isLater(judgement, earlier)) last.set(judgement.about, judgement);
  }
  const judgements = [...last.values()].sort((a, b) => (a.about < b.about ? -1 : 1));
  return { decision: isFirst(one.decision, other.decision) ? one.decision : other.decision, judgements };
}

/**
 * What the person says now, for `merged`; undefined where it is so already. The clock may have been ahead before: the later judgement counts all
 * the same.
 */
export function judgementOf(stored: StoredDecision, judgement: Judgement, now: number): StoredDecision | undefined {
  if (holds(knownFrom(stored), judgement)) return undefined;
  const at = Math.max(now, ...stored.judgements.map(one => one.at + 1));
  return { decision: stored.decision, judgements: [storedJudgement(judgement, at)] };
}

export function storedJudgement(judgement: Judgement, at: number): StoredJudgement {
  return { about: aboutOf(judgement), at, said: judgement.type === 'like' ? { type: 'like' } : judgement };
}

export function knownFrom({ decision, judgements }: StoredDecision): KnownDecision {
  const { status, superseded, ...rest } = decision;
  const standing = judgements.find(({ about }) => about === 'status');
  const told = judgements.find(({ about }) => about === 'tell')?.said;
  return {
    ...rest,
    ...(standing === undefined ? { status: status ?? 'current', ...(superseded && { superseded }) } : standingOf(standing)),
    notLike: judgements.flatMap(({ said }) => (said.type === 'notLike' ? [said.question] : [])).sort(),
    ...(told?.type === 'tell' && !told.told && { untold: true as const }),
  };
}

/** Oldest first; ids decide between two of the same millisecond. */
export function byAge(one: Decision, other: Decision): number {
  return one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** Whether the decision is already what the judgement would make of it. */
function holds({ status, superseded, untold, notLike }: KnownDecision, judgement: Judgement): boolean {
  switch (judgement.type) {
    case 'supersede':
      return status === 'superseded' && superseded?.reason === judgement.reason && superseded.by === judgement.by;
    case 'once':
    case 'accept':
      return status === statusAfter(judgement);
    case 'notLike':
    case 'like':
      return notLike.includes(judgement.question) === (judgement.type === 'notLike');
    case 'tell':
      return (untold !== true) === judgement.told;
  }
}

function standingOf({ said, at }: StoredJudgement): Pick<KnownDecision, 'status' | 'superseded' | 'judgedAt'> {
  if (said.type !== 'supersede') return { status: statusAfter(said), judgedAt: at };
  const { reason, by } = said;
  return { status: 'superseded', judgedAt: at, superseded: { reason, at, ...(by !== undefined && { by }) } };
}

function statusAfter({ type }: Said): DecisionStatus {
  return type === 'once' ? 'once' : 'current';
}

function aboutOf(judgement: Judgement): string {
  // By a hash, because the words of a question that is deleted must go from this file too.
  if ('question' in judgement) return `question ${createHash('sha256').update(judgement.question).digest('hex').slice(0, 16)}`;
  return judgement.type === 'tell' ? 'tell' : 'status';
}

function isLater(one: StoredJudgement, other: StoredJudgement): boolean {
  return one.at > other.at || (one.at === other.at && JSON.stringify(one.said) > JSON.stringify(other.said));
}

function isFirst(one: Decision, other: Decision): boolean {
  return one.at < other.at || (one.at === other.at && JSON.stringify(one) <= JSON.stringify(other));
}

const text = z.string();
const optionalText = z.exactOptional(text);
/** Epoch milliseconds of which JavaScript can make a date. */
const time = z.number().check(z.gte(-8.64e15), z.lte(8.64e15));
const status = z.enum(['proposed', 'current', 'once', 'superseded']);
const asker = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('claude') }),
  z.looseObject({ kind: z.literal('server'), name: text }),
  z.looseObject({ kind: z.literal('agents'), name: optionalText }),
  z.looseObject({ kind: z.literal('file') }),
]);
const said = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('supersede'), reason: text, by: optionalText }),
  z.looseObject({ type: z.literal('once') }),
  z.looseObject({ type: z.literal('accept') }),
  z.looseObject({ type: z.literal('notLike'), question: text }),
  z.looseObject({ type: z.literal('like') }),
  z.looseObject({ type: z.literal('tell'), told: z.boolean() }),
]);

/** Checks every field, because whoever can write a file in the storage can write anything into it. Fields of a later version are kept. */
const storedForm = z.object({
  decision: z.looseObject({
    id: text.check(z.minLength(1)),
    question: z.looseObject({ ...question.shape, options: z.array(z.looseObject(questionOption.shape)) }),
    answer: z.looseObject(answer.shape),
    chosen: z.array(text),
    words: optionalText,
    note: optionalText,
    asker,
    source: z.exactOptional(z.looseObject({ chat: text, item: text, session: optionalText })),
    file: z.exactOptional(z.looseObject({ text, status })),
    folder: text,
    at: time,
    branch: optionalText,
    commit: optionalText,
    status: z.exactOptional(status),
    superseded: z.exactOptional(z.looseObject({ reason: text, at: time, by: optionalText })),
  }),
  judgements: z.array(z.looseObject({ about: text, at: time, said })),
});
