// The whole input of a tool call: from what the process has just written, and from the CLI's transcript; never from the session's state.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscriptIndex } from '../../../../src/claude/transcripts/transcriptIndex.js';
import { ToolCalls } from '../../../../src/host/conversation/toolCalls.js';
import { Peer, init, settled } from '../../../support/peer.js';

const content = `secret\n${'x'.repeat(100_000)}`;
const input = { file_path: '/work/a.txt', content };
const call = { type: 'tool_use', id: 'w', name: 'Write', input };

describe('the result of a tool call', () => {
  it('is shown by its beginning, with the number of characters that are left out', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'u', text: 'Go.' });
    await settled();
    const result = (id: string, content: string) => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
    });
    const calls = ['long', 'short'].map(id => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } }));
    peer.say(
      init,
      { type: 'assistant', message: { id: 'm', content: calls } },
      result('long', 'x'.repeat(4_321)),
      result('short', 'x'.repeat(4_000)),
    );
    const tools = peer.items.flatMap(item => (item.kind === 'tool' ? [item] : []));
    assert.deepEqual(
      tools.map(({ result: { length }, omitted }) => [length, omitted]),
      [
        [4_001, 321],
        [4_000, undefined],
      ],
    );
  });
});

describe('the input of a tool call', () => {
  it('is told by the session that has just got it, and is in no state', async () => {
    const peer = new Peer();
    peer.loop.dispatch({ type: 'promptSubmitted', uuid: 'hello', text: 'hello' });
    await settled();
    const states: string[] = [];
    peer.loop.onChange((_, after) => states.push(JSON.stringify(after)));
    peer.say(init, { type: 'assistant', message: { id: 'm', content: [call] } });
    assert.deepEqual(peer.loop.toolCalls.get('w')?.input, input);
    assert.ok(states.length > 0 && states.at(-1)?.includes('/work/a.txt') === true);
    assert.ok(states.every(state => !state.includes('secret')));
    assert.equal(peer.loop.toolCalls.get('other'), undefined);
  });

  it('is held only as long as there is room, the newest last', () => {
    const calls = new ToolCalls(100);
    const made = (id: string) => ({ id, name: 'Bash', input: { command: id } });
    for (const id of ['a', 'b', 'c']) calls.add(made(id), 40);
    assert.deepEqual(
      ['a', 'b', 'c'].map(id => calls.get(id)?.input['command']),
      [undefined, 'b', 'c'],
    );
    // The same call again, as a peer that repeats an id makes it, counts once.
    calls.add(made('b'), 60);
    assert.deepEqual([calls.get('b')?.id, calls.get('c')?.id], ['b', 'c']);
    calls.add(made('large'), 101);
    assert.deepEqual([calls.get('large'), calls.get('b')?.id], [undefined, 'b']);
  });

  it('is read from the transcript, also when it has grown, and is undefined where the transcript lacks it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-calls-'));
    const path = join(folder, 'session.jsonl');
    const line = (uuid: string, parentUuid: string | null, more: object): string => `${JSON.stringify({ uuid, parentUuid, ...more })}\n`;
    const other = { ...call, id: 'o', input: { content: 'other' } };
    writeFileSync(path, line('p', null, { type: 'user', message: { content: 'go' } }));
    const index = new TranscriptIndex(path);
    assert.equal(await index.toolCall('w'), undefined);
    appendFileSync(path, line('a', 'p', { type: 'assistant', message: { id: 'm', content: [other, call] } }));
    assert.deepEqual((await index.toolCall('w'))?.input, input);
    assert.deepEqual((await index.toolCall('o'))?.input, { content: 'other' });
    assert.equal(await index.toolResult('w'), undefined);
    const results = ['o', 'w'].map(id => ({ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: id.repeat(5_000) }] }));
    appendFileSync(path, line('r', 'a', { type: 'user', message: { content: results } }));
    assert.equal(await index.toolResult('w'), 'w'.repeat(5_000));
    assert.deepEqual(await index.resultImages('w'), []);
    assert.deepEqual((await index.toolCall('w'))?.input, input);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } };
    const again = { type: 'tool_result', tool_use_id: 'w', content: [{ type: 'text', text: 'seen' }, image] };
    appendFileSync(path, line('s', 'r', { type: 'user', message: { content: [again] } }));
    assert.deepEqual(await index.resultImages('w'), ['aGVsbG8=']);
    rmSync(folder, { recursive: true });
    assert.equal(await index.toolCall('w'), undefined);
    assert.equal(await index.toolResult('w'), undefined);
  });
});
