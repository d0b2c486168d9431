// Checks what a view posts, and says which part of the host handles it. The schemas are built when the first message comes, because activation does
// not need them and building them is slow.
import type { Checked } from '../../shared/contract/addressed.js';

type Check = (message: unknown) => Checked;

let loaded: Check | undefined;
let loading: Promise<Check> | undefined;

export async function loadIntentSchema(): Promise<Check> {
  loading ??= import('../../shared/contract/addressed.js').then(({ addressed }) => (loaded = addressed));
  return loading;
}

/** Calls `use` at once, or, for the first messages, in their order when the schemas are there. */
export function withIntent(message: unknown, use: (checked: Checked) => void): void {
  if (loaded !== undefined) use(loaded(message));
  else void loadIntentSchema().then(check => use(check(message)));
}
