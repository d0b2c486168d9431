// What the person does with a command or a subagent that runs.
import type { ActContext } from '../actContext.js';

/** Replies in every case, because the view asks again only after a reply. */
export async function readTaskOutput(id: string, known: number, { chat, post }: ActContext): Promise<void> {
  const parts = await chat.loop.parts();
  const news = (await parts?.running.output(id, known)) ?? { type: 'taskOutput' as const, id, total: known, text: null };
  post({ type: 'news', chat: chat.key, news });
}

export async function backgroundTask(id: string, { chat }: ActContext): Promise<void> {
  await (await chat.loop.parts())?.running.background(id);
}

export async function stopTask(id: string, { chat }: ActContext): Promise<void> {
  await (await chat.loop.parts())?.running.stop(id);
}

/** Nothing is replied where the work is not kept any more, because the view then shows what it has. */
export async function readAgent(id: string, { chat, post }: ActContext): Promise<void> {
  const news = (await chat.loop.parts())?.agents.work(id);
  if (news !== undefined) post({ type: 'news', chat: chat.key, news });
}
