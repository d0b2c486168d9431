import assert from 'node:assert/strict';
import { createLineReader } from '../../../../src/claude/stream/lineReader.js';
import { ProcessParts } from '../../../../src/host/features/processParts.js';
import type { PartContext } from '../../../../src/host/features/part.js';
import type { ChatNews } from '../../../../src/shared/contract/news.js';
import { chatNews } from '../../../../src/shared/contract/news.js';
import { Peer, init, settled } from '../../../support/peer.js';
import { readRecording } from '../../../support/replay.js';
import { createManualClock } from '../../../support/manualClock.js';

function contextWith(told: ChatNews[], warnings: string[] = []): PartContext {
  return {
    version: '2.1.329',
    ask: () => Promise.resolve({ ok: true, response: {} }),
    knows: () => true,
    chosen: () => ({}),
    choose: () => undefined,
    stopped: () => undefined,
    tell: news => told.push(news),
    log: { warn: text => warnings.push(text), debug: () => undefined },
    clock: createManualClock(),
  };
}

function runningIn(news: ChatNews | undefined): number | undefined {
  return news?.type === 'running' ? news.tasks.length : undefined;
}

describe('what follows a process beside its session', () => {
  it('tells the models and commands that the CLI offers', () => {
    const told: ChatNews[] = [];
    new ProcessParts(contextWith(told)).began({
      models: [
        {
          value: 'default',
          displayName: 'Default',
          description: 'Best',
          supportedEffortLevels: ['low', 'high'],
          resolvedModel: 'claude-1',
          supportsAutoMode: true,
        },
        { value: 'haiku' },
        { displayName: 'no value' },
      ],
      commands: [{ name: 'compact', description: 'Shorter', argumentHint: '[about]' }, 'odd', { description: 'no name' }],
    });
    assert.deepEqual(told, [
      {
        type: 'offers',
        models: [
          { value: 'default', name: 'Default', description: 'Best', efforts: ['low', 'high'], id: 'claude-1', auto: true },
          { value: 'haiku', name: 'haiku', description: '', efforts: [] },
        ],
        commands: [{ name: 'compact', description: 'Shorter', hint: '[about]' }],
      },
      { type: 'steering' },
      { type: 'planModes', modes: ['default', 'acceptEdits', 'auto'] },
      { type: 'canAsk', can: true },
    ]);
  });

  it('tells the commands anew when they have changed, with the models as they were', () => {
    const told: ChatNews[] = [];
    const parts = new ProcessParts(contextWith(told));
    parts.began({ models: [{ value: 'haiku' }], commands: [{ name: 'compact' }] });
    // As 2.1.329 sends it when a skill was added.
    parts.observed('system/commands_changed', {
      type: 'system',
      subtype: 'commands_changed',
      commands: [{ name: 'mine', description: 'Mine (project)', argumentHint: 'x' }, { name: 'compact' }],
    });
    const last = told.findLast(({ type }) => type === 'offers');
    assert.deepEqual(last, {
      type: 'offers',
      models: [{ value: 'haiku', name: 'haiku', description: '', efforts: [] }],
      commands: [
        { name: 'mine', description: 'Mine (project)', hint: 'x' },
        { name: 'compact', description: '', hint: '' },
      ],
    });
  });

  it('tells nothing wrong where the reply has another form', () => {
    const told: ChatNews[] = [];
    new ProcessParts(contextWith(told)).began({ models: 'none', commands: null });
    assert.deepEqual(told, [
      { type: 'offers', models: [], commands: [] },
      { type: 'steering' },
      { type: 'planModes', modes: ['default', 'acceptEdits'] },
      { type: 'canAsk', can: true },
    ]);
    assert.ok(told.every(news => chatNews.safeParse(news).success));
  });

  it('costs no line of the CLI when a part fails', () => {
    const warnings: string[] = [];
    const context = contextWith([], warnings);
    const parts = new ProcessParts({
      ...context,
      tell: () => {
        throw new Error('no view');
      },
    });
    parts.began({});
    assert.deepEqual(new Set(warnings), new Set(['A part of the chat failed: Error: no view']));
  });

  it('ends with its process, and goes on in the next one of the same session', async () => {
    const peer = new Peer();
    const send = async (uuid: string): Promise<void> => {
      peer.loop.dispatch({ type: 'promptSubmitted', uuid, text: uuid });
      await settled();
    };
    const call = (id: string, tool: object): object => ({
      type: 'assistant',
      message: { id: 'm', content: [{ type: 'tool_use', id, ...tool }] },
    });
    const returned = (id: string, result: object): object => ({
      type: 'user',
      tool_use_result: result,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
    });
    const last = (type: ChatNews['type']): ChatNews | undefined => peer.news.findLast(news => news.type === type);
    await send('first');
    const started = { task_id: 'b', tool_use_id: 'c0', description: 'Serve', task_type: 'local_bash', is_backgrounded: true };
    peer.say(init, { type: 'system', subtype: 'task_started', ...started });
    peer.say(returned('c1', { task: { id: '1', subject: 'Fix it' } }), { type: 'result', subtype: 'success', is_error: false, result: '' });
    assert.equal(runningIn(last('running')), 1);
    peer.exit({ code: 0, signal: null, requestedByUs: false, stderr: '' });
    await settled();
    assert.equal(runningIn(last('running')), 0);
    await send('second');
    assert.equal(peer.starts.at(-1)?.resume, 's1');
    const update = { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } };
    peer.say(init, call('c2', update), returned('c2', { success: true, taskId: '1', updatedFields: ['status'] }));
    assert.deepEqual(last('todos'), { type: 'todos', todos: [{ text: 'Fix it', state: 'done' }] });
  });

  for (const name of ['chatRequests', 'chatRequests.middle', 'chatRequests.oldest'])
    it(`gets each recorded message whole, and the models of the recorded reply (${name})`, () => {
      const told: ChatNews[] = [];
      const parts = new ProcessParts(contextWith(told));
      const kinds = new Map<string, boolean>();
      const read = createLineReader({
        emit: () => undefined,
        replied: ({ request_id: id, response }) => (id === 'init-1' ? parts.began(response ?? {}) : undefined),
        observed: (kind, message) => kinds.set(kind, 'session_id' in message),
        trace: () => undefined,
        warn: text => assert.fail(text),
      });
      for (const { dir, line } of readRecording(name).lines) if (dir === 'out') read(line);
      assert.equal(kinds.get('system/init'), true);
      assert.equal(kinds.get('result'), true);
      const [offers] = told;
      assert.ok(offers?.type === 'offers' && offers.models.some(({ value }) => value === 'default'));
      assert.ok(offers.commands.some(({ name: command }) => command === 'compact'));
    });
});
