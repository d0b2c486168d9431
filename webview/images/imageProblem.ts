// Reads an image, and says in one sentence why it cannot be added.
import { strings } from '../strings.js';
import type { ReadImage } from './readImage.js';

/** In bytes. More would take the page's memory. */
const largestImage = 50 * 1024 * 1024;

/** Makes of an image what Claude takes, or a sentence why it cannot. Rejects where the code that reads images cannot be loaded. */
export type ImageReader = (image: Blob) => Promise<ReadImage | string>;

/** @param load the code that reads images, of which the first paint needs nothing */
export async function readOrExplain(
  image: Blob,
  load: () => Promise<{ readonly readImage: (image: Blob) => Promise<ReadImage> }>,
): Promise<ReadImage | string> {
  if (image.size > largestImage) return strings.image.tooLarge;
  const { readImage } = await load();
  // The browser's own words name no cause that a person could act on.
  return readImage(image).catch(() => strings.image.unreadable);
}
