// How components say to the host what the person did.
import type { Intent } from '../../src/shared/contract/fromView.js';

/** Fire and forget: the result comes back as state. `chat`: the key of the chat that is meant, where it may not be shown any more. */
export type Post = (intent: Intent, chat?: string) => void;
