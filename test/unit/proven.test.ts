// An answer is final when the CLI cannot lose it any more: Claude has gone on behind it, or the transcript holds it. The echo alone is no evidence.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsResult } from '../../src/claude/transcripts/transcriptFiles.js';
import { restoredChat } from '../../src/host/sessions/restoreChat.js';
import type { SessionEvent } from '../../src/session/events.js';
import { withResults } from '../../src/session/questionSteps.js';
import type { SessionState } from '../../src/session/state.js';
import { trimmable } from '../../src/session/window.js';
import { pick } from '../support/questions.js';
import { Peer, answer, input, settled } from '../support/peer.js';
import { after, asked, doneBy, effectsOf, ended, exited, prompt, questionOf, working } from '../support/session.js';

const answered: SessionEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const echoed: SessionEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Your questions have been answered' };
const killed: SessionEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
const found = (isThere: boolean): SessionEvent => ({ type: 'resultChecked', toolUseId: 't', isThere });
const read = after(working, asked('t'), answered, echoed);
const phaseOf = (state: SessionState): string => questionOf(state).phase;

describe('an answer that the CLI has echoed', () => {
  for (const event of [killed, exited])
    it(`is looked for in the transcript where the process ends next${event === exited ? ', also by us' : ''}`, () => {
      assert.deepEqual(effectsOf(read, event), [{ type: 'checkResult', toolUseId: 't', sessionId: 's' }]);
    });

  it('is read where the transcript holds it, and can be sent as a message where it does not', () => {
    assert.equal(phaseOf(after(read, killed, found(true))), 'answered');
    const lost = after(read, killed, found(false));
    assert.deepEqual([phaseOf(lost), questionOf(lost).reason, questionOf(lost).echoedText], ['lost', 'exited', undefined]);
    assert.deepEqual(doneBy(lost, { type: 'lostAnswersSent', toolUseId: 't', uuid: 'u9' }), ['startClaude', 'prompt']);
    assert.deepEqual(doneBy(after(read, killed, found(true)), killed), [], 'and is not looked for again');
  });

  it('takes the offer to go on from a fault behind it, because Claude does not have the answer', () => {
    const failed = after(read, { type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: '', reason: 'overloaded' } });
    const goOn = (state: SessionState): unknown => state.items.findLast(item => item.kind === 'problem')?.goOn;
    assert.deepEqual(
      [goOn(failed), goOn(after(failed, killed, found(true))), goOn(after(failed, killed, found(false)))],
      ['answer', 'answer', undefined],
    );
  });

  it('is found also behind more items than the window of a chat holds', () => {
    const behind = Array.from({ length: 500 }, (_, nth): SessionEvent => ({ type: 'textFinished', id: `m:${nth}`, text: 'x' }));
    const long = after(read, ...behind);
    assert.ok(trimmable(long).length > 0 && !trimmable(long).some(({ id }) => id === 't'));
  });

  it('is read once Claude has gone on', () => {
    const wentOn = after(read, { type: 'resultsRead' });
    assert.deepEqual(doneBy(wentOn, killed), []);
    assert.equal(phaseOf(after(wentOn, found(false))), 'answered');
  });

  it('is looked for also where a turn without an answer of Claude’s stands between', () => {
    const stopped = after(read, { type: 'interruptRequested' }, { type: 'turnEnded', outcome: 'interrupted' });
    assert.deepEqual(doneBy(stopped, killed), ['checkResult']);
    assert.deepEqual(doneBy(after(stopped, prompt('u2'), { type: 'resultsRead' }), killed), []);
  });

  it('is judged by what the transcript holds where the window has ended, whatever the times of its entries', () => {
    const told = (state: SessionState, isThere?: boolean): string =>
      phaseOf(withResults(state, new Map(isThere === undefined ? [] : [['t', isThere]]), 1));
    assert.deepEqual([told(read, true), told(read, false)], ['answered', 'lost']);
    assert.equal(told(read), 'answered', 'a transcript that cannot be read says nothing');
    assert.equal(told(after(read, { type: 'resultsRead' }, ended), false), 'answered');
  });

  it('of a subagent, and of another agent, is read, because no transcript of the chat holds it', () => {
    const ofSubagent = after(working, asked('t', { agent: 'echoed' }), answered, echoed, killed);
    assert.deepEqual(
      [phaseOf(ofSubagent), doneBy(after(working, asked('t', { agent: 'echoed' }), answered, echoed), killed)],
      ['answered', []],
    );
    const id = 'agent_1';
    const ofAgent = after(working, asked(id), { ...answered, toolUseId: id }, { ...echoed, toolUseId: id });
    assert.deepEqual(doneBy(ofAgent, killed), []);
  });
});

