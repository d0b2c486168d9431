// A session and the memory: what its start tells, what its end keeps, and what neither may cost.
import assert from 'node:assert/strict';
import type { ChatMemory } from '../../../../src/host/chats/chatMemory.js';
import type { Transcripts } from '../../../../src/host/cli/transcripts.js';
import { restoredChat } from '../../../../src/host/storage/restoreChat.js';
import { folderOf } from '../../../../src/host/chats/chat.js';
import { Chats } from '../../../../src/host/chats/chats.js';
import { callTimeout } from '../../../../src/claude/ask/memoryToolDefinitions.js';
import { tellTimeout } from '../../../../src/host/chats/toldInTime.js';
import type { QuestionState, ChatState } from '../../../../src/chat/state.js';
import type { Settlement } from '../../../../src/chat/settlement.js';
import type { MemoryTool } from '../../../../src/shared/memoryTools.js';
import { memoryTools } from '../../../../src/shared/memoryTools.js';
import { init, Peer, settled } from '../../../support/peer.js';
import { pick } from '../../../support/questions.js';

const told = { decisions: ['d1'], card: [{ section: 'Goal', text: 'Goal: sell.' }] };
const question = { question: 'Which store?', header: 'Store', multiSelect: false, options: [{ label: 'SQLite' }, { label: 'Files' }] };
const asked = {
  type: 'control_request',
  request_id: 'h',
  request: { subtype: 'hook_callback', input: { tool_name: 'AskUserQuestion', tool_use_id: 't', tool_input: { questions: [question] } } },
};
const echo = {
  type: 'user',
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'User has answered your questions.' }] },
};
const over = { type: 'result', subtype: 'success', is_error: false };
const keptAway = 'You cannot dynamically configure MCP servers when an enterprise MCP config is present';

