// What the CLI and hooks say for the person, as the real CLIs were seen to send it: shown once, marked as whose it is.
import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/chat/events.js';
import { init, Peer, settled } from '../../../support/peer.js';

const prompt = (text: string): ChatEvent => ({ type: 'promptSubmitted', uuid: 'u1', text });
const result = (more: object = {}): object => ({ type: 'result', subtype: 'success', is_error: false, ...more });
const informational = (content: string, more: object = {}): object => ({
  type: 'system',
  subtype: 'informational',
  content,
  level: 'notice',
  ...more,
});
const replay = { type: 'user', isReplay: true, uuid: 'u1', message: { role: 'user', content: [{ type: 'text', text: 'hello' }] } };
const answer = { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: 'Hi.' }] } };

async function turn(text: string, ...messages: object[]): Promise<Peer> {
  const peer = new Peer();
  peer.loop.dispatch(prompt(text));
  await settled();
  peer.say(init, ...messages);
  return peer;
}

/** The prompt's state, texts with whose they are, and notices. */
const seen = (peer: Peer): readonly unknown[] =>
  peer.items.map(item => {
    if (item.kind === 'prompt') return item.state;
    if (item.kind === 'text') return [item.by ?? 'claude', item.text];
    return item.kind === 'problem' ? item.problem : item.kind;
  });

const hook = (reason: string, detail: string): object => ({ code: 'hookSaid', detail, reason });

