// Claude's to-do list.
import * as z from 'zod/mini';

const todo = z.strictObject({ text: z.string(), state: z.enum(['open', 'now', 'done']) });
export type Todo = z.infer<typeof todo>;

/** The whole list after each change. */
export const todosNews = z.strictObject({ type: z.literal('todos'), todos: z.array(todo) });
