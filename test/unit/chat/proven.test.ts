// What a person has decided is final when the CLI cannot lose it any more: its turn has come to its end, or the transcript holds it. Neither an echo
// nor what Claude goes on to say is evidence.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdsPrompt } from '../../../src/claude/transcripts/transcriptFiles.js';
import { restoredChat } from '../../../src/host/storage/restoreChat.js';
import type { ChatEvent } from '../../../src/chat/events.js';
import { exitedUnproven, unproven, withResults } from '../../../src/chat/evidence.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { PermissionState, ChatState } from '../../../src/chat/state.js';
import { step } from '../../../src/chat/step.js';
import { trimmable } from '../../../src/chat/window.js';
import { deniedMessage } from '../../../src/shared/decisionWords.js';
import { anyEvent } from '../../support/anyEvent.js';
import { pick } from '../../support/questions.js';
import { Peer, answer, input, settled } from '../../support/peer.js';
import {
  after,
  asked,
  doneBy,
  effectsOf,
  ended,
  exited,
  permissionFor,
  prompt,
  questionInput,
  questionOf,
  stepAlone,
  statesOf,
  working,
} from '../../support/chat.js';
import { runs } from '../../support/tier.js';

const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 };
const echoed: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Your questions have been answered' };
const killed: ChatEvent = { type: 'processExited', requestedByUs: false, code: null, signal: 'SIGKILL', stderr: '' };
const found = (isThere: boolean): ChatEvent => ({ type: 'resultsChecked', found: { t: isThere } });
const wentOn: ChatEvent = { type: 'textStarted', id: 'm:0' };
const read = after(working, asked('t'), answered, echoed);
const phaseOf = (state: ChatState, id?: string): string => questionOf(state, id).phase;
const remembers = (state: ChatState, event: ChatEvent): boolean => doneBy(state, event).includes('rememberAnswers');

