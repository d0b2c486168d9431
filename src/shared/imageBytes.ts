// The type of an image by its first bytes, because a name and a declared type can lie. Pure.
import type { ImageType } from './attachmentSchema.js';

/** `start`: at least the first 12 bytes. Undefined for a type that neither the API nor a card takes. */
export function imageTypeOf(start: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...start.subarray(0, 12));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return /^RIFF.{4}WEBP/s.test(text) ? 'image/webp' : undefined;
}
