// Cuts the bytes of a pipe into lines of text. Owns decoding and the limit on a line's length; must not know what a line means, nor
// where the bytes come from.

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The longest line that passes: 64 MiB, far above any message seen and far below what a string can hold. */
export const maxLineBytes = 64 * 1024 * 1024;

interface LineSplitterOptions {
  /**
   * One line without its end; never empty. Must not throw: the rest of the chunk would be lost. `start` and `end` count bytes from
   * the first byte that was pushed; `end` is behind the line's last byte, before the line feed.
   */
  readonly onLine: (text: string, start: number, end: number) => void;
  /** A line over the limit was skipped; `bytes` is its length. */
  readonly onOverlong: (bytes: number) => void;
  /** The most bytes of a line, without its end. */
  readonly maxBytes?: number;
}

export interface LineSplitter {
  /** Keeps a reference to the chunk until its last line is complete, so the caller must not write to it. */
  push(chunk: Buffer): void;
  /** Ends the stream; an unfinished line counts as a line. */
  end(): void;
}

/**
 * Finds line ends in the bytes and decodes whole lines only, so that no character is cut. Decodes each line from the chunk, because
 * slices of one decoded text cost JSON.parse more than that decoding saves.
 */
export function createLineSplitter({ onLine, onOverlong, maxBytes = maxLineBytes }: LineSplitterOptions): LineSplitter {
  // The unfinished line. Its pieces are joined once at its end, so a long line costs linear time; over the limit only `heldBytes`
  // grows. One byte above the limit may be the CR of the line's end.
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  /** Bytes before the current chunk. */
  let passed = 0;

  function hold(piece: Buffer): void {
    heldBytes += piece.length;
    if (heldBytes > maxBytes + 1) pieces = [];
    else pieces.push(piece);
  }

  /** `origin`: where `bytes` begin in all that was pushed. */
  function emit(bytes: Buffer, start: number, lineEnd: number, origin: number): void {
    const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
    if (end - start > maxBytes) onOverlong(end - start);
    else if (end > start) onLine(bytes.toString('utf8', start, end), origin + start, origin + end);
  }

  /** `end`: where the line ends in all that was pushed. */
  function emitHeld(end: number): void {
    const [first, ...rest] = pieces;
    const bytes = heldBytes;
    pieces = [];
    heldBytes = 0;
    if (bytes > maxBytes + 1) onOverlong(bytes);
    else if (first !== undefined) emit(rest.length === 0 ? first : Buffer.concat([first, ...rest], bytes), 0, bytes, end - bytes);
  }

  return {
    push(chunk) {
      let start = 0;
      let end = chunk.indexOf(lineFeed);
      if (heldBytes > 0 && end !== -1) {
        hold(chunk.subarray(0, end));
        emitHeld(passed + end);
        start = end + 1;
        end = chunk.indexOf(lineFeed, start);
      }
      while (end !== -1) {
        emit(chunk, start, end, passed);
        start = end + 1;
        end = chunk.indexOf(lineFeed, start);
      }
      if (start < chunk.length) hold(chunk.subarray(start));
      passed += chunk.length;
    },
    end: () => emitHeld(passed),
  };
}
