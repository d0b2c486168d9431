// The input of `ask_user`: each form is a card, and each fault is told with its path and what would be right.
import assert from 'node:assert/strict';
import { mostOptions, mostQuestions, readAsk, readPartialAsk } from '../../../../src/claude/ask/input.js';
import { formOf } from '../../../../src/claude/ask/names.js';
import { faultyResult } from '../../../../src/claude/answers/askResult.js';
import type { Question } from '../../../../src/shared/question.js';

const questionsIn = (raw: unknown): unknown => {
  const read = readAsk(raw);
  return read.ok ? read.input.questions : assert.fail(JSON.stringify(read.faults));
};
const faultsIn = (raw: unknown): readonly string[] => {
  const read = readAsk(raw);
  return read.ok ? [] : read.faults.map(({ path, problem }) => `${path}: ${problem}`);
};
const base = { header: '', multiSelect: false, options: [] };
const radio = { question: 'Which?', type: 'radio', options: ['A', 'B'] };

describe('the input of ask_user', () => {
  it('is a set of radios, checkboxes, texts and numbers', () => {
    assert.deepEqual(
      questionsIn({
        questions: [
          {
            question: 'Which?',
            header: 'Store',
            context: '40 MB',
            type: 'radio',
            options: ['A', { label: 'B', description: 'b', preview: '# B' }],
          },
          { question: 'What?', type: 'checkbox', options: ['A', 'B'], default: ['B'], allowOther: false },
          { question: 'Why?', type: 'text', placeholder: 'A word', default: 'Because' },
          { question: 'How many?', type: 'number', unit: 'ms', default: 3 },
        ],
      }),
      [
        {
          ...base,
          kind: 'choice',
          question: 'Which?',
          header: 'Store',
          description: '40 MB',
          options: [{ label: 'A' }, { label: 'B', description: 'b', preview: '# B' }],
        },
        {
          ...base,
          kind: 'choice',
          question: 'What?',
          multiSelect: true,
          options: [{ label: 'A' }, { label: 'B' }],
          defaultValue: ['B'],
          onlyOptions: true,
        },
        { ...base, kind: 'text', question: 'Why?', placeholder: 'A word', defaultValue: 'Because' },
        { ...base, kind: 'number', question: 'How many?', unit: 'ms', defaultValue: 3 },
      ],
    );
  });

  it('sets rules for answers, each a value or a value with its message', () => {
    const [version, date, parts, count] = questionsIn({
      questions: [
        { question: 'Version?', type: 'text', validation: { pattern: { value: '^v', message: 'Begin with v.' }, maxLength: 9 } },
        {
          question: 'When?',
          type: 'date',
          default: '2026-12-24',
          required: true,
          validation: { min: '2026-12-01', max: { value: '2026-12-31' } },
        },
        {
          question: 'Parts?',
          type: 'checkbox',
          options: ['A', 'B'],
          validation: { minChoices: 1, maxChoices: { value: 3, message: ' ' } },
        },
        { question: 'Count?', type: 'number', validation: { min: 1, max: 9, integer: true } },
      ],
    }) as readonly unknown[];
    const text = { ...base, kind: 'text' };
    assert.deepEqual(version, {
      ...text,
      question: 'Version?',
      pattern: '^v',
      maxLength: 9,
      messages: [{ code: 'otherForm', text: 'Begin with v.' }],
    });
    assert.deepEqual(date, {
      ...text,
      kind: 'date',
      question: 'When?',
      defaultValue: '2026-12-24',
      required: true,
      earliest: '2026-12-01',
      latest: '2026-12-31',
    });
    assert.deepEqual(parts, {
      ...base,
      kind: 'choice',
      question: 'Parts?',
      multiSelect: true,
      options: [{ label: 'A' }, { label: 'B' }],
      minChoices: 1,
      maxChoices: 3,
    });
    assert.deepEqual(count, { ...text, kind: 'number', question: 'Count?', min: 1, max: 9, integer: true });
  });

  it('lets a question depend on one before it, by its text or its header', () => {
    const questions = questionsIn({
      questions: [
        { question: 'Which?', header: 'Store', type: 'radio', options: ['Postgres (Recommended)', 'SQLite'] },
        { question: 'Port?', showIf: { question: 'Which?', is: 'Postgres' } },
        { question: 'Why?', showIf: { question: 'Store', isNot: ['Postgres (Recommended)', 'SQLite'] } },
        { question: 'TLS?', showIf: { question: 'Port?' } },
        { question: 'Count?', type: 'number' },
        { question: 'Who?', showIf: { question: 'Count?', is: 5 } },
      ],
    }) as readonly Question[];
    assert.deepEqual(
      questions.map(({ showIf }) => showIf),
      [
        undefined,
        { question: 0, is: ['Postgres (Recommended)'] },
        { question: 0, isNot: ['Postgres (Recommended)', 'SQLite'] },
        { question: 1 },
        undefined,
        { question: 4, is: ['5'] },
      ],
    );
  });

  it('takes texts of bounded length in all, beside the images', () => {
    const faults = (raw: unknown): unknown => {
      const read = readAsk(raw);
      return read.ok ? [] : read.faults;
    };
    const problem = 'makes the texts longer than 500000 characters in all; shorten them';
    assert.deepEqual(faults({ question: 'a'.repeat(64_000_000) }), [{ path: 'question', problem }]);
    const [preview, image] = ['a'.repeat(100_000), `data:image/png;base64,${'a'.repeat(200_000)}`];
    const options = Array.from({ length: 10 }, (_, index) => ({ label: String(index), image }));
    assert.deepEqual(faults({ questions: [{ question: 'Q', options }] }), []);
    assert.deepEqual(faults({ questions: [{ question: 'Q', options: options.map(option => ({ ...option, preview })) }] }), [
      { path: 'questions[0].options[4].preview', problem },
    ]);
  });

  it('says how long it may take, and shows images of the workspace', () => {
    const image = 'data:image/png;base64,iVBORw0KGgo=';
    const read = readAsk({
      timeoutSeconds: 600,
      questions: [
        {
          question: 'Q',
          type: 'radio',
          options: [
            { label: 'A', image },
            { label: 'B', image: 'media/b.png' },
          ],
        },
      ],
    });
    assert.ok(read.ok);
    assert.equal(read.input.timeoutSeconds, 600);
    assert.deepEqual(
      read.input.questions[0]?.options.map(option => option.image),
      [image, 'media/b.png'],
    );
  });

  it('is refused where a rule, a condition, an image or a timeout cannot be kept', () => {
    const one = (fields: object): unknown => ({
      questions: [
        { question: 'First?', type: 'radio', options: ['A', 'B'] },
        { question: 'Q', ...fields },
      ],
    });
    for (const [raw, fault] of [
      [one({ validation: 5 }), 'validation: must be an object with “pattern”, “minLength”, “maxLength”; got 5'],
      [one({ validation: { min: 1 } }), 'validation.min: is not known here; the fields are “pattern”, “minLength”, “maxLength”'],
      [
        one({ validation: { pattern: '(' } }),
        'validation.pattern: must be a regular expression of at most 500 characters, without look-around, back references, \\b and \\p'.replaceAll(
          '\\\\',
          '\\',
        ),
      ],
      [one({ validation: { minLength: { message: 'x' } } }), 'validation.minLength.value: must be there'],
      [one({ validation: { minLength: 1.5 } }), 'validation.minLength: must be a whole number from 0 to 100000; got 1.5'],
      [one({ validation: { minLength: 5, maxLength: 4 } }), 'validation.maxLength: must not be less than “minLength”; got 4'],
      [one({ type: 'date', validation: { min: '1.1.2026' } }), 'validation.min: must be a date as YYYY-MM-DD; got "1.1.2026"'],
      [
        one({ type: 'checkbox', options: ['A', 'B'], allowOther: false, validation: { minChoices: 3 } }),
        'validation.minChoices: must be a whole number from 0 to 2; got 3',
      ],
      [one({ type: 'number', default: 5, validation: { max: 4 } }), 'default: does not keep to the validation of the question'],
      [one({ showIf: 'First?' }), 'showIf: must be an object with “question”, and with “is” or “isNot” or none of them; got "First?"'],
      [one({ showIf: { question: 'Q' } }), 'showIf.question: must be the text or the header of a question before this one; got "Q"'],
      [one({ showIf: { question: 'First?', is: 'C' } }), 'showIf.is: must be the label of an option of that question; got "C"'],
      [one({ showIf: { question: 'First?', is: [] } }), 'showIf.is: must have an answer; leave it out where any answer will do'],
      [one({ required: 'yes' }), 'required: must be true or false; got "yes"'],
    ] as const)
      assert.deepEqual(faultsIn(raw), [`questions[1].${fault}`]);
    for (const seconds of [1, 59, 86_401, 60.5, '600'])
      assert.match(faultsIn({ question: 'Q', timeoutSeconds: seconds }).join(), /^timeoutSeconds: must be a whole number from 60 to 86400/);
    for (const image of [
      'https://example.com/a.png',
      '//host/a.png',
      'file:///a.png',
      'a.svg',
      'data:image/svg+xml;base64,AAAA',
      '',
      'data:image/png;base64,!',
    ])
      assert.match(
        faultsIn({ questions: [{ question: 'Q', type: 'radio', options: ['A', { label: 'B', image }] }] }).join(),
        /image: must be a data: address/,
        image,
      );
  });

  it('is Claude Code’s own form, which names no type', () => {
    const options = [
      { label: 'A', description: 'a' },
      { label: 'B', description: 'b' },
    ];
    const asked = [
      { question: 'One?', header: 'One', multiSelect: false, options },
      { question: 'Some?', header: 'Some', multiSelect: true, options },
    ];
    assert.deepEqual(
      questionsIn({ questions: asked }),
      asked.map(one => ({ ...one, kind: 'choice' })),
    );
  });

  it('is one question in own words, or one with choices', () => {
    assert.deepEqual(questionsIn({ question: 'Which port?', context: 'For the server' }), [
      { ...base, kind: 'text', question: 'Which port?', description: 'For the server' },
    ]);
    assert.deepEqual(questionsIn({ question: 'Which?', choices: ['A', 'B'], multi_select: true, allow_other: false }), [
      { ...base, kind: 'choice', question: 'Which?', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }], onlyOptions: true },
    ]);
    assert.deepEqual([{ question: 'a' }, { question: 'a', choices: [] }, { questions: [] }].map(formOf), ['text', 'choices', 'set']);
  });

  it('has a title', () => {
    const read = readAsk({ title: 'Before I begin', questions: [radio] });
    assert.equal(read.ok && read.input.title, 'Before I begin');
  });

  it('is refused with every fault in it, each with its path', () => {
    assert.deepEqual(
      faultsIn({
        title: 5,
        extra: 1,
        questions: [
          { question: ' ', type: 'radio', options: ['A'] },
          { question: 'Why?', type: 'text', options: ['A', 'B'], allowOther: true, unit: 'ms' },
          { question: 'Why?', type: 'slider' },
          { question: 'Twins?', type: 'checkbox', options: ['A', { label: 'A' }], default: 'A' },
          { question: 'Both?', type: 'radio', multiSelect: true, options: ['A', { name: 'B' }] },
          'What?',
        ],
      }),
      [
        'extra: is not known here; the fields are “questions”, “title”, “timeoutSeconds”',
        'title: must be a text; got 5',
        'questions[0].options: must be a list of 2 to 20 options, without one for “Other”; got a list of 1',
        'questions[0].question: must be a text that is not empty; got " "',
        'questions[1].options: are for radio and checkbox only; leave them out of type “text”',
        'questions[1].allowOther: is for radio and checkbox only; leave it out of type “text”',
        'questions[1].unit: is for type “number” only',
        'questions[2].type: must be one of “radio”, “checkbox”, “text”, “number”, “date”; got "slider"',
        'questions[3].options[1]: has the label of another option; each label must be different',
        'questions[3].default: must be a list of labels of options for type “checkbox”; got "A"',
        'questions[4].multiSelect: contradicts type “radio”; leave one of them out',
        'questions[4].options[1].name: is not known here; the fields are “label”, “description”, “preview”, “image”',
        'questions[4].options[1].label: must be a text that is not empty; got nothing',
        'questions[5]: must be an object with “question”; got "What?"',
        'questions[2].question: is asked twice; ask each question once, because answers are known by it',
      ],
    );
  });

  it('is refused where it is nothing, and where there are too many questions or options', () => {
    for (const raw of [undefined, null, 5, 'Which?', []])
      assert.match(faultsIn(raw).join(), /^: must be an object with “questions”, or with “question”; got /);
    assert.match(faultsIn({}).join(), /^question: must be a text that is not empty; got nothing$/);
    assert.match(faultsIn({ questions: [] }).join(), /questions: must be a list of 1 to 10 questions; got a list of 0/);
    const many = (count: number): unknown => ({ questions: Array.from({ length: count }, (_, index) => ({ question: `Q${index}` })) });
    assert.deepEqual(faultsIn(many(mostQuestions)), []);
    assert.equal(faultsIn(many(mostQuestions + 1)).length, 1);
    const choices = (count: number): unknown => ({ question: 'Q', choices: Array.from({ length: count }, (_, index) => `C${index}`) });
    assert.deepEqual(faultsIn(choices(mostOptions)), []);
    assert.equal(faultsIn(choices(mostOptions + 1)).length, 1);
  });

  it('is refused where a number cannot be shown, or two texts look the same', () => {
    assert.match(
      faultsIn(JSON.parse('{"questions":[{"question":"Q","type":"number","default":1e999}]}')).join(),
      /default: must be a number/,
    );
    for (const twin of ['Yes ', 'Yes\u200b', '\u00a0Yes', '\uff39es'])
      assert.match(faultsIn({ question: 'Q', choices: ['Yes', twin] }).join(), /label of another option/, JSON.stringify(twin));
    for (const blank of ['\u200b', '\u2060 ', '\u00ad']) assert.match(faultsIn({ question: blank }).join(), /not empty/);
    assert.match(faultsIn({ question: 'Q', choices: ['A', '(skipped: the user gave no answer)'] }).join(), /take another label/);
  });

  it('tells few faults of very many, each in few words', () => {
    const read = readAsk(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1])));
    assert.ok(!read.ok);
    const [{ text }] = faultyResult(read.faults).content;
    assert.ok(text.length < 5_000, `${text.length} characters`);
    assert.match(text, /… and 19981 more\.$/);
  });

  it('tells the model its faults as an error that it can act on', () => {
    const read = readAsk({ questions: [{ question: 'Q', type: 'radio' }] });
    assert.ok(!read.ok);
    assert.deepEqual(faultyResult(read.faults), {
      content: [
        {
          type: 'text',
          text: 'QuestionValidationError: The user was not asked. Correct this and call again:\n- questions[0].options must be a list of 2 to 20 options, without one for “Other”; got nothing.',
        },
      ],
      isError: true,
    });
  });

  it('is shown while it is written, and never fails', () => {
    const whole = JSON.stringify({
      questions: [{ question: 'Which one?', type: 'checkbox', options: ['A', { label: 'B' }] }, { question: 'Why?' }],
    });
    const shown = Array.from({ length: whole.length }, (_, end) => readPartialAsk(whole.slice(0, end + 1)));
    assert.ok(shown.some(read => read?.questions[0]?.question === 'Which'));
    assert.deepEqual(shown.at(-1)?.questions, [
      { ...base, kind: 'choice', question: 'Which one?', multiSelect: true, options: [{ label: 'A' }, { label: 'B' }] },
      { ...base, kind: 'text', question: 'Why?' },
    ]);
    const many = JSON.stringify({ questions: Array.from({ length: 5_000 }, (_, index) => ({ question: `Q${index}` })) });
    assert.equal(readPartialAsk(many)?.questions.length, mostQuestions);
    assert.equal(readPartialAsk('{"question":"Which p')?.questions[0]?.question, 'Which p');
    assert.deepEqual(['', '[', '5', '{"questions":5', 'x'].map(readPartialAsk), Array(5).fill(undefined));
  });
});
