// What an agent outside of VS Code reads, and what its card says, whenever the person answers and whenever the agent calls.
import assert from 'node:assert/strict';
import { cancelledResult } from '../../../../src/claude/answers/askCancelled.js';
import { codex, DoorWindow, id, names } from '../../../support/doorWindow.js';
import { settled } from '../../../support/peer.js';
import { drafted, own } from '../../../support/questions.js';

const which = { question: 'Which?' };

describe('a question of an agent outside of VS Code', () => {
  it('names the agent and its folder, and has the answer', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    assert.deepEqual([window.question().phase, window.question().otherAgent], ['asked', codex]);
    window.answer('A');
    assert.equal(await given, 'User answered: A');
    await settled();
    assert.deepEqual([window.question().phase, window.question().otherAgent], ['answered', codex]);
    assert.match(await window.call({ waitFor: names[0] }), /^QuestionCancelledError: No question waits under this id/);
  });

  it('stays open when its call ends before the agent’s clock; the answer goes to the next call, once, and the card says who waits', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    assert.match(await given, new RegExp(`^Not answered yet: .*\\{"waitFor":"${names[0]}"\\}`));
    assert.deepEqual([window.question().phase, window.question().otherAgent?.unattended], ['asked', true]);
    window.answer('A');
    await settled();
    assert.deepEqual([window.question().phase, window.question().otherAgent?.unattended], ['answered', true], 'nobody has called for it');
    assert.equal(await window.call({ waitFor: names[0] }, { call: names[1] }), 'User answered: A');
    assert.deepEqual(window.question().otherAgent, codex);
    assert.match(await window.call({ waitFor: names[0] }, { call: names[1] }), /No question waits/);
  });

  it('is waited for anew, and withdrawn by its agent', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    await given;
    const cancelling = new AbortController();
    const later = window.call({ waitFor: names[0] }, { call: names[1] }, cancelling.signal);
    await settled();
    assert.deepEqual(window.question().otherAgent, codex);
    cancelling.abort();
    assert.match(await later, /withdrawn/);
    await settled();
    await settled();
    assert.deepEqual([window.question().phase, window.question().reason], ['withdrawn', 'cancelled']);
  });

  it('that is filled in stays when its agent gives up the call, and the same call anew leads to it', async () => {
    const window = new DoorWindow();
    const giving = new AbortController();
    const given = window.call(which, {}, giving.signal);
    await settled();
    for (const event of drafted(id, [own('half')])) window.chatOf().loop.dispatch(event);
    giving.abort();
    assert.match(await given, /withdrawn/);
    await settled();
    await settled();
    assert.deepEqual(
      [window.question().phase, window.question().draft, window.question().otherAgent?.unattended],
      ['asked', [own('half')], true],
    );
    const again = window.call(which, { again: true });
    await settled();
    assert.deepEqual(window.question().otherAgent, { ...codex, isBegun: true });
    window.answer('whole');
    assert.equal(await again, 'User answered: whole');
  });

  it('that is answered after its agent has given up the call has its answer in the same call anew, once', async () => {
    for (const undoTime of [0, 5_000]) {
      const window = new DoorWindow();
      const giving = new AbortController();
      const given = window.call(which, {}, giving.signal);
      await settled();
      const answer = { type: 'questionAnswered', toolUseId: id, answers: [own('A')], undoTime } as const;
      if (undoTime > 0) window.chatOf().loop.dispatch(answer);
      else for (const event of drafted(id, [own('A')])) window.chatOf().loop.dispatch(event);
      giving.abort();
      await given;
      await settled();
      if (undoTime > 0)
        window
          .chatOf()
          .timers.find(({ ms }) => ms === undoTime)
          ?.run();
      else window.chatOf().loop.dispatch(answer);
      await settled();
      assert.deepEqual([window.question().phase, window.question().otherAgent?.unattended], ['answered', true]);
      assert.equal(await window.call(which, { again: true }), 'User answered: A');
      assert.match(await window.call({ waitFor: names[0] }), /No question waits/);
    }
  });

  it('that nobody has begun ends with its call, and the same call anew opens its card again', async () => {
    const window = new DoorWindow();
    for (let round = 0; round < 3; round++) {
      const giving = new AbortController();
      const given = window.call(which, { again: round > 0 }, giving.signal);
      await settled();
      assert.equal(window.question().phase, 'asked');
      giving.abort();
      await given;
      await settled();
      await settled();
      assert.equal(window.question().phase, 'withdrawn');
    }
    const given = window.call(which, { again: true });
    await settled();
    window.answer('A');
    assert.equal(await given, 'User answered: A');
    assert.equal(window.chatOf().loop.state.items.length, 1);
  });

  it('that the person has begun to answer in the message box stays where its call is given up', async () => {
    const window = new DoorWindow();
    const giving = new AbortController();
    const given = window.call(which, {}, giving.signal);
    await settled();
    window.chatOf().loop.dispatch({ type: 'answerBegun', toolUseId: window.question().id });
    giving.abort();
    await given;
    await settled();
    assert.deepEqual([window.question().phase, window.question().otherAgent?.unattended], ['asked', true]);
  });

  it('that is dismissed while no call waits is told as that', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    await given;
    window.chatOf().loop.dispatch({ type: 'questionDismissed', toolUseId: id });
    await settled();
    assert.match(await window.call({ waitFor: names[0] }), /The user dismissed this\..*Do not ask this again now/);
  });

  it('belongs to its agent: another one, or the same in another folder, reads nothing of it', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    for (const agent of [
      { ...codex, name: 'Cline' },
      { ...codex, folder: '/work/other' },
    ])
      assert.match(await window.call({ waitFor: names[0] }, { agent }), /No question waits/);
    window.answer('A');
    assert.equal(await given, 'User answered: A');
  });

  it('of ten agents stands in a chat for each, and no answer reaches another', async () => {
    const window = new DoorWindow();
    const agents = Array.from({ length: 10 }, (_, index) => ({ name: `Agent ${index}`, folder: '/work' }));
    const calls = agents.map((agent, index) => window.call(which, { agent, call: names[0].replace(/1$/, String(index)) }));
    await settled();
    for (const [index, agent] of agents.entries()) {
      const { loop } = window.chatOf(agent);
      assert.equal(loop.state.items.length, 1);
      loop.dispatch({ type: 'questionAnswered', toolUseId: loop.state.items[0]?.id ?? '', answers: [own(`${index}`)], undoTime: 0 });
      assert.equal(await calls[index], `User answered: ${index}`);
    }
  });

  it('goes on in the next window, with what was filled in, when the helper comes again', async () => {
    const window = new DoorWindow();
    void window.call(which);
    await settled();
    for (const event of drafted(id, [own('half')])) window.chatOf().loop.dispatch(event);
    const next = await window.reopened();
    const given = next.call(which, { again: true });
    await settled();
    assert.deepEqual([next.question().phase, next.question().draft], ['asked', [own('half')]]);
    next.answer('whole');
    assert.equal(await given, 'User answered: whole');
  });

  it('that the person has begun to answer stays where its call is given up in the next window', async () => {
    for (const begun of [drafted(id, [own('half')]), [{ type: 'answerBegun', toolUseId: id } as const]]) {
      const window = new DoorWindow();
      void window.call(which);
      await settled();
      for (const event of begun) window.chatOf().loop.dispatch(event);
      const next = await window.reopened();
      const giving = new AbortController();
      const given = next.call(which, { again: true }, giving.signal);
      await settled();
      giving.abort();
      assert.match(await given, /withdrawn/);
      await settled();
      await settled();
      assert.deepEqual([next.question().phase, next.question().otherAgent?.unattended], ['asked', true]);
    }
  });

  it('that was answered while nobody waited has its answer in the next window too, once', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    await given;
    window.answer('A');
    await settled();
    const next = await window.reopened();
    assert.equal(await next.call({ waitFor: names[0] }), 'User answered: A');
    assert.match(await next.call({ waitFor: names[0] }), /No question waits/);
  });

  it('that was answered while nobody waited keeps its answer where the next call ends before the chat is there', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    await given;
    window.answer('A');
    await settled();
    const next = await window.reopened();
    const giving = new AbortController();
    const early = next.call({ waitFor: names[0] }, { call: names[1] }, giving.signal);
    giving.abort();
    assert.match(await early, /withdrawn/);
    assert.equal(next.question().otherAgent?.unattended, true);
    assert.equal(await next.call({ waitFor: names[0] }, { call: names[1] }), 'User answered: A');
  });

  it('that was answered and not fetched for a day has its answer from its card, once', async () => {
    const window = new DoorWindow();
    const given = window.call(which);
    await settled();
    await window.runOut();
    await given;
    window.answer('A');
    await settled();
    const day = window.clock.all.findLast(({ ms, isCalledOff }) => ms === 86_400_000 && !isCalledOff);
    assert.ok(day, 'it is not kept for ever');
    day.run();
    assert.equal(window.question().otherAgent?.unattended, true, 'its card offers it still');
    assert.equal(await window.call({ waitFor: names[0] }), 'User answered: A');
    assert.match(await window.call({ waitFor: names[0] }), /No question waits/);
  });

  it('that was answered as its window ended has its answer, because the helper has not got it', async () => {
    const window = new DoorWindow();
    void window.call(which);
    await settled();
    window.chatOf().loop.dispatch({ type: 'questionAnswered', toolUseId: id, answers: [own('held')], undoTime: 5_000 });
    const next = await window.reopened();
    assert.equal(await next.call(which, { again: true }), 'User answered: held');
  });

  it('that never came to the window before is asked, and one that Stop has ended is not', async () => {
    const window = new DoorWindow();
    const given = window.call(which, { again: true });
    await settled();
    assert.equal(window.question().phase, 'asked');
    window.chatOf().loop.dispatch({ type: 'interruptRequested' });
    assert.match(await given, /The user stopped this/);
    await settled();
    assert.match(await window.call(which, { again: true }), /The user stopped this/);
  });

  it('is not asked where the person has turned that off, or its input is wrong', async () => {
    const window = new DoorWindow();
    assert.match(await window.call({ questions: [] }), /^QuestionValidationError/);
    assert.match(await window.call({ ...which, timeoutSeconds: 59 }), /timeoutSeconds must be a whole number from 60/);
    window.refusal = cancelledResult('off');
    assert.match(await window.call(which), /turned this tool off/);
    assert.deepEqual(window.chatOf().loop.state.items, []);
  });
});
