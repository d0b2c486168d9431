// The words for the CLI's reasons. test/fixtures/reasonNames.json holds the names of the pinned CLI (scripts/reasonNames.mjs).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { l10n } from 'vscode';
import { reasonWords, reasonsWithWords } from '../../../../src/host/views/reasonWords.js';
import type { ChatEvent } from '../../../../src/chat/events.js';
import { initialState } from '../../../../src/chat/state.js';
import { step } from '../../../../src/chat/step.js';
import { init, Peer, settled } from '../../../support/peer.js';
import { readRecording } from '../../../support/replay.js';

interface Names {
  readonly cli: string;
  readonly assistantError: readonly string[];
  readonly terminalReason: readonly string[];
  readonly startupFailureReason: readonly string[];
}

const names = JSON.parse(readFileSync('test/fixtures/reasonNames.json', 'utf8')) as Names;
const english = ((text: string) => text) as typeof l10n.t;

/** Names with which nothing has failed, or whose words are those of another problem. */
const others = [
  // `notLoggedIn`
  'authentication_failed',
  // The end of a turn as it has to be, and of one that was stopped or deferred.
  ...['completed', 'aborted_streaming', 'aborted_tools', 'background_requested', 'tool_deferred', 'tool_deferred_unavailable'],
];

describe('the words for the reasons of the CLI', () => {
  const all = [...names.assistantError, ...names.terminalReason, ...names.startupFailureReason];

  it('are there for each name that the pinned CLI has', () => {
    assert.deepEqual(
      all.filter(name => !others.includes(name) && reasonWords(english, name) === undefined),
      [],
    );
    assert.deepEqual(
      [...reasonsWithWords(), ...others].filter(name => !all.includes(name)),
      [],
    );
  });

  it('are checked against the names of the CLI in package.json', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly devDependencies: Readonly<Record<string, string>> };
    assert.equal(names.cli, manifest.devDependencies['@anthropic-ai/claude-code']);
  });

  for (const name of reasonsWithWords()) {
    it(`${name}: say in whole sentences what happened, without the name itself`, () => {
      const { text } = reasonWords(english, name) ?? assert.fail('no words');
      assert.match(text, /^[A-Z].*\.$/);
      assert.ok(!text.includes('_'), text);
    });
  }

  it('lead to what helps where a log-in, a key or a cloud was refused', () => {
    const actions = (reason: string): readonly string[] => reasonWords(english, reason)?.actions ?? [];
    assert.deepEqual(actions('oauth_org_not_allowed'), ['logIn', 'useApiKey']);
    assert.deepEqual(actions('billing_error'), ['useApiKey']);
    assert.deepEqual(actions('cloud_credential_error'), ['openSettings']);
  });

  it('are not made up for a name that is newer, nor for one of JavaScript’s own', () => {
    assert.equal(reasonWords(english, 'a_new_reason'), undefined);
    assert.equal(reasonWords(english, 'constructor'), undefined);
    assert.equal(reasonWords(english, '__proto__'), undefined);
  });
});

