// What a list and a notification say of what waits.
import assert from 'node:assert/strict';
import { isPlan, textOf, waitingTitle, wholeTextOf } from '../../../src/host/attention/waitingItems.js';
import { announcedQuestion } from '../../../src/chat/questionMachine.js';
import type { PermissionState, QuestionState } from '../../../src/chat/state.js';
import { choice } from '../../support/questions.js';
import { permissionFor } from '../../support/chat.js';

const question: QuestionState = { ...announcedQuestion('t'), title: 'Set it up', questions: [choice('Which port?', 'Port', ['1', '2'])] };

describe('what waits', () => {
  it('is named by its questions; those of an MCP server come with its name and its message', () => {
    assert.deepEqual([waitingTitle(question, 'A plan'), textOf(question)], ['Port', 'Which port?']);
    const ofServer: QuestionState = { ...question, elicitation: { server: 'db' } };
    assert.deepEqual([waitingTitle(ofServer, 'A plan'), textOf(ofServer)], ['db: Port', 'Set it up · Which port?']);
  });

  it('is named by what the server says and the host, where there is a page to open', () => {
    const page = { host: 'example.com', address: 'https://example.com/login' };
    const item: QuestionState = { ...question, questions: [], elicitation: { server: 'db', page } };
    assert.deepEqual(
      [waitingTitle(item, 'A plan'), textOf(item), wholeTextOf(item)],
      ['db: Set it up', 'Set it up · example.com', 'Set it up'],
    );
  });

  it('is named as a plan where it is one, and the tool nowhere', () => {
    const call = { ...permissionFor('t'), toolName: 'ExitPlanMode', input: { plan: '# Notes', planFilePath: '/plans/a.md' } };
    const item: PermissionState = { kind: 'permission', id: 'p', state: 'asked', ...call };
    assert.equal(isPlan(item), true);
    assert.equal(waitingTitle(item, 'A plan'), 'A plan');
    const other: PermissionState = { ...item, toolName: 'Bash', input: { command: 'ls' } };
    assert.deepEqual([isPlan(other), waitingTitle(other, 'A plan')], [false, 'Bash']);
  });
});
