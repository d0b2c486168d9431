// Any form that MCP allows is a card, whose valid answers are a content that the form allows; the validator here is as naive as the specification.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { localOf, withOffset } from '../../../../src/claude/elicitation/fields.js';
import { elicitationResult, readElicitation } from '../../../../src/claude/elicitation/elicitation.js';
import { areAcceptable } from '../../../../src/shared/acceptable.js';
import { normalizeAnswers } from '../../../../src/shared/answers.js';
import type { Answer } from '../../../../src/shared/question.js';
import { asked, inputOf, words } from '../../../support/forms.js';
import { answer, own, pick } from '../../../support/questions.js';
import { runs } from '../../../support/tier.js';

interface Choices {
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly { readonly const: unknown }[];
  readonly anyOf?: readonly { readonly const: unknown }[];
}

interface Property extends Choices {
  readonly type: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Choices;
}

const choicesIn = (one: Choices): readonly unknown[] | undefined => (one.oneOf ?? one.anyOf)?.map(part => part.const) ?? one.enum;

/** Whether a value is one of the property. As naive as the specification reads. */
function isValid(property: Property, value: unknown): boolean {
  const { type, format, minLength = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = property;
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  if (type === 'number') return typeof value === 'number' && value >= minimum && value <= maximum;
  if (type === 'array') {
    const { minItems = 0, maxItems = Infinity, items = {} } = property;
    return (
      Array.isArray(value) &&
      value.length >= minItems &&
      value.length <= maxItems &&
      new Set(value).size === value.length &&
      value.every(one => choicesIn(items)?.includes(one))
    );
  }
  if (typeof value !== 'string') return false;
  const allowed = choicesIn(property);
  if (allowed !== undefined) return allowed.includes(value);
  if (format === 'email') return /^\S+@\S+\.\S+$/.test(value);
  if (format === 'uri') return URL.canParse(value);
  if (format === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  if (format === 'date-time') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return [...value].length >= minLength && [...value].length <= maxLength;
}

interface Case {
  readonly property: Property;
  readonly answer: Answer;
}

const bounds = (most: number): fc.Arbitrary<readonly [number, number]> =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([one, other]) => [Math.min(one, other), Math.max(one, other)]);
const picks = (all: number): fc.Arbitrary<readonly number[]> => fc.subarray([...Array(all).keys()]);
const typed = (texts: fc.Arbitrary<string>): fc.Arbitrary<Answer> => texts.map(text => own(text));

const textCase = bounds(12).chain(([minLength, maxLength]) =>
  fc.record({
    property: fc.constant({ type: 'string', minLength, maxLength }),
    answer: typed(fc.string({ minLength, maxLength, unit: 'grapheme' })),
  }),
);
const formatCase = fc.constantFrom(
  ...['a@b.example', 'nobody', 'x@y', ''].map(text => ({ property: { type: 'string', format: 'email' }, answer: own(text) })),
  ...['https://a.example/b c', 'urn:isbn:1', 'https://a.example', 'nothing'].map(text => ({
    property: { type: 'string', format: 'uri' },
    answer: own(text),
  })),
  ...['2024-02-29', '2023-02-29', '2023-2-1'].map(text => ({ property: { type: 'string', format: 'date' }, answer: own(text) })),
  ...['2024-02-29T23:59', '2024-02-29T24:00', '2024-02-29'].map(text => ({
    property: { type: 'string', format: 'date-time' },
    answer: own(text),
  })),
);
const numberCase = fc.tuple(bounds(50), fc.constantFrom('number', 'integer')).chain(([[minimum, maximum], type]) =>
  fc.record({
    property: fc.constant({ type, minimum, maximum }),
    answer: typed(fc.oneof(fc.integer({ min: -5, max: 55 }), fc.double({ min: 0, max: 50, noNaN: true })).map(String)),
  }),
);
const booleanCase = fc.record({ property: fc.constant({ type: 'boolean' }), answer: fc.constantFrom(pick(), pick(0), pick(1)) });
const values = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 });
const enumOf = (names: readonly string[], way: number): Choices =>
  way === 0 ? { enum: names } : { [way === 1 ? 'oneOf' : 'anyOf']: names.map((name, at) => ({ const: name, title: `T${at % 2}` })) };
const oneCase = fc.tuple(values, fc.nat(1)).chain(([names, way]) =>
  fc.record({
    property: fc.constant({ type: 'string', ...enumOf(names, way) }),
    answer: fc.nat(names.length - 1).map(at => pick(at)),
  }),
);
const severalCase = fc.tuple(values, fc.constantFrom(0, 2), bounds(5)).chain(([names, way, [minItems, maxItems]]) =>
  fc.record({
    property: fc.constant({ type: 'array', items: { type: 'string', ...enumOf(names, way) }, minItems, maxItems }),
    answer: picks(names.length).map(at => pick(...at)),
  }),
);
const anyCase: fc.Arbitrary<Case> = fc.oneof(textCase, formatCase, numberCase, booleanCase, oneCase, severalCase);
const anyForm = fc
  .uniqueArray(
    fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '0', '7')), anyCase, fc.boolean(), fc.boolean()),
    {
      selector: ([name]) => name,
      maxLength: 6,
    },
  )
  .map(parts => ({
    kinds: new Map(parts.map(([name, { property }]) => [name, property])),
    required: parts.filter(([, , isRequired]) => isRequired).map(([name]) => name),
    answers: new Map(parts.map(([name, one, , isSkipped]) => [name, isSkipped ? answer({ skipped: true }) : one.answer])),
    order: parts.map(([name]) => name),
  }));

describe('any form of the protocol', () => {
  it('is a card, whose valid answers are a content that the form allows', () => {
    let sent = 0;
    const many = runs(2_000);
    fc.assert(
      fc.property(anyForm, ({ kinds, required, answers, order }) => {
        const properties = Object.fromEntries(kinds);
        const request = { ...asked(properties, { required }), property_order: order };
        const input = inputOf(request);
        const draft = normalizeAnswers(input.questions, [...answers.values()]);
        if (!areAcceptable(input.questions, draft)) return;
        sent += 1;
        const { action, content = {} } = elicitationResult(input, { type: 'answer', answers: draft });
        assert.equal(action, 'accept');
        for (const [name, value] of Object.entries(content)) {
          const property = kinds.get(name);
          assert.ok(
            property !== undefined && isValid(property, value),
            `${name}: ${JSON.stringify(value)} is not ${JSON.stringify(property)}`,
          );
        }
        for (const name of required) assert.ok(Object.hasOwn(content, name), `${name} is required`);
      }),
      { numRuns: many },
    );
    assert.ok(sent > many / 5, `${sent} of ${many} forms were sent`);
  });

  it('never throws, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (schema, order) => {
        const read = readElicitation({ mcp_server_name: 'db', message: '', requested_schema: schema, property_order: order }, words);
        if (!read.ok) assert.match(read.why, /^(asks|requires|offers) /);
      }),
      { numRuns: runs(100) },
    );
  });

  it('has the offset of its moment', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), at => {
        const local = localOf(at.toISOString()) ?? '';
        assert.equal(localOf(withOffset(local)), local);
      }),
      { numRuns: runs(100) },
    );
  });
});
