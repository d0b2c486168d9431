// What the sections of bench `growth` share: a folder for the time of a section, the conversations in it, and how a figure is
// held against that of the smallest size. Knows nothing of what is measured.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure, Row } from '../../scripts/lib/suites/benchRows.mjs';
import { atMostTimes, told } from '../../scripts/lib/suites/benchRows.mjs';
import type { ChatState } from '../../src/chat/state.js';
import { stateOf } from './growthSubject.js';
import { lessInSmoke } from './smoke.js';
import type { Conversation } from './growthTranscripts.js';
import { writeConversation } from './growthTranscripts.js';

/** Lengths of a conversation, in items. */
export const sizes: readonly number[] = [10, 1_000, ...lessInSmoke([10_000, 100_000], [])];

export interface Run {
  conversation(items: number): Conversation;
  /** The chat of `conversation(items)`, made once in a run. */
  state(items: number): Promise<ChatState>;
  /** A folder that nobody else uses, for the time of the run. */
  folder(): string;
  end(): void;
}

export function startRun(): Run {
  const root = mkdtempSync(join(tmpdir(), 'parley-growth-'));
  const conversations = new Map<number, Conversation>();
  const states = new Map<number, Promise<ChatState>>();
  let folders = 0;
  const conversation = (items: number): Conversation => once(conversations, items, () => writeConversation(root, items, { cwd: root }));
  return {
    conversation,
    state: items => once(states, items, () => stateOf(conversation(items))),
    folder() {
      const folder = join(root, `folder${folders++}`);
      mkdirSync(folder);
      return folder;
    },
    end: () => rmSync(root, { recursive: true, force: true }),
  };
}

function once<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

export interface Measured extends Figure {
  /** The size in items, or whatever grows. */
  readonly size: number;
}

/** The smallest is told, the others are held against it. */
export function grownRows(measured: readonly Measured[], bound: number): Row[] {
  const [smallest, ...others] = measured;
  if (smallest === undefined) return [];
  const limit = { value: smallest.now, name: `at ${smallest.size.toLocaleString('en')}` };
  return [told(smallest), ...others.map(figure => atMostTimes(figure, limit, { bound }))];
}

/** The row of a size that is not measured because the one before took too long: at least as much as that one, and missed. */
export function notMeasured(name: string, before: Measured, size: number): Measured {
  return { ...before, name, size, note: 'not measured: the size before took too long, whose figure stands here' };
}

export const named = (what: string, size: number): string => `${what}, ${size.toLocaleString('en')} items`;
