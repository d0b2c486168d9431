// Reads an image, and says in one sentence why it cannot be added.
import { strings } from '../strings.js';
import type { ReadImage } from './readImage.js';

/** In bytes. More would take the page's memory. */
const largestImage = 50 * 1024 * 1024;

/** The image, or the sentence. Rejects where the code that reads images cannot be loaded. */
export async function readOrExplain(image: Blob): Promise<ReadImage | string> {
  if (image.size > largestImage) return strings.image.tooLarge;
  const { readImage } = await import('../later.js');
  // The browser's own words name no cause that a person could act on.
  return readImage(image).catch(() => strings.image.unreadable);
}
