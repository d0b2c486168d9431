import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { Answer } from '../../../../src/shared/question.js';
import { isFinal } from '../../../../src/shared/answers.js';
import type { Act } from '../../../support/replay.js';
import { own, pick } from '../../../support/questions.js';
import { readRecording, replay } from '../../../support/replay.js';

const names = readdirSync('test/fixtures/streams').map(file => file.replace(/\.jsonl$/, ''));

function answer(...answers: Answer[]): Act {
  return open => open[0] && { type: 'questionAnswered', toolUseId: open[0].id, answers, undoTime: 0 };
}
const dismiss: Act = open => open[0] && { type: 'questionDismissed', toolUseId: open[0].id };
const stop: Act = () => ({ type: 'interruptRequested' });
function reply(text: string): Act {
  return open => open[0] && { type: 'questionReplied', toolUseId: open[0].id, text };
}
const decide =
  (decision: 'allow' | 'deny'): Act =>
  (_open, state) => {
    const asked = state.items.find(item => item.kind === 'permission' && item.state === 'asked');
    return asked && { type: 'permissionDecided', requestId: asked.id, decision };
  };

const both = (name: string): string[] => [name, `${name}.oldest`];

describe('recorded streams of the CLI', () => {
  for (const name of names) {
    it(`${name}: every line is read, and no question is left open`, () => {
      const { questions, unread } = replay(readRecording(name));
      assert.deepEqual(unread, []);
      assert.deepEqual(
        questions.filter(question => !isFinal(question.phase)),
        [],
      );
    });
  }

  for (const name of both('answeredLabels')) {
    it(`${name}: our answer is the recorded one, to the letter, and its echo ends the question`, () => {
      const { questions, written } = replay(readRecording(name), [answer(pick(0))]);
      assert.deepEqual(
        written.map(({ ours }) => JSON.stringify(ours)),
        written.map(({ recorded }) => JSON.stringify(recorded)),
      );
      assert.equal(written.length, 1);
      assert.deepEqual(
        questions.map(({ phase, route }) => ({ phase, route })),
        [{ phase: 'answered', route: 'control' }],
      );
    });
  }

  for (const name of both('answeredTyped')) {
    it(`${name}: an own answer is sent as typed`, () => {
      const { questions, written } = replay(readRecording(name), [answer(own('DuckDB, because it is already here'))]);
      assert.deepEqual(
        written.map(({ ours }) => ours),
        written.map(({ recorded }) => recorded),
      );
      assert.equal(questions[0]?.phase, 'answered');
    });
  }

  for (const name of both('answeredSeveral')) {
    it(`${name}: boxes are joined so that a comma or a quotation mark in a label cannot lie`, () => {
      const { questions, written } = replay(readRecording(name), [answer(pick(1), pick(0, 1, 2))]);
      assert.deepEqual(
        written.map(({ ours }) => ours),
        written.map(({ recorded }) => recorded),
      );
      assert.equal(questions[0]?.phase, 'answered');
    });
  }

  for (const name of both('answeredByResponse')) {
    it(`${name}: a reply goes alone, and its echo says so`, () => {
      const { questions, written } = replay(readRecording(name), [reply('Neither: tell me about backups first.')]);
      assert.equal(written.length, 1);
      assert.equal(questions[0]?.phase, 'replied');
    });
  }

  for (const name of both('deniedGoesOn')) {
    it(`${name}: a dismissal is echoed as an error and is a dismissal all the same`, () => {
      const { questions } = replay(readRecording(name), [dismiss]);
      assert.equal(questions[0]?.phase, 'dismissed');
    });
  }

  for (const name of both('interruptedWhilePending')) {
    it(`${name}: Stop withdraws the question, and the next prompt's turn runs`, () => {
      const { questions, state } = replay(readRecording(name), [stop]);
      assert.deepEqual(
        questions.map(({ phase, reason }) => ({ phase, reason })),
        [{ phase: 'withdrawn', reason: 'interrupted' }],
      );
      assert.deepEqual(
        state.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : [])),
        ['stopped'],
      );
    });
  }

  for (const name of [...both('refusedOneOption'), 'refusedFiveQuestions', 'refusedDuplicate', ...both('refusedDontAsk')]) {
    it(`${name}: the question is refused, in Claude's own words`, () => {
      const { questions } = replay(readRecording(name));
      assert.deepEqual(
        questions.map(({ phase }) => phase),
        questions.map(() => 'refused'),
      );
      assert.ok(questions.length > 0 && questions.every(question => (question.detail ?? '').length > 20));
      assert.ok(
        questions.every(question => !(question.detail ?? '').includes('tool_use_error')),
        'the tags are for Claude',
      );
    });
  }

  for (const name of ['answeredWithoutQuestions', 'answeredByError']) {
    it(`${name}: an answer that comes back as an error was not read: it is lost, and kept`, () => {
      const { questions } = replay(readRecording(name), [answer(pick(0))]);
      assert.deepEqual(
        questions.map(({ phase, reason }) => ({ phase, reason })),
        [{ phase: 'lost', reason: 'refusedByClaude' }],
      );
      assert.deepEqual(questions[0]?.draft, [pick(0)]);
    });
  }

  for (const name of both('stdinClosed')) {
    it(`${name}: the CLI takes its question back`, () => {
      assert.deepEqual(
        replay(readRecording(name)).questions.map(({ phase }) => phase),
        ['withdrawn'],
      );
    });
  }

  for (const name of both('killedWhilePending')) {
    it(`${name}: the question is lost and the answer on the card kept`, () => {
      const recording = readRecording(name);
      const { questions, state } = replay(recording);
      assert.deepEqual(
        questions.map(({ phase, reason }) => ({ phase, reason })),
        [{ phase: 'lost', reason: 'exited' }],
      );
      assert.equal(state.items.at(-1)?.kind, 'exit');
    });
  }

  for (const name of both('twoQuestionsAndBash')) {
    it(`${name}: two cards at once, answered in the other order, and the permission queues behind them`, () => {
      const second: Act = open => open[1] && { type: 'questionAnswered', toolUseId: open[1].id, answers: [pick(0)], undoTime: 0 };
      const { questions, written, state } = replay(readRecording(name), [second, answer(pick(1)), decide('allow')]);
      assert.deepEqual(
        written.map(({ ours }) => ours),
        written.map(({ recorded }) => recorded),
      );
      assert.deepEqual(
        questions.map(({ phase }) => phase),
        ['answered', 'answered'],
      );
      assert.deepEqual(
        state.items.filter(item => item.kind === 'permission').map(item => item.state),
        ['allowed'],
      );
    });
  }

  for (const name of [...both('notLoggedIn'), ...both('invalidKey')]) {
    it(`${name}: is told once, as a problem and not as an answer`, () => {
      const { state } = replay(readRecording(name));
      assert.deepEqual(
        state.items.map(item => (item.kind === 'problem' ? item.problem.code : item.kind)),
        ['prompt', 'notLoggedIn'],
      );
    });
  }

  for (const name of [...both('serverError'), ...both('rateLimited')]) {
    it(`${name}: is told once, with the API's reason`, () => {
      const problems = replay(readRecording(name)).state.items.filter(item => item.kind === 'problem');
      assert.deepEqual(
        problems.map(({ problem }) => problem.code),
        ['api'],
      );
      assert.ok((problems[0]?.problem.detail ?? '').length > 10);
    });
  }

  for (const name of both('streamedText')) {
    it(`${name}: the text arrives piece by piece and is whole at the end`, () => {
      const texts = replay(readRecording(name)).state.items.filter(item => item.kind === 'text');
      assert.equal(texts.length, 1);
      assert.ok(texts[0]?.streaming === false && texts[0].text.startsWith('## What I found'));
    });
  }

  for (const name of both('readFails')) {
    it(`${name}: a failed tool is a failed row with its reason`, () => {
      const tools = replay(readRecording(name)).state.items.filter(item => item.kind === 'tool');
      assert.deepEqual(
        tools.map(tool => tool.state),
        tools.map(() => 'failed'),
      );
      assert.ok((tools[0]?.result ?? '') !== '');
    });
  }

  for (const name of both('agentRuns')) {
    it(`${name}: what a subagent says is not shown as Claude's`, () => {
      const { state } = replay(readRecording(name));
      assert.ok(state.items.filter(item => item.kind === 'tool').length <= 2);
      assert.ok(state.items.some(item => item.kind === 'text'));
    });
  }

  /** The act at the line that could be the first for it. */
  const soon = (act: Act): Act[] =>
    Array.from({ length: 12 }, (): Act => (open, state) => (open[0]?.phase === 'asked' ? act(open, state) : undefined));

  for (const name of [...both('askUserAnswered'), 'askUserForeground', 'resumedAskUser']) {
    it(`${name}: the answer is the result of the call, which waits in the foreground`, () => {
      const recording = readRecording(name);
      const { questions } = replay(recording, soon(answer(own('3000'))));
      assert.deepEqual(
        questions.map(({ phase, tool, echoedText }) => ({ phase, tool, echoedText })),
        [{ phase: 'answered', tool: 'ask_user', echoedText: 'User answered: 3000' }],
      );
      assert.ok(!recording.lines.some(({ line }) => line.includes('moved to the background')));
    });
  }

  for (const name of both('askUserFault')) {
    it(`${name}: the question is refused, in the words of the result`, () => {
      const { questions } = replay(readRecording(name));
      assert.deepEqual(
        questions.map(({ phase }) => phase),
        ['refused'],
      );
      assert.match(questions[0]?.detail ?? '', /^QuestionValidationError: /);
    });
  }

  it('askUserDeferred: the question is handed back with the recorded line, and is kept', () => {
    const { questions, written } = replay(
      readRecording('askUserDeferred'),
      soon(() => ({ type: 'parkRequested' })),
    );
    assert.deepEqual(
      questions.map(({ phase, tool }) => ({ phase, tool })),
      [{ phase: 'parked', tool: 'ask_user' }],
    );
    assert.deepEqual(
      written.map(({ ours }) => ours),
      written.map(({ recorded }) => recorded),
    );
  });
});
