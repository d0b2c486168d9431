import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { ToolResult } from '../../scripts/lib/api/apiConversation.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Release } from '../../scripts/lib/record/recordedClaude.mjs';
import { RecordedClaude } from '../../scripts/lib/record/recordedClaude.mjs';
import type { Call, ScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { startScriptedApi } from '../../scripts/lib/api/scriptedApi.mjs';
import { encode } from '../../src/claude/stream/encode.js';
import { readQuestions } from '../../src/claude/stream/questions.js';
import { askUserQuestion } from '../../src/shared/tools.js';
import { readText } from '../../src/claude/answers/resultText.js';
import { initMessage } from '../../src/claude/stream/wire.js';
import type { Outgoing, Peer } from '../../src/chat/effects.js';
import type { Settlement } from '../../src/chat/settlement.js';
import type { QuestionInput } from '../../src/chat/events.js';
import { emptyAnswer, normalizeAnswers } from '../../src/shared/answers.js';
import { areValidAnswers } from '../../src/shared/rules.js';
import type { Answer, Question } from '../../src/shared/question.js';
import { chosen, runs } from '../support/tier.js';
import { removeFolder } from '../support/removeFolder.js';

type RawQuestion = Readonly<Record<string, unknown>>;

/** A set of questions and the acts of a person on it. */
interface Asked {
  readonly questions: readonly RawQuestion[];
  readonly settlement: Settlement;
}

const seed = 20_260_214;

/** Pending at the same time. */
const perTurn = 8;

function oneIn(count: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: count }).map(drawn => drawn === 1);
}

/** Characters that could be mistaken for the CLI's own punctuation or be lost. */
const piece = fc.constantFrom(
  ...[
    'A',
    'b c',
    'Which one?',
    ', ',
    ',',
    '"',
    '="',
    '\\',
    "'",
    '. ',
    ' ',
    '\n',
    '\r\n',
    '\t',
    '\u0000',
    '\u001b[31m',
    '\u2028',
    '</b>',
    '7',
  ],
  ...['é', '日本', '🙂', '👩‍👩‍👧', 'مرحبا', '\u202eשלום\u202c', '\ud83d', ' notes: ', 'selected preview:\n', '(notes only)', '…'],
);
const words = fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => pieces.join(''));
const label = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('Login', 'API', 'Milk, oat', 'Say "hi"', '') }, words);
/** Names that objects treat in their own way, too. */
const questionText = fc.oneof({ weight: 4, arbitrary: words }, fc.constantFrom('__proto__', 'constructor', 'toString', '12', '3'));
const preview = words.map(inner => `<pre>${inner.replaceAll('<', '&lt;')}</pre>`);
const number = fc.constantFrom('3', ' 4 ', '-1', '1e1', '0.5', '.5', '+2', '10', '11', '3.50', 'many', '');

const option = fc.record({ label, description: words, preview }, { requiredKeys: ['label', 'description'] });
const choice = fc.record({
  question: questionText,
  header: fc.constantFrom('Header', 'A, "B"'),
  multiSelect: fc.boolean(),
  options: fc.uniqueArray(option, { minLength: 2, maxLength: 4, selector: made => made.label }),
});
const typed = fc.record({ question: questionText, header: fc.constant('Text'), kind: fc.constant('text') });
const numeric = fc.record({
  question: questionText,
  header: fc.constant('Number'),
  kind: fc.constant('number'),
  min: fc.integer({ min: -5, max: 4 }),
  max: fc.constantFrom(5, 10.5, 100),
});

/** The same letters as labels, typed: the CLI may take them for a choice. */
function typedLike({ kind, options }: Question): fc.Arbitrary<string> {
  if (kind === 'number') return number;
  const labels = options.map(made => made.label);
  return fc.oneof(words, fc.constantFrom('plain', labels[0] ?? '', labels.join(', '), labels.map(made => JSON.stringify(made)).join(', ')));
}

function answerTo(asked: Question): fc.Arbitrary<Answer> {
  const positions = asked.options.map((_, position) => position);
  const least = Math.min(1, positions.length);
  const selected = fc.subarray(positions, { minLength: least, maxLength: asked.multiSelect ? positions.length : least });
  return fc
    .record({
      selected,
      other: oneIn(3),
      otherText: typedLike(asked),
      note: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, words),
      skipped: oneIn(8),
    })
    .map(made => (asked.kind === 'choice' ? made : { ...made, other: true }))
    .map(made => (made.other && !asked.multiSelect ? { ...made, selected: [] } : made));
}

function settlementOf(questions: readonly Question[]): fc.Arbitrary<Settlement> {
  const answers = fc.tuple(...questions.map(answerTo)).map(draft => normalizeAnswers(questions, draft));
  return fc.oneof(
    {
      weight: 10,
      arbitrary: answers.filter(made => areValidAnswers(questions, made)).map(made => ({ type: 'answer' as const, answers: made })),
    },
    fc.constant({ type: 'dismiss' as const }),
    words.map(reply => ({ type: 'reply' as const, text: reply })),
  );
}

function sets(question: fc.Arbitrary<RawQuestion>, count: number): Asked[] {
  const questions = fc.uniqueArray(question, { minLength: 1, maxLength: 4, selector: made => made['question'] });
  const asked = questions.chain(made =>
    settlementOf(inputOf({ questions: made }).questions).map(settlement => ({ questions: made, settlement })),
  );
  return fc.sample(asked, { numRuns: count, seed });
}

