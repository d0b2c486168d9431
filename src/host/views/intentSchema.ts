// The schema of a view's messages, built when the first message comes, because activation does not need it and building it is slow.
import type { viewMessage } from '../../shared/contract/toView.js';

type IntentSchema = typeof viewMessage;
let loaded: IntentSchema | undefined;
let loading: Promise<IntentSchema> | undefined;

export async function loadIntentSchema(): Promise<IntentSchema> {
  loading ??= import('../../shared/contract/toView.js').then(messages => (loaded = messages.viewMessage));
  return loading;
}

/** Calls `use` at once, or, for the first messages, in their order when the schema is there. */
export function withIntentSchema(use: (schema: IntentSchema) => void): void {
  if (loaded !== undefined) use(loaded);
  else void loadIntentSchema().then(use);
}