describe('an answer that the CLI had echoed when its window ended', () => {
  for (const [isThere, phase, offer] of [
    [true, 'answered', 'answer'],
    [false, 'lost', undefined],
    [undefined, 'answered', 'answer'],
  ] as const)
    it(`is ${phase} in the next window where the transcript ${isThere === undefined ? 'cannot be read' : isThere ? 'holds it' : 'lacks it'}`, async () => {
      const confirmed = after(read, { type: 'promptConfirmed', uuid: 'u1' });
      const stored = { key: 'c', usedAt: 1, seenUntil: 9, composerDraft: '', composerRevision: 0, state: confirmed };
      const transcripts = {
        tail: () => Promise.resolve(undefined),
        hasResult: () => Promise.resolve(isThere),
        isDeferred: () => Promise.resolve(false),
      };
      const { state } = await restoredChat(stored, { transcripts, route: () => 'auto', now: () => 9 });
      const cut = state.items.findLast(item => item.kind === 'problem' && item.problem.code === 'cutOff');
      assert.deepEqual([phaseOf(state), cut?.kind === 'problem' && cut.goOn], [phase, offer]);
    });
});

describe('what the lines of the CLI say of it', () => {
  const line = (type: string, more: object): object => ({ type, ...more });
  const echo = line('user', { message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'Answered' }] } });
  const request = line('control_request', {
    request_id: 'h',
    request: { subtype: 'hook_callback', input: { tool_name: 'AskUserQuestion', tool_use_id: 't', tool_input: input } },
  });
  const begun = line('stream_event', { event: { type: 'message_start', message: { id: 'n' } } });
  const whole = line('assistant', { message: { id: 'n', content: [{ type: 'text', text: 'Good.' }] } });

  for (const [title, behind, hasResults, phase] of [
    ['nothing came behind the echo', [], false, 'lost'],
    ['nothing came behind the echo, and the transcript holds it', [], true, 'answered'],
    ['the next message has begun', [begun], false, 'answered'],
    ['the next message has come whole', [whole], false, 'answered'],
  ] as const)
    it(`is ${phase} where ${title}`, async () => {
      const peer = new Peer();
      peer.hasResults = hasResults;
      peer.loop.dispatch(prompt('hello'));
      await settled();
      peer.say(line('system', { subtype: 'init', session_id: 's1', claude_code_version: '2.1.329' }), request);
      peer.loop.dispatch(answer);
      await settled();
      peer.say(echo, ...behind);
      peer.exit({ code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' });
      await settled();
      const question = peer.items.find(item => item.kind === 'question');
      assert.equal(question?.phase, phase);
    });
});

describe('the result of a call in a transcript', () => {
  it('is there where a whole line of the file holds it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-result-'));
    const path = join(folder, 'session.jsonl');
    const entry = JSON.stringify({
      type: 'user',
      uuid: 'u',
      message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
    });
    const call = JSON.stringify({
      type: 'assistant',
      uuid: 'a',
      message: { content: [{ type: 'tool_use', id: 't', name: 'AskUserQuestion' }] },
    });
    for (const [content, isThere] of [
      [`${call}\n`, false],
      // Another call has printed the file.
      [`${call}\n${entry.replace('"tool_use_id":"t"', '"tool_use_id":"b"').replace('"x"', '"of t"')}\n`, false],
      [`${call}\n${entry}\n`, true],
      // The power went while it was written.
      [`${call}\n${entry.slice(0, -3)}`, false],
    ] as const) {
      writeFileSync(path, content);
      assert.equal(await holdsResult(path, 't'), isThere);
    }
    rmSync(folder, { recursive: true });
  });
});
