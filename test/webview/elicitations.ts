// Cards of MCP servers that ask: open, and over.
import { emptyAnswer } from '../../src/shared/answers.js';
import type { Answer, Question } from '../../src/shared/question.js';
import type { QuestionItem } from '../../src/shared/transcript.js';

const plain = { multiSelect: false, options: [] };

/** The server's words hold Markdown, which is shown as it is. */
export const user: Question = {
  ...plain,
  kind: 'text',
  question: 'Name of the *user*',
  header: 'Name of the *user*',
  description: 'See [here](https://evil.example)',
  required: true,
  maxLength: 20,
};
export const mail: Question = { ...plain, kind: 'text', question: 'E-mail', header: 'E-mail', format: 'email' };
export const port: Question = { ...plain, kind: 'number', question: 'Port', header: 'Port', integer: true, defaultValue: 5432 };
export const logs: Question = {
  ...plain,
  kind: 'choice',
  question: 'Write a log',
  header: 'Write a log',
  options: [{ label: 'Yes' }, { label: 'No' }],
  onlyOptions: true,
};
export const parts: Question = {
  kind: 'choice',
  question: 'Parts',
  header: 'Parts',
  multiSelect: true,
  options: [{ label: 'Users' }, { label: 'Notes' }],
  onlyOptions: true,
  maxChoices: 1,
};

export const fields: readonly Question[] = [user, mail, port, logs, parts];

const typed = (otherText: string): Answer => ({ ...emptyAnswer, other: true, otherText });

/** The answers at the beginning, with the default of the port. */
export const fresh: readonly Answer[] = [emptyAnswer, emptyAnswer, typed('5432'), emptyAnswer, emptyAnswer];
export const filledIn: readonly Answer[] = [
  typed('ann'),
  typed('ann@notes.example'),
  typed('5432'),
  { ...emptyAnswer, selected: [0] },
  emptyAnswer,
];

export function formItem(changes: Partial<QuestionItem> = {}, asked: readonly Question[] = fields): QuestionItem {
  return {
    kind: 'question',
    id: 'e1',
    phase: 'asked',
    questions: [...asked],
    draft: [...fresh],
    hostEdits: [],
    title: 'Set up the **database**.\nIt can be changed later.',
    elicitation: { server: 'db' },
    ...changes,
  };
}

export const address =
  'https://xn--pypal-4ve.com:8443/login?back=https%3A%2F%2Fa.example%2F&state=0123456789abcdef0123456789abcdef0123456789abcdef';

export function pageItem(changes: Partial<QuestionItem> = {}): QuestionItem {
  return {
    kind: 'question',
    id: 'e2',
    phase: 'asked',
    questions: [],
    draft: [],
    hostEdits: [],
    title: 'Log in to the database.',
    elicitation: { server: 'db', page: { host: 'xn--pypal-4ve.com:8443', address } },
    ...changes,
  };
}
