// The image of an option: what a model may name, and what a page learns of it. Pure.

const longestAddress = 300_000;
const data = /^data:image\/(png|jpeg|gif|webp);base64,[a-z\d+/]+=*$/i;

/** Whether it is a `data:` address of an image, or can be the path of a file; no address of the network is. */
export function isImageAddress(image: string): boolean {
  if (image.length > longestAddress) return false;
  if (isData(image)) return data.test(image);
  // A drive of Windows has one letter.
  return image.trim() !== '' && !/^[a-z][a-z\d+.-]+:|^\/\/|^\\\\/i.test(image) && /\.(png|jpe?g|gif|webp)$/i.test(image);
}

export function isData(image: string): boolean {
  return /^data:/i.test(image);
}

/** Why an image is not shown. `noImage`: its bytes are no PNG, JPEG, GIF or WebP, or it is no file. */
export const imageProblems = ['notFound', 'outside', 'untrusted', 'tooLarge', 'tooManyPixels', 'noImage', 'unreadable'] as const;
export type ImageProblem = (typeof imageProblems)[number];

/** `file`: a name in the folder of the chat's images. */
export type OptionImage = { readonly file: string } | { readonly problem: ImageProblem };
