// What subagents do, and Claude's to-do list, from the messages of the CLI.
import assert from 'node:assert/strict';
import { createLineReader } from '../../../../../src/claude/stream/lineReader.js';
import { Agents } from '../../../../../src/host/features/running/agents.js';
import type { PartContext } from '../../../../../src/host/features/part.js';
import type { Loose } from '../../../../../src/shared/loose.js';
import { Todos } from '../../../../../src/host/features/todos/follow.js';
import { mostEntries, chatNews } from '../../../../../src/shared/contract/news.js';
import type { ChatNews } from '../../../../../src/shared/contract/news.js';
import { readRecording } from '../../../../support/replay.js';
import { createManualClock } from '../../../../support/manualClock.js';

function contextOf(told: ChatNews[]): PartContext {
  return {
    version: '2.1.329',
    ask: () => Promise.resolve({ ok: true, response: {} }),
    knows: () => true,
    chosen: () => ({}),
    choose: () => undefined,
    stopped: () => undefined,
    tell: news => {
      assert.ok(chatNews.safeParse(news).success);
      told.push(news);
    },
    log: { warn: () => undefined, debug: () => undefined },
    clock: createManualClock(),
  };
}

const said = (parent: string, ...content: readonly Loose[]): Loose => ({ parent_tool_use_id: parent, message: { content } });

describe('the work of subagents', () => {
  let told: ChatNews[];
  let agents: Agents;
  beforeEach(() => {
    told = [];
    agents = new Agents(contextOf(told));
  });
  const lines = () => {
    const last = told.at(-1);
    return last?.type === 'agents' ? last.agents : [];
  };

  for (const [name, texts] of [
    ['runningTasks', ['I read the file.', '/home/dev/project/README.md', 'It is about notes.']],
    ['runningTasks.middle', ['/home/dev/project/README.md']],
  ] as const)
    it(`is what the CLI forwards, and is over in the end (${name})`, () => {
      const read = createLineReader({
        emit: () => undefined,
        observed: (kind, message) => agents.observed(kind, message),
        trace: () => undefined,
        warn: text => assert.fail(text),
      });
      for (const { dir, line } of readRecording(name).lines) if (dir === 'out') read(line);
      const [line] = lines();
      assert.deepEqual([lines().length, line?.isOver, line?.count], [1, true, texts.length]);
      assert.deepEqual(
        agents.work(line?.id ?? '')?.entries.map(({ text }) => text),
        texts,
      );
    });

  it('keeps the last entries of each and counts them all', () => {
    for (let nth = 1; nth <= mostEntries + 3; nth += 1) agents.observed('assistant', said('a', { type: 'text', text: `step ${nth}` }));
    const work = agents.work('a');
    assert.deepEqual([work?.count, work?.entries.length, work?.entries[0]?.text], [mostEntries + 3, mostEntries, 'step 4']);
    assert.equal(agents.work('b'), undefined);
  });

  it('marks a call that has failed, and only that call', () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: id } });
    agents.observed('assistant', said('a', call('one'), call('two')));
    agents.observed('user', said('a', { type: 'tool_result', tool_use_id: 'one', is_error: true }));
    assert.deepEqual(agents.work('a')?.entries, [
      { type: 'tool', name: 'Read', text: 'one', failed: true },
      { type: 'tool', name: 'Read', text: 'two' },
    ]);
  });

  it('is over with the result of its call or the end of the process, and not while it goes on in the background', () => {
    const result: Loose = { parent_tool_use_id: null, message: { content: [{ type: 'tool_result', tool_use_id: 'a' }] } };
    agents.observed('assistant', said('a', { type: 'text', text: 'I begin.' }));
    agents.observed('user', result);
    assert.equal(lines()[0]?.isOver, true);
    agents.observed('assistant', said('a', { type: 'text', text: 'I go on.' }));
    assert.equal(lines()[0]?.isOver, false);
    agents.ended();
    assert.equal(lines()[0]?.isOver, true);
  });

  it('takes nothing from a message of another form', () => {
    agents.observed('assistant', { parent_tool_use_id: 'a', message: 'text' });
    agents.observed(
      'assistant',
      said('a', { type: 'thinking', thinking: 'Hm.' }, { type: 'text', text: ' ' }, { type: 'tool_use', name: 'X' }),
    );
    assert.deepEqual(told, []);
  });
});

