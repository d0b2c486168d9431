import assert from 'node:assert/strict';
import { pick } from '../support/questions.js';
import type { ClaudeProcess, ProcessExit } from '../../src/claude/process.js';
import type { SessionDependencies, SessionLog, StartOptions, StartResult } from '../../src/host/sessionLoop.js';
import { requestTimeout, SessionLoop } from '../../src/host/sessionLoop.js';
import type { Problem, SessionEvent } from '../../src/session/events.js';
import type { SessionItem } from '../../src/session/state.js';

/** A CLI in memory: what was written to it, and a way to say lines. */
class Peer {
  /** Without the first line to each process, which is always the same. */
  readonly written: unknown[] = [];
  readonly starts: StartOptions[] = [];
  readonly warnings: string[] = [];
  pipe: { readonly ok: true } | { readonly ok: false; readonly reason: string } = { ok: true };
  problem: Problem | undefined;
  readonly timers: { readonly run: () => void; readonly ms: number }[] = [];
  waiting: ReturnType<SessionDependencies['waiting']> = { ms: 0, then: 'park' };
  stopped = 0;
  exit: (exit: ProcessExit) => void = () => undefined;
  readonly loop: SessionLoop;

  constructor() {
    const log: SessionLog = {
      trace: () => undefined,
      debug: () => undefined,
      info: () => undefined,
      warn: text => this.warnings.push(text),
      error: text => this.warnings.push(text),
    };
    this.loop = new SessionLoop({
      routeSetting: 'auto',
      waiting: () => this.waiting,
      log,
      now: () => 7,
      setTimer: (run, ms) => {
        this.timers.push({ run, ms });
        return () => undefined;
      },
      startClaude: options => Promise.resolve(this.start(options)),
    });
  }

  private start(options: StartOptions): StartResult {
    this.starts.push(options);
    if (this.problem !== undefined) return { ok: false, problem: this.problem };
    const exited = new Promise<ProcessExit>(resolve => (this.exit = resolve));
    const process: ClaudeProcess = {
      pid: 1,
      started: Promise.resolve({ ok: true }),
      exited,
      write: line => {
        if (!line.includes('"initialize"')) this.written.push(JSON.parse(line));
        return Promise.resolve(this.pipe);
      },
      endInput: () => undefined,
      stop: () => {
        this.stopped++;
        this.exit({ code: 0, signal: null, asked: true, stderr: '' });
        return exited;
      },
    };
    return { ok: true, process };
  }

  say(...messages: object[]): void {
    for (const message of messages) this.starts.at(-1)?.onLine(JSON.stringify(message));
  }

  get items(): readonly SessionItem[] {
    return this.loop.state.items;
  }
}

/** All promises that are ready have run. */
const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

const init = { type: 'system', subtype: 'init', session_id: 's1' };
const input = { questions: [{ question: 'Which?', header: 'Which', multiSelect: false, options: [{ label: 'A' }, { label: 'B' }] }] };
const block = { type: 'assistant', message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'AskUserQuestion', input }] } };
const ask = {
  type: 'control_request',
  request_id: 'r',
  request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', tool_use_id: 't', input },
};
const answer: SessionEvent = {
  type: 'questionAnswered',
  toolUseId: 't',
  answers: [{ ...pick(1), otherText: 'left over' }],
  undoTime: 0,
};

async function asked(): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch({ type: 'promptSubmitted', text: 'hello' });
  await settled();
  peer.say(init, block, ask);
  return peer;
}

