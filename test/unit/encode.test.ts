import assert from 'node:assert/strict';
import { answerText, dismissedText, encode } from '../../src/claude/encode.js';
import type { Outgoing, Settlement } from '../../src/session/effects.js';
import type { QuestionInput } from '../../src/session/events.js';
import type { Answer, Question } from '../../src/shared/question.js';

const database: Question = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [{ label: 'PostgreSQL' }, { label: 'Milk, oat' }],
};
const features: Question = {
  question: 'Which "features"?',
  header: '',
  multiSelect: true,
  options: [{ label: 'Login' }, { label: 'Milk, oat' }, { label: 'Say "hi"' }],
};
const raw = { questions: [{ question: 'Which database?', unknown: true }, { question: 'Which "features"?' }], title: 'kept' };
const input: QuestionInput = { questions: [database, features], raw };

const pick = (...selected: number[]): Answer => ({ selected, other: false, otherText: '' });
const own = (otherText: string, ...selected: number[]): Answer => ({ selected, other: true, otherText });

function settle(settlement: Settlement, extra: Partial<Extract<Outgoing, { type: 'settleQuestion' }>> = {}): unknown {
  return JSON.parse(
    encode(
      { type: 'settleQuestion', route: 'control', toolUseId: 't', requestId: 'r', input, settlement, takesUnanswered: true, ...extra },
      'w1',
    ),
  );
}

describe('answerText', () => {
  it('sends a single choice as its label came', () => {
    assert.equal(answerText(database, pick(0)), 'PostgreSQL');
    assert.equal(answerText(database, pick(1)), 'Milk, oat');
  });

  it('sends an own answer as typed, blanks and all', () => {
    assert.equal(answerText(database, own('  two\nlines, and "quotes" ')), '  two\nlines, and "quotes" ');
    assert.equal(answerText(features, own('a, b')), 'a, b');
  });

  it('quotes a part of several that could be read as two', () => {
    assert.equal(answerText(features, pick(0, 1)), 'Login, "Milk, oat"');
    assert.equal(answerText(features, pick(1)), '"Milk, oat"');
    assert.equal(answerText(features, pick(0, 2)), 'Login, "Say \\"hi\\""');
    assert.equal(answerText(features, own('API, later', 0)), 'Login, "API, later"');
    assert.equal(answerText(features, own('and logs', 0)), 'Login, and logs');
  });
});

describe('encode', () => {
  it('writes one line, whatever is in the text', () => {
    assert.ok(!encode({ type: 'prompt', text: 'a\nb\u2028c' }, 'w1').includes('\n'));
  });

  it('gives the input back as received, with answers keyed by the whole question text', () => {
    assert.deepEqual(settle({ type: 'answer', answers: [pick(0), pick(0, 1)] }), {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'r',
        response: {
          behavior: 'allow',
          updatedInput: { ...raw, answers: { 'Which database?': 'PostgreSQL', 'Which "features"?': 'Login, "Milk, oat"' } },
        },
      },
    });
  });

  it('keeps an answer to a question named like a prototype', () => {
    const odd: QuestionInput = { questions: [{ ...database, question: '__proto__' }], raw: {} };
    const line = encode(
      {
        type: 'settleQuestion',
        route: 'control',
        toolUseId: 't',
        requestId: 'r',
        input: odd,
        settlement: { type: 'answer', answers: [pick(0)] },
        takesUnanswered: false,
      },
      'w1',
    );
    assert.ok(line.includes('"__proto__":"PostgreSQL"'));
  });

  it('denies a dismissed question without ending the turn, and says who chose', () => {
    assert.deepEqual(settle({ type: 'dismiss' }), {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r', response: { behavior: 'deny', interrupt: false, message: dismissedText } },
    });
  });

  it('sends a reply without answers beside it, which it would wipe', () => {
    const replied = settle({ type: 'reply', text: 'Later.' });
    const unanswered = { unanswered: 'replied_in_chat' };
    const updatedInput = {
      ...raw,
      answers: {},
      annotations: { 'Which database?': unanswered, 'Which "features"?': unanswered },
      response: 'Later.',
    };
    assert.deepEqual(replied, {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r', response: { behavior: 'allow', updatedInput } },
    });
    assert.ok(!JSON.stringify(settle({ type: 'reply', text: 'Later.' }, { takesUnanswered: false })).includes('unanswered'));
  });

  it('writes the literal tool_result where there is no request to answer', () => {
    // The request id is what makes it the control route.
    const literal = (settlement: Settlement): unknown =>
      JSON.parse(encode({ type: 'settleQuestion', route: 'toolResult', toolUseId: 't', input, settlement, takesUnanswered: false }, 'w1'));
    const result = (content: string, more = {}): unknown => ({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content, ...more }] },
    });
    assert.deepEqual(
      literal({ type: 'answer', answers: [pick(1), pick(0, 1)] }),
      result('{"answers":{"0":"Milk, oat","1":["Login","Milk, oat"]}}'),
    );
    assert.deepEqual(
      literal({ type: 'answer', answers: [own('DuckDB'), own('logs', 0)] }),
      result('{"answers":{"0":"Custom: DuckDB","1":["Login","Custom: logs"]}}'),
    );
    assert.deepEqual(literal({ type: 'dismiss' }), result(dismissedText, { is_error: true }));
    assert.deepEqual(literal({ type: 'reply', text: 'Later.' }), result('{"response":"Later."}'));
  });

  it('refuses a request it cannot serve with an error, never with silence', () => {
    assert.deepEqual(JSON.parse(encode({ type: 'refuseRequest', requestId: 'r', reason: 'no' }, 'w1')), {
      type: 'control_response',
      response: { subtype: 'error', request_id: 'r', error: 'no' },
    });
  });
});
