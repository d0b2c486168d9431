import assert from 'node:assert/strict';
import { dismissedText, repliedText, skippedText } from '../../../../src/claude/answers/record.js';
import { readText, resultText } from '../../../../src/claude/answers/resultText.js';
import type { Outgoing } from '../../../../src/chat/effects.js';
import type { Settlement } from '../../../../src/chat/settlement.js';
import { emptyAnswer } from '../../../../src/shared/answers.js';
import type { Answer, Question } from '../../../../src/shared/question.js';

const pick = (...selected: number[]): Answer => ({ ...emptyAnswer, selected });
const own = (otherText: string, ...selected: number[]): Answer => ({ ...emptyAnswer, selected, other: true, otherText });
const noted = (given: Answer, note: string): Answer => ({ ...given, note });
const skipped: Answer = { ...emptyAnswer, skipped: true };

const options = [{ label: 'A', preview: '  P1\nP2' }, { label: 'B, c' }, { label: 'say "x"' }];
const one: Question = { kind: 'choice', question: 'Pick', header: '', multiSelect: false, options };
const many: Question = { ...one, question: 'Many', multiSelect: true };
const named = (question: string): Question => ({ ...one, question, options: [{ label: 'x' }, { label: 'y' }] });
const text: Question = { kind: 'text', question: 'T', header: '', multiSelect: false, options: [] };
const number: Question = { ...text, kind: 'number', question: 'N', min: 0, max: 10 };

function reads(version: string, settlement: Settlement, questions: readonly Question[]): string {
  const message: Extract<Outgoing, { type: 'settleQuestion' }> = {
    type: 'settleQuestion',
    route: 'control',
    toolUseId: 't',
    requestId: 'r',
    input: { questions, raw: {} },
    settlement,
    peer: { version, capabilities: version === '2.1.329' ? ['ask_user_question_unanswered_v1'] : [] },
  };
  return resultText(message);
}

const careful =
  'Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.';