describe('a session with a memory', () => {
  const kept: QuestionState[] = [];
  const known: (typeof told | undefined)[] = [];
  let calling: () => ReturnType<ChatMemory['call']>;
  let answer: () => ReturnType<ChatMemory['tell']>;
  const memory: ChatMemory = {
    tools: () => memoryTools,
    call: () => calling(),
    tell: given => {
      known.push(given as typeof told | undefined);
      return answer();
    },
    remember: questions => kept.push(...questions),
    hold: () => undefined,
  };
  const begin = async (): Promise<Peer> => {
    const peer = new Peer(undefined, memory);
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Hello.' });
    await settled();
    return peer;
  };
  beforeEach(() => {
    kept.length = known.length = 0;
    calling = () => Promise.resolve({ text: 'Nothing.' });
    answer = () => Promise.resolve({ told, text: 'REMEMBERED', count: 2, isOlder: false });
  });

  it('tells it with the first line to the CLI, and shows that in the chat', async () => {
    const peer = await begin();
    assert.ok(peer.initialized !== undefined && 'appendSystemPrompt' in peer.initialized);
    assert.equal(peer.initialized.appendSystemPrompt, 'REMEMBERED');
    assert.deepEqual(
      peer.items.filter(item => item.kind === 'told').map(({ count }) => count),
      [2],
    );
    assert.deepEqual(peer.loop.state.told, told);
  });

  it('says of a session that goes on how much it is told then, without what the person has removed', async () => {
    const peer = await begin();
    peer.say(init);
    peer.exit({ code: 0, signal: null, stderr: '', requestedByUs: false });
    await settled();
    answer = () => Promise.resolve({ told, text: 'REMEMBERED', count: 1, isOlder: true });
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'v', text: 'Go on.' });
    await settled();
    assert.deepEqual(
      peer.items.filter(item => item.kind === 'told').map(({ count }) => count),
      [2, 1],
    );
  });

  it('begins without it where it is not read in time', async () => {
    answer = () => new Promise(() => undefined);
    const peer = await begin();
    const timer = peer.timers.find(({ ms }) => ms === tellTimeout) ?? assert.fail('no timer');
    assert.equal(peer.initialized, undefined);
    timer.run();
    await settled();
    assert.equal('appendSystemPrompt' in (peer.initialized ?? assert.fail()), false);
    assert.equal(
      peer.items.some(({ kind }) => kind === 'told'),
      false,
    );
  });

  it('ends while the memory does not answer, and leaves no process behind', async () => {
    answer = () => new Promise(() => undefined);
    const peer = await begin();
    await peer.loop.dispose();
    assert.equal(peer.stopped, 1);
  });

  it('tells it to the CLI that is started without ask_user too, and says so once', async () => {
    const peer = await begin();
    peer.exit({ code: 1, signal: null, stderr: keptAway, requestedByUs: false });
    await settled();
    assert.equal(peer.starts.length, 2);
    assert.ok(peer.initialized !== undefined && 'appendSystemPrompt' in peer.initialized, 'the chat says that Claude was told');
    assert.equal(peer.items.filter(({ kind }) => kind === 'told').length, 1);
  });

  it('says anew what a session was told that takes the place of one that the CLI does not know', async () => {
    const peer = await begin();
    peer.say(init);
    peer.exit({ code: 0, signal: null, stderr: '', requestedByUs: false });
    await settled();
    answer = () => Promise.resolve({ told: { ...told, decisions: ['d1', 'd2'] }, text: 'REMEMBERED', count: 3, isOlder: false });
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'v', text: 'Go on.' });
    await settled();
    peer.exit({
      code: 1,
      signal: null,
      stderr: `No conversation found with session ID: ${peer.loop.state.sessionId}`,
      requestedByUs: false,
    });
    await settled();
    assert.deepEqual(known, [undefined, told, undefined]);
    assert.deepEqual(
      peer.items.filter(item => item.kind === 'told').map(({ count }) => count),
      [2, 3],
    );
  });

  const toolCall = (name: MemoryTool): object => ({
    type: 'control_request',
    request_id: 'c',
    request: {
      subtype: 'mcp_message',
      server_name: 'parley',
      message: {
        jsonrpc: '2.0',
        id: 3,
        method: 'tools/call',
        params: { name, arguments: { query: 'store' }, _meta: { 'claudecode/toolUseId': 't' } },
      },
    },
  });

  it('answers the CLI also where a call of the memory fails', async () => {
    calling = () => Promise.reject(new Error('the code is gone'));
    const peer = await begin();
    peer.say(init, toolCall('find_decisions'));
    await settled();
    assert.match(JSON.stringify(peer.written.at(-1)), /"request_id":"c".*the code is gone.*"isError":true/);
  });

  for (const [tool, words] of [
    ['find_decisions', /have not been searched, because their disk has not answered.*"isError":true/],
    ['read_product_doc', /has not been read, because its disk has not answered.*"isError":true/],
    [
      'update_product_doc',
      /not known whether the section is written.*may still be written.*read_product_doc before you write it again\.[^.]*$/,
    ],
  ] as const)
    it(`answers the CLI once where ${tool} takes too long, with what is known`, async () => {
      let end = (_result: { readonly text: string }): void => assert.fail();
      calling = () => new Promise(resolve => (end = resolve));
      const peer = await begin();
      peer.say(init, toolCall(tool));
      await settled();
      assert.deepEqual(peer.written.length, 1, 'the prompt');
      (peer.timers.find(({ ms }) => ms === callTimeout) ?? assert.fail('no timer')).run();
      await settled();
      const answer = JSON.stringify(peer.written.at(-1));
      assert.match(answer, words);
      assert.doesNotMatch(tool === 'update_product_doc' ? answer : '', /fail|isError|not written/);
      end({ text: 'Written.' });
      await settled();
      assert.equal(peer.written.length, 2);
    });

  it('begins without it where it cannot be read', async () => {
    answer = () => Promise.reject(new Error('the disk is gone'));
    const peer = await begin();
    assert.equal('appendSystemPrompt' in (peer.initialized ?? assert.fail()), false);
  });

  it('keeps an answer once it is final, and no question that is dismissed', async () => {
    const peer = await begin();
    peer.say(init, asked);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 });
    await settled();
    assert.deepEqual(kept, [], 'it is not confirmed yet');
    peer.say(echo, echo);
    assert.deepEqual(kept, [], 'the CLI can still lose it');
    peer.say(over, over);
    await settled();
    assert.deepEqual(
      kept.map(({ id, phase }) => [id, phase]),
      [['t', 'answered']],
    );
    const other = await begin();
    other.say(init, asked);
    other.loop.dispatch({ type: 'questionDismissed', toolUseId: 't' });
    await settled();
    other.say(echo, over);
    assert.equal(kept.length, 1);
  });

  it('keeps an answer that Claude has got although the window ended before it knew', async () => {
    const peer = await begin();
    peer.say(init, asked);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [pick(0)], undoTime: 0 });
    await settled();
    const stored = { key: 'c', usedAt: 1, seenUntil: 1, composerDraft: '', composerRevision: 0, state: peer.loop.state };
    const settlement: Settlement = { type: 'answer', answers: [pick(0)] };
    const event = { type: 'questionSettled', toolUseId: 't', settlement, isError: false, text: 'SQLite' } as const;
    const chats = new Chats({ now: () => 9, log: { error: assert.fail }, create: state => new Peer(state, memory).loop });
    const tail = (): ReturnType<Transcripts['tail']> =>
      Promise.resolve({ entries: [{ at: 5, event }], hasOlder: false, hasNewer: false, firstOffset: 0, endOffset: 1 });
    const restore = async (state: ChatState): Promise<void> =>
      chats.adopt(
        await restoredChat(
          { ...stored, state },
          {
            transcripts: {
              tail,
              hasPrompt: () => Promise.resolve(true),
              promptsHeld: () => Promise.resolve(undefined),
              resultsHeld: () => Promise.resolve({ t: true }),
              isDeferred: () => Promise.resolve(false),
            },
            route: () => 'auto',
            now: () => 9,
          },
        ),
        undefined,
      );
    await restore(stored.state);
    assert.deepEqual(
      kept.map(({ id, phase }) => [id, phase]),
      [['t', 'answered']],
    );
    await restore(chats.get('c')?.loop.state ?? assert.fail());
    assert.equal(kept.length, 1, 'it is known as answered by now');
  });

  it('is found for a chat that was closed, until its end is over', async () => {
    let loop: Peer['loop'] | undefined;
    const chats = new Chats({ now: () => 9, log: { error: assert.fail }, create: state => (loop = new Peer(state).loop) });
    const { key } = chats.current;
    loop?.dispatch({ type: 'steered', change: { folder: '/b' } });
    chats.close(key);
    assert.equal(chats.get(key), undefined);
    assert.equal(folderOf(chats.getEnding(key)), '/b');
    await chats.dispose();
    assert.equal(chats.getEnding(key), undefined);
  });
});
