// Decisions as tests want them: what matters, and for the rest the plainest.
import type { KnownDecision } from '../../src/memory/decision.js';
import { emptyAnswer } from '../../src/shared/answers.js';
import { choice } from './questions.js';

let made = 0;

/** A current decision of its own id. */
export function decision(more: Partial<KnownDecision>): KnownDecision {
  made += 1;
  return {
    id: `d${made}`,
    question: choice('Which?', 'Which', ['A', 'B']),
    answer: emptyAnswer,
    chosen: [],
    asker: { kind: 'claude' },
    folder: '/work',
    at: made,
    status: 'current',
    notLike: [],
    ...more,
  };
}