/** Measured: the version, the questions, the answers, and what the CLI of that version wrote. */
const cases: readonly (readonly [string, readonly Question[], readonly Answer[], string])[] = [
  ['2.0.77', [one], [pick(1)], 'User has answered your questions: "Pick"="B, c". You can now continue with the user\'s answers in mind.'],
  [
    '2.0.77',
    [one],
    [noted(pick(0), 'why')],
    'User has answered your questions: "Pick"="A\nThe user added a note: why". You can now continue with the user\'s answers in mind.',
  ],
  [
    '2.0.77',
    [one, named('10'), named('9')],
    [pick(1), pick(0), pick(1)],
    'User has answered your questions: "9"="y", "10"="x", "Pick"="B, c". You can now continue with the user\'s answers in mind.',
  ],
  [
    '2.1.45',
    [one],
    [noted(pick(0), 'why')],
    'User has answered your questions: "Pick"="A" user notes: why. You can now continue with the user\'s answers in mind.',
  ],
  [
    '2.1.112',
    [one],
    [noted(pick(0), 'why')],
    'User has answered your questions: "Pick"="A" selected preview:\n  P1\nP2 user notes: why. You can now continue with the user\'s answers in mind.',
  ],
  [
    '2.1.150',
    [one],
    [noted(pick(0), 'why')],
    'Your questions have been answered: "Pick"="A" selected preview:\n  P1\nP2 notes: why. You can now continue with these answers in mind.',
  ],
  [
    '2.1.150',
    [one, named('10'), named('9')],
    [pick(1), pick(0), pick(1)],
    'Your questions have been answered: "Pick"="B, c", "10"="x", "9"="y". You can now continue with these answers in mind.',
  ],
  [
    '2.1.150',
    [one],
    [own('z\ud83dz')],
    'Your questions have been answered: "Pick"="z\ud83dz". You can now continue with these answers in mind.',
  ],
  [
    '2.1.200',
    [one],
    [own('z\ud83dz')],
    'Your questions have been answered: "Pick"="z\ufffdz". You can now continue with these answers in mind.',
  ],
  ['2.1.229', [one, many], [pick(1), pick(0, 1)], `The user answered: "Pick"="B, c", "Many"="A, "B, c"". ${careful}`],
  [
    '2.1.265',
    [one, many],
    [pick(1), pick(0, 1)],
    'Your questions have been answered: "Pick"="B, c", "Many"="A, "B, c"". You can now continue with these answers in mind.',
  ],
  [
    '2.1.329',
    [one],
    [pick(0)],
    'Your questions have been answered: "Pick"="A" selected preview:\n  P1\nP2. You can now continue with these answers in mind.',
  ],
  ['2.1.329', [one], [noted(pick(0), 'why')], `The user answered: "Pick"="A" selected preview:\n  P1\nP2 notes: why. ${careful}`],
  ['2.1.329', [one], [own('two\r\nlines, "q" ')], `The user answered: "Pick"="two\r\nlines, "q" ". ${careful}`],
  ['2.1.329', [one], [own('A')], 'Your questions have been answered: "Pick"="A". You can now continue with these answers in mind.'],
  ['2.1.329', [many], [own('logs', 0, 2)], `The user answered: "Many"="A, "say \\"x\\"", logs". ${careful}`],
  ['2.1.329', [many], [own('"A"')], `The user answered: "Many"=""A"". ${careful}`],
  ['2.1.329', [one, many], [pick(1), skipped], `The user answered: "Pick"="B, c", "Many"="${skippedText}". ${careful}`],
  ['2.1.329', [many], [noted(skipped, 'later')], `The user answered: "Many"="${skippedText}" notes: later. ${careful}`],
  [
    '2.1.329',
    [named('__proto__')],
    [pick(0)],
    'Your questions have been answered: "__proto__"="x". You can now continue with these answers in mind.',
  ],
  ['2.1.329', [text], [own('typed')], `The user answered: "T"="typed". ${careful}`],
  ['2.1.329', [number], [own(' 3.50 ')], 'Your questions have been answered: "N"="3.50". You can now continue with these answers in mind.'],
  ['2.1.329', [number], [own('-0')], 'Your questions have been answered: "N"="-0". You can now continue with these answers in mind.'],
  ['2.1.329', [number], [own('1e1')], `The user answered: "N"="1e1". ${careful}`],
  ['2.1.329', [number], [own('+3')], `The user answered: "N"="+3". ${careful}`],
  ['2.1.329', [number], [own('11')], `The user answered: "N"="11". ${careful}`],
];

describe('what Claude will read', () => {
  it('is what the CLI was seen to write for answers', () => {
    for (const [version, questions, answers, expected] of cases)
      assert.equal(reads(version, { type: 'answer', answers }, questions), expected, version);
  });

  it('follows the older of the two versions that were measured around it', () => {
    const answers = [noted(pick(1), 'why')];
    const said = (version: string): string => reads(version, { type: 'answer', answers }, [one]);
    assert.equal(said('2.1.130'), said('2.1.112'));
    assert.equal(said('2.1.215'), said('2.1.200'));
    assert.equal(said('2.2.0'), said('2.1.329'));
    assert.equal(said(''), said('2.0.77'));
  });

  it('is the message of a denial, word for word', () => {
    assert.equal(reads('2.1.329', { type: 'dismiss' }, [one]), dismissedText);
    assert.equal(reads('2.0.77', { type: 'reply', text: ' Later.\n' }, [one]), repliedText(' Later.\n'));
  });

  it('is the reply alone where the CLI has a place for it', () => {
    assert.equal(reads('2.1.329', { type: 'reply', text: '  hi ' }, [one]), 'The user responded:   hi ');
    assert.equal(reads('2.1.329', { type: 'reply', text: '  ' }, [one]), 'The user did not answer the questions.');
  });

  it('is the content itself where we write the tool_result', () => {
    const message: Extract<Outgoing, { type: 'settleQuestion' }> = {
      type: 'settleQuestion',
      route: 'toolResult',
      toolUseId: 't',
      input: { questions: [one, many], raw: {} },
      settlement: { type: 'answer', answers: [own('DuckDB'), pick(0, 1)] },
      peer: { version: '', capabilities: [] },
    };
    assert.equal(resultText(message), '{"answers":{"0":"Custom: DuckDB","1":["A","B, c"]}}');
  });

  it('is found at once in a very long answer that is much like a list', () => {
    const long = 'A, '.repeat(200_000);
    assert.equal(reads('2.1.329', { type: 'answer', answers: [own(long)] }, [many]), `The user answered: "Many"="${long}". ${careful}`);
  });
});

