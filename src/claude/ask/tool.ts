// The tool `ask_user` as a model reads it, Claude or another agent's: its name, when to use it, and its input. Pure.
import { leastOptions, longestTimeout, mostOptions, mostQuestions, shortestTimeout } from './input.js';
import { askTool, longestAskResult } from './names.js';
import { askKinds, askTypes, ruleNames } from './validation.js';

/** The line for Claude, because only Claude has AskUserQuestion. */
const besideOwnTool =
  'AskUserQuestion serves for 1 to 4 questions of 2 to 4 options each. Use ask_user for texts, numbers and dates, for more questions or options, for defaults, validation and questions that depend on an answer, or where “Other” makes no sense.';
const forAgents =
  'It takes choices of one or several options, texts, numbers and dates, with defaults, validation and questions that depend on an answer.';

/** `when`: a line that says what this tool is for. */
const descriptionWith = (
  when: string,
): string => `Ask the user, and wait for the answer. The call returns when they have answered on a card, at any time.

Ask when only the user can decide: what they want, what they prefer, what they alone know. Do not ask what you can find out, what has been decided already, or for permission to go on.

- ${when}
- Put everything that belongs together into one call.
- Make each question understandable by itself: the user may answer hours later, without having read what you wrote. Put what they need to know into “context”.
- Options must not overlap. Put the one you would choose first and end its label with “(Recommended)”. Do not offer “Other”; the user always has it unless you set allowOther to false.
- A user may skip a question that is not “required”. Go on without that answer, and say what you have assumed.

You get “Q: …” and “A: …” for each question, with “Note: …” where the user added one. With “choices” you get {"selected":[0],"other":null}: positions, counted from 0, and the user's own words. An error says by its name what happened.`;

const oneOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const text = (words: string): object => ({ type: 'string', description: words });

const option = {
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: {
        label: text('1 to 5 words, before (Recommended)'),
        description: text('what follows from it'),
        preview: text('Markdown or a fragment of HTML'),
        image: text('PNG, JPEG, GIF or WebP: a path in the workspace, or a data: address'),
      },
      required: ['label'],
      additionalProperties: false,
    },
  ],
};

const validation = {
  type: 'object',
  description: 'each a value, or {value, message}; min and max for numbers, and for dates as YYYY-MM-DD',
  properties: Object.fromEntries(ruleNames.map(name => [name, {}])),
  additionalProperties: false,
};

const showIf = {
  type: 'object',
  description: 'ask only where an earlier question is answered: at all, with one of “is”, or with none of “isNot”',
  properties: {
    question: text('its text or header'),
    is: { description: 'an answer, or a list of them' },
    isNot: {},
  },
  required: ['question'],
  additionalProperties: false,
};

const question = {
  type: 'object',
  properties: {
    question: { type: 'string' },
    header: text('a title of at most 12 characters'),
    context: text('what the user needs to know; Markdown'),
    type: { enum: askTypes, description: oneOf(askTypes.map(type => askKinds[type].asks)) },
    options: {
      type: 'array',
      items: option,
      minItems: leastOptions,
      maxItems: mostOptions,
      description: 'for radio and checkbox',
    },
    allowOther: { type: 'boolean', description: 'may the user answer in own words? (default true)' },
    default: {
      description: `prefilled: ${oneOf(askTypes.map(type => askKinds[type].right))}`,
      anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
    placeholder: text('shown in an empty field'),
    unit: text('number: shown beside it, such as “ms”'),
    required: { type: 'boolean', description: 'it cannot be skipped (default false)' },
    validation,
    showIf,
    multiSelect: { type: 'boolean', description: 'in place of type: true for checkbox' },
  },
  required: ['question'],
  additionalProperties: false,
};

/** The tool for Claude, in the form of MCP's `tools/list`. */
export const askToolDefinition = {
  name: askTool,
  title: 'Ask the user',
  description: descriptionWith(besideOwnTool),
  inputSchema: {
    type: 'object',
    properties: {
      questions: { type: 'array', items: question, minItems: 1, maxItems: mostQuestions },
      title: text('a title above the card'),
      timeoutSeconds: {
        type: 'integer',
        minimum: shortestTimeout,
        maximum: longestTimeout,
        description: 'leave it out unless you can go on without an answer after this time',
      },
      question: text('in place of questions: one question'),
      context: { type: 'string' },
      choices: {
        type: 'array',
        items: { type: 'string' },
        minItems: leastOptions,
        maxItems: mostOptions,
        description: 'with question; without them it is answered in own words',
      },
      multi_select: { type: 'boolean', description: 'with choices' },
      allow_other: { type: 'boolean', description: 'with choices (default true)' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  // In the prompt from the start, because a model does not search for a way to ask. Without the length the CLI puts more than 50,000
  // characters into a file.
  _meta: { 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': longestAskResult },
} as const;

/** The tool for other agents. package.json has it too; `node scripts/agentTool.mjs` writes it there. */
export const agentToolDefinition = { ...askToolDefinition, description: descriptionWith(forAgents) } as const;

/** The tool for agents outside of VS Code, whose calls end before their own clocks do. */
export const doorToolDefinition = {
  ...agentToolDefinition,
  inputSchema: {
    ...agentToolDefinition.inputSchema,
    properties: {
      ...agentToolDefinition.inputSchema.properties,
      waitFor: text('alone: the id of a question that was not answered yet, as an earlier call said it'),
    },
  },
} as const;
