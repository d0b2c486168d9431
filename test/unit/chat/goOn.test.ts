// A turn that was cut off: one row says what cut it off and what Claude has, and *Go on* takes the work up there.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../src/chat/events.js';
import { goOnWords } from '../../../src/chat/prompts.js';
import { restoredState } from '../../../src/chat/restore.js';
import type { ProblemState, ChatState } from '../../../src/chat/state.js';
import { viewItem } from '../../../src/chat/view.js';
import { restoredChat } from '../../../src/host/storage/restoreChat.js';
import { pick } from '../../support/questions.js';
import { readRecording, replay } from '../../support/replay.js';
import { after, asked, effectsOf, ended, exited, permissionFor, prompt, statesOf, working } from '../../support/chat.js';

const used: ChatEvent = { type: 'toolStarted', toolUseId: 'b', name: 'Bash', summary: 'ls' };
const ran: ChatEvent = { type: 'toolFinished', toolUseId: 'b', isError: false, text: '' };
const answered: readonly ChatEvent[] = [
  asked('t'),
  { type: 'questionAnswered', toolUseId: 't', answers: [pick(1)], undoTime: 0 },
  { type: 'toolFinished', toolUseId: 't', isError: false, text: 'Answered' },
];
const failed: ChatEvent = { type: 'turnEnded', outcome: 'error', problem: { code: 'api', detail: '529', reason: 'overloaded' } };
const talking = after(working, { type: 'promptConfirmed', uuid: 'u1' });
const texts = { problem: () => assert.fail(), exit: () => assert.fail(), reads: () => undefined };

const problemOf = ({ items }: ChatState): ProblemState | undefined => items.findLast(item => item.kind === 'problem');
const offers = (state: ChatState): unknown[] => {
  const { goOn, again } = problemOf(state) ?? {};
  return [goOn, again];
};
const press = (state: ChatState): readonly ChatEvent[] => [{ type: 'promptResubmitted', id: problemOf(state)?.id ?? '', uuid: 'g' }];

describe('a turn that a fault of the service has ended', () => {
  it('is gone on with where Claude has worked, and sent again where it has not', () => {
    assert.deepEqual(offers(after(working, ...answered, failed)), ['answer', undefined]);
    assert.deepEqual(offers(after(working, used, ran, failed)), ['work', undefined]);
    assert.deepEqual(offers(after(working, failed)), [undefined, 'u1']);
  });

  it('is sent again where a subagent of an earlier turn has asked meanwhile, and Claude has no answer of what a subagent has asked', () => {
    const [, answer] = answered;
    const others: readonly ChatEvent[] = answer === undefined ? [] : [asked('t', { agent: 'silent' }), answer];
    assert.deepEqual(offers(after(working, ...others, failed)), [undefined, 'u1']);
    assert.deepEqual(offers(after(working, used, ...others, ran, failed)), ['work', undefined]);
  });

  it('says that it broke off where the CLI says nothing of it, as 2.0.77 does in the middle of a message', () => {
    const { items } = replay(readRecording('brokenStream.oldest')).state;
    const notice = items.at(-1);
    assert.ok(notice?.kind === 'problem');
    assert.deepEqual([notice.problem.code, notice.again], ['brokenOff', 'recorded']);
    assert.deepEqual(statesOf(replay(readRecording('brokenStream')).state), ['prompt sent', 'text']);
    const cut: ChatEvent = { type: 'turnEnded', outcome: 'interrupted' };
    assert.deepEqual(offers(after(working, ...answered, cut)), ['answer', undefined]);
    assert.equal(problemOf(after(working, { type: 'interruptRequested' }, cut))?.problem.code, 'stopped');
    const half: readonly ChatEvent[] = [
      { type: 'textStarted', id: 'n:0' },
      { type: 'textGrew', id: 'n:0', text: 'I' },
    ];
    assert.deepEqual(offers(after(working, ...answered, ...half, ended)), ['answer', undefined]);
    const back: ChatEvent = { type: 'filesGoing', text: 'back', trees: { from: 'a'.repeat(40), to: 'b'.repeat(40) } };
    assert.deepEqual(offers(after(working, ...answered, ...half, back, ended)), ['answer', undefined]);
    assert.deepEqual(offers(after(working, ...answered, ...half, { type: 'textFinished', id: 'n:0', text: 'I do.' }, ended)), [
      undefined,
      undefined,
    ]);
  });

  it('is gone on with where no prompt of the person has begun it', () => {
    const byClaude = after(working, ended, { type: 'textStarted', id: 'm:1' }, failed);
    assert.deepEqual(offers(byClaude), ['work', undefined]);
  });

  it('is not gone on with where the person has the answer still to send, or messages wait', () => {
    assert.deepEqual(offers(after(working, ...answered.slice(0, 2), failed)), [undefined, undefined]);
    assert.deepEqual(offers(after(working, used, prompt('u2'), { type: 'writeAcknowledged', writeId: 'w1' }, failed)), [
      undefined,
      undefined,
    ]);
  });
});

