// The form of an MCP server as questions, and the person's answers as the JSON that the server asked for.
import assert from 'node:assert/strict';
import type { ElicitationRequest } from '../../../../src/claude/elicitation/elicitation.js';
import { elicitationResult } from '../../../../src/claude/elicitation/elicitation.js';
import { localOf } from '../../../../src/claude/elicitation/fields.js';
import { areAcceptable } from '../../../../src/shared/acceptable.js';
import { normalizeAnswers } from '../../../../src/shared/answers.js';
import { defaultAnswer } from '../../../../src/shared/kinds.js';
import type { Answer } from '../../../../src/shared/question.js';
import { question as questionSchema } from '../../../../src/shared/question.js';
import { accepted, asked, inputOf, whyNot } from '../../../support/forms.js';
import { answer, own, pick } from '../../../support/questions.js';

const content = (properties: Record<string, unknown>, answers: readonly Answer[]): unknown => accepted(asked(properties), answers).content;
const base = { multiSelect: false, options: [] };

describe('an elicitation', () => {
  it('becomes a text, a number, a date or a choice for each kind of the protocol', () => {
    const input = inputOf(
      asked(
        {
          name: { type: 'string', title: 'Your name', description: 'As on the card', minLength: 2, maxLength: 40 },
          mail: { type: 'string', format: 'email', default: 'a@b.example' },
          site: { type: 'string', format: 'uri' },
          born: { type: 'string', format: 'date', default: '2000-02-29' },
          age: { type: 'integer', minimum: 0, maximum: 150, default: 30 },
          size: { type: 'number', minimum: 0.5 },
          news: { type: 'boolean', default: false },
        },
        { required: ['name', 'age'] },
      ),
    );
    assert.deepEqual(
      { tool: input.tool, title: input.title, elicitation: input.elicitation },
      { tool: 'elicitation', title: 'Who are you?', elicitation: { server: 'db' } },
    );
    assert.deepEqual(input.questions, [
      {
        ...base,
        kind: 'text',
        question: 'Your name',
        header: 'Your name',
        description: 'As on the card',
        required: true,
        minLength: 2,
        maxLength: 40,
      },
      { ...base, kind: 'text', question: 'mail', header: 'mail', format: 'email', defaultValue: 'a@b.example' },
      { ...base, kind: 'text', question: 'site', header: 'site', format: 'uri' },
      { ...base, kind: 'date', question: 'born', header: 'born', defaultValue: '2000-02-29' },
      { ...base, kind: 'number', question: 'age', header: 'age', required: true, integer: true, min: 0, max: 150, defaultValue: 30 },
      { ...base, kind: 'number', question: 'size', header: 'size', min: 0.5 },
      {
        ...base,
        kind: 'choice',
        question: 'news',
        header: 'news',
        options: [{ label: 'Yes' }, { label: 'No' }],
        onlyOptions: true,
        defaultValue: 'No',
      },
    ]);
    for (const question of input.questions) assert.ok(questionSchema.safeParse(question).success);
  });

  it('offers what an enum names, with titles and without, one or several', () => {
    const properties = {
      plain: { type: 'string', enum: ['red', 'green'], default: 'green' },
      named: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'], default: 'g' },
      titled: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }] },
      list: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2, default: ['c'] },
      titledList: { type: 'array', items: { anyOf: [{ const: 'x', title: 'The X' }] } },
    };
    const { questions } = inputOf(asked(properties, { required: ['list', 'titledList'] }));
    assert.deepEqual(
      questions.map(({ options, multiSelect }) => [multiSelect, ...options.map(({ label }) => label)]),
      [
        [false, 'red', 'green'],
        [false, 'Red', 'Green'],
        [false, 'Red', 'g'],
        [true, 'a', 'b', 'c'],
        [true, 'The X'],
      ],
    );
    assert.deepEqual(
      questions.map(({ required, minChoices, maxChoices }) => [required, minChoices, maxChoices]),
      [
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
        [true, 1, 2],
        // A list that may be empty is complete without a choice.
        [undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(
      questions.map(question => defaultAnswer(question).selected),
      [[1], [1], [], [2], []],
    );
    const answers = [pick(0), pick(1), pick(0), pick(0, 2), answer({ skipped: true })];
    assert.deepEqual(accepted(asked(properties, { required: ['list', 'titledList'] }), answers).content, {
      plain: 'red',
      named: 'g',
      titled: 'r',
      list: ['a', 'c'],
      titledList: [],
    });
  });

  it('gives numbers as numbers, booleans as booleans, and leaves out what was left empty', () => {
    const properties = {
      count: { type: 'integer' },
      share: { type: 'number' },
      yes: { type: 'boolean' },
      no: { type: 'boolean' },
      word: { type: 'string' },
      left: { type: 'string' },
    };
    assert.deepEqual(content(properties, [own('3'), own(' -2.5 '), pick(0), pick(1), own('00123'), answer()]), {
      count: 3,
      share: -2.5,
      yes: true,
      no: false,
      word: '00123',
    });
  });

  it('leaves out a default that is too long to be shown, which would go back changed', () => {
    const [longest, tooLong] = ['x'.repeat(10_000), 'x'.repeat(10_001)];
    const form = asked({ shown: { type: 'string', default: longest }, left: { type: 'string', default: tooLong } });
    const { questions } = inputOf(form);
    assert.deepEqual(
      questions.map(question => question.defaultValue),
      [longest, undefined],
    );
    assert.deepEqual(accepted(form, questions.map(defaultAnswer)).content, { shown: longest });
  });

  it('tells options apart that have the same title', () => {
    const choice = (...titles: string[]) => ({
      type: 'string',
      oneOf: titles.map((title, at) => ({ const: `v${at}`, title })),
      default: 'v1',
    });
    const { questions } = inputOf(asked({ one: choice('Same', 'Same', 'Other', 'Same (v0)') }));
    const [question] = questions;
    assert.deepEqual(
      question?.options.map(({ label }) => label),
      ['Same (v0)', 'Same (v1)', 'Other', 'Same (v0) (4)'],
    );
    assert.deepEqual(question && defaultAnswer(question).selected, [1]);
    assert.deepEqual(content({ one: choice('Same', 'Same') }, [pick(0)]), { one: 'v0' });
  });

  it('shows each sign that nobody sees, which could turn its words around', () => {
    const turned = '\u202eover\u200b';
    const { title, questions } = inputOf({
      ...asked({ [turned]: { type: 'string', description: turned }, one: { type: 'string', enum: [turned, 'b'] } }),
      message: turned,
    });
    const shown = '⟨U+202E⟩over⟨U+200B⟩';
    assert.deepEqual([title, questions[0]?.question, questions[0]?.description], [shown, shown, shown]);
    assert.equal(questions[1]?.options[0]?.label, shown);
    assert.deepEqual(content({ one: { type: 'string', enum: [turned, 'b'] } }, [pick(0)]), { one: turned });
  });

  it('keeps the order that the CLI tells, and names that JSON treats in its own way', () => {
    const properties = { '2': { type: 'string' }, '10': { type: 'string' }, name: { type: 'string' }, ['__proto__']: { type: 'string' } };
    const request = { ...asked(properties), property_order: ['name', '10', '__proto__', 'gone', '2', '10'] };
    assert.deepEqual(
      inputOf(request).questions.map(({ question }) => question),
      ['name', '10', '__proto__', '2'],
    );
    const sent = accepted(request, [own('a'), own('b'), own('c'), own('d')]).content;
    assert.equal(JSON.stringify(sent), '{"2":"d","10":"b","name":"a","__proto__":"c"}');
    assert.equal(Object.getPrototypeOf(sent), Object.prototype);
  });

  it('gives a moment with this computer’s offset, and a default that was left as it was to the letter', () => {
    const moment = '2026-11-23T18:05:09.5Z';
    const properties = { at: { type: 'string', format: 'date-time', default: moment } };
    const [question] = inputOf(asked(properties)).questions;
    assert.equal(question?.withTime, true);
    assert.equal(question?.defaultValue, localOf(moment));
    assert.deepEqual(content(properties, [own(localOf(moment) ?? '')]), { at: moment });
    const sent = content(properties, [own('2026-07-01T08:30')]);
    const at = typeof sent === 'object' && sent !== null && 'at' in sent ? String(sent.at) : '';
    assert.match(at, /^2026-07-01T08:30:00[+-]\d{2}:\d{2}$/);
    assert.equal(new Date(at).getTime(), new Date('2026-07-01T08:30').getTime());
    assert.deepEqual(content(properties, [own('2026-07-01 08:30')]), sent, 'with a blank before the time, as a person writes it');
    assert.equal(localOf('2026-07-01T08:30:00'), undefined, 'no offset, no moment');
    assert.equal(localOf('2026-13-01T08:30:00Z'), undefined);
  });

  it('takes a form without fields, and one in which nothing has to be filled in', () => {
    assert.deepEqual(accepted(asked({}), []), { action: 'accept', content: {} });
    assert.deepEqual(accepted({ mcp_server_name: 'db', message: 'Sure?' }, []), { action: 'accept', content: {} });
    assert.deepEqual(accepted(asked({ word: { type: 'string' } }), [answer()]), { action: 'accept', content: {} });
    const { questions } = inputOf(asked({ word: { type: 'string' } }, { required: ['word'] }));
    assert.ok(!areAcceptable(questions, normalizeAnswers(questions, [answer()])));
  });

  it('is accepted, declined or cancelled', () => {
    const input = inputOf(asked({ word: { type: 'string' } }));
    assert.deepEqual(elicitationResult(input, { type: 'dismiss', declined: true }), { action: 'decline' });
    assert.deepEqual(elicitationResult(input, { type: 'dismiss' }), { action: 'cancel' });
    assert.deepEqual(elicitationResult(input, { type: 'dismiss', byTimeout: true }), { action: 'cancel' });
    assert.deepEqual(elicitationResult(input, { type: 'reply', text: 'No' }), { action: 'cancel' });
  });

  it('is refused with a reason where a card cannot show it', () => {
    const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
      [{ a: { type: 'object', properties: {} } }, /the field “a” of the type object/],
      [{ a: { type: 'array', items: { type: 'string' } } }, /the list “a” without saying what may be in it/],
      [{ a: { type: 'array', items: { type: 'object' } } }, /the list “a”/],
      [{ a: { type: 'null' } }, /of the type null/],
      [{ a: {} }, /of the type unknown/],
      [{ a: true }, /has no type/],
      [{ a: { type: 'string', oneOf: [{ title: 'A' }] } }, /the field “a” with options that are no constants/],
      [{ a: { type: 'string', enum: [] } }, /0 options/],
    ];
    for (const [properties, why] of cases) assert.match(whyNot(asked(properties)), why, JSON.stringify(properties));
    assert.match(whyNot(asked({}, { required: ['b'] })), /requires the field “b”/);
    assert.match(whyNot({ ...asked({}), requested_schema: [] }), /no form/);
    assert.match(whyNot({ ...asked({}), mode: 'voice' }), /the mode “voice”/);
    assert.match(whyNot({ ...asked({}), message: 'a'.repeat(30_000) }), /30000 characters/);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, { type: 'string' }]));
    assert.match(whyNot(asked(many)), /101 fields/);
    const long = 'a'.repeat(600_000);
    assert.match(whyNot(asked({ [long]: { type: 'string' } })), /a form of 600\d{3} characters/);
    assert.match(whyNot(asked({ a: { type: 'string', enum: [long] } })), /a form of/);
    let deep: unknown = 'a';
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    assert.match(whyNot(asked({ a: { type: 'string', enum: [deep] } })), /nested too deeply/);
    assert.match(whyNot(asked({ a: { type: 'string' } }, { $comment: deep })), /nested too deeply/);
  });
});

