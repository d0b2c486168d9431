import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { controlAnswer, quoted } from '../../../src/claude/answers/record.js';
import { settlementOf } from '../../../src/claude/answers/answerFromRecord.js';
import type { Peer } from '../../../src/chat/effects.js';
import type { Settlement } from '../../../src/chat/settlement.js';
import type { QuestionInput } from '../../../src/chat/events.js';
import { isAnswered } from '../../../src/shared/answers.js';
import type { Answer, Question } from '../../../src/shared/question.js';
import { answer, choice, own, pick } from '../../support/questions.js';
import { runs } from '../../support/tier.js';

const peers: readonly Peer[] = [
  { version: '2.1.329', capabilities: ['ask_user_question_unanswered_v1'] },
  { version: '2.1.100', capabilities: [] },
  { version: '2.0.77', capabilities: [] },
];

const labels = ['Login', 'Login, with a key', 'Search, filters', 'Say "hello"', '"quoted"', '(notes only)'];
const words = ['DuckDB', 'a, b', 'it is "here"', 'two\nlines', 'Loginless, please', '{"a": 1}', '(notes only)', '7'];

const asked = fc
  .record({
    kind: fc.constantFrom('choice' as const, 'choice' as const, 'text' as const, 'number' as const),
    multiSelect: fc.boolean(),
    offered: fc.uniqueArray(fc.constantFrom(...labels), { minLength: 2 }),
  })
  .map(({ kind, multiSelect, offered }) => ({
    kind,
    ...(kind === 'choice' ? { multiSelect, offered } : { multiSelect: false, offered: [] }),
  }));

interface Draw {
  readonly positions: readonly number[];
  readonly typed: string;
  readonly note: string;
  readonly skipped: boolean;
}

const draw = fc.record({
  positions: fc.uniqueArray(fc.nat({ max: labels.length - 1 }), { minLength: 1 }),
  typed: fc.constantFrom('', '', ...words),
  note: fc.constantFrom('', 'only until\nwe have users'),
  skipped: fc.boolean(),
});

/** An answer that the card lets one give. */
function given({ kind, multiSelect, options }: Question, { positions, typed, note, skipped }: Draw): Answer {
  if (skipped) return answer({ skipped: true, note });
  if (kind !== 'choice') return answer({ other: true, otherText: kind === 'number' ? '7' : typed || 'DuckDB', note });
  const selected = positions.filter(position => position < options.length).sort((a, b) => a - b);
  // What is offered as a label and typed as well cannot be told apart, by Claude neither.
  const ownWords = options.some(({ label }) => label === typed) ? '' : typed;
  if (multiSelect && selected.length + ownWords.length > 0)
    return { ...(ownWords === '' ? pick(...selected) : own(ownWords, ...selected)), note };
  return { ...(ownWords === '' ? pick(selected[0] ?? 0) : own(ownWords)), note };
}

/** What the CLI records of this settlement: the input that it was sent, without what that version drops. */
function recorded(input: QuestionInput, settlement: Settlement, peer: Peer): { record: unknown; text: string } {
  const said = controlAnswer({ type: 'settleQuestion', route: 'control', toolUseId: 't', requestId: 'r', input, settlement, peer });
  if (said.behavior === 'deny') return { record: `Error: ${said.message}`, text: said.message };
  const { answers, annotations, response } = said.updatedInput;
  return { record: JSON.parse(JSON.stringify({ questions: [], answers, annotations, response })), text: 'whatever it reads' };
}

describe('a settlement that the CLI has recorded', () => {
  it('is read back as it was made, whatever was asked, on every CLI', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(asked, draw), { minLength: 1, maxLength: 4 }), fc.constantFrom(...peers), (drawn, peer) => {
        const names = ['Which?', '__proto__', 'constructor', 'And "then"?'];
        const questions = drawn.map(([{ kind, multiSelect, offered }], nth) =>
          choice(names[nth] ?? '', '', offered, { kind, multiSelect }),
        );
        const answers = drawn.map(([, drawnAnswer], nth) => given(questions[nth] ?? choice('', '', []), drawnAnswer));
        fc.pre(answers.some(isAnswered));
        const input = { questions, raw: {} };
        const settlement: Settlement = { type: 'answer', answers };
        const { record, text } = recorded(input, settlement, peer);
        assert.deepEqual(settlementOf(input, record, text), settlement);
      }),
      { numRuns: runs(400) },
    );
  });

  it('is a reply or a dismissal again', () => {
    const input = { questions: [choice('Which?', '', ['A', 'B'])], raw: {} };
    const settlements: Settlement[] = [{ type: 'reply', text: 'Let us\ntalk.' }, { type: 'dismiss' }, { type: 'dismiss', byTimeout: true }];
    for (const peer of peers)
      for (const settlement of settlements) {
        const { record, text } = recorded(input, settlement, peer);
        assert.deepEqual(settlementOf(input, record, text), settlement);
        assert.deepEqual(settlementOf(undefined, record, text), settlement, 'also of questions that cannot be read');
      }
  });

  it('is none where nobody answered', () => {
    const input = { questions: [choice('Which?', '', ['A', 'B'])], raw: {} };
    const none = [undefined, 'User rejected tool use', { questions: [] }, { answers: {} }, { answers: { Other: 'A' } }, { answers: 'A' }];
    for (const record of none) assert.equal(settlementOf(input, record, 'text'), undefined);
    assert.equal(settlementOf(undefined, { answers: { 'Which?': 'A' } }, 'text'), undefined);
  });

  it('is read as a terminal or another client writes it', () => {
    const features = choice('Which?', '', ['Login', 'Search, filters', 'Search'], { multiSelect: true });
    const read = (value: unknown, annotation?: object) =>
      settlementOf({ questions: [features], raw: {} }, { answers: { 'Which?': value }, annotations: { 'Which?': annotation } }, 'text');
    const answers = (...made: Answer[]): Settlement => ({ type: 'answer', answers: made });
    assert.deepEqual(read('Login, Search, filters'), answers(pick(0, 1)), 'without quotes, the longest label that fits');
    assert.deepEqual(read('Search, Login'), answers(pick(0, 2)), 'in another order');
    assert.deepEqual(read('Search, "Undo, redo"'), answers(own('Undo, redo', 2)));
    assert.deepEqual(read(quoted('Undo, redo')), answers(own('Undo, redo')));
    assert.deepEqual(read(['Login', 'Search, filters']), answers(pick(0, 1)), 'as an array');
    assert.deepEqual(read('Login, Login'), answers(own('Login', 0)));
    assert.deepEqual(read('(notes only)', { notes: 'Later.' }), answers(answer({ skipped: true, note: 'Later.' })));
    assert.equal(read('(notes only)'), undefined);
  });
});
