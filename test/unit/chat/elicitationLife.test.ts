// The life of an elicitation, from the CLI's lines to Parley's: asked, answered once, and over only when the CLI says so.
import assert from 'node:assert/strict';
import { encode } from '../../../src/claude/stream/encode.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { QuestionState } from '../../../src/chat/state.js';
import { viewStatus } from '../../../src/chat/view.js';
import { reads } from '../../../src/claude/answers/reads.js';
import { answer, own, pick } from '../../support/questions.js';
import { init, Peer, settled } from '../../support/peer.js';
import { after, questionInput, working } from '../../support/chat.js';

const control = (id: string, request: object): object => ({ type: 'control_request', request_id: id, request });
const schema = { type: 'object', properties: { port: { type: 'integer', title: 'Port' } }, required: ['port'] };
const form = (id: string, message = 'Which port?', server = 'db'): object =>
  control(id, {
    subtype: 'elicitation',
    mcp_server_name: server,
    message,
    mode: 'form',
    requested_schema: schema,
    property_order: ['port'],
  });
const result = (id: string, action: string, server = 'db', content?: object): object =>
  control(id, {
    subtype: 'hook_callback',
    callback_id: 'elicited',
    input: { hook_event_name: 'ElicitationResult', mcp_server_name: server, mode: 'form', action, content },
  });
