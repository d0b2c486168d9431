// Finds the references to a chat's images in the words of an answer. Owns how the words and the images of a text part and come together
// again; must not know how either is shown. Without schemas, so that importing it is cheap.

export interface ImageReference {
  /** The reference that stands in the text, and that Claude reads. */
  readonly text: string;
  /** Its name in the folder of the chat's images. */
  readonly file: string;
}

export interface WordsAndImages {
  readonly words: string;
  readonly images: readonly ImageReference[];
}

/** The file's name in a reference that stands for those of all images of a chat. */
export const anyImage = '0000000000000000.png';

/**
 * `anyReference`: as the host refers to `anyImage` of this chat; undefined where there is no folder for images. No other text is an image,
 * because Claude would read words that the person does not see.
 */
export function splitImages(text: string, anyReference: string | undefined): WordsAndImages {
  if (anyReference === undefined) return { words: text, images: [] };
  const [before = '', behind = ''] = anyReference.split(anyImage).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // With a word joiner where `withoutMentions` was here.
  const reference = new RegExp(`(?<!\\S)\u2060?${before}([0-9a-f]{16}\\.(?:png|jpg|gif|webp))${behind}(?!\\S) ?`, 'g');
  const images: ImageReference[] = [];
  const rest = text.replace(reference, (found: string, file: string) => {
    images.push({ text: found.trimEnd(), file });
    return '';
  });
  // `joinImages` puts one blank before the images and none behind them. A reference that the host has added has one behind it, and the blank
  // before it is the person's to write on from.
  const words = images.length > 0 && !/\s$/.test(text) && rest.endsWith(' ') ? rest.slice(0, -1) : rest;
  return { words, images };
}

/** The text of which `splitImages` makes these words and images again, letter by letter. */
export function joinImages({ words, images }: WordsAndImages): string {
  if (images.length === 0) return words;
  return [...(words === '' ? [] : [words]), ...images.map(({ text }) => text)].join(' ');
}
