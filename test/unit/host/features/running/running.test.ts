// What runs in one process, from the recorded messages of the CLI.
import assert from 'node:assert/strict';
import type { ControlReply, ControlRequest } from '../../../../../src/claude/stream/controlRequests.js';
import { createLineReader } from '../../../../../src/claude/stream/lineReader.js';
import type { PartContext } from '../../../../../src/host/features/part.js';
import { Running } from '../../../../../src/host/features/running/follow.js';
import type { ChatNews, RunningTask } from '../../../../../src/shared/contract/news.js';
import { chatNews, longestOutput } from '../../../../../src/shared/contract/news.js';
import { readRecording } from '../../../../support/replay.js';
import { createManualClock } from '../../../../support/manualClock.js';

const done: ControlReply = { ok: true, response: {} };

function made(reply: (request: ControlRequest) => ControlReply = () => done) {
  const told: ChatNews[] = [];
  const asked: ControlRequest[] = [];
  const warnings: string[] = [];
  const stopped: string[] = [];
  const context: PartContext = {
    version: '2.1.329',
    ask: request => {
      asked.push(request);
      return Promise.resolve(reply(request));
    },
    knows: () => true,
    chosen: () => ({}),
    choose: () => undefined,
    stopped: toolUseId => stopped.push(toolUseId),
    tell: news => {
      assert.ok(chatNews.safeParse(news).success);
      told.push(news);
    },
    log: { warn: text => warnings.push(text), debug: () => undefined },
    clock: createManualClock(),
  };
  const running = new Running(context, () => 7);
  const tasks = (): readonly RunningTask[] => {
    const last = told.findLast(news => news.type === 'running');
    return last?.type === 'running' ? last.tasks : [];
  };
  return { running, told, asked, warnings, stopped, tasks };
}

const started = {
  task_id: 't',
  tool_use_id: 'call',
  description: 'Count',
  task_type: 'local_bash',
  is_backgrounded: false,
};

const resultOf = (id: string) => ({ message: { content: [{ type: 'tool_result', tool_use_id: id }] } });

/** What the list has said in turn, without repetitions: the title, and where it runs. */
function said(name: string): readonly string[] {
  const { running, told } = made();
  const read = createLineReader({
    emit: () => undefined,
    observed: (kind, message) => running.observed(kind, message),
    trace: () => undefined,
    warn: text => assert.fail(text),
  });
  for (const { dir, line } of readRecording(name).lines) if (dir === 'out') read(line);
  const lists = told.flatMap(news =>
    news.type === 'running'
      ? [news.tasks.map(task => `${task.title} ${task.background ? 'behind' : 'before'}${task.now && ` (${task.now})`}`).join(', ')]
      : [],
  );
  return lists.filter((list, position) => list !== lists[position - 1]);
}

