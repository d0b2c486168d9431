import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { anyCharacter } from '../../../support/anyText.js';
import { decode } from '../../../../src/claude/stream/decode.js';
import { GrowingQuestions, readPartialQuestions, readQuestions } from '../../../../src/claude/stream/questions.js';
import { createEventMapper } from '../../../../src/claude/stream/toEvents.js';
import type { ClaudeEvent } from '../../../../src/chat/events.js';
import type { Question } from '../../../../src/shared/question.js';
import { readRecording } from '../../../support/replay.js';
import { runs } from '../../../support/tier.js';

/** The value without the fields that are not there. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const piecesOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length));

const input = {
  title: 'Before I begin',
  questions: [
    {
      question: 'Which "database"\nshould we use?',
      header: 'Database',
      multiSelect: true,
      options: [
        { label: 'PostgreSQL, 17', description: 'Relational', preview: '```sql\nselect 1\n```' },
        { label: 'SQLite \\ one file', description: '' },
      ],
    },
    { question: 'How many?', header: 'Count', kind: 'number', min: 1, max: 9, step: 0.5, unit: 'px', defaultValue: 3 },
  ],
};

describe('the input of AskUserQuestion', () => {
  it('is read with everything that Parley shows, and nothing else', () => {
    const read = readQuestions({ ...input, surprise: { deep: true } });
    assert.deepEqual(plain(read?.questions), [
      { ...input.questions[0], kind: 'choice' },
      { ...input.questions[1], multiSelect: false, options: [] },
    ]);
    assert.equal(read?.title, 'Before I begin');
  });

  it('takes what is missing or wrong beside the question for absent', () => {
    const odd = {
      questions: [{ question: 'Q', kind: 'date', min: '1', placeholder: 7, options: [{ label: 'A', description: null, preview: 4 }] }],
    };
    assert.deepEqual(plain(readQuestions(odd)?.questions), [
      { kind: 'choice', question: 'Q', header: '', multiSelect: false, options: [{ label: 'A' }] },
    ]);
    assert.equal(readQuestions({ questions: [{ question: 'Q' }] })?.questions[0]?.kind, 'text', 'nothing to choose from');
  });

  it('is nothing without a question', () => {
    for (const raw of [{}, { questions: [] }, { questions: 'no' }, { questions: [{ header: 'H' }] }])
      assert.equal(readQuestions(raw), undefined);
  });
});

describe('a question that is still being written', () => {
  it('only grows, letter by letter, until it is what the whole block says', () => {
    const json = JSON.stringify(input);
    let before: readonly Question[] = [];
    let shown = 0;
    for (let end = 1; end <= json.length; end++) {
      const questions = readPartialQuestions(json.slice(0, end))?.questions;
      if (questions === undefined) {
        assert.deepEqual(before, [], `what was there at ${end - 1} is gone`);
        continue;
      }
      shown++;
      for (const [index, old] of before.entries()) {
        assert.ok(questions[index]?.question.startsWith(old.question), `question ${index} at ${end}`);
        for (const [position, option] of old.options.entries())
          assert.ok(questions[index]?.options[position]?.label.startsWith(option.label), `option ${position} at ${end}`);
      }
      before = questions;
    }
    assert.ok(shown > json.length / 2);
    assert.deepEqual(plain(readPartialQuestions(json)?.questions), plain(readQuestions(input)?.questions));
  });

  it('is nothing where no JSON is, and never an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(), (text, cut) => {
        readPartialQuestions(text);
        readPartialQuestions(
          JSON.stringify({ questions: [{ question: text, options: [{ label: text }, text] }, text] }).slice(0, cut % 200),
        );
      }),
      { numRuns: runs(100) },
    );
    assert.equal(readPartialQuestions('{"questions":['), undefined);
    assert.equal(readPartialQuestions('nonsense'), undefined);
  });

  it('is parsed with every piece while it is short', () => {
    const growing = new GrowingQuestions();
    let json = '';
    for (const piece of piecesOf(JSON.stringify(input).slice(0, 1_000), 20)) {
      json += piece;
      assert.deepEqual(growing.add(piece), readPartialQuestions(json));
    }
  });

  it('is parsed in time that grows with its length alone, and keeps growing', () => {
    for (const length of [3_000, 30_000, 300_000]) {
      const parses: number[] = [];
      const growing = new GrowingQuestions(json => {
        parses.push(json.length);
        return readPartialQuestions(json);
      });
      const json = JSON.stringify({ questions: [{ question: 'x'.repeat(length) }] });
      for (const piece of piecesOf(json, 20)) growing.add(piece);
      const parsed = parses.reduce((sum, characters) => sum + characters, 0);
      assert.ok(parsed <= 8 * json.length + 32_000, `${parsed} characters parsed of ${json.length}`);
      // The pieces after the last parse, and no more than an eighth between two parses.
      const steps = [...parses, json.length].map((end, index) => end - (parses[index - 1] ?? 0));
      assert.ok(Math.max(...steps) <= json.length / 8 + 20, `grew by ${Math.max(...steps)} of ${json.length} characters at once`);
    }
  });

  it('comes out of the CLI’s stream before the block is whole', () => {
    const events: ClaudeEvent[] = [];
    const mapper = createEventMapper(event => events.push(event));
    for (const { dir, line } of readRecording('answeredLabels').lines) {
      if (dir !== 'out') continue;
      const decoded = decode(line, mapper.wantsInput());
      if (decoded.outcome === 'message') mapper.read(decoded.message);
    }
    const types = events.map(({ type }) => type);
    const grown = events.filter(event => event.type === 'questionGrew');
    assert.ok(grown.length > 3, `grew ${grown.length} times`);
    assert.ok(types.lastIndexOf('questionGrew') < types.indexOf('questionFinished'), 'nothing grows that is whole');
    const sizes = grown.map(event => JSON.stringify(event.input.questions).length);
    assert.deepEqual(
      sizes,
      sizes.toSorted((left, right) => left - right),
    );
    assert.equal(mapper.wantsInput(), false);
  });
});
