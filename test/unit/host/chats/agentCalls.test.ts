// Other agents in the window ask through a process of Parley's own: what they read, and what becomes of the card.
import assert from 'node:assert/strict';
import type { AskResult } from '../../../../src/claude/answers/askResult.js';
import { restoredState, withdrawn } from '../../../../src/chat/restore.js';
import { AgentChat } from '../../../support/agentChat.js';
import { settled } from '../../../support/peer.js';
import { drafted, own, pick } from '../../../support/questions.js';

const textOf = async (result: Promise<AskResult>): Promise<string> => (await result).content[0].text;
const named = (question: string): object => ({ question });

describe('the calls of other agents', () => {
  it('become questions of a chat, and the answer is what the agent reads', async () => {
    const agents = new AgentChat();
    const call = agents.ask({ question: 'Which?', choices: ['A', 'B'], multi_select: false, allow_other: true });
    await settled();
    assert.deepEqual([agents.question(call.id).phase, agents.loop.state.turn], ['asked', 'running']);
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: call.id, answers: [pick(1)], undoTime: 0 });
    assert.equal(await textOf(call.result), '{"selected":[1],"other":null}');
    await settled();
    assert.deepEqual([agents.question(call.id).phase, agents.loop.state.turn, agents.complaints], ['answered', 'idle', []]);
    assert.equal(agents.question(call.id).echoedText, '{"selected":[1],"other":null}');
  });

  it('are answered in any order, and no draft reaches another card', async () => {
    const agents = new AgentChat();
    const calls = Array.from({ length: 10 }, (_, index) => agents.ask(named(`Question ${index}?`)));
    await settled();
    for (const [index, { id }] of calls.entries()) for (const event of drafted(id, [own(`draft ${index}`)])) agents.loop.dispatch(event);
    const order = [7, 0, 9, 3, 1, 8, 2, 6, 4, 5];
    for (const [done, index] of order.entries()) {
      const { id, result } = calls[index] ?? assert.fail();
      assert.deepEqual(agents.question(id).draft, [own(`draft ${index}`)]);
      agents.loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [own(`answer ${index}`)], undoTime: 0 });
      assert.equal(await textOf(result), `User answered: answer ${index}`);
      await settled();
      for (const later of order.slice(done + 1))
        assert.deepEqual(agents.question(calls[later]?.id ?? '').draft, [own(`draft ${later}`)], `${later} after ${index}`);
      assert.equal(agents.loop.state.turn, done === 9 ? 'idle' : 'running');
    }
    assert.deepEqual(
      calls.map(({ id }) => agents.question(id).phase),
      calls.map(() => 'answered'),
    );
  });

  it('are refused where too many wait, until one of those is answered', async () => {
    const agents = new AgentChat();
    const calls = Array.from({ length: 1_000 }, (_, index) => agents.ask(named(`Question ${index}?`)));
    await settled();
    assert.equal(agents.loop.state.items.length, 50);
    assert.match(await textOf(calls[50]?.result ?? assert.fail()), /^QuestionCancelledError: Too many questions/);
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: calls[0]?.id ?? '', answers: [own('a')], undoTime: 0 });
    await calls[0]?.result;
    const next = agents.ask(named('Next?'));
    await settled();
    assert.equal(agents.question(next.id).phase, 'asked');
    calls[50]?.withdraw();
    await settled();
    assert.equal(agents.loop.state.items.length, 51);
  });

  it('end by name: dismissed, overdue, stopped, withdrawn, gone', async () => {
    const agents = new AgentChat();
    const ask = async (
      more: object = {},
    ): Promise<{ readonly id: string; readonly withdraw: () => void; readonly result: Promise<AskResult> }> => {
      const call = agents.ask({ ...named('Which?'), ...more });
      await settled();
      return call;
    };
    const dismissed = await ask();
    agents.loop.dispatch({ type: 'questionDismissed', toolUseId: dismissed.id });
    assert.match(await textOf(dismissed.result), /^QuestionCancelledError: The user dismissed this\..*Do not ask this again now/);
    const overdue = await ask({ timeoutSeconds: 60 });
    for (const { run } of agents.timers) run();
    assert.match(await textOf(overdue.result), /^QuestionTimeoutError: /);
    const stopped = await ask();
    agents.loop.dispatch({ type: 'interruptRequested' });
    assert.match(await textOf(stopped.result), /^QuestionCancelledError: The user stopped this\./);
    await settled();
    const given = await ask();
    given.withdraw();
    assert.match(await textOf(given.result), /^QuestionCancelledError: The question was withdrawn/);
    const gone = await ask();
    await agents.loop.dispose();
    assert.match(await textOf(gone.result), /^QuestionCancelledError: The chat or the window .* is closed/);
    assert.ok((await gone.result).isError);
    const ends = [dismissed, overdue, stopped, given].map(({ id }) => agents.question(id)).map(({ phase, reason }) => [phase, reason]);
    assert.deepEqual(ends, [
      ['dismissed', undefined],
      ['dismissed', 'timedOut'],
      ['withdrawn', 'interrupted'],
      ['withdrawn', 'cancelled'],
    ]);
  });

  it('keep on the card what was filled in when an agent withdraws, and leave the others open', async () => {
    const agents = new AgentChat();
    const [first, second] = [agents.ask(named('First?')), agents.ask(named('Second?'))];
    await settled();
    for (const event of drafted(first.id, [own('half a thou')])) agents.loop.dispatch(event);
    first.withdraw();
    await first.result;
    const { phase, reason, draft } = agents.question(first.id);
    assert.deepEqual([phase, reason, draft], ['withdrawn', 'cancelled', [own('half a thou')]]);
    assert.deepEqual([agents.question(second.id).phase, agents.loop.state.turn], ['asked', 'running']);
  });

  it('take the answer that was sent in the moment in which the agent withdrew', async () => {
    const agents = new AgentChat();
    const call = agents.ask(named('Which?'));
    await settled();
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: call.id, answers: [own('this')], undoTime: 0 });
    call.withdraw();
    assert.equal(await textOf(call.result), 'User answered: this');
    await settled();
    assert.equal(agents.question(call.id).phase, 'answered');
  });

  it('that were withdrawn before the process asked them leave nothing', async () => {
    const agents = new AgentChat();
    const call = agents.calls.add(named('Which?'));
    call.withdraw();
    assert.match(await textOf(call.result), /withdrawn/);
    agents.loop.dispatch({ type: 'processNeeded' });
    await settled();
    const { items, turn, process } = agents.loop.state;
    assert.deepEqual([items, turn, process], [[], 'idle', 'none']);
  });

  it('wait for the next process where the one before is ending', async () => {
    const agents = new AgentChat();
    const first = agents.ask(named('First?'));
    await settled();
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: first.id, answers: [own('1')], undoTime: 0 });
    await first.result;
    await settled();
    // The chat is visible nowhere.
    agents.loop.dispatch({ type: 'processUnneeded' });
    assert.equal(agents.loop.state.process, 'ending');
    const second = agents.ask(named('Second?'));
    await settled();
    await settled();
    assert.deepEqual([agents.question(second.id).phase, agents.loop.state.process], ['asked', 'running']);
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: second.id, answers: [own('2')], undoTime: 0 });
    assert.equal(await textOf(second.result), 'User answered: 2');
  });

  it('are sent an answer that could still be undone when the window ends', async () => {
    const agents = new AgentChat();
    const call = agents.ask(named('Which?'));
    await settled();
    agents.loop.dispatch({ type: 'questionAnswered', toolUseId: call.id, answers: [own('held')], undoTime: 5_000 });
    await agents.loop.dispose();
    assert.equal(await textOf(call.result), 'User answered: held');
    assert.equal(agents.question(call.id).phase, 'answered');
  });

  it('read every fault of a call that came that far', async () => {
    const agents = new AgentChat();
    const call = agents.ask({ questions: [] });
    assert.match(await textOf(call.result), /^QuestionValidationError: .*\n- questions must be a list of 1 to 10 questions/);
    await settled();
    assert.deepEqual([agents.loop.state.items, agents.loop.state.turn], [[], 'idle']);
  });

  it('take no message: it fails where it stands, and the next question is asked', async () => {
    const agents = new AgentChat();
    agents.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello?' });
    await settled();
    const [prompt] = agents.loop.state.items;
    assert.deepEqual(prompt?.kind === 'prompt' && prompt.state, 'failed');
    const call = agents.ask(named('Which?'));
    await settled();
    assert.equal(agents.question(call.id).phase, 'asked');
  });

  it('of a window that has ended are shown as withdrawn in the next one, with what was filled in', async () => {
    const before = new AgentChat();
    const call = before.ask(named('Which?'));
    await settled();
    for (const event of drafted(call.id, [own('half')])) before.loop.dispatch(event);
    const after = new AgentChat({ state: restoredState(withdrawn(before.loop.state, 9), 'control', 9) });
    const { phase, reason, draft } = after.question(call.id);
    assert.deepEqual([phase, reason, draft], ['withdrawn', 'cancelled', [own('half')]]);
    const next = after.ask(named('And now?'));
    await settled();
    assert.equal(after.question(next.id).phase, 'asked');
  });
});