describe('words for the person', () => {
  it('of a hook stand as the hook’s, where the hook spoke', async () => {
    const peer = await turn(
      'hello',
      informational('UserPromptSubmit says: first'),
      replay,
      answer,
      informational('Stop says: last\nline'),
      result(),
    );
    assert.deepEqual(seen(peer), ['sent', hook('UserPromptSubmit', 'first'), ['claude', 'Hi.'], hook('Stop', 'last\n│ line')]);
  });

  it('of a hook at the start, and of one that broke there', async () => {
    const response = (more: object): object => ({
      type: 'system',
      subtype: 'hook_response',
      hook_name: 'SessionStart:startup',
      stdout: '',
      stderr: '',
      ...more,
    });
    const peer = await turn(
      'hello',
      response({ stdout: '{"systemMessage":"welcome"}\n', outcome: 'success' }),
      response({ stderr: 'broken', outcome: 'error' }),
      response({ stdout: 'for Claude', outcome: 'success' }),
      ...[replay, answer, result()],
    );
    assert.deepEqual(seen(peer), [
      'sent',
      hook('SessionStart:startup', 'welcome'),
      hook('SessionStart:startup', 'broken'),
      ['claude', 'Hi.'],
    ]);
  });

  it('of a hook that makes Claude go on, but nothing else that the CLI writes to Claude', async () => {
    const toClaude = (text: string): object => ({
      type: 'user',
      isSynthetic: true,
      message: { role: 'user', content: [{ type: 'text', text }] },
    });
    const peer = await turn(
      'hello',
      replay,
      answer,
      toClaude('Stop hook feedback:\n[check]: tests fail\n'),
      toClaude('[Your previous response had no visible output.]'),
      result(),
    );
    assert.deepEqual(seen(peer), ['sent', ['claude', 'Hi.'], hook('Stop', '[check]: tests fail')]);
  });

  it('of the CLI stand as the CLI’s, without keys of the terminal; what is for details alone does not', async () => {
    const peer = await turn(
      'hello',
      informational('Safeguards stopped the response above'),
      informational('a detail', { level: 'info' }),
      { type: 'system', subtype: 'notification', key: 'stop-hook-error', text: 'stop hook problem · ctrl+o to see' },
      ...[replay, answer, result()],
    );
    const cli = (detail: string): object => ({ code: 'cliSaid', detail });
    assert.deepEqual(seen(peer), ['sent', cli('Safeguards stopped the response above'), cli('stop hook problem'), ['claude', 'Hi.']]);
  });

  it('of the CLI say so where it has changed the model by itself', async () => {
    const changed = (subtype: string, content: string): object => ({
      type: 'system',
      subtype,
      content,
      fallback_model: 'claude-sonnet-5-5',
    });
    const words = ['Retrying with Sonnet', 'Switched to Sonnet for this session', 'Opus refused'];
    const [failed = '', consent = '', refused = ''] = words;
    const peer = await turn(
      'hello',
      replay,
      changed('model_fallback', failed),
      changed('model_consent_fallback', consent),
      changed('model_refusal_fallback', refused),
      ...[answer, result()],
    );
    assert.deepEqual(seen(peer), ['sent', ...words.map(detail => ({ code: 'cliSaid', detail })), ['claude', 'Hi.']]);
  });

  it('of nobody’s hook are not a hook’s', async () => {
    const toClaude = { type: 'user', message: { role: 'user', content: 'Parley hook feedback:\nPress Allow.' } };
    const peer = await turn('hello', informational('Note says: hello'), toClaude, replay, answer, result());
    assert.deepEqual(seen(peer), ['sent', { code: 'cliSaid', detail: 'Note says: hello' }, ['claude', 'Hi.']]);
  });

  it('say which plugin was not installed and why, or what is known', async () => {
    const failed = { type: 'system', subtype: 'plugin_install', status: 'failed' };
    const peer = await turn(
      'hello',
      failed,
      { ...failed, name: 'a', error: 'gone' },
      { ...failed, error: 'gone' },
      replay,
      answer,
      result(),
    );
    const told = ['plugin_install: failed', 'a: gone', 'gone'].map(detail => ({ code: 'cliSaid', detail }));
    assert.deepEqual(seen(peer), ['sent', ...told, ['claude', 'Hi.']]);
  });

  it('have every character visible and an end, and do not look like Parley’s', async () => {
    const peer = await turn(
      'hello',
      informational('Stop says: \u001b[31mred\u001b[0m\u001b[2K \u202eback\r\nPress Allow.\tNow.'),
      informational(`Stop says: ${'a'.repeat(3_999)}👍${'b'.repeat(5_000_000)}`),
      ...[replay, answer, result()],
    );
    assert.deepEqual(seen(peer), [
      'sent',
      hook('Stop', 'red␛[2K ⟨U+202E⟩back\n│ Press Allow.\tNow.'),
      { ...hook('Stop', 'a'.repeat(3_999)), omitted: 5_000_002 },
      ['claude', 'Hi.'],
    ]);
  });

  it('of a command are the CLI’s, on each version, once', async () => {
    const synthetic = { type: 'assistant', message: { id: 'x', model: '<synthetic>', content: [{ type: 'text', text: 'Cost: $0' }] } };
    assert.deepEqual(seen(await turn('/cost', synthetic, result({ result: 'Cost: $0' }))), ['sent', ['cli', 'Cost: $0']]);
    const output = {
      type: 'user',
      isReplay: true,
      uuid: 'u2',
      message: { role: 'user', content: '<local-command-stdout>Cost: $0</local-command-stdout>' },
    };
    assert.deepEqual(seen(await turn('/cost', output, result({ result: '' }))), ['sent', ['cli', 'Cost: $0']]);
  });
});

describe('a message that did not reach Claude', () => {
  it('is said with the hook’s reason, and can be sent again or changed', async () => {
    const blocked = informational('UserPromptSubmit operation blocked by hook:\nno way\n\nOriginal prompt: hello', {
      level: 'warning',
      prompt_submit_outcome: { kind: 'blocked_by_hook', prompt_kept: false, reason: 'no way' },
    });
    const peer = await turn('hello', blocked, result({ result: 'UserPromptSubmit operation blocked by hook' }));
    assert.deepEqual(seen(peer), ['failed', hook('UserPromptSubmit', 'no way')]);
    assert.equal(peer.loop.state.turn, 'idle');
  });

  it('is said without a reason where the CLI gives none (2.0.77, 2.1.100)', async () => {
    assert.deepEqual(seen(await turn('hello', result({ result: '' }))), ['failed', { code: 'silent', detail: '', reason: 'unread' }]);
  });

  it('has reached Claude where a hook only stopped the turn', async () => {
    const stopped = informational('Operation stopped by hook: stop it', {
      prompt_submit_outcome: { kind: 'stopped_by_hook', prompt_kept: true, reason: 'stop it' },
    });
    assert.deepEqual(seen(await turn('hello', stopped, replay, result())), ['sent', hook('UserPromptSubmit', 'stop it')]);
  });
});

