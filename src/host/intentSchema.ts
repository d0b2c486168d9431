// The schema of what the view may say, built when the first view says something: not needed to start, and dear to build.
import type { intent } from '../shared/messages.js';

type IntentSchema = typeof intent;
let loaded: IntentSchema | undefined;
let loading: Promise<IntentSchema> | undefined;

export async function loadIntentSchema(): Promise<IntentSchema> {
  loading ??= import('../shared/messages.js').then(messages => (loaded = messages.intent));
  return loading;
}

/** Calls `use` at once, or, for the first messages, in their order when the schema is there. */
export function withIntentSchema(use: (schema: IntentSchema) => void): void {
  if (loaded !== undefined) use(loaded);
  else void loadIntentSchema().then(use);
}
