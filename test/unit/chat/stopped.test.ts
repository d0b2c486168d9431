// What Stop and a missing log-in leave behind: a line, and the person's prompt to be sent again once.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import type { ChatState } from '../../../src/chat/state.js';
import { initialState } from '../../../src/chat/state.js';
import { pick } from '../../support/questions.js';
import { after, asked, doneBy, ended, exited, named, prompt, statesOf, working } from '../../support/chat.js';

const stop: ChatEvent = { type: 'interruptRequested' };
const interrupted: ChatEvent = { type: 'turnEnded', outcome: 'interrupted' };
const confirmed = (uuid: string): ChatEvent => ({ type: 'promptConfirmed', uuid });
const refused: readonly ChatEvent[] = [
  { type: 'problemSeen', problem: { code: 'notLoggedIn', detail: 'Please log in.' } },
  { type: 'turnEnded', outcome: 'error' },
];
const begun = after(working, confirmed('u1'));

function last(state: ChatState): { readonly code: string; readonly again: string | undefined; readonly id: string } | undefined {
  const item = state.items.findLast(({ kind }) => kind === 'problem');
  return item?.kind === 'problem' ? { code: item.problem.code, again: item.again, id: item.id } : undefined;
}

describe('Stop', () => {
  const stopped = after(begun, stop, interrupted);
  const again = (uuid: string): ChatEvent => ({ type: 'promptResubmitted', id: last(stopped)?.id ?? '', uuid });

  it('leaves a line with the prompt that was running', () => {
    assert.deepEqual(statesOf(stopped), ['prompt sent', 'problem']);
    assert.deepEqual([last(stopped)?.code, last(stopped)?.again, stopped.turn], ['stopped', 'u1', 'idle']);
  });

  it('says of a call in the background that it runs on, also where no number of tasks is told, but not once the process has ended', () => {
    const reasonBehind = (end: ChatEvent): string | undefined => {
      const notice = after(begun, { type: 'callsInBackground', toolUseIds: ['t'] }, stop, end).items.at(-1);
      return notice?.kind === 'problem' ? (notice.problem.reason ?? 'none') : undefined;
    };
    assert.deepEqual([reasonBehind(interrupted), reasonBehind(exited)], ['runsOn', 'none']);
  });

  it('leaves the same line where the process had to be ended for it, and after an error', () => {
    assert.deepEqual(last(after(begun, stop, exited))?.again, 'u1');
    assert.deepEqual(
      last(after(begun, stop, { type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: 'no' } }))?.code,
      'stopped',
    );
  });

  it('leaves no line where Claude had finished, and where the CLI crashed', () => {
    const crash: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
    for (const events of [
      [stop, ended],
      [stop, crash],
    ])
      assert.equal(last(after(begun, ...events)), undefined);
  });

  it('ends a question, and its line stands behind it', () => {
    const state = after(begun, asked('t'), stop, { type: 'requestCancelled', requestId: 'r-t' }, interrupted);
    assert.deepEqual(statesOf(state), ['prompt sent', 'question withdrawn', 'problem']);
    assert.equal(last(state)?.again, 'u1');
  });

  it('lets the prompt be sent again as a new one, once', () => {
    assert.deepEqual(
      doneBy(stopped, again('u2')),
      ['writeToClaude'].map(() => 'prompt'),
    );
    const sent = after(stopped, again('u2'));
    assert.deepEqual(statesOf(sent), ['prompt sent', 'problem', 'prompt sending']);
    const copy = sent.items.at(-1);
    assert.deepEqual(copy?.kind === 'prompt' && [copy.text, copy.uuid], ['u1', 'u2']);
    assert.equal(after(sent, again('u3')), sent);
  });

  it('offers nothing any more when the person has gone on', () => {
    const sent = after(stopped, prompt('other'));
    assert.equal(last(sent)?.again, undefined);
    assert.equal(after(sent, again('u3')), sent);
  });

  it('offers nothing any more when a prompt that had not reached Claude is sent again', () => {
    const unsent = after(working, exited);
    const [id = ''] = unsent.items.flatMap(item => (item.kind === 'prompt' && item.state === 'failed' ? [item.id] : []));
    const stoppedNext = after(unsent, prompt('next'), named, confirmed('next'), stop, interrupted);
    assert.equal(last(stoppedNext)?.again, 'next');
    assert.equal(last(after(stoppedNext, { type: 'promptResubmitted', id, uuid: 'u3' }))?.again, undefined);
  });

  it('offers no prompt of an earlier turn when Claude had gone on by itself', () => {
    const byItself = after(begun, ended, named, { type: 'textStarted', id: 'm/0' }, stop, interrupted);
    assert.deepEqual([last(byItself)?.code, last(byItself)?.again], ['stopped', undefined]);
  });

  it('offers the prompt that had waited for its turn', () => {
    const next = after(begun, prompt('next'), ended, named, confirmed('next'), stop, interrupted);
    assert.equal(last(next)?.again, 'next');
  });

  it('offers nothing any more when the conversation has gone on in a terminal', () => {
    const entries = [{ at: 10, event: { type: 'promptSeen', id: 't1', text: 'Something else' } as const }];
    const ofProcess = after(stopped, exited);
    assert.equal(last(ofProcess)?.again, 'u1');
    assert.equal(last(after(ofProcess, { type: 'transcriptRead', since: 0, entries }))?.again, undefined);
    const known = [{ at: 10, event: { type: 'promptSeen', id: 'u1', text: 'u1' } as const }];
    assert.equal(last(after(ofProcess, { type: 'transcriptRead', since: 0, entries: known }))?.again, 'u1');
  });

  it('offers all that was said in the turn, and nothing that waits or has an offer of its own', () => {
    assert.equal(last(after(begun, prompt('more'), confirmed('more'), stop, interrupted))?.again, 'u1\n\nmore');
    assert.equal(last(after(begun, prompt('next'), stop, interrupted))?.again, undefined);
    const unread = after(working, stop, exited);
    assert.deepEqual([statesOf(unread), last(unread)?.again], [['prompt failed', 'problem'], undefined]);
  });
});

