// Makes of an image from the clipboard, a drop or a file what Claude takes: a type and a size of the API's, or says in one
// sentence why it cannot be added. Knows nothing of where the image goes.
import type { ImageSize, ImageType } from '../../src/shared/attachmentSchema.js';
import { imageTypeOf } from '../../src/shared/imageBytes.js';
import { strings } from '../strings.js';

interface ReadImage {
  readonly mediaType: ImageType;
  readonly base64: string;
  readonly width: number;
  readonly height: number;
  /** The size before the image was scaled or encoded anew. */
  readonly was?: ImageSize;
}

/** The longest edge in pixels. The API scales a larger image down to this, and its tokens cost the same. */
const longestEdge = 1_568;
/** The most bytes that are sent. The API takes no more than 5 MB of base64. */
const largestSent = 3_700_000;
/** The most bytes that are read, because more would take the page's memory. */
const largestRead = 50 * 1024 * 1024;

/** The image as Claude takes it, or a sentence that says why it cannot be added. */
export async function readImage(image: Blob): Promise<ReadImage | string> {
  if (image.size > largestRead) return strings.image.tooLarge;
  // The browser's own words name no cause that a person could act on.
  return withinLimits(image).catch(() => strings.image.unreadable);
}

/** Rejects where the browser cannot read the image. */
async function withinLimits(image: Blob): Promise<ReadImage> {
  const bitmap = await createImageBitmap(image);
  const { width, height } = bitmap;
  const mediaType = imageTypeOf(new Uint8Array(await image.slice(0, 12).arrayBuffer()));
  const scale = Math.min(1, longestEdge / Math.max(width, height));
  if (scale === 1 && mediaType !== undefined && image.size <= largestSent)
    return { mediaType, base64: await base64Of(image), width, height };
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const scaled = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
  const was = { width, height, bytes: image.size };
  return { mediaType: 'image/webp', base64: await base64Of(scaled), width: canvas.width, height: canvas.height, was };
}

function base64Of(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // `readAsDataURL` gives text.
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The image could not be read'));
    };
    reader.readAsDataURL(image);
  });
}