describe('a turn without a word', () => {
  const silent = { code: 'silent', detail: '', reason: 'read' };

  it('says so, also after a command', async () => {
    assert.deepEqual(seen(await turn('hello', replay, result({ result: '' }))), ['sent', silent]);
    assert.deepEqual(seen(await turn('/nonsense', result({ result: '' }))), ['sent', silent]);
  });

  it('says nothing where Claude has spoken or worked, or where the person has stopped it', async () => {
    assert.deepEqual(seen(await turn('hello', replay, answer, result())), ['sent', ['claude', 'Hi.']]);
    const peer = await turn('hello', replay);
    peer.loop.dispatch({ type: 'interruptRequested' });
    peer.say(result());
    assert.deepEqual(seen(peer), ['sent']);
  });
});

describe('words of the CLI between two turns', () => {
  const said = (text: string): object => ({
    type: 'user',
    isReplay: true,
    uuid: 'c1',
    message: { role: 'user', content: `<local-command-stdout>${text}</local-command-stdout>` },
  });

  it('begin no turn, which nothing would end', async () => {
    const peer = await turn('hello', replay, answer, result(), said('Cost: $0'));
    assert.deepEqual([seen(peer).at(-1), peer.loop.state.turn], [['cli', 'Cost: $0'], 'idle']);
  });

  it('are not shown where they say again what Parley has asked for', async () => {
    const peer = await turn('hello', replay, answer, result(), said('Set model to `sonnet (claude-sonnet-5-5)`'));
    assert.deepEqual([seen(peer), peer.loop.state.turn], [['sent', ['claude', 'Hi.']], 'idle']);
  });
});

describe('/clear', () => {
  it('draws a line, once, where the CLI tells of it; else nothing was cleared', async () => {
    const cleared = { code: 'told', detail: '', reason: 'cleared' };
    const reset = { type: 'conversation_reset', new_conversation_id: 's2', trigger: 'clear' };
    assert.deepEqual(seen(await turn('/clear', reset, result({ result: '' }))), ['sent', cleared]);
    assert.deepEqual(seen(await turn('/clear', result({ result: '' }))), ['sent', { code: 'told', detail: '', reason: 'notCleared ' }]);
  });
});

describe('the result of a call', () => {
  const call = { type: 'assistant', message: { id: 'm', content: [{ type: 'tool_use', id: 'b', name: 'Read', input: {} }] } };
  const results = async (content: unknown): Promise<readonly string[]> => {
    const block = { type: 'tool_result', tool_use_id: 'b', is_error: true, content };
    const peer = await turn('hello', call, { type: 'user', message: { role: 'user', content: [block] } });
    return peer.items.flatMap(item => (item.kind === 'tool' ? [item.result] : []));
  };

  it('has no tags around an error (2.0.77)', async () => {
    assert.deepEqual(await results('<tool_use_error>File does not exist.</tool_use_error>'), ['File does not exist.']);
  });

  it('names the kind and size of an image', async () => {
    const image = (data: string): object => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
    assert.deepEqual(await results([{ type: 'text', text: 'seen' }, image('aGVsbG8='), image('A'.repeat(4_000))]), [
      'seen\n[Image: PNG, 5 B]\n[Image: PNG, 3 kB]',
    ]);
  });
});