describe('a page that an MCP server wants to be opened', () => {
  const page = (url: string): ElicitationRequest => ({ mcp_server_name: 'db', message: 'Log in', mode: 'url', url });
  const pageOf = (url: string): unknown => inputOf(page(url)).elicitation?.page;

  it('is shown with its host and its whole address, in ASCII', () => {
    assert.deepEqual(pageOf('https://example.com:8443/a?b=1#c'), {
      host: 'example.com:8443',
      address: 'https://example.com:8443/a?b=1#c',
    });
    // The а of this one is Cyrillic.
    assert.deepEqual(pageOf('https://pаypal.com/lögin\u202e'), {
      host: 'xn--pypal-4ve.com',
      address: 'https://xn--pypal-4ve.com/l%C3%B6gin%E2%80%AE',
    });
    assert.deepEqual(pageOf('https://github.com@evil.example/'), { host: 'evil.example', address: 'https://github.com@evil.example/' });
    assert.deepEqual(accepted(page('https://example.com'), []), { action: 'accept' });
  });

  it('is refused where it is no web page', () => {
    for (const url of ['', 'example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'vscode://a/b', 'command:x', ' data:text/html,x'])
      assert.match(whyNot(page(url)), /no web address/, url);
    assert.match(whyNot(page(`https://example.com/${'a'.repeat(9_000)}`)), /characters/);
  });
});
