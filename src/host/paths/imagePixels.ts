// How many pixels an image has, by its first bytes, before anything decodes it: 31 kB of PNG can hold an image of 16,000 × 16,000, for which a page
// takes 1 GB and stands still for five seconds. Pure.
import type { ImageType } from '../../shared/attachmentSchema.js';

/** 0 where the bytes do not say it; then they are cut, and nothing shows them. */
export function pixelsOf(type: ImageType, bytes: Buffer): number {
  return pixels[type](bytes);
}

const pixels: Readonly<Record<ImageType, (bytes: Buffer) => number>> = {
  'image/png': bytes => (bytes.length < 24 ? 0 : bytes.readUInt32BE(16) * bytes.readUInt32BE(20)),
  'image/jpeg': pixelsOfJpeg,
  'image/gif': pixelsOfGif,
  'image/webp': pixelsOfWebp,
};

/** A frame may be larger than the screen that the header names, and a decoder makes room for it. */
function pixelsOfGif(bytes: Buffer): number {
  if (bytes.length < 13) return 0;
  let width = bytes.readUInt16LE(6);
  let height = bytes.readUInt16LE(8);
  let at = 13 + sizeOfColors(bytes[10]);
  while (at + 10 <= bytes.length) {
    if (bytes[at] === 0x21) {
      at = behindBlocks(bytes, at + 2);
    } else if (bytes[at] === 0x2c) {
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5));
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7));
      at = behindBlocks(bytes, at + 11 + sizeOfColors(bytes[at + 9]));
    } else break;
  }
  return width * height;
}

function sizeOfColors(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function behindBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += 1 + length;
  return at + 1;
}

/** The frame header, SOF0 to SOF15 without the tables that have numbers between them. */
function pixelsOfJpeg(bytes: Buffer): number {
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff || marker === 0) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    else at += 2 + (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9) ? 0 : bytes.readUInt16BE(at + 2));
  }
  return 0;
}

function pixelsOfWebp(bytes: Buffer): number {
  if (bytes.length < 30) return 0;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3));
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return (1 + (sides & 0x3fff)) * (1 + ((sides >>> 14) & 0x3fff));
    }
    default:
      return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  }
}
