// Where the images of the pages' chat lie: the harness serves them.
import { anyImage } from '../../src/shared/imageReferences.js';

const folder = '/home/me/parley/images/s';

export const imagesOfChat = { address: '/images', anyReference: `@${folder}/${anyImage}` };

/** The host's reference to the image. */
export function referenceTo(file: string): string {
  return `@${folder}/${file}`;
}