describe('a session', () => {
  it('starts the CLI with the first prompt, and keeps it for the next', async () => {
    const peer = await asked();
    peer.loop.dispatch(answer);
    peer.say(
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] } },
      { type: 'result', subtype: 'success' },
    );
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'again' });
    await settled();
    assert.equal(peer.starts.length, 1);
    assert.deepEqual(
      peer.items.map(item => ('state' in item ? item.state : 'phase' in item ? item.phase : item.kind)),
      ['sent', 'answered', 'sent'],
    );
  });

  it('answers every control request it cannot serve with an error, also one it cannot read', async () => {
    const peer = await asked();
    peer.say(
      { type: 'control_request', request_id: 'h', request: { subtype: 'hook_callback' } },
      { type: 'control_request', request_id: 'x', request: 3 },
    );
    await settled();
    const errors = peer.written.slice(1) as { response: { subtype: string; request_id: string } }[];
    assert.deepEqual(
      errors.map(({ response }) => [response.subtype, response.request_id]),
      [
        ['error', 'h'],
        ['error', 'x'],
      ],
    );
  });

  it('goes on after a line it cannot read, and says so in the log', async () => {
    const peer = await asked();
    peer.starts[0]?.onLine('not json at all');
    peer.say({ type: 'assistant', message: 3 }, { type: 'later_kind' });
    peer.say({ type: 'assistant', message: { id: 'n', content: [{ type: 'text', text: 'still here' }] } });
    assert.ok(peer.items.some(item => item.kind === 'text' && item.text === 'still here'));
    assert.deepEqual(peer.warnings, ['A message of kind assistant has an unexpected form, at message.']);
  });

  it('keeps an answer that the pipe did not take', async () => {
    const peer = await asked();
    peer.pipe = { ok: false, reason: 'EPIPE' };
    peer.loop.dispatch(answer);
    await settled();
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason, question?.draft], ['lost', 'writeFailed', [pick(1)]]);
  });

  it('takes what was filled in just before the CLI died, though it comes after that', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', asked: false, stderr: '' });
    await settled();
    const draft = [pick(1)];
    peer.loop.dispatch({ type: 'draftSaved', toolUseId: 't', draft });
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.draft], ['lost', draft]);
  });

  it('sends a lost answer as a message, once', async () => {
    const peer = await asked();
    peer.loop.dispatch(answer);
    peer.exit({ code: null, signal: 'SIGKILL', asked: false, stderr: 'boom' });
    await settled();
    peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 't' });
    peer.loop.dispatch({ type: 'lostAnswersSent', toolUseId: 't' });
    await settled();
    const prompts = peer.items.filter(item => item.kind === 'prompt');
    assert.equal(prompts.length, 2);
    assert.ok(prompts[1]?.text.includes('Which?\n  B'));
    assert.equal(peer.starts[1]?.resume, 's1');
  });

  it('refuses to send anything else while a question is open', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'never mind' });
    await settled();
    assert.equal(peer.written.length, 1);
  });

  it('takes the literal route when a peer that never sent a request sends none in time', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'hello' });
    await settled();
    peer.say(init, block);
    assert.deepEqual(
      peer.timers.map(({ ms }) => ms),
      [requestTimeout],
    );
    peer.loop.dispatch(answer);
    await settled();
    assert.equal(peer.written.length, 1, 'not answerable yet');
    peer.timers[0]?.run();
    peer.loop.dispatch(answer);
    await settled();
    const content = [{ type: 'tool_result', tool_use_id: 't', content: '{"answers":{"0":"B"}}' }];
    assert.deepEqual(peer.written[1], { type: 'user', message: { role: 'user', content } });
    peer.say({ type: 'result', subtype: 'success' });
    assert.equal(peer.items.find(item => item.kind === 'question')?.phase, 'answered');
  });

  it('gives the same answer to a request that comes after the literal route was taken', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'hello' });
    await settled();
    peer.say(init, block);
    peer.timers[0]?.run();
    peer.loop.dispatch(answer);
    peer.say(ask);
    await settled();
    assert.equal(peer.written.length, 3);
    assert.ok(JSON.stringify(peer.written[2]).includes('"answers":{"Which?":"B"}'));
  });

  it('begins anew when the CLI does not know the session any more, and loses no prompt', async () => {
    const peer = await asked();
    peer.exit({ code: null, signal: 'SIGKILL', asked: false, stderr: '' });
    await settled();
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'go on' });
    await settled();
    assert.equal(peer.starts[1]?.resume, 's1');
    peer.exit({ code: 1, signal: null, asked: false, stderr: 'No conversation found' });
    await settled();
    assert.deepEqual(
      peer.starts.map(({ resume }) => resume),
      [undefined, 's1', undefined],
    );
    const prompt = { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'go on' }] } };
    assert.deepEqual(peer.written.slice(1), [prompt, prompt]);
    assert.ok(peer.items.some(item => item.kind === 'problem' && item.problem.code === 'notResumed'));
  });

  it('keeps a prompt that could not be sent, and sends it again when asked', async () => {
    const peer = new Peer();
    peer.problem = { code: 'notFound', detail: 'PATH' };
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'hello' });
    await settled();
    const [prompt] = peer.items;
    assert.ok(prompt?.kind === 'prompt' && prompt.state === 'failed');
    peer.problem = undefined;
    peer.loop.dispatch({ type: 'promptResubmitted', id: prompt.id });
    await settled();
    assert.deepEqual(
      peer.items.map(item => item.kind),
      ['prompt', 'problem'],
    );
    assert.ok(peer.items[0]?.kind === 'prompt' && peer.items[0].state === 'sent');
  });

  it('ends the process when Stop does not end the turn in time', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    assert.equal(peer.stopped, 0);
    peer.timers.at(-1)?.run();
    await settled();
    assert.equal(peer.stopped, 1);
    const question = peer.items.find(item => item.kind === 'question');
    assert.deepEqual([question?.phase, question?.reason, peer.loop.state.turn], ['withdrawn', 'interrupted', 'idle']);
  });

  it('goes on when a listener throws', async () => {
    const peer = new Peer();
    const seen: string[] = [];
    peer.loop.onChange(() => {
      throw new Error('listener');
    });
    peer.loop.onChange((_before, after) => seen.push(after.turn));
    peer.loop.dispatch({ type: 'promptSubmitted', text: 'hello' });
    await settled();
    assert.ok(seen.length > 0);
  });
});
