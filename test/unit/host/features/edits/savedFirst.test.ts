import assert from 'node:assert/strict';
import { asked, settled } from '../../../../support/peer.js';
import type { Peer } from '../../../../support/peer.js';

const hook = (request_id: string, tool_name: string, tool_input: object): object => ({
  type: 'control_request',
  request_id,
  request: {
    subtype: 'hook_callback',
    callback_id: 'file',
    input: { hook_event_name: 'PreToolUse', tool_name, tool_use_id: 'u', tool_input },
  },
});

interface Reply {
  readonly response?: { readonly request_id: string; readonly response: unknown };
}

const lastReply = ({ written }: Peer): unknown =>
  (written.at(-1) as { readonly response: { readonly response: unknown } }).response.response;

describe('the hook in front of a call that reads or writes a file', () => {
  for (const [toolName, input] of [
    ['Read', { file_path: '/a/b.txt' }],
    ['Edit', { file_path: '/a/b.txt', old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: '/a/b.txt', content: 'a' }],
    ['MultiEdit', { file_path: '/a/b.txt', edits: [] }],
    ['NotebookEdit', { notebook_path: '/a/b.txt', new_source: 'a' }],
  ] as const)
    it(`${toolName}: has its reply once the editor is saved, and not before`, async () => {
      const peer = await asked();
      const before = peer.written.length;
      let saved: (stop: string | undefined) => void = () => undefined;
      const looked: string[] = [];
      peer.savedFirst = (path, tool) => {
        looked.push(`${tool} ${path}`);
        return new Promise(resolve => (saved = resolve));
      };
      peer.say(hook('f', toolName, input));
      await settled();
      assert.deepEqual([looked, peer.written.length], [[`${toolName} /a/b.txt`], before]);
      saved(undefined);
      await settled();
      assert.deepEqual(lastReply(peer), {});
    });

  it('stops the call with the words for Claude', async () => {
    const peer = await asked();
    peer.savedFirst = () => Promise.resolve('It has unsaved changes.');
    peer.say(hook('f', 'Edit', { file_path: '/a' }));
    await settled();
    const hookSpecificOutput = {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'It has unsaved changes.',
    };
    assert.deepEqual(lastReply(peer), { hookSpecificOutput });
  });

  it('has its reply at once when the person presses Stop while an editor is asked about', async () => {
    const peer = await asked();
    peer.savedFirst = () => new Promise(() => undefined);
    peer.say(hook('f', 'Edit', { file_path: '/a' }));
    await settled();
    peer.loop.dispatch({ type: 'interruptRequested' });
    await settled();
    const replies = peer.written.flatMap(line =>
      (line as Reply).response?.request_id === 'f' ? [(line as Reply).response?.response] : [],
    );
    assert.deepEqual(replies, [
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'The user has stopped this call.',
        },
      },
    ]);
  });

  it('has its reply at once also where the person has pressed Stop before', async () => {
    const peer = await asked();
    peer.loop.dispatch({ type: 'interruptRequested' });
    peer.savedFirst = () => new Promise(() => undefined);
    peer.say(hook('f', 'Edit', { file_path: '/a' }));
    await settled();
    assert.ok(peer.written.some(line => (line as Reply).response?.request_id === 'f'));
  });

  it('lets the call go on where it has no path, and where the look fails', async () => {
    const peer = await asked();
    peer.savedFirst = () => Promise.reject(new Error('no editor'));
    const before = peer.written.length;
    for (const input of [{}, { file_path: '/a' }]) {
      peer.say(hook('f', 'Read', input));
      await settled();
      assert.deepEqual(lastReply(peer), {});
    }
    assert.equal(peer.written.length, before + 2);
  });
});