describe('a reason of the CLI', () => {
  const prompt: ChatEvent = { type: 'promptSubmitted', uuid: 'u1', text: 'hello' };
  const failure = (error: string): object => ({
    type: 'assistant',
    error,
    message: { id: 'm', content: [{ type: 'text', text: 'API Error' }] },
  });
  const result = (more: object): object => ({ type: 'result', subtype: 'success', ...more });

  async function ending(...messages: object[]): Promise<Peer> {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    peer.say(init, ...messages);
    return peer;
  }
  const problems = (peer: Peer) => peer.items.flatMap(item => (item.kind === 'problem' ? [item] : []));

  it('is told once, with the offer to send again where it passes', async () => {
    const peer = await ending(failure('overloaded'), result({ is_error: true, result: 'API Error', terminal_reason: 'api_error' }));
    assert.deepEqual(
      problems(peer).map(({ problem, again }) => ({ ...problem, again })),
      [{ code: 'api', detail: 'API Error', reason: 'overloaded', again: 'hello' }],
    );
  });

  it('that does not pass is told without that offer', async () => {
    const peer = await ending(result({ is_error: true, result: 'Too long', terminal_reason: 'prompt_too_long' }));
    assert.deepEqual(
      problems(peer).map(({ problem, again }) => ({ ...problem, again })),
      [{ code: 'api', detail: 'Too long', reason: 'prompt_too_long', again: undefined }],
    );
  });

  it('for which a hook has stopped the turn is told though the turn is no failure', async () => {
    const peer = await ending(result({ terminal_reason: 'hook_stopped' }));
    assert.deepEqual(
      problems(peer).map(({ problem }) => problem),
      [{ code: 'api', detail: '', reason: 'hook_stopped' }],
    );
    assert.deepEqual(problems(await ending(result({ terminal_reason: 'completed' }))), []);
  });

  it('of 2.0.77 is the kind of its result', async () => {
    const peer = await ending({ type: 'result', subtype: 'error_max_turns', is_error: false });
    assert.equal(problems(peer)[0]?.problem.reason, 'max_turns');
  });

  it('for not starting is told in place of the exit, and each prompt can be sent again', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    peer.say({
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: ['Mend it'],
      startup_failure_reason: 'config_file_invalid',
    });
    peer.exit({ code: 1, signal: null, requestedByUs: false, stderr: 'Mend it' });
    await settled();
    assert.deepEqual(
      peer.items.map(item => (item.kind === 'prompt' ? item.state : item.kind === 'problem' ? item.problem : item.kind)),
      ['failed', { code: 'api', detail: 'Mend it', reason: 'config_file_invalid' }],
    );
    const { turn, process, startRefused } = peer.loop.state;
    assert.deepEqual({ turn, process, startRefused }, { turn: 'idle', process: 'none', startRefused: undefined });
  });

  it('for a new try is that of the recording', async () => {
    const peer = new Peer();
    peer.loop.dispatch(prompt);
    await settled();
    const tries: unknown[] = [];
    peer.loop.onChange((before, { retrying }) => (before.retrying === retrying ? undefined : tries.push(retrying)));
    for (const { dir, line } of readRecording('overloadedTwice').lines) if (dir === 'out') peer.starts[0]?.onLine(line);
    assert.deepEqual(tries, [{ reason: 'overloaded', attempt: 1, of: 10 }, { reason: 'overloaded', attempt: 2, of: 10 }, undefined]);
  });

  it('for a new try ends when Claude begins to think', async () => {
    const peer = await ending({ type: 'system', subtype: 'api_retry', attempt: 3, max_retries: 10, error: 'overloaded' });
    assert.equal(peer.loop.state.retrying?.attempt, 3);
    peer.say({ type: 'stream_event', event: { type: 'message_start', message: { id: 'm' } }, parent_tool_use_id: null });
    assert.equal(peer.loop.state.retrying, undefined);
  });

  it('offers nothing again where the turn was a success after all', async () => {
    const peer = await ending(failure('overloaded'), result({}));
    assert.deepEqual(
      problems(peer).map(({ again }) => again),
      [undefined],
    );
  });

  it('for not starting is gone with its process, also where the CLI has begun after all', () => {
    const begun = step(initialState('auto'), prompt, 0).state;
    const refused = step(begun, { type: 'startRefused', problem: { code: 'api', detail: '', reason: 'bypass_root' } }, 0).state;
    const after = step(refused, { type: 'initReceived', sessionId: 's1', capabilities: [], version: '2.1.329' }, 0).state;
    assert.equal('startRefused' in after, false);
    const failed = step(refused, { type: 'startFailed', problem: { code: 'notFound', detail: '' } }, 0).state;
    assert.equal('startRefused' in failed, false);
  });

  it('for a new try stands until Claude goes on, and nothing of it is left', () => {
    const begun = step(initialState('auto'), prompt, 0).state;
    const waits = step(begun, { type: 'retrying', reason: 'overloaded', attempt: 1, of: 3 }, 0).state;
    assert.deepEqual(waits.retrying, { reason: 'overloaded', attempt: 1, of: 3 });
    assert.equal(step(waits, { type: 'promptConfirmed', uuid: 'u1' }, 0).state.retrying?.attempt, 1);
    const ends: readonly ChatEvent[] = [
      { type: 'retryEnded' },
      { type: 'textStarted', id: 't' },
      { type: 'turnEnded', outcome: 'success' },
      { type: 'interruptRequested' },
      { type: 'processExited', requestedByUs: false, code: 1, signal: null, stderr: '' },
    ];
    for (const end of ends) assert.equal('retrying' in step(waits, end, 0).state, false, end.type);
    assert.equal(step(initialState('auto'), { type: 'retrying', reason: '', attempt: 1, of: 3 }, 0).state.retrying, undefined);
  });
});
