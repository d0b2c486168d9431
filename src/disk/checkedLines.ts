// Lines of JSON that each carry a checksum: `CHECKSUM SPACE JSON NEWLINE`, with the first 8 hexadecimal digits of the SHA-256 of the JSON
// text. What a crash, a full disk or another program did to a file shows in its lines. Knows bytes and lines; nothing of chats.
import { createHash } from 'node:crypto';

export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${checksum(json)} ${json}\n`;
}

interface DecodedLines {
  /** The good lines, in order, each the JSON that `encodeLine` was given. */
  readonly values: readonly unknown[];
  /** How many whole lines failed. */
  readonly damaged: number;
  /** How many bytes the whole lines take; what follows them is a line that was never finished. */
  readonly length: number;
}

export function decodeLines(bytes: Buffer): DecodedLines {
  const values: unknown[] = [];
  let damaged = 0;
  let start = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    const value = decodeLine(bytes.toString('utf8', start, end));
    if (value === undefined) damaged++;
    else values.push(value);
    start = end + 1;
  }
  return { values, damaged, length: start };
}

/** `line` without its newline. Undefined where it is damaged. */
export function decodeLine(line: string): unknown {
  const json = line.slice(checksumLength + 1);
  if (json === '' || `${checksum(json)} ` !== line.slice(0, checksumLength + 1)) return undefined;
  return JSON.parse(json) as unknown;
}

const newline = 0x0a;
const checksumLength = 8;

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, checksumLength);
}