describe('an answer that is too long to be read at once', () => {
  const read = (version: string, words: string, settlement: Settlement = { type: 'answer', answers: [own(words)] }) =>
    readText({
      type: 'settleQuestion',
      route: 'control',
      toolUseId: 'toolu_1',
      requestId: 'r',
      input: { questions: [text], raw: {} },
      settlement,
      peer: { version, capabilities: [] },
    });
  const frame = reads('2.1.329', { type: 'answer', answers: [own('x')] }, [text]).length - 1;

  it('is whole up to 50,000 UTF-16 units of the text around it too', () => {
    assert.equal(read('2.1.329', 'x'.repeat(50_000 - frame)).inFile, false);
    const { inFile, text: told } = read('2.1.329', 'x'.repeat(50_001 - frame));
    assert.equal(inFile, true);
    const [head, place, empty, title] = told.split('\n');
    assert.deepEqual([head, empty, title], ['<persisted-output>', '', 'Preview (first 2KB):']);
    assert.equal(place, 'Output too large (48.8KB). Full output saved to: …/tool-results/toolu_1.txt');
    assert.ok(told.endsWith('x\n...\n</persisted-output>'));
    assert.ok(told.length < 2_300);
  });

  it('is told in whole lines where these are more than half of the beginning', () => {
    const { text: told } = read('2.1.329', `${'x'.repeat(1_500)}\n${'y'.repeat(60_000)}`);
    assert.ok(told.endsWith('x\n...\n</persisted-output>'));
  });

  it('is whole on 2.0.77, and as a denial on every version', () => {
    assert.equal(read('2.0.77', 'x'.repeat(400_000)).inFile, false);
    assert.equal(read('2.1.100', '', { type: 'reply', text: 'x'.repeat(60_000) }).inFile, false);
  });

  describe('of ask_user', () => {
    const answered = (version: string, length: number): ReturnType<typeof readText> =>
      readText({
        type: 'settleQuestion',
        route: 'control',
        toolUseId: 't',
        requestId: 'r',
        peer: { version, capabilities: [] },
        input: { tool: 'ask_user', questions: [text], raw: { question: 'T' } },
        settlement: { type: 'answer', answers: [own('x'.repeat(length - 'User answered: '.length))] },
      });

    it('is whole as far as each CLI reads it at once', () => {
      for (const version of ['2.1.100', '2.1.329']) assert.equal(answered(version, 500_000).inFile, false);
      assert.equal(answered('2.0.77', 50_000).inFile, false);
    });

    it('is the beginning of a file of JSON beyond that', () => {
      for (const version of ['2.1.100', '2.1.329']) {
        const { inFile, text: told } = answered(version, 500_010);
        assert.equal(inFile, true);
        const head =
          'Output too large (488.3KB). Full output saved to: …/tool-results/t.json\n\nPreview (first 2KB):\n[\n  {\n    "type": "text",';
        assert.ok(told.startsWith(`<persisted-output>\n${head}\n    "text": "User answered: x`), told.slice(0, 200));
      }
    });

    it('is a file alone on 2.0.77', () => {
      const { inFile, text: told } = answered('2.0.77', 110_000);
      assert.equal(inFile, true);
      assert.match(told, /^Error: result \(110,046 characters\) exceeds maximum allowed tokens\. Output has been saved to /);
    });
  });
});