describe('the to-do list of Claude', () => {
  let told: ChatNews[];
  let todos: Todos;
  beforeEach(() => {
    told = [];
    todos = new Todos(contextOf(told));
  });
  const shown = () => {
    const last = told.at(-1);
    return last?.type === 'todos' ? last.todos.map(({ text, state }) => `${state} ${text}`) : [];
  };
  const returned = (id: string, result: Loose): void =>
    todos.observed('user', {
      parent_tool_use_id: null,
      message: { content: [{ type: 'tool_result', tool_use_id: id }] },
      tool_use_result: result,
    });
  const update = (id: string, input: Loose): void =>
    todos.observed('assistant', { parent_tool_use_id: null, message: { content: [{ type: 'tool_use', name: 'TaskUpdate', id, input }] } });

  it('is the last one of TodoWrite', () => {
    returned('c1', {
      newTodos: [
        { content: 'One', status: 'in_progress' },
        { content: 'Two', status: 'pending' },
      ],
    });
    returned('c2', { newTodos: [{ content: 'One', status: 'completed' }] });
    assert.deepEqual(shown(), ['done One']);
  });

  it('keeps what is done when Claude looks a task up with TaskGet', () => {
    returned('c1', { task: { id: '1', subject: 'Fix it' } });
    update('c2', { taskId: '1', status: 'completed' });
    returned('c2', { success: true, taskId: '1', updatedFields: ['status'] });
    returned('c3', { task: { id: '1', subject: 'Fix it', description: '', status: 'completed', blocks: [], blockedBy: [] } });
    assert.deepEqual(shown(), ['done Fix it']);
  });

  it('grows by TaskCreate and changes by TaskUpdate, once the CLI has done it', () => {
    returned('c1', { task: { id: '1', subject: 'Fix it' } });
    returned('c2', { task: { id: '2', subject: 'Test it' } });
    update('c3', { taskId: '1', status: 'in_progress' });
    assert.deepEqual(shown(), ['open Fix it', 'open Test it']);
    returned('c3', { success: true, taskId: '1', updatedFields: ['status'] });
    assert.deepEqual(shown(), ['now Fix it', 'open Test it']);
    update('c4', { taskId: '2', subject: 'Test it twice', status: 'completed' });
    returned('c4', { success: true, taskId: '2', updatedFields: ['subject', 'status'] });
    update('c5', { taskId: '1', status: 'deleted' });
    returned('c5', { success: true, taskId: '1', updatedFields: ['deleted'] });
    assert.deepEqual(shown(), ['done Test it twice']);
  });

  it('goes on where another process goes on with the session, and names no task that this window does not know', () => {
    returned('c1', { task: { id: '1', subject: 'Fix it' } });
    returned('c2', { task: { id: '2', subject: 'Test it' } });
    // As 2.1.329 does with `--resume`: it keeps the tasks of the session.
    const first = todos;
    todos = new Todos(contextOf(told), first);
    update('c3', { taskId: '1', status: 'in_progress' });
    returned('c3', { success: true, taskId: '1', updatedFields: ['status'], statusChange: { from: 'pending', to: 'in_progress' } });
    assert.deepEqual(shown(), ['now Fix it', 'open Test it']);
    // In another window, which knows nothing of them.
    told.length = 0;
    todos = new Todos(contextOf(told));
    update('c4', { taskId: '1', status: 'completed' });
    returned('c4', { success: true, taskId: '1', updatedFields: ['status'] });
    assert.deepEqual(told, []);
    returned('c5', {
      tasks: [
        { id: '1', subject: 'Fix it', status: 'completed', blockedBy: [] },
        { id: '2', subject: 'Test it', status: 'pending', blockedBy: [] },
      ],
    });
    assert.deepEqual(shown(), ['done Fix it', 'open Test it']);
  });

  it('is not changed by a call that has failed, by a subagent, or by the results of other tools', () => {
    returned('c1', { task: { id: '1', subject: 'Fix it' } });
    update('c2', { taskId: '1', status: 'completed' });
    todos.observed('user', { message: { content: [{ type: 'tool_result', tool_use_id: 'c2' }] }, tool_use_result: 'Error' });
    todos.observed('user', { parent_tool_use_id: 'a', message: { content: [] }, tool_use_result: { newTodos: [] } });
    returned('c3', { stdout: '' });
    assert.equal(told.length, 1);
    assert.deepEqual(shown(), ['open Fix it']);
  });
});