const cancel = (id: string): object => ({ type: 'control_cancel_request', request_id: id });
const reply = (id: string, response: object): object => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
});
const ended = { type: 'result', subtype: 'success', is_error: false };
const interrupted = { type: 'result', subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' };

describe('an elicitation', () => {
  let peer: Peer;
  const question = (id = 'e'): QuestionState =>
    peer.items.find((item): item is QuestionState => item.kind === 'question' && item.id === id) ?? assert.fail(`no question ${id}`);
  const phase = (id?: string): string => question(id).phase;
  const answers = (): readonly unknown[] => peer.written.filter(line => JSON.stringify(line).includes('control_response'));
  const submit = (port: string, id = 'e'): void =>
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [own(port)], undoTime: 0 });
  beforeEach(async () => {
    peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    peer.say(init, form('e'));
  });

  it('leaves nothing of what was filled in in the log, which people send to others', async () => {
    submit('54327');
    await settled();
    peer.say(result('r', 'accept', 'db', { port: 54_327 }));
    assert.match(JSON.stringify(answers()), /54327/);
    assert.deepEqual(
      peer.traced.filter(text => text.includes('54327')),
      [],
    );
    assert.deepEqual(peer.traced.filter(text => text.includes('was filled in')).length, 2);
  });

  it('is asked with its server’s name, blocks the message box, and says what the server gets', () => {
    assert.deepEqual([phase(), question().title, question().elicitation], ['asked', 'Which port?', { server: 'db' }]);
    assert.deepEqual(viewStatus(peer.loop.state, undefined, undefined), { turn: 'running', blocked: 'server', waiting: true });
    assert.equal(reads(question(), peer.loop.state), undefined, 'the port is required');
    peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 'e', question: 0, answer: own('5432'), on: 0 });
    assert.equal(reads(question(), peer.loop.state)?.text, '{\n  "port": 5432\n}');
    peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 'e', question: 0, answer: own('5432.5'), on: 0 });
    assert.equal(reads(question(), peer.loop.state), undefined, 'it is an integer');
  });

  it('is answered once, and over when the CLI has taken the answer', async () => {
    submit('5432');
    await settled();
    assert.deepEqual(answers(), [reply('e', { action: 'accept', content: { port: 5432 } })]);
    assert.equal(phase(), 'sending');
    submit('1');
    peer.say(result('h', 'accept', 'db', { port: 5432 }));
    await settled();
    assert.equal(phase(), 'answered');
    assert.equal(question().echoedText, '{\n  "port": 5432\n}');
    assert.deepEqual(answers().slice(1), [reply('h', {})], 'the hook has its reply');
  });

  for (const [declined, action] of [
    [true, 'decline'],
    [undefined, 'cancel'],
  ] as const)
    it(`tells the server of a ${action} as such`, async () => {
      peer.loop.dispatch({ type: 'questionDismissed', toolUseId: 'e', ...(declined && { declined }) });
      await settled();
      assert.deepEqual(answers(), [reply('e', { action })]);
      peer.say(result('h', action === 'decline' ? 'cancel' : 'decline'), result('h', action, 'other'));
      assert.equal(phase(), 'sending', 'another answer, and another server');
      peer.say(result('h', action));
      assert.equal(phase(), 'dismissed');
    });

  it('is not answered by a reply, and by no form that lacks what is required', async () => {
    peer.loop.dispatch({ type: 'questionReplied', toolUseId: 'e', text: 'Let us talk.' });
    submit('');
    submit('many');
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 'e', answers: [answer({ skipped: true })], undoTime: 0 });
    await settled();
    assert.deepEqual([phase(), answers()], ['asked', []]);
  });

  it('lives beside another one; each gets its own end', async () => {
    peer.say(form('f', 'Which other port?'));
    submit('2', 'f');
    await settled();
    peer.say(result('h1', 'accept'));
    assert.deepEqual([phase('e'), phase('f')], ['asked', 'answered']);
    submit('1');
    await settled();
    peer.say(result('h2', 'accept'));
    assert.equal(phase('e'), 'answered');
  });

  it('outlives the end of a turn, and is asked while none runs', async () => {
    peer.say(ended);
    assert.deepEqual([phase(), peer.loop.state.turn], ['asked', 'idle']);
    peer.loop.dispatch({ type: 'processUnneeded' });
    assert.equal(peer.stopped, 0, 'the server is a process of the CLI');
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'v', text: 'And now?' });
    assert.ok(!peer.items.some(item => item.kind === 'prompt' && item.text === 'And now?'), 'a question is open');
    submit('1');
    await settled();
    peer.say(result('h', 'accept'));
    assert.equal(phase(), 'answered');
    peer.say(form('g'));
    assert.deepEqual([phase('g'), peer.loop.state.turn], ['asked', 'idle']);
    peer.loop.dispatch({ type: 'questionDismissed', toolUseId: 'g' });
    await settled();
    peer.say(result('i', 'cancel'));
    peer.loop.dispatch({ type: 'processUnneeded' });
    await settled();
    assert.equal(peer.stopped, 1);
  });

  it('is withdrawn when the CLI takes it back; an answer that was on its way is lost and kept', async () => {
    peer.say(form('f'), cancel('e'));
    assert.deepEqual([phase(), question().reason], ['withdrawn', 'cancelled']);
    submit('1', 'f');
    await settled();
    peer.say(cancel('f'));
    assert.deepEqual([phase('f'), question('f').reason, question('f').draft], ['lost', 'cancelled', [own('1')]]);
    peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 'f', uuid: 'w' });
    assert.ok(!peer.items.some(item => item.kind === 'prompt' && item.text.includes('Port')), 'Claude has not asked it');
  });

  it('is cancelled by Stop, where the CLI leaves it waiting', async () => {
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    peer.say(interrupted);
    await settled();
    assert.deepEqual(answers(), [reply('e', { action: 'cancel' })]);
    peer.say(result('h', 'cancel'));
    assert.equal(phase(), 'dismissed');
  });

  it('holds up the chat no longer where Stop and the answer met on the way, and the CLI says nothing', async () => {
    peer.loop.dispatch({ type: 'interruptRequested' });
    submit('1');
    await settled();
    peer.say(interrupted);
    assert.deepEqual([phase(), question().reason, question().draft], ['lost', 'interrupted', [own('1')]]);
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'v', text: 'And now?' });
    assert.ok(peer.items.some(item => item.kind === 'prompt' && item.text === 'And now?'));
  });

  it('is withdrawn with the process, and in the next window, with what was filled in', async () => {
    peer.loop.dispatch({ type: 'answerDrafted', toolUseId: 'e', question: 0, answer: own('7'), on: 0 });
    const restored = restoredState(structuredClone(peer.loop.state), 'auto', 9);
    const [there] = restored.items.filter((item): item is QuestionState => item.kind === 'question');
    assert.deepEqual([there?.phase, there?.reason, there?.draft], ['withdrawn', 'exited', [own('7')]]);
    peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
    await settled();
    assert.deepEqual([phase(), question().reason, question().draft], ['withdrawn', 'exited', [own('7')]]);
  });

  it('is cancelled when nobody answers in time, where the settings say so', async () => {
    peer.loop.dispatch({ type: 'questionOverdue', toolUseId: 'e', requestId: 'e', onTimeout: 'park' });
    assert.deepEqual([phase(), question().overdueAt], ['asked', 7], 'no CLI can keep it');
    peer.loop.dispatch({ type: 'countdownStarted', toolUseId: 'e', requestId: 'e', until: 8 });
    peer.loop.dispatch({ type: 'questionOverdue', toolUseId: 'e', requestId: 'e', onTimeout: 'dismiss' });
    await settled();
    assert.deepEqual(answers(), [reply('e', { action: 'cancel' })]);
  });

  it('does not keep a question of Claude’s from being handed back when the window ends', async () => {
    peer.say(
      control('r', {
        subtype: 'hook_callback',
        input: {
          tool_name: 'AskUserQuestion',
          tool_use_id: 't',
          tool_input: { questions: [{ question: 'Which?', options: [{ label: 'A' }] }] },
        },
      }),
    );
    peer.loop.dispatch({ type: 'parkRequested' });
    await settled();
    assert.equal(phase('t'), 'parked');
  });

  it('is declined at once where no card can show it, and the chat says so', async () => {
    peer.say(control('x', { subtype: 'elicitation', mcp_server_name: 'db', message: 'Open', mode: 'url', url: 'vscode://run' }));
    await settled();
    assert.deepEqual(answers(), [reply('x', { action: 'decline' })]);
    assert.match(peer.warnings.join(), /An MCP server was declined: “db” wants to open an address/);
    const told = peer.items.findLast(item => item.kind === 'problem');
    assert.deepEqual(told?.problem, {
      code: 'notShown',
      detail: '“db” wants to open an address that begins with “vscode:” and is no web address',
    });
  });

  it('is refused in one short line, whatever the server calls things', async () => {
    const mode = `voice\n[error] forged \u202e${'a'.repeat(10_000)}`;
    peer.say(control('x', { subtype: 'elicitation', mcp_server_name: 'db\n', message: 'Open', mode }));
    await settled();
    const told = peer.items.findLast(item => item.kind === 'problem')?.problem.detail ?? '';
    assert.match(told, /^“db ⏎ ” asks in the mode “voice ⏎ \[error\] forged ⟨U\+202E⟩a+…$/);
    assert.ok(told.length <= 300);
    assert.ok(peer.warnings.join().includes(told));
  });

  it('is declined where its server asks without end; another server can still ask', async () => {
    peer.say(...Array.from({ length: 1_000 }, (_, at) => form(`f${at}`)), form('o', 'Which host?', 'other'));
    await settled();
    const open = peer.items.filter(item => item.kind === 'question' && item.phase === 'asked');
    assert.equal(open.length, 21);
    assert.equal(phase('o'), 'asked');
    assert.equal(peer.items.filter(item => item.kind === 'problem').length, 10);
    assert.equal(answers().length, 981);
    assert.deepEqual(answers().at(-1), reply('f999', { action: 'decline' }));
  });

  it('registers the hook that confirms answers', () => {
    assert.match(
      encode({ type: 'initialize', askUser: false }, 'i'),
      /"ElicitationResult":\[\{"hookCallbackIds":\["elicited"\],"timeout":2000000\}\]/,
    );
  });
});

it('A form is not said to be answered where the transcript tells the next window that its server had ended in the call', () => {
  const closed = after(
    working,
    { type: 'toolStarted', toolUseId: 'c', name: 'mcp__db__ask', summary: '' },
    { type: 'elicitationAsked', requestId: 'e', input: { ...questionInput, tool: 'elicitation', elicitation: { server: 'db' } } },
    { type: 'questionAnswered', toolUseId: 'e', answers: [pick(1)], undoTime: 0 },
    { type: 'elicitationSettled', requestId: 'h', server: 'db', action: 'accept' },
  );
  const phaseAfter = (text: string): unknown => {
    const event = { type: 'toolFinished', toolUseId: 'c', isError: true, text } as const;
    const restored = restoredState(closed, 'auto', 9, { entries: [{ at: 5, event }], since: 0 });
    return after(restored, { type: 'resultsChecked', found: { c: true } }).items.find(({ id }) => id === 'e');
  };
  const phases = ['Connection closed', 'MCP error -32000: Connection closed', 'In use'].map(
    text => (phaseAfter(text) as QuestionState).phase,
  );
  assert.deepEqual(phases, ['lost', 'lost', 'answered']);
});