describe('what runs', () => {
  it('lists commands and subagents as the newest CLI reports them, and none of them at the end', () => {
    assert.deepEqual(
      said('runningTasks').filter(list => list !== ''),
      [
        ...['Count: behind behind', 'Count: short before', 'Count: long before', 'Count: long behind'],
        ...['Read the notes behind', 'Read the notes behind (Reading README.md)'],
      ],
    );
    assert.equal(said('runningTasks').at(-1), '');
  });

  it('lists what 2.1.100 reports', () => {
    assert.deepEqual(
      said('runningTasks.middle').filter(list => !list.startsWith('Count: behind')),
      [],
    );
    assert.deepEqual(said('runningTasks.middle').slice(0, 1), ['Count: behind behind']);
    assert.equal(said('runningTasks.middle').at(-1), 'Count: behind behind');
  });

  it('offers the acts to no task of a version that does not say where a task runs', () => {
    const { running, told } = made();
    const { is_backgrounded: _, ...withoutPlace } = started;
    running.observed('system/task_started', withoutPlace);
    assert.deepEqual(told, [
      {
        type: 'running',
        tasks: [{ id: 't', call: 'call', kind: 'command', title: 'Count', now: '', background: true, since: 7 }],
        can: { read: false, background: false },
      },
    ]);
    running.observed('system/task_started', { ...started, task_id: 'u' });
    assert.deepEqual(told[1]?.type === 'running' && told[1].can, { read: true, background: true });
  });

  it('ends a command in the foreground with its call, and a command that has gone to the background without it', () => {
    const { running, tasks } = made();
    running.observed('system/task_started', started);
    running.observed('user', resultOf('another'));
    assert.equal(tasks().length, 1);
    running.observed('user', resultOf('call'));
    assert.deepEqual(tasks(), []);
    running.observed('system/task_started', started);
    running.observed('system/task_updated', { task_id: 't', patch: { is_backgrounded: true } });
    running.observed('user', resultOf('call'));
    assert.deepEqual(
      tasks().map(({ background }) => background),
      [true],
    );
    running.observed('system/background_tasks_changed', { tasks: [] });
    assert.deepEqual(tasks(), []);
  });

  it('knows of a subagent that has not ended with its call that it runs in the background (2.1.100)', () => {
    const { running, tasks } = made();
    const { is_backgrounded: _, ...withoutPlace } = started;
    running.observed('system/task_started', { ...withoutPlace, task_type: 'local_agent' });
    assert.deepEqual(
      tasks().map(({ background }) => background),
      [false],
    );
    running.observed('user', resultOf('call'));
    assert.deepEqual(
      tasks().map(({ background }) => background),
      [true],
    );
    running.observed('system/task_notification', { task_id: 't', status: 'completed' });
    assert.deepEqual(tasks(), []);
  });

  it('keeps a command in the foreground that is missing among those in the background', () => {
    const { running, tasks } = made();
    running.observed('system/task_started', started);
    running.observed('system/background_tasks_changed', { tasks: [{ task_id: 'other' }] });
    assert.equal(tasks().length, 1);
  });

  it('lists nothing behind the end of the process, and reports no end where nothing ran', () => {
    const { running, told, tasks } = made();
    running.ended();
    assert.deepEqual(told, []);
    running.observed('system/task_started', started);
    running.ended();
    assert.deepEqual(tasks(), []);
    assert.equal(told.length, 2);
  });

  it('takes no message of another form for a task or for an end', () => {
    const { running, tasks } = made();
    running.observed('system/task_started', { task_id: 4 });
    assert.deepEqual(tasks(), []);
    running.observed('system/task_started', { ...started, description: 3 });
    running.observed('system/task_updated', { task_id: 't', patch: 'killed' });
    running.observed('system/task_updated', { task_id: 't', patch: { status: 'resting' } });
    running.observed('user', { message: 'call' });
    running.observed('user', { message: { content: 'call' } });
    assert.deepEqual(
      tasks().map(({ title }) => title),
      [''],
    );
  });

  describe('its acts', () => {
    it('reads the end of the output, and only what is new', async () => {
      const output = 'x'.repeat(longestOutput + 5);
      const { running, asked } = made(() => ({ ok: true, response: { output, total_bytes: 9_000, truncated: true } }));
      assert.deepEqual(await running.output('t', -1), { type: 'taskOutput', id: 't', total: 9_000, text: output.slice(5) });
      assert.deepEqual(await running.output('t', 9_000), { type: 'taskOutput', id: 't', total: 9_000 });
      assert.deepEqual(asked, [
        { subtype: 'get_task_output', task_id: 't' },
        { subtype: 'get_task_output', task_id: 't' },
      ]);
    });

    it('begins an output that was cut with a whole line, where it has one', async () => {
      const text = async (output: string, truncated: boolean): Promise<string | null | undefined> =>
        (await made(() => ({ ok: true, response: { output, total_bytes: 9_000, truncated } })).running.output('t', -1)).text;
      assert.equal(await text('1mred\u001b[0m\nnext\nlast', true), 'next\nlast');
      assert.equal(await text('first\nlast', false), 'first\nlast');
      assert.equal(await text('a line alone\n', true), 'a line alone\n');
      assert.equal(await text(`\u001b[31m${'x'.repeat(longestOutput - 9)}\nthe end\n`, false), 'the end\n');
    });

    it('says that there is no output where the CLI gives none', async () => {
      const { running } = made(() => ({ ok: false, why: 'failed', detail: 'No task found' }));
      assert.deepEqual(await running.output('t', 5), { type: 'taskOutput', id: 't', total: 5, text: null });
    });

    it('moves one command to the background, by its call', async () => {
      const { running, asked } = made();
      running.observed('system/task_started', started);
      await running.background('unknown');
      await running.background('t');
      assert.deepEqual(asked, [{ subtype: 'background_tasks', tool_use_id: 'call' }]);
    });

    it('stops one task, and takes the reply as its end', async () => {
      const { running, asked, stopped, tasks } = made();
      running.observed('system/task_started', started);
      running.observed('system/task_started', { ...started, task_id: 'u' });
      await running.stop('t');
      assert.deepEqual(stopped, ['call']);
      assert.deepEqual(asked, [{ subtype: 'stop_task', task_id: 't' }]);
      assert.deepEqual(
        tasks().map(({ id }) => id),
        ['u'],
      );
    });

    it('drops a task that the CLI does not know, and keeps a task about which the CLI is silent', async () => {
      let reply: ControlReply = { ok: false, why: 'silent', detail: '' };
      const { running, stopped, tasks, warnings } = made(() => reply);
      running.observed('system/task_started', started);
      await running.stop('t');
      assert.equal(tasks().length, 1);
      reply = { ok: false, why: 'failed', detail: 'No task found with ID: t' };
      await running.stop('t');
      assert.deepEqual([tasks(), stopped], [[], []]);
      assert.deepEqual(warnings, ['stop_task: silent ', 'stop_task: failed No task found with ID: t']);
    });
  });
});
