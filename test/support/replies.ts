// Replies of the scripted Claude in end-to-end tests.
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';

export const database = {
  question: 'Which database should we use?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'PostgreSQL', description: 'Relational' },
    { label: 'SQLite', description: 'One file' },
  ],
};

export const features = {
  question: 'Which features come first?',
  header: 'Features',
  multiSelect: true,
  options: [
    { label: 'Login', description: 'Sessions and roles' },
    { label: 'Search, filters', description: 'A comma in a label' },
    { label: 'Export', description: 'As Markdown' },
  ],
};

export const naming = {
  question: 'What shall it be called?',
  header: 'Name',
  multiSelect: false,
  options: [
    { label: 'Jotter', description: 'As today' },
    { label: 'Marginalia', description: 'Longer' },
  ],
};

/** A question that only a CLI with extended questions switched on takes. */
const inWords = { question: 'What is the app for?', header: 'Purpose', kind: 'text', placeholder: 'One sentence' };
const inNumbers = {
  question: 'How many notes fit on a page?',
  header: 'Notes',
  kind: 'number',
  min: 5,
  max: 50,
  step: 5,
  unit: 'notes',
  defaultValue: 20,
};

const layouts = {
  question: 'Which layout?',
  header: 'Layout',
  multiSelect: false,
  options: [
    { label: 'Cards', description: 'A grid', preview: '```\n[ a ] [ b ]\n```' },
    { label: 'List', description: 'Rows', preview: '```\n- a\n- b\n```' },
  ],
};

const done = text('Thank you, I go on with that.');

export const replies: Replies = {
  ASK_ALL: [() => [text('Three things **first**.'), toolUse('AskUserQuestion', { questions: [database, features, naming] })], () => [done]],
  ASK_ONE: [() => [text('One thing first.'), toolUse('AskUserQuestion', { questions: [database] })], () => [done]],
  ASK_TWICE: [
    () => [toolUse('AskUserQuestion', { questions: [database] }), toolUse('AskUserQuestion', { questions: [features] })],
    () => [done],
  ],
  ASK_EXTENDED: [() => [toolUse('AskUserQuestion', { title: 'Before I begin', questions: [inWords, inNumbers] })], () => [done]],
  ASK_PREVIEW: [() => [toolUse('AskUserQuestion', { questions: [layouts] })], () => [done]],
  RUN: [() => [toolUse('Bash', { command: 'touch made-by-claude.txt', description: 'Makes a file' })], () => [done]],
  BAD: [() => [toolUse('AskUserQuestion', { questions: [{ ...database, options: database.options.slice(0, 1) }] })], () => [done]],
  HELLO: [() => [text('Hello, *you*.')]],
};
