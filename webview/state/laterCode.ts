// Owns the code that is loaded after the first paint (webview/later.ts).
import { signal } from '@preact/signals';
import type * as Later from '../later.js';

/** Undefined until the code is there, a moment after the first paint. A component that reads `later.value` is rendered again then. */
export const later = signal<typeof Later | undefined>(undefined);

/** Call this once, when the page is there. Rejects where the file cannot be read. */
export async function loadLater(): Promise<void> {
  later.value = await import('../later.js');
}
