import assert from 'node:assert/strict';
import { answerText, dismissedText, repliedText, skippedText } from '../../../../src/claude/answers/record.js';
import { encode } from '../../../../src/claude/stream/encode.js';
import { isAtLeast } from '../../../../src/claude/version.js';
import type { Outgoing, Peer } from '../../../../src/chat/effects.js';
import type { Settlement } from '../../../../src/chat/settlement.js';
import type { QuestionInput } from '../../../../src/chat/events.js';
import { emptyAnswer } from '../../../../src/shared/answers.js';
import type { Answer, Question } from '../../../../src/shared/question.js';

const database: Question = {
  kind: 'choice',
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [{ label: 'PostgreSQL', preview: 'SELECT 1' }, { label: 'Milk, oat' }],
};
const features: Question = {
  kind: 'choice',
  question: 'Which "features"?',
  header: '',
  multiSelect: true,
  options: [{ label: 'Login', preview: 'unused' }, { label: 'Milk, oat' }, { label: 'Say "hi"' }],
};
const width: Question = { kind: 'number', question: 'How wide?', header: '', multiSelect: false, options: [], min: 0 };
const name: Question = { kind: 'text', question: 'What name?', header: '', multiSelect: false, options: [] };
const raw = { questions: [{ question: 'Which database?', unknown: true }, { question: 'Which "features"?' }], title: 'kept' };
const input: QuestionInput = { questions: [database, features], raw };

const newest: Peer = { version: '2.1.329', capabilities: ['ask_user_question_unanswered_v1'] };
const without: Peer = { version: '2.1.265', capabilities: [] };
const oldest: Peer = { version: '2.0.77', capabilities: [] };

const pick = (...selected: number[]): Answer => ({ ...emptyAnswer, selected });
const own = (otherText: string, ...selected: number[]): Answer => ({ ...emptyAnswer, selected, other: true, otherText });
const noted = (given: Answer, note: string): Answer => ({ ...given, note });
const skipped: Answer = { ...emptyAnswer, skipped: true };

type Settle = Extract<Outgoing, { type: 'settleQuestion' }>;

function settle(settlement: Settlement, extra: Partial<Settle> = {}): unknown {
  const message: Settle = {
    type: 'settleQuestion',
    route: 'control',
    toolUseId: 't',
    requestId: 'r',
    input,
    settlement,
    peer: newest,
    ...extra,
  };
  return JSON.parse(encode(message, 'w1'));
}

/** What the CLI's request is answered with. */
function sent(answers: readonly Answer[], extra: Partial<Settle> = {}): unknown {
  const line = settle({ type: 'answer', answers }, extra) as { response: { response: { updatedInput: unknown } } }; // as encode makes it
  return line.response.response.updatedInput;
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

  it('sends a text as typed and a number without the blanks around it', () => {
    assert.equal(answerText(name, own(' Parley\n')), ' Parley\n');
    assert.equal(answerText(width, own(' 12.5 ')), '12.5');
  });

  it('says in words that a question was skipped, and that nothing was said', () => {
    assert.equal(answerText(database, { ...own('kept on the card', 0), skipped: true }), skippedText);
    assert.equal(answerText(database, emptyAnswer), skippedText);
    assert.equal(answerText(database, undefined), skippedText);
  });

  it('quotes what the CLI would drop for its own mark of no answer', () => {
    assert.equal(answerText(database, own('(notes only)')), '"(notes only)"');
    assert.equal(answerText({ ...database, options: [{ label: '' }] }, pick(0)), '""');
  });
});

