// Which part of the host an intent is for. Apart from the schemas, which the webview needs as types alone.
import * as z from 'zod/mini';
import type { Addressed } from './fromView.js';
import { intents } from './fromView.js';

/** `at`: the place in a message that has another form. */
export type Checked = { readonly chat: string; readonly addressed: Addressed } | { readonly at: string };

type To = Addressed['to'];
/** Each type of intent, with the part of the host whose union has it. */
const parts = new Map<unknown, To>(
  (Object.keys(intents) as To[]).flatMap(to => intents[to].def.options.map(({ shape }) => [shape.type.def.values[0], to] as const)),
);
const envelope = z.strictObject({ chat: z.string(), intent: z.looseObject({ type: z.string() }) });

/** What a view has posted, checked. */
export function addressed(message: unknown): Checked {
  const outer = envelope.safeParse(message);
  if (!outer.success) return { at: placeOf(outer.error) };
  const { chat, intent } = outer.data;
  const to = parts.get(intent.type);
  if (to === undefined) return { at: 'intent.type' };
  const inner = intents[to].safeParse(intent);
  // The schema of the part is the one that has checked it.
  return inner.success ? { chat, addressed: { to, intent: inner.data } as Addressed } : { at: `intent.${placeOf(inner.error)}` };
}

function placeOf(error: z.core.$ZodError): string {
  return error.issues[0]?.path.join('.') ?? 'its top';
}
