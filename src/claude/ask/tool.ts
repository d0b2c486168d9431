// The tool `ask_user` as a model reads it: its name, when to use it, and its input. Pure.
import { leastOptions, mostOptions, mostQuestions } from './input.js';
import { askTool } from './names.js';

const description = `Ask the user, and wait for the answer. The user sees a card with your questions and can answer at any time; the call returns when they do.

Ask when only the user can decide: what they want, what they prefer, what they alone know. Do not ask what you can find out, what has been decided already, or for permission to go on.

- AskUserQuestion serves for 1 to 4 questions of 2 to 4 options each. Use ask_user for texts and numbers, for more questions or options, for defaults, or where “Other” makes no sense.
- Put everything that belongs together into one call.
- Make each question understandable by itself: the user may answer it hours later, without having read what you wrote before. Put what they need to know into “context”.
- Options must not overlap. Put the one you would choose first and end its label with “(Recommended)”. Do not offer “Other”; the user always has it unless you set allowOther to false.
- A user may skip a question. Go on without that answer, and say what you have assumed.

You get “Q: …” and “A: …” for each question, with “Note: …” where the user added one. With “choices” you get {"selected":[0],"other":null}: positions, counted from 0, and the user's own words. An error says by its name what happened.`;

const text = (words: string): object => ({ type: 'string', description: words });

const option = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: {
        label: text('1 to 5 words, before (Recommended)'),
        description: text('what follows from choosing it'),
        preview: text('Markdown or a fragment of HTML that shows it'),
      },
      required: ['label'],
      additionalProperties: false,
    },
  ],
};

const question = {
  type: 'object',
  properties: {
    question: text('the whole question'),
    header: text('a title of at most 12 characters'),
    context: text('what the user needs to know to answer; Markdown'),
    type: { enum: ['radio', 'checkbox', 'text', 'number'], description: 'one option, several options, own words, or a number' },
    options: {
      type: 'array',
      items: option,
      minItems: leastOptions,
      maxItems: mostOptions,
      description: 'for radio and checkbox',
    },
    allowOther: { type: 'boolean', description: 'radio, checkbox: may the user answer in own words? (default true)' },
    default: {
      description: 'filled in beforehand: a label, a list of labels, a text or a number',
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
    placeholder: text('shown in an empty field'),
    unit: text('number: shown beside it, such as “ms”'),
    multiSelect: { type: 'boolean', description: 'as in AskUserQuestion, in place of type' },
  },
  required: ['question'],
  additionalProperties: false,
};

/** As `tools/list` of MCP gives it. */
export const askToolDefinition = {
  name: askTool,
  title: 'Ask the user',
  description,
  inputSchema: {
    type: 'object',
    properties: {
      questions: { type: 'array', items: question, minItems: 1, maxItems: mostQuestions },
      title: text('a title above the card'),
      question: text('in place of questions: one question'),
      context: text('with question: what the user needs to know to answer'),
      choices: {
        type: 'array',
        items: { type: 'string' },
        minItems: leastOptions,
        maxItems: mostOptions,
        description: 'with question: without them it is answered in own words',
      },
      multi_select: { type: 'boolean', description: 'with choices' },
      allow_other: { type: 'boolean', description: 'with choices (default true)' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  // In the prompt from the start, because a model does not search for a way to ask.
  _meta: { 'anthropic/alwaysLoad': true },
} as const;
