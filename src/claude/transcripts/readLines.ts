// The lines of a file, or of a piece of one.
import { createLineSplitter } from '../process/lines.js';
import { openFile } from '../../disk/smallFile.js';

/** Hands over line by line until `onLine` returns true; rejects where the file cannot be read. */
export async function readLines(
  path: string,
  piece: { readonly start?: number; readonly end?: number },
  onLine: (text: string) => unknown,
  onOverlong: () => void = () => undefined,
): Promise<void> {
  let isEnough = false;
  const splitter = createLineSplitter({
    onLine(text) {
      if (!isEnough) isEnough = onLine(text) === true;
    },
    onOverlong,
  });
  // Closed with the stream, which ends with the loop.
  const bytes: AsyncIterable<Buffer> = (await openFile(path)).createReadStream(piece);
  for await (const chunk of bytes) {
    splitter.push(chunk);
    if (isEnough) return;
  }
  splitter.end();
}