describe('Stop before the CLI is up', () => {
  const crashed: ChatEvent = { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' };
  const early = after(initialState('auto'), prompt('u1'), stop, { type: 'promptUnwritten', writeId: 'w0' });
  const next = after(early, prompt('u2'), { type: 'processStarted', version: '2.1.329' });
  const told = (state: ChatState): readonly string[] =>
    state.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : item.kind === 'exit' ? ['exit'] : []));

  it('gives back the message, and the next one goes to the same CLI', () => {
    assert.deepEqual([statesOf(early), early.turn], [['prompt failed', 'problem'], 'idle']);
    assert.deepEqual(doneBy(early, prompt('u2')), ['prompt']);
    const state = after(next, { type: 'writeAcknowledged', writeId: next.outbox[0]?.writeId ?? '' }, named, confirmed('u2'), ended);
    assert.deepEqual([statesOf(state), state.process], [['prompt failed', 'problem', 'prompt sent'], 'running']);
  });

  it('hides not why that CLI then does not start', () => {
    const refusal: ChatEvent = { type: 'startRefused', problem: { code: 'api', detail: 'no', reason: 'managed_settings_invalid' } };
    assert.deepEqual(told(after(next, refusal, crashed)), ['stopped', 'api']);
    assert.deepEqual(told(after(early, refusal, crashed)), ['stopped', 'api'], 'also where nothing was sent again');
  });

  it('hides not that the CLI has forgotten the session, and the next message goes to a new one', () => {
    const known = { ...initialState('auto'), sessionId: 's' };
    const again = after(known, prompt('u1'), stop, { type: 'promptUnwritten', writeId: 'w0' }, prompt('u2'));
    const state = after(again, { type: 'sessionUnknown', sessionId: 's' }, crashed);
    assert.deepEqual([told(state), state.process, state.sessionId], [['stopped', 'notResumed'], 'starting', undefined]);
  });

  it('leaves a CLI that is ended once nobody looks at the chat', () => {
    assert.deepEqual(doneBy(early, { type: 'processUnneeded' }), ['stopClaude']);
  });
});