function inputOf(raw: Readonly<Record<string, unknown>>): QuestionInput {
  const input = readQuestions(raw);
  assert.ok(input !== undefined, `no questions: ${JSON.stringify(raw)}`);
  return input;
}

interface Reading {
  readonly foretold: string;
  readonly read: string | undefined;
  /** Shown when the test fails. */
  readonly line: string;
}

/** Sets that are asked together. */
type Turn = readonly Asked[];

function inTurns(asked: readonly Asked[]): readonly Turn[] {
  return Array.from({ length: Math.ceil(asked.length / perTurn) }, (_, turn) => asked.slice(turn * perTurn, (turn + 1) * perTurn));
}

const idOf = (turn: number, index: number): string => `reads_${turn}_${index}`;

/** The predicted and the real text of each set. */
async function readings(claude: RecordedClaude, api: ScriptedApi, turns: readonly Turn[]): Promise<Reading[]> {
  const asked = new Map(turns.flatMap((sets, turn) => sets.map((one, index) => [idOf(turn, index), one])));
  const sent = new Map<string, { readonly foretold: string; readonly line: string }>();
  for (const [turn, sets] of turns.entries()) {
    claude.prompt(`READS ${turn}`);
    const init = initMessage.parse(await claude.next(message => initMessage.safeParse(message).success));
    const peer: Peer = { version: init.claude_code_version ?? '', capabilities: init.capabilities ?? [] };
    for (let left = sets.length; left > 0; left--) {
      const { request_id: requestId, request } = await claude.asked();
      const settlement = asked.get(request.tool_use_id)?.settlement;
      assert.ok(settlement !== undefined, `never asked: ${request.tool_use_id}`);
      const message: Extract<Outgoing, { type: 'settleQuestion' }> = {
        type: 'settleQuestion',
        route: 'control',
        toolUseId: request.tool_use_id,
        requestId,
        input: inputOf(request.input),
        settlement,
        peer,
      };
      const line = encode(message, 'reads');
      sent.set(request.tool_use_id, { foretold: readText(message).text, line });
      claude.sendLine(line);
    }
    await claude.result();
  }
  const results = new Map(api.requests.flatMap(({ toolResults }) => toolResults).map(result => [result.toolUseId, result]));
  return [...sent].map(([toolUseId, { foretold, line }]) => ({ foretold, read: withoutReminder(results.get(toolUseId)), line }));
}

/** Sometimes the CLI puts a reminder of its own behind the last result. */
function withoutReminder(result: ToolResult | undefined): string | undefined {
  const text = result?.text.replace(/\n\n<system-reminder>\n[^]*<\/system-reminder>\n?$/, '');
  // The folder of the CLI's file is not predicted.
  return text?.replace(/(?<=^<persisted-output>\n.*saved to: ).*(?=\/tool-results\/)/, '…');
}

function turnOf({ prompt, step }: Call, turns: readonly Turn[]): ReturnType<typeof text | typeof toolUse>[] {
  if (step > 0) return [text('Thank you.')];
  const turn = Number(prompt.replace('READS ', ''));
  return (turns[turn] ?? []).map(({ questions }, index) => ({ ...toolUse(askUserQuestion, { questions }), id: idOf(turn, index) }));
}

/** The words on the card against the words in the API's request: generated sets, put through the real CLI. */
describe('what Claude reads', function () {
  this.timeout(300_000);
  let folder: string;
  let api: ScriptedApi | undefined;
  let claude: RecordedClaude | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-reads-'));
  });

  afterEach(async () => {
    await claude?.kill();
    await api?.close();
    [claude, api] = [undefined, undefined];
    await removeFolder(folder);
  });

  async function foretells(release: Release, turns: readonly Turn[], env: Record<string, string> = {}): Promise<void> {
    api = await startScriptedApi({
      replies: { READS: Array.from({ length: 2 }, () => (call: Call) => turnOf(call, turns)) },
      chunk: 4_000,
    });
    claude = new RecordedClaude({ release, home: folder, cwd: folder, apiUrl: api.url, env });
    const all = await readings(claude, api, turns);
    assert.equal(all.length, turns.flat().length);
    for (const { foretold, read, line } of all) assert.equal(read, foretold, line);
  }

  it('is what was foretold, with questions of every kind (newest CLI)', () =>
    foretells('newest', inTurns(sets(fc.oneof({ weight: 3, arbitrary: choice }, typed, numeric), runs(200))), {
      CLAUDE_CODE_QUESTION_EXTENDED: '1',
      CLAUDE_CODE_QUESTION_PREVIEW_FORMAT: 'html',
    }));

  const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index} of a long answer`).join('\n');
  const tooLong = 'x'.repeat(49_839);
  /** Just short enough, one letter too long, too long in lines, and too long with a line end only early. */
  const long = [tooLong.slice(1), tooLong, lines(3_000), `short\n${'y'.repeat(60_000)}`];
  const longWords = {
    newest: [...long, 'z'.repeat(1_100_000)],
    oldest: chosen(long, tooLong),
  };
  /** Answers in a turn of its own, because the CLI also limits what the results of one message have together. */
  const answered = (otherText: string): Turn => {
    const options = ['A', 'B'].map(label => ({ label, description: label }));
    const answers = [{ ...emptyAnswer, other: true, otherText }];
    return [{ questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options }], settlement: { type: 'answer', answers } }];
  };

  for (const release of ['newest', 'oldest'] as const)
    it(`is what was foretold, also of answers that are too long to be read whole, as the ${release} CLI is without being asked for more`, () =>
      foretells(release, [...inTurns(sets(choice, runs(80))), ...longWords[release].map(answered)]));
});
