// A folder brings along something new while its CLI runs, and the person does not use it: the CLI ends, and the next one starts without the folder.
import assert from 'node:assert/strict';
import { interruptTimeout } from '../../../../src/host/chats/chatLoop.js';
import type { FolderUse } from '../../../../src/host/chats/chatDependencies.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import { own } from '../../../support/questions.js';
import { echoOf, hookAsk, init, Peer, promptOf, settled, stateOf } from '../../../support/peer.js';

const prompt = (text: string): ChatEvent => ({ type: 'promptSubmitted', uuid: text, text });
const changed = {
  type: 'control_request',
  request_id: 'c',
  request: { subtype: 'hook_callback', callback_id: 'settings', input: { hook_event_name: 'ConfigChange', source: 'project_settings' } },
};
const reply = (response: object): object => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: 'c', response },
});
const refusal = reply({ decision: 'block', reason: 'The user does not use what this folder brings along.' });
const notices = (peer: Peer): readonly string[] => peer.items.flatMap(item => (item.kind === 'problem' ? [item.problem.code] : []));
const withoutFolder = (peer: Peer): readonly boolean[] => peer.starts.map(options => options.withoutFolder === true);

describe('a folder that brings along something new while its CLI runs', () => {
  let peer: Peer;
  let use: FolderUse;
  let look: () => Promise<FolderUse>;
  beforeEach(async () => {
    peer = new Peer();
    use = 'use';
    look = () => Promise.resolve(use);
    peer.lookAtFolder = () => look();
    peer.loop.dispatch(prompt('hello'));
    await settled();
    peer.say(init, echoOf('hello'));
    peer.written.length = 0;
  });
  const finish = (): void =>
    peer.say(
      { type: 'assistant', message: { id: 'said', content: [{ type: 'text', text: 'Hello.' }] } },
      { type: 'result', subtype: 'success', stop_reason: 'end_turn', result: 'Hello.' },
    );

  it('is taken where the person uses it', async () => {
    peer.say(changed);
    await settled();
    assert.deepEqual(peer.written, [reply({})]);
    assert.equal(peer.stopped, 0);
  });

  it('is kept from the CLI, which is stopped in its turn and lets the person go on without the folder', async () => {
    use = 'without';
    peer.say(changed);
    await settled();
    assert.deepEqual(peer.written, [refusal]);
    assert.equal(peer.stopped, 1);
    assert.deepEqual(notices(peer), ['folderRefused']);
    const notice = peer.items.at(-1);
    assert.equal(notice?.kind === 'problem' && notice.goOn, 'work');
    peer.loop.dispatch({ type: 'promptResubmitted', id: notice?.id ?? '', uuid: 'on' });
    await settled();
    assert.deepEqual(withoutFolder(peer), [false, true]);
    assert.equal(peer.starts.at(-1)?.resume, 's1');
  });

  it('is kept from the CLI where the person has closed the dialog, and nothing else changes: not the turn, nor what is sent', async () => {
    use = 'undecided';
    peer.say(changed);
    await settled();
    assert.deepEqual(peer.written, [refusal]);
    finish();
    peer.loop.dispatch(prompt('next'));
    await settled();
    assert.deepEqual([peer.written.length, peer.stopped, peer.starts.length, notices(peer)], [2, 0, 1, []]);
  });

  it('is read by the CLI that was kept from it, once, before the message with which the person uses it', async () => {
    use = 'undecided';
    peer.say(changed);
    await settled();
    finish();
    use = 'use';
    peer.written.length = 0;
    for (const text of ['next', 'another']) {
      peer.loop.dispatch(prompt(text));
      await settled();
      peer.say(echoOf(text));
      finish();
    }
    const read = { type: 'control_request', request_id: 'parley-request-1', request: { subtype: 'apply_flag_settings', settings: {} } };
    assert.deepEqual(peer.written, [read, promptOf('next'), promptOf('another')]);
  });

  it('ends the CLI that is about to read all settings, also where the person has closed the dialog', async () => {
    use = 'undecided';
    await peer.loop.ask({ subtype: 'apply_flag_settings', settings: { effortLevel: 'low' } });
    await settled();
    assert.deepEqual([peer.written, peer.stopped], [[], 1]);
  });

  it('reaches no CLI with the next message, which goes to one without the folder', async () => {
    finish();
    use = 'without';
    peer.loop.dispatch(prompt('next'));
    await settled();
    await settled();
    assert.deepEqual(withoutFolder(peer), [false, true]);
    assert.deepEqual(peer.written, [promptOf('next')]);
    peer.say(init, echoOf('next'));
    assert.equal(stateOf(peer.items.at(-1)), 'sent');
    assert.deepEqual(notices(peer), []);
  });

  it('ends an idle CLI without a word, and is asked about again with the CLI after the next', async () => {
    finish();
    use = 'without';
    peer.say(changed);
    await settled();
    assert.equal(peer.stopped, 1);
    assert.deepEqual(notices(peer), []);
    for (const text of ['second', 'third']) {
      use = text === 'third' ? 'use' : 'without';
      peer.loop.dispatch(prompt(text));
      await settled();
      await settled();
      peer.exit({ code: 0, signal: null, requestedByUs: true, stderr: '' });
      await settled();
    }
    assert.deepEqual(withoutFolder(peer), [false, true, false]);
  });

  it('hands an open question back to the CLI first, so that its answer reaches the next one', async () => {
    peer.say(hookAsk);
    use = 'without';
    peer.say(changed);
    await settled();
    peer.say({ type: 'result', subtype: 'success', stop_reason: 'tool_deferred' });
    await settled();
    await settled();
    const question = peer.items.find(item => item.kind === 'question');
    assert.equal(question?.phase, 'parked');
    assert.deepEqual(notices(peer), []);
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [own('A')], undoTime: 0 });
    await settled();
    assert.deepEqual(withoutFolder(peer), [false, true]);
  });

  it('leaves the next CLI alone, which the answer to the question has started without the folder', async () => {
    peer.say(hookAsk);
    use = 'without';
    peer.say(changed);
    await settled();
    peer.loop.dispatch({ type: 'questionAnswered', toolUseId: 't', answers: [own('A')], undoTime: 0 });
    peer.say({ type: 'result', subtype: 'success', stop_reason: 'tool_deferred' });
    await settled();
    await settled();
    assert.deepEqual([peer.stopped, withoutFolder(peer), notices(peer)], [1, [false, true], []]);
  });

  describe('a rule that the person adds by Always, for which the folder is looked at first', () => {
    const suggestion = { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'localSettings' };
    const bash = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 'b', input: { command: 'ls' } };
    const result = { type: 'result', subtype: 'error_during_execution' };
    let looked: (use: FolderUse) => void;
    beforeEach(async () => {
      look = () => new Promise(resolve => (looked = resolve));
      peer.say({ type: 'control_request', request_id: 'p', request: { ...bash, permission_suggestions: [suggestion] } });
      const { id = '' } = permission() ?? {};
      peer.loop.dispatch({
        type: 'permissionDecided',
        requestId: id,
        decision: 'allow',
        always: { ticked: [0], place: 'localSettings' },
      });
      await settled();
      peer.loop.dispatch({ type: 'interruptRequested' });
      await settled();
    });
    const permission = () => peer.items.find(item => item.kind === 'permission');
    const replies = (): number => peer.written.filter(message => (message as { type: unknown }).type === 'control_response').length;
    const shown = (): unknown[] => [permission()?.state, permission()?.added, permission()?.lost];

    it('is not sent once the CLI has taken the request back for a Stop, and the row says so', async () => {
      peer.say({ type: 'control_cancel_request', request_id: 'p' }, result);
      looked('use');
      await settled();
      assert.deepEqual([replies(), ...shown()], [0, 'withdrawn', undefined, undefined]);
    });

    it('is not sent once the turn has ended without a word of the request', async () => {
      peer.say(result);
      looked('use');
      await settled();
      assert.deepEqual([replies(), ...shown()], [0, 'withdrawn', undefined, undefined]);
    });

    it('is sent while the CLI still asks', async () => {
      looked('use');
      await settled();
      assert.deepEqual([replies(), permission()?.state], [1, 'allowed']);
    });
  });

  describe('Stop while the folder is looked at for a message', () => {
    const stop: ChatEvent = { type: 'interruptRequested' };
    let looked: ((use: FolderUse) => void)[];
    beforeEach(() => {
      looked = [];
      look = () => new Promise(resolve => looked.push(resolve));
    });
    const prompts = (): readonly unknown[] => peer.items.flatMap(item => (item.kind === 'prompt' ? [item.state] : []));
    const written = (): readonly string[] =>
      peer.written.map(message => {
        const { type, uuid, request } = message as { type: string; uuid?: string; request?: { subtype: string } };
        return uuid ?? request?.subtype ?? type;
      });

    it('gives the message back, of which nothing reaches Claude, and leaves the CLI as it is', async () => {
      finish();
      peer.loop.dispatch(prompt('next'));
      await settled();
      peer.loop.dispatch(stop);
      await settled();
      assert.deepEqual([written(), prompts(), peer.loop.state.turn], [[], ['sent', 'failed'], 'idle']);
      looked[0]?.('use');
      await settled();
      peer.timers.find(({ ms }) => ms === interruptTimeout)?.run();
      const again = peer.items.findLast(item => item.kind === 'prompt')?.id ?? '';
      peer.loop.dispatch({ type: 'promptResubmitted', id: again, uuid: 'unused' });
      await settled();
      looked[1]?.('use');
      await settled();
      assert.deepEqual([written(), prompts(), peer.stopped], [['next'], ['sent', 'sending'], 0]);
    });

    it('stops what Claude does at once, and gives back what was sent meanwhile, in its order', async () => {
      for (const text of ['second', 'third']) peer.loop.dispatch(prompt(text));
      await settled();
      peer.loop.dispatch(stop);
      peer.loop.dispatch(prompt('after'));
      await settled();
      assert.deepEqual([written(), prompts()], [['interrupt'], ['sent', 'failed', 'failed', 'sending']]);
      for (const answer of looked) answer('use');
      await settled();
      assert.deepEqual(written(), ['interrupt', 'after']);
    });

    it('takes back what the person wants back, without asking the CLI', async () => {
      peer.say({ ...init, capabilities: ['interrupt_receipt_v1'], claude_code_version: '2.1.329' });
      peer.loop.dispatch(prompt('second'));
      await settled();
      peer.loop.dispatch({ type: 'promptWantedBack', id: peer.items.at(-1)?.id ?? '' });
      await settled();
      assert.deepEqual([written(), prompts(), peer.loop.state.turn], [[], ['sent', 'takenBack'], 'running']);
    });

    it('lets no message overtake the one before it', async () => {
      for (const text of ['second', 'third']) peer.loop.dispatch(prompt(text));
      await settled();
      looked[1]?.('use');
      await settled();
      assert.deepEqual(written(), []);
      looked[0]?.('use');
      await settled();
      looked[1]?.('use');
      await settled();
      assert.deepEqual(written(), ['second', 'third']);
    });
  });

  it('is looked at before the CLI reads all settings again: for an effort', async () => {
    use = 'without';
    assert.deepEqual(await peer.loop.ask({ subtype: 'apply_flag_settings', settings: { effortLevel: 'low' } }), {
      ok: false,
      why: 'ended',
      detail: '',
    });
    await settled();
    assert.deepEqual(peer.written, []);
    assert.equal(peer.stopped, 1);
  });
});