describe('a log-in that is missing', () => {
  const state = after(begun, ...refused);

  it('keeps the prompt, to be sent again by a process that reads the new log-in', () => {
    assert.deepEqual([last(state)?.code, last(state)?.again, state.process], ['notLoggedIn', 'u1', 'ending']);
    const again: ChatEvent = { type: 'promptResubmitted', id: last(state)?.id ?? '', uuid: 'u2' };
    const sent = after(state, again, exited);
    assert.deepEqual([sent.process, sent.turn, sent.outbox.length], ['starting', 'starting', 1]);
    assert.deepEqual(statesOf(after(sent, named, confirmed('u2'), ended)), ['prompt sent', 'problem', 'prompt sent']);
    assert.equal(after(sent, { ...again, uuid: 'u3' }), sent);
  });

  for (const reason of ['account_on_hold', 'billing_error', 'cloud_credential_error', 'oauth_org_not_allowed', 'verification_required'])
    it(`is one of several refusals that only a new process gets over: ${reason}`, () => {
      const problem = { code: 'api', detail: 'No.', reason } as const;
      const told = after(begun, { type: 'problemSeen', problem }, { type: 'turnEnded', outcome: 'error' });
      const inResult = after(begun, { type: 'turnEnded', outcome: 'error', problem });
      for (const left of [told, inResult]) assert.deepEqual([last(left)?.code, last(left)?.again, left.process], ['api', 'u1', 'ending']);
      const stopped = after(begun, { type: 'retrying', reason, attempt: 1, of: 10 }, stop, interrupted);
      assert.deepEqual([last(stopped)?.again, stopped.process], ['u1', 'ending']);
      const [refusal] = stopped.items.flatMap(item => (item.kind === 'problem' ? [item.problem] : []));
      assert.deepEqual([refusal?.code, refusal?.reason], ['api', reason]);
    });

  it('is told, and read anew, also where the person stops the CLI as it tries the rejected key again', () => {
    const retrying = (reason: string): ChatEvent => ({ type: 'retrying', reason, attempt: 1, of: 10 });
    const stopped = after(begun, retrying('authentication_failed'), stop, interrupted);
    assert.deepEqual(
      stopped.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : [])),
      ['notLoggedIn', 'stopped'],
    );
    assert.deepEqual([last(stopped)?.again, stopped.process, stopped.retrying], ['u1', 'ending', undefined]);
    const overloaded = after(begun, retrying('overloaded'), stop);
    assert.deepEqual([overloaded.retrying, after(overloaded, interrupted).process], [undefined, 'running']);
    assert.deepEqual(last(after(overloaded, interrupted))?.code, 'stopped');
  });

  it('behind an answered question or a tool offers nothing, because the same prompt would ask, or do, it again', () => {
    const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 };
    const result: ChatEvent = { type: 'toolFinished', toolUseId: 't', isError: false, text: 'fine' };
    const afterQuestion = after(begun, asked('t'), answered, result, ...refused);
    assert.deepEqual(statesOf(afterQuestion), ['prompt sent', 'question answered', 'problem']);
    assert.deepEqual([last(afterQuestion)?.code, last(afterQuestion)?.again], ['notLoggedIn', undefined]);
    const afterTool = after(begun, { type: 'toolStarted', toolUseId: 't', name: 'Bash', summary: 'rm a' }, result, ...refused);
    assert.deepEqual([last(afterTool)?.code, last(afterTool)?.again], ['notLoggedIn', undefined]);
    // The tool of an earlier turn is no work on this prompt.
    const next = after(afterTool, exited, prompt('u2'), named, confirmed('u2'), ...refused);
    assert.equal(last(next)?.again, 'u2');
  });

  it('of an earlier turn is over with that turn', () => {
    const later = after(state, exited, prompt('u2'), named, confirmed('u2'), ended);
    assert.deepEqual([last(later)?.again, later.process], [undefined, 'running']);
  });

  it('under the answer of a parked question offers nothing, because Claude has worked on the prompt', () => {
    const parked = after(begun, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    assert.deepEqual(statesOf(parked), ['prompt sent', 'question parked']);
    const answered: ChatEvent = { type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 };
    const state = after(parked, answered, { type: 'processStarted', version: '2.1.329' }, named, ...refused);
    assert.deepEqual([last(state)?.code, last(state)?.again], ['notLoggedIn', undefined]);
  });
});
