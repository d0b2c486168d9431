// How components say to the host what the person did.
import type { Intent } from '../../src/shared/messages.js';

/** Fire and forget: the result comes back as state. */
export type Post = (intent: Intent) => void;
