// What runs in one process of the CLI: foreground commands, background commands, subagents. Owns which of them have not ended.
import type { ControlReply } from '../../../claude/stream/controlRequests.js';
import type { RunningTask, TaskOutputNews } from '../../../shared/contract/news.js';
import { longestOutput } from '../../../shared/contract/news.js';
import { objectsIn, textOf } from '../../../shared/loose.js';
import type { Loose } from '../../../shared/loose.js';
import type { PartContext, ProcessPart } from '../part.js';

interface Task extends Omit<RunningTask, 'call'> {
  /** The id of the call that began it; empty where the CLI names none. */
  readonly toolUseId: string;
  /** The CLI has said that the call's result is the task's end. */
  readonly endsWithCall: boolean;
}

/** Enough for every sentence of one line. */
const longestTitle = 300;
/** Milliseconds that the CLI may take for an act on a task; it takes 2 to 60. */
const replyLimit = 10_000;

/**
 * Measured: `task_started` {task_id, tool_use_id, description, task_type, is_backgrounded}, `task_progress` {description}, `task_notification`
 * (2.1.100, 2.1.329); `task_updated` {patch: {is_backgrounded, status}} and `background_tasks_changed` {tasks} (2.1.329 only). 2.1.100 reports no
 * command in the foreground, and nothing after `stop_task`. 2.0.77 reports nothing.
 */
export class Running implements ProcessPart {
  readonly #tasks = new Map<string, Task>();
  /** The CLI says where a task runs, as each version does that knows `get_task_output` and `background_tasks`. */
  #tellsPlace = false;

  constructor(
    private readonly context: PartContext,
    private readonly now: () => number = Date.now,
  ) {}

  observed(kind: string, message: Loose): void {
    switch (kind) {
      case 'system/task_started':
        return this.#started(message);
      case 'system/task_progress':
        return this.#change(message, task => ({ ...task, now: textOf(message['description']).slice(0, longestTitle) }));
      case 'system/task_updated':
        return this.#updated(message);
      case 'system/task_notification':
        return this.#end(textOf(message['task_id']));
      case 'system/background_tasks_changed':
        return this.#inBackground(objectsIn(message['tasks']).map(({ task_id: id }) => textOf(id)));
      case 'user':
        return this.#returned(message);
    }
  }

  ended(): void {
    if (this.#tasks.size === 0) return;
    this.#tasks.clear();
    this.#tell();
  }

  /** The end of a task's output, as the view shows it. `known`: the bytes that the view knows already. */
  async output(id: string, known: number): Promise<TaskOutputNews> {
    const reply = await this.context.ask({ subtype: 'get_task_output', task_id: id }, { limit: replyLimit });
    const { output, total_bytes: bytes, truncated } = reply.ok ? reply.response : {};
    const total = typeof bytes === 'number' ? bytes : 0;
    // The task has ended, or this version cannot tell.
    if (typeof output !== 'string') return { type: 'taskOutput', id, total: known, text: null };
    return { type: 'taskOutput', id, total, ...(total !== known && { text: endOf(output, truncated === true) }) };
  }

  async background(id: string): Promise<void> {
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    const request = { subtype: 'background_tasks', tool_use_id: task.toolUseId };
    this.#noted(request.subtype, await this.context.ask(request, { limit: replyLimit }));
  }

  async stop(id: string): Promise<void> {
    const reply = await this.context.ask({ subtype: 'stop_task', task_id: id }, { limit: replyLimit });
    this.#noted('stop_task', reply);
    // Of a task that the CLI has ended there comes no further message on 2.1.100, and of a task that it does not know there never comes one.
    const task = this.#tasks.get(id);
    if (reply.ok && task !== undefined && task.toolUseId !== '') this.context.stopped(task.toolUseId);
    if (reply.ok || reply.why === 'failed') this.#end(id);
  }

  #noted(act: string, reply: ControlReply): void {
    if (!reply.ok) this.context.log.warn(`${act}: ${reply.why} ${reply.detail}`);
  }

  #started(message: Loose): void {
    const id = textOf(message['task_id']);
    if (id === '') return;
    const { task_type: type, is_backgrounded: isBackgrounded, description, tool_use_id: toolUseId } = message;
    this.#tellsPlace ||= typeof isBackgrounded === 'boolean';
    this.#tasks.set(id, {
      id,
      kind: type === 'local_bash' ? 'command' : type === 'local_agent' ? 'agent' : 'other',
      title: textOf(description).slice(0, longestTitle),
      now: '',
      // 2.1.100 has no such field, and reports commands in the background only.
      background: isBackgrounded === true || (isBackgrounded === undefined && type === 'local_bash'),
      since: this.now(),
      toolUseId: textOf(toolUseId),
      endsWithCall: isBackgrounded === false,
    });
    this.#tell();
  }

  #updated(message: Loose): void {
    const [patch = {}] = objectsIn([message['patch']]);
    // A status that is not known may be that of a task that goes on.
    if (ends.has(textOf(patch['status']))) return this.#end(textOf(message['task_id']));
    if (patch['is_backgrounded'] === true) this.#change(message, task => ({ ...task, background: true, endsWithCall: false }));
  }

  /** The CLI names all that run in the background. A task that it does not name has ended, or is in the foreground. */
  #inBackground(ids: readonly string[]): void {
    for (const [id, task] of this.#tasks) if (task.background && !ids.includes(id)) this.#tasks.delete(id);
    for (const id of ids) {
      const task = this.#tasks.get(id);
      if (task !== undefined) this.#tasks.set(id, { ...task, background: true, endsWithCall: false });
    }
    this.#tell();
  }

  /**
   * The results of calls: a command in the foreground ends with its own, and so does a subagent that the turn waits for. 2.1.100 does not say where a
   * subagent runs: what has not ended when its call has its result runs in the background.
   */
  #returned(message: Loose): void {
    const [{ content } = {}] = objectsIn([message['message']]);
    const results = objectsIn(content).flatMap(({ type, tool_use_id: id }) => (type === 'tool_result' ? [id] : []));
    const over = [...this.#tasks.values()].filter(({ endsWithCall, toolUseId }) => endsWithCall && results.includes(toolUseId));
    for (const { id } of over) this.#end(id);
    const isLeft = ({ toolUseId, background }: Task): boolean => !background && results.includes(toolUseId);
    const left = [...this.#tasks.values()].filter(isLeft);
    for (const task of left) this.#tasks.set(task.id, { ...task, background: true });
    if (left.length > 0) this.#tell();
  }

  #change(message: Loose, changed: (task: Task) => Task): void {
    const task = this.#tasks.get(textOf(message['task_id']));
    if (task === undefined) return;
    this.#tasks.set(task.id, changed(task));
    this.#tell();
  }

  #end(id: string): void {
    if (this.#tasks.delete(id)) this.#tell();
  }

  #tell(): void {
    const { tell, knows } = this.context;
    tell({
      type: 'running',
      tasks: [...this.#tasks.values()].map(({ toolUseId, endsWithCall: _, ...task }) => ({
        ...task,
        ...(toolUseId !== '' && { call: toolUseId }),
      })),
      can: { read: this.#tellsPlace && knows('get_task_output'), background: this.#tellsPlace && knows('background_tasks') },
    });
  }
}

/** The end of an output. With `isCut`, or where it is too long, it begins with a whole line, because the cut may have split a character or a sign of colours. */
function endOf(output: string, isCut: boolean): string {
  const end = output.slice(-longestOutput);
  const line = end.indexOf('\n') + 1;
  return (isCut || end !== output) && line < end.length ? end.slice(line) : end;
}

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'killed', 'stopped']);
