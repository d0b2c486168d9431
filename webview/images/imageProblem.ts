// Reads an image, and says in one sentence why it cannot be added.
import { strings } from '../strings.js';
import type { ReadImage } from './readImage.js';
import { largestImage, readImage } from './readImage.js';

/** The image, or the sentence. */
export async function readOrExplain(image: Blob): Promise<ReadImage | string> {
  if (image.size > largestImage) return strings.image.tooLarge;
  // The browser's own words name no cause that a person could act on.
  return readImage(image).catch(() => strings.image.unreadable);
}
