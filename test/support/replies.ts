// What the scripted Claude says in end-to-end tests.
import type { Replies } from '../../scripts/lib/scriptedApi.mjs';
import { text, toolUse } from '../../scripts/lib/apiStream.mjs';

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

const done = text('Thank you, I go on with that.');

export const replies: Replies = {
  ASK_ALL: [() => [text('Three things **first**.'), toolUse('AskUserQuestion', { questions: [database, features, naming] })], () => [done]],
  ASK_ONE: [() => [text('One thing first.'), toolUse('AskUserQuestion', { questions: [database] })], () => [done]],
  ASK_TWICE: [
    () => [toolUse('AskUserQuestion', { questions: [database] }), toolUse('AskUserQuestion', { questions: [features] })],
    () => [done],
  ],
  RUN: [() => [toolUse('Bash', { command: 'touch made-by-claude.txt', description: 'Makes a file' })], () => [done]],
  BAD: [() => [toolUse('AskUserQuestion', { questions: [{ ...database, options: database.options.slice(0, 1) }] })], () => [done]],
  HELLO: [() => [text('Hello, *you*.')]],
};
