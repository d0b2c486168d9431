// What a Claude in a terminal asks, on a card here and in its own dialog there: who is first, and what the card says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { restoredState, withdrawn } from '../../../../src/chat/restore.js';
import type { TerminalAnswer } from '../../../../src/host/agents/terminalMessage.js';
import { AgentChat } from '../../../support/agentChat.js';
import { id, since, Terminal, until } from '../../../support/hookedTerminal.js';
import { settled } from '../../../support/peer.js';
import { removeFolder } from '../../../support/removeFolder.js';
import { own, pick } from '../../../support/questions.js';

const options = [
  { label: 'A', description: 'a' },
  { label: 'B', description: 'b' },
];
const question = { questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options }] };
const command = { command: 'npm test', description: 'Runs the tests' };

describe('a Claude in a terminal', () => {
  let terminal: Terminal;
  beforeEach(() => {
    terminal = new Terminal();
  });
  afterEach(async () => {
    terminal.asks.end();
    await removeFolder(terminal.root);
  });
  const decideHere = (decision: 'allow' | 'deny', more: object = {}): void =>
    terminal.chat.loop.dispatch({ type: 'permissionDecided', requestId: terminal.permission.id, decision, ...more });

  it('is answered here: the hook gets the answers, and the card is over once the transcript has them', async () => {
    const answer = await terminal.ask('AskUserQuestion', question);
    assert.deepEqual(
      [terminal.question.phase, terminal.question.otherAgent],
      ['asked', { name: 'Claude in a terminal', folder: '/work/app', terminal: true }],
    );
    terminal.chat.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [pick(1)], undoTime: 0 });
    await settled();
    const answers = { 'Which?': 'B' };
    assert.deepEqual(answer(), { decision: { behavior: 'allow', updatedInput: { ...question, answers } } });
    assert.equal(terminal.question.phase, 'sending');
    terminal.result('Your questions have been answered: "Which?"="B".', { source: 'hook', answers });
    await terminal.look(() => terminal.question.phase === 'answered');
    assert.equal(terminal.chat.loop.state.turn, 'idle');
  });

  it('is answered there first: the card goes, and the hook says nothing', async () => {
    const answer = await terminal.ask('AskUserQuestion', question);
    terminal.result('Your questions have been answered: "Which?"="A".', { answers: { 'Which?': 'A' } });
    await terminal.look(() => answer() !== undefined);
    assert.deepEqual([answer(), terminal.question.phase, terminal.chat.loop.state.turn], [{}, 'withdrawn', 'idle']);
  });

  it('is answered in both at once: what reached Claude counts, by the note of 2.1.329 or by the answers', async () => {
    for (const source of ['user_temporary', undefined]) {
      terminal = new Terminal();
      await terminal.ask('AskUserQuestion', question);
      terminal.chat.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [pick(1)], undoTime: 0 });
      await settled();
      terminal.result('Your questions have been answered: "Which?"="A".', { answers: { 'Which?': 'A' }, ...(source && { source }) });
      await terminal.look(() => terminal.question.phase !== 'sending');
      assert.equal(terminal.question.phase, 'lost', source);
      terminal.asks.end();
    }
  });

  it('has a permission that is allowed and denied here, with rules and words', async () => {
    const allowed = await terminal.ask('Bash', command);
    assert.deepEqual(
      [terminal.permission.state, terminal.permission.input, terminal.permission.otherAgent?.terminal],
      ['asked', command, true],
    );
    decideHere('allow');
    await settled();
    assert.deepEqual(allowed(), { decision: { behavior: 'allow', updatedInput: command } });
    assert.deepEqual([terminal.permission.state, terminal.chat.loop.state.turn], ['allowed', 'idle']);
    const denied = await terminal.ask('Bash', { command: 'rm -rf x' }, { call: '22222222-2222-4222-8222-222222222222', use: 'toolu_2' });
    await until(() => terminal.permission.state === 'asked');
    decideHere('deny', { note: 'Not that.' });
    await settled();
    const { decision } = Object(denied()) as { decision: { behavior: string; message: string } };
    assert.equal(decision.behavior, 'deny');
    assert.match(decision.message, /Not that\./);
    terminal.result(decision.message, { isError: true, use: 'toolu_2' });
    await terminal.look(() => terminal.permission.note?.state !== 'waiting');
    assert.equal(terminal.chat.loop.state.turn, 'idle');
    assert.deepEqual([terminal.permission.state, terminal.permission.note], ['denied', { text: 'Not that.', state: 'told' }]);
  });

  it('has a permission that is allowed there: the card goes while the command still runs, by the record of 2.1.329', async () => {
    terminal.status('busy');
    const answer = await terminal.ask('Bash', command);
    terminal.status('waiting');
    await terminal.look(() => terminal.clock.all.length > 2);
    assert.equal(terminal.permission.state, 'asked');
    terminal.status('busy', since + 400);
    await terminal.look(() => answer() !== undefined);
    assert.deepEqual([answer(), terminal.permission.state, terminal.chat.loop.state.turn], [{}, 'withdrawn', 'idle']);
  });

  it('has a card although the CLI has noted a request of its own, which repeats an earlier result of such a call', async () => {
    const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x', is_error: true }];
    const written = { type: 'api-request-blob', message: { role: 'user', content } };
    const answer = await terminal.ask('Bash', command, { written });
    assert.deepEqual([answer(), terminal.permission.state], [undefined, 'asked']);
  });

  it('is answered although the result of another call of its message, such as an image, stands between: two that are alike end one after the other', async () => {
    const content = [{ type: 'tool_result', tool_use_id: 'toolu_0', content: 'x'.repeat(400_000) }];
    terminal.write({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'toolu_1', name: 'AskUserQuestion', input: question }] },
    });
    const answer = await terminal.ask('AskUserQuestion', question, { use: 'toolu_2', written: { type: 'user', message: { content } } });
    const answers = { 'Which?': 'A' };
    terminal.result('Your questions have been answered: "Which?"="A".', { answers });
    await terminal.look(() => answer() !== undefined);
    assert.equal(terminal.question.phase, 'withdrawn');
  });

  it('has denied there what was allowed here at the same time: the card says that it was decided there', async () => {
    await terminal.ask('Bash', command);
    decideHere('allow');
    await settled();
    terminal.result("The user doesn't want to proceed with this tool use. STOP", { isError: true });
    await terminal.look(() => terminal.permission.state === 'withdrawn');
  });

  it('ends by Esc, or with its process: the card goes, and nothing is answered', async () => {
    const stop = new AbortController();
    const answer = await terminal.ask('AskUserQuestion', question, { signal: stop.signal });
    stop.abort();
    await until(() => answer() !== undefined);
    assert.equal(terminal.question.phase, 'withdrawn');
    const next = await terminal.ask('Bash', command, { call: '22222222-2222-4222-8222-222222222222', use: 'toolu_2' });
    await until(() => terminal.permission.state === 'asked');
    terminal.isAlive = false;
    await terminal.look(() => next() !== undefined);
    assert.equal(terminal.permission.state, 'withdrawn');
  });

  it('has gone, and another program has the id of its process: the card goes', async () => {
    const answer = await terminal.ask('Bash', command);
    terminal.start = undefined;
    const { starts } = terminal;
    await terminal.look(() => terminal.starts >= starts + 2 || terminal.permission.state !== 'asked');
    assert.equal(terminal.permission.state, 'asked', 'a start that cannot be read proves nothing');
    terminal.start = '200';
    await terminal.look(() => terminal.permission.state === 'withdrawn');
    assert.deepEqual(answer(), {});
  });

  it('asks in the terminal alone what is more than a person could answer, and here again once there is room', async () => {
    const asked = (at: number) => terminal.ask('Bash', { command: `echo ${at}` }, { call: randomUUID(), use: `toolu_${at}` });
    const answers: (() => TerminalAnswer | undefined)[] = [];
    for (let at = 0; at < 22; at++) answers.push(await asked(at));
    assert.deepEqual(
      answers.map(answer => answer()),
      [...Array.from({ length: 20 }, () => undefined), {}, {}],
    );
    terminal.result('done', { use: 'toolu_0' });
    await terminal.look(() => answers[0]?.() !== undefined);
    assert.equal((await asked(22))(), undefined);
  });

  it('asks the same once more: the result of the first call ends no card of the second', async () => {
    terminal.write({ type: 'assistant', message: { content: [{ type: 'tool_use', id: 'toolu_0', name: 'Bash', input: command }] } });
    terminal.result('done', { use: 'toolu_0', at: since - 10 });
    const answer = await terminal.ask('Bash', command);
    assert.deepEqual([answer(), terminal.permission.state], [undefined, 'asked']);
    terminal.result('done');
    await terminal.look(() => answer() !== undefined);
    assert.equal(terminal.permission.state, 'withdrawn');
  });

  it('lets its plan begin in the mode that is chosen here', async () => {
    const plan = { plan: '# Do it', planFilePath: '/home/p.md' };
    const answer = await terminal.ask('ExitPlanMode', plan);
    const steered = (await terminal.chat.loop.parts())?.steered;
    assert.equal((await steered?.setMode('acceptEdits'))?.ok, true);
    decideHere('allow');
    await settled();
    assert.deepEqual(answer(), {
      decision: {
        behavior: 'allow',
        updatedInput: plan,
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      },
    });
  });

  it('asks in the next window under the same name, with what was filled in', async () => {
    const gone = new AbortController();
    await terminal.ask('AskUserQuestion', question, { signal: gone.signal });
    terminal.chat.loop.dispatch({ type: 'answerDrafted', toolUseId: id, question: 0, answer: own('half'), on: 0 });
    terminal.asks.end();
    // The connection of the hook goes with the window.
    gone.abort();
    await settled();
    await terminal.chat.loop.dispose();
    const state = restoredState(withdrawn(terminal.chat.loop.state, 9), 'control', 9);
    terminal.chat = new AgentChat({ state, start: options => terminal.calls.start(options) });
    await terminal.ask('AskUserQuestion', question);
    await until(() => terminal.question.phase === 'asked');
    assert.deepEqual(terminal.question.draft, [own('half')]);
  });

  it('is asked for the tools of a server that calls itself Parley: nothing there is allowed without a press', async () => {
    const answer = await terminal.ask('mcp__parley__ask_user', { command: 'x' });
    assert.deepEqual([answer(), terminal.permission.state, terminal.permission.toolName], [undefined, 'asked', 'mcp__parley__ask_user']);
  });

  it('begins a plan in no mode that was chosen for an earlier one', async () => {
    await terminal.ask('ExitPlanMode', { plan: '# One' });
    const steered = (await terminal.chat.loop.parts())?.steered;
    await steered?.setMode('acceptEdits');
    decideHere('allow');
    await settled();
    const plan = { plan: '# Two' };
    const answer = await terminal.ask('ExitPlanMode', plan, { call: '22222222-2222-4222-8222-222222222222', use: 'toolu_2' });
    await until(() => terminal.permission.state === 'asked');
    decideHere('allow');
    await settled();
    assert.deepEqual(answer(), { decision: { behavior: 'allow', updatedInput: plan } });
  });

  it('has written a file that is longer than what is read of its transcript: the card goes with the result', async () => {
    const answer = await terminal.ask('Write', { file_path: '/work/app/a.txt', content: 'x'.repeat(400_000) });
    await until(() => terminal.permission.state === 'asked');
    terminal.result('done');
    await terminal.look(() => answer() !== undefined);
    assert.equal(terminal.permission.state, 'withdrawn');
  });

  it('is answered here although what should tell of its process is a pipe that nobody writes', async function () {
    if (process.platform === 'win32') return this.skip();
    execFileSync('mkfifo', [join(terminal.root, 'sessions', '4711.json')]);
    const answer = await terminal.ask('Bash', command);
    await until(() => terminal.permission.state === 'asked');
    decideHere('allow');
    await settled();
    assert.deepEqual(answer(), { decision: { behavior: 'allow', updatedInput: command } });
  });

  it('asks for a permission in the next window under an id of its own, and it is allowed there', async () => {
    await terminal.ask('Bash', command);
    const { id: first } = terminal.permission;
    terminal.asks.end();
    await terminal.chat.loop.dispose();
    const state = restoredState(withdrawn(terminal.chat.loop.state, 9), 'control', 9);
    const next = new Terminal();
    try {
      next.chat = new AgentChat({ state, start: options => next.calls.start(options) });
      const answer = await next.ask('Bash', command);
      await until(() => next.permission.state === 'asked');
      assert.notEqual(next.permission.id, first);
      next.chat.loop.dispatch({ type: 'permissionDecided', requestId: next.permission.id, decision: 'allow' });
      await settled();
      assert.deepEqual(answer(), { decision: { behavior: 'allow', updatedInput: command } });
    } finally {
      next.asks.end();
      await removeFolder(next.root);
    }
  });

  it('is answered in the terminal for its subagent while the answer here is on its way: the answer is lost', async () => {
    await terminal.ask('AskUserQuestion', question, { agentId: 'a1' });
    terminal.chat.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [pick(1)], undoTime: 0 });
    await settled();
    terminal.result('Your questions have been answered: "Which?"="A".', {
      source: 'user_temporary',
      answers: { 'Which?': 'A' },
      agentId: 'a1',
    });
    await terminal.look(() => terminal.question.phase !== 'sending');
    assert.equal(terminal.question.phase, 'lost');
  });

  it('has run for long what was denied here too late: the card says that it was decided there', async () => {
    await terminal.ask('Bash', command);
    decideHere('deny');
    await settled();
    for (const timer of terminal.clock.all) if (timer.ms > 1_000 && !timer.isCalledOff) timer.run();
    terminal.result('all tests pass');
    await terminal.look(() => terminal.permission.state !== 'denied');
    assert.equal(terminal.permission.state, 'withdrawn');
  });

  it('is answered there while the answer here can still be undone: nothing is sent, and what was filled in stays', async () => {
    const answer = await terminal.ask('AskUserQuestion', question);
    terminal.chat.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [pick(1)], undoTime: 5_000 });
    await settled();
    assert.equal(answer(), undefined);
    terminal.result('Your questions have been answered: "Which?"="A".', { answers: { 'Which?': 'A' } });
    await terminal.look(() => answer() !== undefined);
    for (const { run } of terminal.chat.timers) run();
    await settled();
    assert.deepEqual([answer(), terminal.question.phase, terminal.question.draft], [{}, 'withdrawn', [pick(1)]]);
  });

  it('begins a path where it works, not where the window does', async () => {
    await terminal.ask('Write', { file_path: 'notes.txt', content: 'x' });
    await until(() => terminal.permission.state === 'asked');
    decideHere('allow', { shown: 'unknown' });
    await settled();
    assert.deepEqual(terminal.chat.looks, [
      ['/work/app', 'notes.txt'],
      ['/work/app', 'notes.txt'],
    ]);
    assert.equal(terminal.permission.state, 'allowed');
  });

  it('is left alone where nobody can be asked here', async () => {
    terminal.isOff = true;
    const answer = await terminal.ask('Bash', command);
    assert.deepEqual([answer(), terminal.chat.loop.state.items], [{}, []]);
  });
});
