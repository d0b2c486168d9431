// Where the images of the pages' chat lie: the harness serves them.
import { anyImage } from '../../src/shared/imageReferences.js';

const folder = '/home/me/parley/images/s';

export const imagesOfChat = { address: '/images', anyReference: `@${folder}/${anyImage}` };

/** As the host refers to it. */
export function referenceTo(file: string): string {
  return `@${folder}/${file}`;
}