describe('an answer that the CLI has echoed', () => {
  for (const event of [killed, exited])
    it(`is looked for in the transcript where the process ends next${event === exited ? ', also by us' : ''}`, () => {
      assert.deepEqual(effectsOf(read, event), [{ type: 'checkResults', toolUseIds: ['t'], sessionId: 's' }]);
    });

  it('is looked for also where Claude has begun to go on: the CLI writes its transcript later', () => {
    const begun = after(read, wentOn, { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' });
    assert.deepEqual(doneBy(begun, killed), ['checkResults']);
    assert.equal(phaseOf(after(begun, killed, found(false))), 'lost');
  });

  it('is read where the transcript holds it, and can be sent as a message where it does not', () => {
    assert.equal(phaseOf(after(read, killed, found(true))), 'answered');
    const lost = after(read, killed, found(false));
    assert.deepEqual([phaseOf(lost), questionOf(lost).reason, questionOf(lost).echoedText], ['lost', 'exited', undefined]);
    assert.deepEqual(doneBy(lost, { type: 'lostAnswersSent', toolUseId: 't', uuid: 'u9' }), ['startClaude', 'prompt']);
    assert.deepEqual(doneBy(after(read, killed, found(true)), killed), [], 'and is not looked for again');
  });

  it('is remembered as a decision only then', () => {
    assert.equal(remembers(after(working, asked('t'), answered), echoed), false);
    assert.equal(remembers(read, ended), true);
    const over = after(read, killed);
    assert.deepEqual([remembers(over, found(true)), remembers(over, found(false))], [true, false]);
    assert.equal(remembers(after(read, ended), killed), false, 'and once');
  });

  it('takes the offer to go on from a fault behind it, because Claude does not have the answer', () => {
    const failed = after(read, { type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: '', reason: 'overloaded' } });
    const goOn = (state: ChatState): unknown => state.items.findLast(item => item.kind === 'problem')?.goOn;
    assert.deepEqual(
      [goOn(failed), goOn(after(failed, killed, found(true))), goOn(after(failed, killed, found(false)))],
      ['answer', 'answer', undefined],
    );
  });

  it('is found also behind more items than the window of a chat holds', () => {
    const behind = Array.from({ length: 500 }, (_, nth): ChatEvent => ({ type: 'textFinished', id: `m:${nth}`, text: 'x' }));
    const long = after(read, ...behind);
    assert.ok(trimmable(long).length > 0 && !trimmable(long).some(({ id }) => id === 't'));
  });

  it('is read once the turn has come to its end', () => {
    const over = after(read, wentOn, ended);
    assert.deepEqual(doneBy(over, killed), []);
    assert.equal(phaseOf(after(over, found(false))), 'answered');
  });

  it('is not read later where another process has noted its call as interrupted: the end of the turn has the transcript looked at', () => {
    const over = step(after(read, wentOn), ended, 1);
    const check = { type: 'checkTurn', toolUseIds: ['t'], sessionId: 's' } as const;
    assert.deepEqual(over.effects, [check]);
    assert.deepEqual([phaseOf(over.state), questionOf(over.state).unproven], ['answered', 'turnOver']);
    const checked = (interrupted: readonly string[]): ChatEvent => ({ type: 'turnChecked', toolUseIds: ['t'], interrupted });
    const lost = after(over.state, checked(['t']));
    assert.deepEqual([phaseOf(lost), questionOf(lost).reason], ['lost', 'openElsewhere']);
    assert.deepEqual(doneBy(lost, { type: 'lostAnswersSent', toolUseId: 't', uuid: 'u9' }), ['prompt']);
    assert.deepEqual([remembers(over.state, checked(['t'])), remembers(over.state, checked([]))], [false, true]);
    assert.equal(phaseOf(after(over.state, checked([]), killed, found(false))), 'answered');
    assert.deepEqual(doneBy(over.state, killed), ['checkResults'], 'a process that ends before that is looked after as any other');
  });

  it('is looked for also where a turn that was interrupted stands between', () => {
    const stopped = after(read, { type: 'interruptRequested' }, { type: 'turnEnded', outcome: 'interrupted' });
    assert.deepEqual(doneBy(stopped, killed), ['checkResults']);
    assert.deepEqual(doneBy(after(stopped, prompt('u2'), ended), killed), []);
  });

  it('is judged by what the transcript holds where the window has ended, whatever the times of its entries', () => {
    const told = (state: ChatState, isThere?: boolean): string =>
      phaseOf(withResults(exitedUnproven(state), isThere === undefined ? {} : { t: isThere }, 1));
    assert.deepEqual([told(read, true), told(read, false)], ['answered', 'lost']);
    assert.equal(told(read), 'answered', 'a transcript that cannot be read says nothing');
    assert.equal(told(after(read, ended), false), 'answered');
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

describe('what the CLI could still lose', () => {
  it('is looked for at the end of the process, and no decision of the memory, whatever has happened', () => {
    let [searched, remembered] = [0, 0];
    const usual = fc.constantFrom<ChatEvent>(...[asked('t'), answered, echoed].flatMap(event => [event, event, event]), ended, killed);
    const anyLife = fc.oneof({ weight: 1, arbitrary: anyEvent('question') }, { weight: 4, arbitrary: usual });
    fc.assert(
      fc.property(fc.array(anyLife, { minLength: 10, maxLength: 40 }), events => {
        let state = working;
        events.forEach((event, now) => {
          const before = unproven(state);
          const done = stepAlone(state, event, now);
          state = done.state;
          for (const effect of done.effects) {
            if (effect.type === 'checkResults') searched++;
            if (effect.type !== 'rememberAnswers' || event.type === 'answersFound') continue;
            remembered++;
            for (const id of effect.toolUseIds)
              assert.deepEqual([phaseOf(state, id), questionOf(state, id).unproven], ['answered', undefined]);
          }
          if (event.type === 'processExited' && before.length > 0 && unproven(state).length > 0)
            assert.ok(done.effects.some(({ type }) => type === 'checkResults'));
        });
      }),
      { numRuns: runs(400) },
    );
    assert.ok(searched > 0 && remembered > 0, `${searched} ${remembered}`);
  });
});

describe('a dismissal that the CLI has echoed', () => {
  const dismissed = after(working, asked('t'), { type: 'questionDismissed', toolUseId: 't' });
  const refusal: ChatEvent = { ...echoed, isError: true, text: 'The person did not want to answer.' };

  it('is looked for as an answer is, and Claude does not know of it where the transcript lacks it', () => {
    const told = after(dismissed, refusal);
    assert.deepEqual([phaseOf(told), doneBy(told, killed)], ['dismissed', ['checkResults']]);
    assert.equal(phaseOf(after(told, killed, found(true))), 'dismissed');
    const lost = questionOf(after(told, killed, found(false)));
    assert.deepEqual([lost.phase, lost.reason], ['withdrawn', 'exited']);
  });

  it('is none where a hook has refused the question, because Claude reads the words of the hook', () => {
    const refused = questionOf(after(dismissed, { ...refusal, text: 'Nobody is asked today.', refusedBy: 'hook' }));
    assert.deepEqual([refused.phase, refused.reason, refused.detail], ['withdrawn', 'refusedByHook', 'Nobody is asked today.']);
  });
});

describe('a permission that the person has decided', () => {
  const call: ChatEvent = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' };
  const decide = (decision: 'allow' | 'deny'): ChatEvent => ({ type: 'permissionDecided', requestId: 'p-b', decision });
  const ran: ChatEvent = { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' };
  const has = (isThere: boolean | 'interrupted'): ChatEvent => ({ type: 'resultsChecked', found: { b: isThere } });
  const permissionIn = (state: ChatState): PermissionState =>
    state.items.find((item): item is PermissionState => item.kind === 'permission') ?? assert.fail();

  for (const decision of ['allow', 'deny'] as const) {
    const decided = after(working, call, permissionFor('b'), decide(decision));
    it(`(${decision}) is looked for in the transcript until its turn has come to its end`, () => {
      for (const state of [decided, after(decided, ran), after(decided, ran, wentOn)])
        assert.deepEqual(effectsOf(state, killed), [{ type: 'checkResults', toolUseIds: ['b'], sessionId: 's' }]);
      assert.deepEqual(doneBy(after(decided, ran, ended), killed), []);
    });

    it(`(${decision}) says that Claude does not know of it where the transcript lacks the result of its call`, () => {
      const over = after(decided, ran, killed);
      assert.deepEqual([permissionIn(after(over, has(true))).lost, permissionIn(after(over, has(false))).lost], [undefined, true]);
      assert.equal(permissionIn(after(over, has(false))).state, decision === 'allow' ? 'allowed' : 'denied');
      assert.deepEqual(doneBy(after(over, has(false)), killed), [], 'and is not looked for again');
    });
  }

  it('is not lost with its window where the transcript holds the result, though the journal does not know that it was written', () => {
    const decided = after(working, call, permissionFor('b'), decide('allow'));
    assert.notEqual(permissionIn(decided).writeId, undefined);
    const restored = (isThere: boolean): PermissionState =>
      permissionIn(restoredState(withResults(exitedUnproven(decided), { b: isThere }, 9), 'auto', 9));
    assert.deepEqual([restored(true).lost, restored(false).lost], [undefined, true]);
  });

  it('says that another program has noted the call as interrupted: the Claude of this window has read the decision, and has not stopped', () => {
    const decided = after(working, call, permissionFor('b'), decide('allow'), ran);
    const over = after(step(decided, ended, 9).state, { type: 'turnChecked', toolUseIds: ['b'], interrupted: ['b'] });
    for (const one of [over, after(decided, killed, has('interrupted'))]) assert.equal(permissionIn(one).lost, 'openElsewhere');
  });

  it('is not proven by the end of a turn that tells nothing of its call', () => {
    const decided = after(working, call, permissionFor('b'), decide('allow'));
    const { writeId = '' } = permissionIn(decided);
    const cut = after(decided, { type: 'writeAcknowledged', writeId }, { type: 'turnEnded', outcome: 'error' });
    assert.deepEqual(doneBy(cut, killed), ['checkResults']);
  });

  it('of a subagent is in no transcript of the chat', () => {
    const decided = after(working, call, { ...permissionFor('b'), agentId: 'a' }, decide('allow'), ran);
    assert.deepEqual(doneBy(decided, killed), []);
  });

  it('that the journal does not know is decided as the transcript tells it', () => {
    const open = after(working, call, permissionFor('b'));
    const told = (isError: boolean, text: string): string => {
      const event = { type: 'toolFinished', toolUseId: 'b', isError, text } as const;
      return permissionIn(restoredState(open, 'auto', 9, { entries: [{ at: 5, event }], since: 0 })).state;
    };
    assert.deepEqual([told(false, 'a.txt'), told(true, deniedMessage), told(true, 'exit 1')], ['allowed', 'denied', 'withdrawn']);
  });
});

describe('a form that the CLI has taken', () => {
  const call: ChatEvent = { type: 'toolStarted', toolUseId: 'c', name: 'mcp__my_db__ask', summary: '' };
  const form: ChatEvent = {
    type: 'elicitationAsked',
    requestId: 't',
    input: { ...questionInput, tool: 'elicitation', elicitation: { server: 'my db' } },
  };
  const taken: ChatEvent = { type: 'elicitationSettled', requestId: 'h', server: 'my db', action: 'accept' };
  const result = { type: 'toolFinished', toolUseId: 'c', isError: false, text: '' } as const;
  const has = (isThere: boolean): ChatEvent => ({ type: 'resultsChecked', found: { c: isThere } });
  const sent = after(working, call, form, answered);
  const written = after(sent, { type: 'writeAcknowledged', writeId: questionOf(sent).writeId ?? '' });

  it('is looked for by the result of the call in which its server has asked', () => {
    const there = after(written, taken);
    const looked = ['answered', [{ type: 'checkResults', toolUseIds: ['c'], sessionId: 's' }]];
    for (const state of [there, after(there, result), after(there, result, wentOn)])
      assert.deepEqual([phaseOf(state), effectsOf(state, killed)], looked);
    assert.deepEqual([phaseOf(after(there, killed, has(true))), phaseOf(after(there, killed, has(false)))], ['answered', 'lost']);
    assert.deepEqual(doneBy(after(there, result, ended), killed), []);
    for (const text of ['Connection closed', 'MCP error -32000: Connection closed', 'In use'])
      assert.equal(phaseOf(after(there, { ...result, isError: true, text })), text === 'In use' ? 'answered' : 'lost');
  });

  it('is taken where another process has noted its call as interrupted, because its server has it', () => {
    const { state } = step(after(written, taken, result), ended, 9);
    assert.equal(phaseOf(after(state, { type: 'turnChecked', toolUseIds: ['c'], interrupted: ['c'] })), 'answered');
  });

  it('is taken where its call has come to its result behind the window, which did not know that it was written', () => {
    const restored = (isError: boolean): string | undefined =>
      phaseOf(restoredState(sent, 'auto', 9, { entries: [{ at: 5, event: { ...result, isError } }], since: 0 }));
    assert.deepEqual([restored(false), restored(true), phaseOf(restoredState(sent, 'auto', 9))], ['answered', 'lost', 'lost']);
  });

  it('between two calls of its server is taken, because no transcript holds it', () => {
    const between = after(working, ended, form, answered, taken);
    assert.deepEqual([phaseOf(between), doneBy(between, killed)], ['answered', []]);
  });

  it('is not taken by the end of a turn, and without hooks by the result of its call alone', () => {
    assert.equal(phaseOf(after(working, form, answered, ended)), 'sending');
    assert.equal(phaseOf(after(sent, result)), 'sending', 'the pipe may not have taken it');
    assert.equal(phaseOf(after(written, result)), 'answered');
    assert.equal(phaseOf(after(written, { ...result, isError: true })), 'lost');
    assert.equal(phaseOf(after(written, { ...result, toolUseId: 'd' })), 'sending');
  });
});

describe('an answer that the CLI had echoed when its window ended', () => {
  for (const [title, isThere, phase, reason, offer] of [
    ['holds it', true, 'answered', undefined, 'answer'],
    ['lacks it', false, 'lost', 'exited', undefined],
    ['says that another process took it for interrupted', 'interrupted', 'lost', 'openElsewhere', undefined],
    ['cannot be read', undefined, 'answered', undefined, 'answer'],
  ] as const)
    it(`is ${phase} in the next window where the transcript ${title}`, async () => {
      const confirmed = after(read, { type: 'promptConfirmed', uuid: 'u1' });
      const stored = { key: 'c', usedAt: 1, seenUntil: 9, composerDraft: '', composerRevision: 0, state: confirmed };
      const transcripts = {
        tail: () => Promise.resolve(undefined),
        hasPrompt: () => Promise.resolve(undefined),
        promptsHeld: () => Promise.resolve(undefined),
        resultsHeld: () => Promise.resolve(isThere === undefined ? undefined : { t: isThere }),
        isDeferred: () => Promise.resolve(false),
      };
      const { state, answered: remembered } = await restoredChat(stored, { transcripts, route: () => 'auto', now: () => 9 });
      const cut = state.items.findLast(item => item.kind === 'problem' && item.problem.code === 'cutOff');
      assert.deepEqual([phaseOf(state), questionOf(state).reason, cut?.kind === 'problem' && cut.goOn], [phase, reason, offer]);
      assert.deepEqual(remembered, isThere === true ? ['t'] : undefined);
    });
});

describe('a prompt that Claude has begun to answer when its process ends', () => {
  const begun = after(working, { type: 'promptConfirmed', uuid: 'u1' }, { type: 'textStarted', id: 'm:0' });
  const missing: ChatEvent = { type: 'promptMissing', uuid: 'u1' };

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
        resultsHeld: () => Promise.resolve(undefined),
        hasPrompt: () => Promise.resolve(isThere),
        promptsHeld: () => Promise.resolve(undefined),
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
  const over = line('result', { subtype: 'success', is_error: false });

  for (const [title, behind, hasResults, phase] of [
    ['nothing came behind the echo', [], false, 'lost'],
    ['nothing came behind the echo, and the transcript holds it', [], true, 'answered'],
    ['the next message has begun', [begun], false, 'lost'],
    ['the next message has come whole', [whole], false, 'lost'],
    ['the turn has ended', [whole, over], false, 'answered'],
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
