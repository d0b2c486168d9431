// The input of `ask_user`, whatever a model writes.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readAsk } from '../../../../src/claude/ask/input.js';
import { question as questionSchema } from '../../../../src/shared/question.js';
import { runs } from '../../../support/tier.js';

describe('any input of ask_user', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  const field = fc.constantFrom(
    ...['question', 'questions', 'header', 'context', 'type', 'options', 'multiSelect', 'allowOther', 'default'],
    ...['validation', 'showIf', 'required', 'pattern', 'min', 'maxLength', 'value', 'message', 'is', 'timeoutSeconds', 'image', 'label'],
  );
  const loose = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      json,
      fc.constantFrom('radio', 'checkbox', 'text', 'A', true),
      tie('object'),
      fc.array(tie('value'), { maxLength: 3 }),
    ),
    object: fc.dictionary(field, tie('value')),
  })).value;

  it('is a card or an error that names the fault, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(json, loose), raw => {
        const read = readAsk(raw);
        if (!read.ok) return read.faults.every(({ problem }) => problem.length > 5);
        return (
          read.input.questions.every(one => questionSchema.safeParse(JSON.parse(JSON.stringify(one))).success) && read.input.raw === raw
        );
      }),
      { numRuns: runs(2_000) },
    );
  });

  const label = fc.stringMatching(/^[a-zA-Z0-9 ,.?!]{0,20}[a-z]$/);
  const seen = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const options = fc.uniqueArray(label, { minLength: 2, maxLength: 20, selector: seen });
  const asked = fc.oneof(
    fc.record(
      { question: label, type: fc.constantFrom('radio', 'checkbox'), options, header: fc.string(), allowOther: fc.boolean() },
      { noNullPrototype: true, requiredKeys: ['question', 'type', 'options'] },
    ),
    fc.record(
      { question: label, type: fc.constantFrom('text', 'number', 'date'), context: fc.string(), required: fc.boolean() },
      { noNullPrototype: true, requiredKeys: ['question', 'type'] },
    ),
  );
  const set = fc.uniqueArray(asked, { minLength: 1, maxLength: 10, selector: ({ question }) => seen(question) });

  it('loses nothing of what is accepted', () => {
    fc.assert(
      fc.property(set, questions => {
        const read = readAsk({ questions });
        assert.ok(read.ok);
        const again = read.input.questions.map(
          ({ kind, question, header, description, multiSelect, options, onlyOptions, required }, index) => ({
            question,
            type: kind === 'choice' ? (multiSelect ? 'checkbox' : 'radio') : kind,
            ...(kind === 'choice' && { options: options.map(({ label }) => label) }),
            ...('header' in (questions[index] ?? {}) && { header }),
            ...(description !== undefined && { context: description }),
            ...('required' in (questions[index] ?? {}) && { required: required === true }),
            ...('allowOther' in (questions[index] ?? {}) && { allowOther: onlyOptions !== true }),
          }),
        );
        assert.deepEqual(again, questions);
      }),
      { numRuns: runs(300) },
    );
  });
});
