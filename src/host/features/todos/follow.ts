// Claude's to-do list, from the results of the tools that change it. Owns its entries.
import type { Todo } from '../../../shared/contract/news.js';
import { isObject, objectsIn, textOf } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import { taskUpdate } from '../../../shared/tools.js';
import type { PartContext, ProcessPart } from '../part.js';

/** Entries that are told, and characters of each. */
const mostTodos = 100;
const longestTodo = 300;

const states: ReadonlyMap<unknown, Todo['state']> = new Map([
  ['pending', 'open'],
  ['in_progress', 'now'],
  ['completed', 'done'],
]);

/**
 * Measured, as `tool_use_result`: `TodoWrite` {newTodos: [{content, status}]} (2.0.77, 2.1.100, and 2.1.329 without `TaskCreate`), `TaskCreate`
 * {task: {id, subject}}, `TaskUpdate` {taskId, updatedFields} and `TaskList` {tasks: [{id, subject, status}]} (2.1.329). Some models of 2.1.329 have
 * none of them. `TaskGet` gives the same `task` with its `status` (read in the code of 2.1.329). The CLI keeps the tasks of a session, so a session
 * that is resumed goes on to change those of an earlier process.
 */
export class Todos implements ProcessPart {
  #todos: ReadonlyMap<string, Todo>;
  /** Inputs of the calls of `TaskUpdate` that have no result yet. */
  readonly #updates = new Map<string, Loose>();

  /** `before`: of the process that this one goes on with the session of. */
  constructor(
    private readonly context: PartContext,
    before?: Todos,
  ) {
    this.#todos = before === undefined ? new Map() : before.#todos;
  }

  observed(kind: string, { parent_tool_use_id: parent, message, tool_use_result: result }: Loose): void {
    // The list of a subagent is its own.
    if (typeof parent === 'string' || !isObject(message)) return;
    if (kind === 'assistant') this.#called(objectsIn(message['content']));
    if (kind === 'user') this.#returned(objectsIn(message['content']), isObject(result) ? result : {});
  }

  #called(blocks: readonly Loose[]): void {
    for (const { type, name, id, input } of blocks)
      if (type === 'tool_use' && name === taskUpdate && isObject(input)) this.#updates.set(textOf(id), input);
  }

  #returned(blocks: readonly Loose[], { newTodos, task, tasks, updatedFields }: Loose): void {
    const updates = blocks.flatMap(({ tool_use_id: id }) => this.#taken(textOf(id)));
    const before = this.#todos;
    if (Array.isArray(newTodos)) {
      const entries = objectsIn(newTodos).map(({ content, status }, position) => [String(position), todoOf(content, status)] as const);
      this.#todos = new Map(entries);
    } else if (Array.isArray(tasks)) {
      this.#todos = new Map(objectsIn(tasks).map(({ id, subject, status }) => [textOf(id), todoOf(subject, status)] as const));
    } else if (isObject(task) && 'subject' in task) {
      this.#todos = new Map([...before, [textOf(task['id']), todoOf(task['subject'], task['status'])]]);
    } else if (Array.isArray(updatedFields)) {
      for (const update of updates) this.#update(update);
    }
    if (this.#todos === before) return;
    this.context.tell({ type: 'todos', todos: [...this.#todos.values()].slice(0, mostTodos) });
  }

  #taken(id: string): readonly Loose[] {
    const update = this.#updates.get(id);
    this.#updates.delete(id);
    return update === undefined ? [] : [update];
  }

  #update({ taskId, subject, status }: Loose): void {
    const id = textOf(taskId);
    const { text = '', state = 'open' } = this.#todos.get(id) ?? {};
    const known = typeof subject === 'string' ? todoOf(subject, status).text : text;
    // Of a task that another window has seen made, nothing can be said yet.
    if (known === '') return;
    const others = [...this.#todos].filter(([other]) => status !== 'deleted' || other !== id);
    this.#todos = new Map(status === 'deleted' ? others : [...others, [id, { text: known, state: states.get(status) ?? state }]]);
  }
}

function todoOf(content: unknown, status: unknown): Todo {
  return { text: textOf(content).slice(0, longestTodo), state: states.get(status) ?? 'open' };
}
