// Cuts the bytes of a pipe into lines of text. Owns the border between bytes and text and the limit on a line's length;
// must not know what a line means, nor where the bytes come from.

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** 64 MiB: a line of this many bytes still passes. Far above any message seen, far below what a string can hold. */
export const maxLineBytes = 64 * 1024 * 1024;

export interface LineSplitterOptions {
  /** One line without its end; never empty. Must not throw: the rest of the chunk would be lost. */
  readonly onLine: (text: string) => void;
  /** A line over the limit was skipped; `bytes` is its length. */
  readonly onOverlong: (bytes: number) => void;
  /** Not counting the line's end. */
  readonly maxBytes?: number;
}

export interface LineSplitter {
  /** Keeps a reference to the chunk until the line at its end is complete: do not write to it afterwards. */
  push(chunk: Buffer): void;
  /** The stream is over: an unfinished line counts as a line. */
  end(): void;
}

/**
 * Looks for line ends in the bytes and decodes whole lines only, so that no character is ever cut. Each line is decoded
 * on its own, straight from the chunk: decoding the chunk at once and slicing the text is faster by itself, but
 * JSON.parse then pays for every slice more than was won.
 */
export function createLineSplitter({ onLine, onOverlong, maxBytes = maxLineBytes }: LineSplitterOptions): LineSplitter {
  // The line that has begun but not ended. Its pieces are joined once, at its end, so a long line costs linear time;
  // when it is over the limit only `heldBytes` goes on. One byte more than the limit may be the CR of its end.
  let pieces: Buffer[] = [];
  let heldBytes = 0;

  function hold(piece: Buffer): void {
    heldBytes += piece.length;
    if (heldBytes > maxBytes + 1) pieces = [];
    else pieces.push(piece);
  }

  function emit(bytes: Buffer, start: number, lineEnd: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    if (end - start > maxBytes) onOverlong(end - start);
    else if (end > start) onLine(bytes.toString('utf8', start, end));
  }

  function emitHeld(): void {
    const [first, ...rest] = pieces;
    const bytes = heldBytes;
    pieces = [];
    heldBytes = 0;
    if (bytes > maxBytes + 1) onOverlong(bytes);
    else if (first !== undefined) emit(rest.length === 0 ? first : Buffer.concat([first, ...rest], bytes), 0, bytes);
  }

  return {
    push(chunk) {
      let start = 0;
      let end = chunk.indexOf(lineFeed);
      if (heldBytes > 0 && end !== -1) {
        hold(chunk.subarray(0, end));
        emitHeld();
        start = end + 1;
        end = chunk.indexOf(lineFeed, start);
      }
      while (end !== -1) {
        emit(chunk, start, end);
        start = end + 1;
        end = chunk.indexOf(lineFeed, start);
      }
      if (start < chunk.length) hold(chunk.subarray(start));
    },
    end: emitHeld,
  };
}
