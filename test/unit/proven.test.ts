// An answer is final when the CLI cannot lose it any more: Claude has gone on behind it, or the transcript holds it. The echo alone is no evidence.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsPrompt, holdsResult } from '../../src/claude/transcripts/transcriptFiles.js';
import { restoredChat } from '../../src/host/sessions/restoreChat.js';
import type { SessionEvent } from '../../src/session/events.js';
import { withResults } from '../../src/session/questionSteps.js';
import type { SessionState } from '../../src/session/state.js';
import { trimmable } from '../../src/session/window.js';
import { pick } from '../support/questions.js';
import { Peer, answer, input, settled } from '../support/peer.js';
import { after, asked, doneBy, effectsOf, ended, exited, prompt, questionOf, statesOf, working } from '../support/session.js';

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
        hasPrompt: () => Promise.resolve(undefined),
        isDeferred: () => Promise.resolve(false),
      };
      const { state } = await restoredChat(stored, { transcripts, route: () => 'auto', now: () => 9 });
      const cut = state.items.findLast(item => item.kind === 'problem' && item.problem.code === 'cutOff');
      assert.deepEqual([phaseOf(state), cut?.kind === 'problem' && cut.goOn], [phase, offer]);
    });
});

describe('a prompt that Claude has begun to answer when its process ends', () => {
  const begun = after(working, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'textStarted', id: 'm:0' });
  const missing: SessionEvent = { type: 'promptMissing', uuid: 'u1' };

  it('is looked for in the transcript, and can be sent again where that lacks it', () => {
    assert.deepEqual(effectsOf(begun, killed), [{ type: 'checkPrompt', uuid: 'u1', sessionId: 's' }]);
    const lost = after(begun, killed, missing);
    assert.deepEqual(statesOf(lost), ['prompt failed', 'text', 'exit']);
    const id = lost.items[0]?.id ?? '';
    assert.deepEqual(doneBy(lost, { type: 'promptResubmitted', id, uuid: 'u9' }), ['startClaude', 'prompt']);
  });

  it('is kept where anything of the turn is whole, and the person has an offer after Stop', () => {
    for (const events of [
      [{ type: 'textFinished', id: 'm:0', text: 'whole' }],
      [{ type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' }],
      [{ type: 'interruptRequested' }],
      [ended],
    ] as const)
      assert.deepEqual(doneBy(after(begun, ...events), killed), [], events[0].type);
  });

  it('is found by its uuid in the lines of both kinds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-proven-'));
    const file = join(folder, 'a.jsonl');
    const line = (more: object): string => JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', sessionId: 's', ...more });
    const queued = { type: 'attachment', uuid: 'x', attachment: { type: 'queued_command', prompt: 'b', source_uuid: 'u2' } };
    const asked = { type: 'user', uuid: 'u1', message: { role: 'user', content: 'a u3' } };
    writeFileSync(file, [asked, queued].map(line).join('\n'));
    assert.deepEqual(await Promise.all(['u1', 'u2', 'u3'].map(uuid => holdsPrompt(file, uuid))), [true, true, false]);
    rmSync(folder, { recursive: true });
  });

  for (const [isThere, state, notice] of [
    [true, 'sent', 'cutOff'],
    [false, 'failed', undefined],
    [undefined, 'sent', 'cutOff'],
  ] as const)
    it(`is ${state} in the next window where the transcript ${isThere === undefined ? 'cannot be read' : isThere ? 'holds it' : 'lacks it'}`, async () => {
      const stored = { key: 'c', usedAt: 1, seenUntil: 9, composerDraft: '', composerRevision: 0, state: begun };
      const transcripts = {
        tail: () => Promise.resolve(undefined),
        hasResult: () => Promise.resolve(undefined),
        hasPrompt: () => Promise.resolve(isThere),
        isDeferred: () => Promise.resolve(false),
      };
      const { state: restored } = await restoredChat(stored, { transcripts, route: () => 'auto', now: () => 9 });
      const said = restored.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : []));
      assert.deepEqual([statesOf(restored)[0], said.at(-1)], [`prompt ${state}`, notice]);
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
