// The images of an answer, for agents that cannot open the file that a reference names.
import { extname } from 'node:path';
import type { Settlement } from '../../chat/settlement.js';
import { splitImages } from '../../shared/imageReferences.js';
import { anyReferenceIn } from '../commands/references.js';
import { readImage } from '../storage/chatImages.js';

export interface AnswerImage {
  readonly mimeType: string;
  /** The image in base64. */
  readonly data: string;
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Each image once. Rejects where one cannot be read. */
export async function imagesOf(settlement: Settlement | undefined, folder: string | undefined): Promise<readonly AnswerImage[]> {
  if (folder === undefined) return [];
  const files = wordsOf(settlement).flatMap(words => splitImages(words, anyReferenceIn(folder, undefined)).images.map(({ file }) => file));
  return Promise.all(
    [...new Set(files)].map(async file => ({ mimeType: mimeTypes[extname(file)] ?? '', data: await readImage(folder, file) })),
  );
}

function wordsOf(settlement: Settlement | undefined): readonly string[] {
  if (settlement?.type === 'reply') return [settlement.text];
  return settlement?.type === 'answer' ? settlement.answers.flatMap(({ other, otherText, note }) => [other ? otherText : '', note]) : [];
}