describe('a turn in whose middle the process has ended', () => {
  const crashed: ChatEvent = { type: 'processExited', code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' };
  const exitOf = (state: ChatState): unknown => {
    const exit = state.items.findLast(item => item.kind === 'exit');
    return exit === undefined ? 'none' : exit.goOn;
  };

  it('is gone on with, once, from what Claude has', () => {
    const worked = after(talking, used, ran, crashed);
    assert.equal(exitOf(worked), 'work');
    const { id } = worked.items.findLast(item => item.kind === 'exit') ?? assert.fail();
    const press: ChatEvent = { type: 'promptResubmitted', id, uuid: 'g' };
    const writes = effectsOf(worked, press).flatMap(effect => (effect.type === 'writeToClaude' ? [effect.message] : []));
    assert.deepEqual(writes, [{ type: 'prompt', uuid: 'g', text: goOnWords }]);
    assert.equal(exitOf(after(worked, press)), undefined);
    assert.deepEqual(effectsOf(after(worked, press), { ...press, uuid: 'h' }), []);
    assert.equal(exitOf(after(worked, { type: 'textStarted', id: 'n:0' })), undefined);
  });

  it('has forgotten what came behind a parked question, also in later turns that its background work has kept it for, unless it ended in order', () => {
    const question = asked('t');
    const parked = after(working, question, { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const task = (count: number): ChatEvent => ({ type: 'backgroundTasksChanged', count, subagents: 0 });
    const resumed = after(parked, answered[1] ?? assert.fail(), { type: 'processStarted' }, question, task(1), ...answered.slice(2));
    assert.equal(exitOf(after(resumed, crashed)), 'answerAlone');
    const over = after(resumed, ended);
    assert.deepEqual([over.process, exitOf(after(over, crashed)), exitOf(after(over, exited))], ['running', 'answerAlone', 'none']);
    assert.deepEqual(effectsOf(after(over, task(0)), ended), [{ type: 'stopClaude' }]);
    assert.equal(problemOf(restoredState(resumed, 'auto', 9))?.goOn, 'answerAlone');
  });

  it('proves no answer of such a process before one has ended in order, though its turn has', () => {
    const parked = after(working, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const over = after(parked, answered[1] ?? assert.fail(), { type: 'processStarted' }, asked('t'), ...answered.slice(2), ended);
    assert.deepEqual(effectsOf(over, exited), [{ type: 'checkResults', toolUseIds: ['t'], sessionId: 's' }]);
    const inOrder = (state: ChatState): boolean => after(state, prompt('u2'), { type: 'processStarted' }).endsWithTurn !== true;
    const ends = [exited, { ...exited, code: 143 }, crashed, { ...exited, code: null, signal: 'SIGKILL' as const }];
    assert.deepEqual(
      ends.map(end => inOrder(after(over, end))),
      [true, true, false, false],
    );
    assert.equal(inOrder(restoredState(over, 'auto', 9)), false, 'nobody has seen the end');
  });

  it('is asked for in the next window: what it may have forgotten is given back where the transcript shows that later Claude does not read it', async () => {
    const parked = after(working, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const over = after(parked, answered[1] ?? assert.fail(), { type: 'processStarted' }, asked('t'), ...answered.slice(2), ended);
    const said = after(over, prompt('u2'), { type: 'promptConfirmed', uuid: 'u2' }, ended);
    const stored = { key: 'c', usedAt: 1, seenUntil: 9, composerDraft: '', composerRevision: 0, state: said };
    const givenBack = async (held: readonly string[] | undefined): Promise<string | undefined> => {
      const nothing = (): Promise<undefined> => Promise.resolve(undefined);
      const transcripts = {
        tail: nothing,
        hasPrompt: nothing,
        resultsHeld: nothing,
        isDeferred: nothing,
        promptsHeld: (_: string, uuids: readonly string[]) => {
          assert.deepEqual(uuids, ['u2']);
          return Promise.resolve(held);
        },
      };
      const { state } = await restoredChat(stored, { transcripts, route: () => 'auto', now: () => 9 });
      const { problem, again } = problemOf(state) ?? {};
      return problem?.code === 'forgotten' ? again : undefined;
    };
    assert.deepEqual([await givenBack([]), await givenBack(['u2']), await givenBack(undefined)], ['u2', undefined, undefined]);
  });

  it('has forgotten the messages too that it had read behind a parked question, and gives them back, unless it ended in order', () => {
    const parked = after(working, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' }, exited);
    const task: ChatEvent = { type: 'backgroundTasksChanged', count: 1, subagents: 0 };
    const over = after(parked, answered[1] ?? assert.fail(), { type: 'processStarted' }, asked('t'), task, ...answered.slice(2), ended);
    const said = after(over, prompt('u2'), { type: 'promptConfirmed', uuid: 'u2' }, ended, prompt('/cost'), ended);
    const check = { type: 'checkForgotten', uuids: ['u2'], sessionId: 's' };
    const checks = (state: ChatState, event: ChatEvent): unknown[] =>
      effectsOf(state, event).filter(({ type }) => type === 'checkForgotten');
    assert.deepEqual([checks(said, crashed), checks(said, exited), checks(over, crashed)], [[check], [], []]);
    assert.deepEqual(checks(after(said, exited, prompt('u3'), { type: 'processStarted' }), crashed), []);

    const told = after(said, crashed, { type: 'promptsForgotten', uuids: ['u2'] });
    assert.deepEqual([problemOf(told)?.problem.code, problemOf(told)?.again], ['forgotten', 'u2']);
    assert.equal(after(told, { type: 'promptsForgotten', uuids: ['u2'] }), told, 'once');
    const press: ChatEvent = { type: 'promptResubmitted', id: problemOf(told)?.id ?? '', uuid: 'u9' };
    assert.deepEqual(
      effectsOf(told, press).map(({ type }) => type),
      ['startClaude', 'writeToClaude'],
    );
    assert.equal(problemOf(after(told, press))?.again, undefined);
  });

  it('has the answer, unless the transcript lacks it, and then its card has the offer', () => {
    const lost = after(talking, ...answered, crashed);
    assert.equal(exitOf(lost), 'answer');
    assert.equal(exitOf(after(lost, { type: 'resultsChecked', found: { t: true } })), 'answer');
    assert.equal(exitOf(after(lost, { type: 'resultsChecked', found: { t: false } })), undefined);
  });

  it('is not gone on with where the person has the prompt or the answer still to send', () => {
    assert.equal(exitOf(after(working, crashed)), undefined);
    assert.equal(exitOf(after(talking, ...answered.slice(0, 2), crashed)), undefined);
    assert.equal(exitOf(after(talking, crashed)), 'work');
    assert.equal(exitOf(after(talking, crashed, { type: 'promptMissing', uuid: 'u1' })), undefined);
    assert.equal(exitOf(after(talking, { type: 'interruptRequested' }, crashed)), undefined);
  });
});

describe('Go on', () => {
  const broken = after(working, ...answered, failed);
  const pressed = after(broken, ...press(broken));

  it('sends a prompt of Parley’s, once, and its row shows none of the words as the person’s', () => {
    const writes = effectsOf(broken, ...press(broken)).flatMap(effect => (effect.type === 'writeToClaude' ? [effect.message] : []));
    assert.deepEqual(writes, [{ type: 'prompt', uuid: 'g', text: goOnWords }]);
    assert.deepEqual(offers(pressed), [undefined, undefined]);
    assert.deepEqual(effectsOf(pressed, ...press(broken)), []);
    const row = pressed.items.at(-1);
    const shown = row && viewItem(row, pressed, texts, undefined);
    assert.ok(shown?.kind === 'prompt' && shown.goOn === true);
  });

  it('is gone once the person sends a message, and once Claude has gone on by itself, here or elsewhere', () => {
    assert.deepEqual(offers(after(broken, prompt('u2'))), [undefined, undefined]);
    assert.deepEqual(offers(after(broken, { type: 'textStarted', id: 'n:0' })), [undefined, undefined]);
    const entries = [{ at: 5, event: { type: 'textFinished', id: 'n:0', text: 'Done.' } as const }];
    assert.deepEqual(offers(after(broken, exited, { type: 'transcriptRead', entries, since: 4 })), [undefined, undefined]);
  });

  it('looks at its own turn, also while the permission of a subagent waits from an earlier one', () => {
    const agents: ChatEvent = { ...permissionFor('a'), agentId: 'a' };
    const waits = after(talking, used, ran, agents, ended, prompt('u2'), { type: 'promptConfirmed', uuid: 'u2' });
    assert.deepEqual(offers(after(waits, failed)), [undefined, 'u2']);
  });
});

describe('a turn in whose middle the window has ended', () => {
  const restored = (state: ChatState, news?: Parameters<typeof restoredState>[3]): ChatState => restoredState(state, 'auto', 9, news);
  const cutOff = (state: ChatState): unknown[] => [problemOf(state)?.problem.code, problemOf(state)?.goOn];

  it('says so, and can be gone on with', () => {
    assert.deepEqual(cutOff(restored(talking)), ['cutOff', 'work']);
    assert.deepEqual(cutOff(restored(after(talking, used))), ['cutOff', 'work']);
    const read = after(talking, ...answered);
    assert.deepEqual(cutOff(restored(read)), ['cutOff', 'answer']);
    assert.deepEqual(cutOff(restored(after(talking, permissionFor('b')))), ['cutOff', 'work']);
    const told = restored(talking);
    assert.equal(told.turnStart, told.items.length);
  });

  it('says so without an offer where the card of a question has one', () => {
    const drafted: ChatEvent = { type: 'answerDrafted', toolUseId: 't', question: 0, answer: pick(1), on: 0 };
    assert.deepEqual(cutOff(restored(after(talking, asked('t'), drafted))), ['cutOff', undefined]);
    assert.deepEqual(cutOff(restored(after(talking, asked('t')))), ['cutOff', 'work'], 'nothing was filled in');
  });

  it('was not cut off by the window where the person had stopped it, or where no Claude is', () => {
    assert.equal(problemOf(restored(after(talking, { type: 'interruptRequested' })))?.problem.code, 'stopped');
    const { sessionId: _, ...nobody } = talking;
    assert.deepEqual(cutOff(restored(nobody)), [undefined, undefined]);
  });

  it('was cut off where subagents worked, though no turn ran', () => {
    assert.deepEqual(cutOff(restored(after(talking, { type: 'backgroundTasksChanged', count: 1, subagents: 1 }, ended))), [
      'cutOff',
      'work',
    ]);
  });

  it('is not cut off where it was over, where a question of it still waits, and where its prompt did not reach Claude', () => {
    const unread = after(talking, ended, prompt('u2'));
    const parked = after(talking, asked('t'), { type: 'parkRequested' }, { type: 'turnEnded', outcome: 'deferred' });
    for (const state of [after(talking, ended), after(talking, ended, exited), unread, parked])
      assert.deepEqual(cutOff(restored(state)), [undefined, undefined]);
    assert.equal(statesOf(restored(parked)).at(-1), 'question parked');
  });

  it('is not cut off where Claude has come to its end behind the window', () => {
    const news = { entries: [{ at: 5, event: { type: 'textFinished', id: 'n:0', text: 'Done.' } as const }], since: 4 };
    const begun = after(talking, { type: 'textStarted', id: 'n:0' }, { type: 'textGrew', id: 'n:0', text: 'Do' });
    for (const state of [talking, begun]) assert.deepEqual(cutOff(restored(state, news)), [undefined, undefined]);
    assert.deepEqual(cutOff(restored(begun)), ['cutOff', 'work']);
  });

  it('is not cut off where Parley tells something behind the end, and is where a message stands behind it', () => {
    const done = { at: 5, event: { type: 'textFinished', id: 'n:0', text: 'Done.' } as const };
    const told: ChatEvent = { type: 'filesGoing', text: 'back', trees: { from: 'a'.repeat(40), to: 'b'.repeat(40) } };
    const begun = after(talking, { type: 'textStarted', id: 'n:0' }, { type: 'textGrew', id: 'n:0', text: 'Do' }, told);
    assert.deepEqual(statesOf(begun).slice(-2), ['text', 'wentBack']);
    const over = restored(begun, { entries: [done], since: 4 });
    assert.deepEqual(
      [statesOf(over), cutOff(over)],
      [statesOf(begun), [undefined, undefined]],
      'the words that were cut off are whole now',
    );
    const agents: readonly ChatEvent[] = [
      { ...permissionFor('a'), agentId: 'a' },
      { type: 'permissionDecided', requestId: 'p-a', decision: 'allow' },
    ];
    const beside = after(talking, { type: 'textStarted', id: 'n:0' }, { type: 'textGrew', id: 'n:0', text: 'Do' }, ...agents);
    assert.deepEqual(statesOf(restored(beside, { entries: [done], since: 4 })), statesOf(beside), 'a subagent was allowed something');
    // The person has sent another message while Claude wrote, and has taken back a third.
    const waits: ChatEvent = { type: 'promptSubmitted', uuid: 'u3', text: 'u3', way: 'after' };
    const queued = after(talking, { type: 'textStarted', id: 'n:0' }, { type: 'textGrew', id: 'n:0', text: 'Do' });
    for (const events of [[prompt('u2')], [waits, { type: 'promptWantedBack', id: 'u3' }]] as const) {
      const behind = after(queued, ...(events as readonly ChatEvent[]));
      const whole = restored(behind, { entries: [done], since: 4 });
      assert.deepEqual(
        [statesOf(whole).filter(one => one === 'text').length, cutOff(whole)],
        [1, [undefined, undefined]],
        statesOf(behind).join(),
      );
    }
    const next = { at: 6, event: { type: 'promptSeen', id: 'u2', text: 'And then?' } as const };
    assert.deepEqual(cutOff(restored(talking, { entries: [done, next], since: 4 })), ['cutOff', 'work']);
  });

  it('names what ran in the background behind the turn, and offers to go on only where Claude may have forgotten something', () => {
    const beside = after(talking, used, ran, { type: 'callsInBackground', toolUseIds: ['b'] }, ended);
    const told = restored(beside);
    assert.deepEqual(problemOf(told)?.problem, { code: 'backgroundCut', detail: 'ls' });
    assert.deepEqual(cutOff(told), ['backgroundCut', undefined]);
    assert.equal(restored(told).items.length, told.items.length);
    assert.deepEqual(cutOff(restored({ ...beside, endsWithTurn: true })), ['backgroundCut', 'answerAlone']);
    const crash: ChatEvent = { type: 'processExited', code: null, signal: 'SIGKILL', requestedByUs: false, stderr: '' };
    assert.deepEqual(cutOff(after(beside, crash)), ['backgroundCut', undefined]);
    for (const over of [after(beside, exited), after(beside, { type: 'callsInBackground', toolUseIds: [] }, crash)])
      assert.deepEqual(cutOff(over), [undefined, undefined]);
  });

  it('says it once, however often the window ends', () => {
    const twice = restored(restored(talking));
    assert.equal(twice.items.filter(item => item.kind === 'problem').length, 1);
  });
});