describe('encode', () => {
  it('writes one line, whatever is in the text', () => {
    assert.ok(!encode({ type: 'prompt', uuid: 'u', text: 'a\nb\u2028c' }, 'w1').includes('\n'));
  });

  it('gives the input back as received, with answers keyed by the whole question text', () => {
    assert.deepEqual(settle({ type: 'answer', answers: [pick(1), pick(0, 1)] }), {
      type: 'control_response',
      response: {
        subtype: 'success',
        request_id: 'r',
        response: {
          behavior: 'allow',
          updatedInput: { ...raw, answers: { 'Which database?': 'Milk, oat', 'Which "features"?': 'Login, "Milk, oat"' } },
        },
      },
    });
  });

  it('puts a note, and the preview of the one chosen option, beside the answer', () => {
    assert.deepEqual(sent([noted(pick(0), ' because\nof JSON '), pick(0)]), {
      ...raw,
      answers: { 'Which database?': 'PostgreSQL', 'Which "features"?': 'Login' },
      annotations: { 'Which database?': { preview: 'SELECT 1', notes: 'because\nof JSON' } },
    });
    assert.deepEqual(sent([own('SQLite'), noted(pick(0), ' ')]), {
      ...raw,
      answers: { 'Which database?': 'SQLite', 'Which "features"?': 'Login' },
    });
  });

  it('puts a note behind the choice where the CLI would drop it', () => {
    const answers = { 'Which database?': 'PostgreSQL\nThe user added a note: because', 'Which "features"?': 'Login' };
    for (const version of ['', '2.0.77', '2.1.20', '2.1.44'])
      assert.deepEqual(sent([noted(pick(0), 'because'), pick(0)], { peer: { version, capabilities: [] } }), { ...raw, answers });
  });

  it('keeps a preview from a CLI that does not know the word yet', () => {
    const annotations = (version: string): unknown =>
      (sent([noted(pick(0), 'because'), pick(0)], { peer: { version, capabilities: [] } }) as { annotations: unknown }).annotations;
    assert.deepEqual(annotations('2.1.45'), { 'Which database?': { notes: 'because' } });
    assert.deepEqual(annotations('2.1.68'), { 'Which database?': { notes: 'because' } });
    assert.deepEqual(annotations('2.1.69'), { 'Which database?': { preview: 'SELECT 1', notes: 'because' } });
  });

  it('says in words that a question was skipped, and in the CLI’s own where it takes them', () => {
    const answers = { 'Which database?': 'Milk, oat', 'Which "features"?': skippedText };
    const given = [pick(1), noted(skipped, 'later')];
    assert.deepEqual(sent(given), { ...raw, answers, annotations: { 'Which "features"?': { notes: 'later', unanswered: 'skipped' } } });
    assert.deepEqual(sent(given, { peer: without }), { ...raw, answers, annotations: { 'Which "features"?': { notes: 'later' } } });
    const told = { ...answers, 'Which "features"?': `${skippedText}\nThe user added a note: later` };
    assert.deepEqual(sent(given, { peer: oldest }), { ...raw, answers: told });
  });

  it('does not pass on as the person’s what Claude itself has put beside the questions', () => {
    const forged = { ...raw, answers: { 'Which database?': 'x' }, annotations: { 'Which database?': { notes: 'forged' } }, response: 'x' };
    assert.deepEqual(sent([pick(1), pick(0)], { input: { ...input, raw: forged } }), {
      ...raw,
      answers: { 'Which database?': 'Milk, oat', 'Which "features"?': 'Login' },
    });
  });

  it('keeps an answer and a note to a question named like a prototype', () => {
    const message: Settle = {
      type: 'settleQuestion',
      route: 'control',
      toolUseId: 't',
      requestId: 'r',
      peer: newest,
      input: { questions: [{ ...database, question: '__proto__' }], raw: {} },
      settlement: { type: 'answer', answers: [noted(pick(1), 'why')] },
    };
    const line = encode(message, 'w1');
    assert.ok(line.includes('{"answers":{"__proto__":"Milk, oat"},"annotations":{"__proto__":{"notes":"why"}}}'), line);
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
    assert.deepEqual(settle({ type: 'reply', text: 'Later.' }, { peer: without }), {
      type: 'control_response',
      response: { subtype: 'success', request_id: 'r', response: { behavior: 'deny', interrupt: false, message: repliedText('Later.') } },
    });
  });

  it('writes the literal tool_result where there is no request to answer', () => {
    // The request id is what makes it the control route.
    const literal = (settlement: Settlement, questions = input.questions): unknown => {
      const message: Settle = {
        type: 'settleQuestion',
        route: 'toolResult',
        toolUseId: 't',
        input: { questions, raw },
        settlement,
        peer: oldest,
      };
      return JSON.parse(encode(message, 'w1'));
    };
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
    assert.deepEqual(
      literal({ type: 'answer', answers: [own('Parley'), own(' 12 ')] }, [name, width]),
      result('{"answers":{"0":"Parley","1":"12"}}'),
    );
    assert.deepEqual(
      literal({ type: 'answer', answers: [noted(skipped, 'later'), noted(pick(0), 'why')] }),
      result('{"answers":{"1":["Login"]},"skipped":["0"],"notes":{"0":"later","1":"why"}}'),
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

describe('isAtLeast', () => {
  it('compares number by number; what is not known is older than any', () => {
    assert.ok(isAtLeast('2.1.45', '2.1.45'));
    assert.ok(isAtLeast('2.1.100', '2.1.45'));
    assert.ok(isAtLeast('3.0.0', '2.1.45'));
    assert.ok(isAtLeast('2.1.329-beta.1', '2.1.329'));
    assert.ok(!isAtLeast('2.0.77', '2.1.45'));
    assert.ok(!isAtLeast('2.1.9', '2.1.45'));
    assert.ok(!isAtLeast('', '2.1.45'));
    assert.ok(!isAtLeast('unknown', '2.1.45'));
  });
});
