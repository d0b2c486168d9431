// Finds the references to a chat's images in the words of an answer. Owns how the words and the images of a text part and come together
// again; must not know how either is shown. Without schemas, so that importing it is cheap.

export interface ImageReference {
  /** As it stands in the text, and as Claude reads it. */
  readonly text: string;
  /** Its name in the folder of the chat's images. */
  readonly file: string;
}

export interface WordsAndImages {
  readonly words: string;
  readonly images: readonly ImageReference[];
}

/**
 * A mention as `mentionOf` writes it: bare, in quotes, or in words; with a word joiner before it where `withoutMentions` was here. Each form
 * begins behind white space and ends at the next space or quote, so a text of any length is read once.
 */
const mention =
  /(?<!\S)\u2060?(?:@[^\s"]*?\/images\/([^\s"/]+)\/([0-9a-f]{16}\.(?:png|jpg|gif|webp))|(?:@|file )"(?:[^"\\\n]|\\.)*\/images\/([^\s"/]+)\/([0-9a-f]{16}\.(?:png|jpg|gif|webp))")(?!\S) ?/g;

/** `key`: of the chat. A reference to an image of another chat stays among the words, because its file is not this chat's to show. */
export function splitImages(text: string, key: string): WordsAndImages {
  if (!text.includes(`/images/${key}/`)) return { words: text, images: [] };
  const images: ImageReference[] = [];
  const rest = text.replace(mention, (found: string, ...groups: unknown[]) => {
    const [bareKey, bareFile, quotedKey, quotedFile] = groups;
    const file = bareFile ?? quotedFile;
    if ((bareKey ?? quotedKey) !== key || typeof file !== 'string') return found;
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
