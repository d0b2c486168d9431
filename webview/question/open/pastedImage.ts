// Reads an image from the clipboard as text for a message to the host. Knows nothing of the card.
export interface PastedImage {
  readonly mediaType: string;
  readonly base64: string;
}

/** In bytes. No API takes larger images, and the message to the host carries all of it. */
export const largestImage = 10 * 1024 * 1024;

/** The pasted image; undefined where the clipboard holds words too, as from a table or a page. */
export function imageIn(clipboard: DataTransfer | null): File | undefined {
  if (clipboard === null || clipboard.types.includes('text/plain')) return undefined;
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'));
}

export async function readImage(file: File): Promise<PastedImage> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // `readAsDataURL` gives text.
      resolve(typeof reader.result === 'string' ? reader.result : '');
    };
    reader.onerror = () => {
      reject(reader.error ?? new Error('The image could not be read'));
    };
    reader.readAsDataURL(file);
  });
  return { mediaType: file.type, base64: url.slice(url.indexOf(',') + 1) };
}
