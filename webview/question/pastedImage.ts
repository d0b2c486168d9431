// An image from the clipboard: whether there is one, and its bytes as text that can travel. Knows nothing of the card.
export interface PastedImage {
  readonly mediaType: string;
  readonly base64: string;
}

/** Larger ones no API takes, and the way to the host is by message. */
export const largestImage = 10 * 1024 * 1024;

/** The image that is meant by pasting; none where there are words too, as from a table or a page. */
export function imageIn(clipboard: DataTransfer | null): File | undefined {
  if (clipboard === null || clipboard.types.includes('text/plain')) return undefined;
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'));
}

export async function readImage(file: File): Promise<PastedImage> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // Asked for as a URL, it is text.
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The image could not be read'));
    };
    reader.readAsDataURL(file);
  });
  return { mediaType: file.type, base64: url.slice(url.indexOf(',') + 1) };
}
