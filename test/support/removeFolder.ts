// Removes what a test has made.
import { rm } from 'node:fs/promises';

/**
 * Rejects where the folder cannot be removed. A window that ends waits for the words of the person, not for the tidying of its files, and a process that
 * was killed has its last write taken by the disk: what appears in the folder meanwhile goes too (`rmSync` does not look at it again).
 */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10 });
}
