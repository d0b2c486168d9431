// Reads a small file that another program may have put there. Knows nothing of what is in it.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const { O_RDONLY = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Bytes; settings and records of programs are some kB. */
const longest = 4 * 1024 * 1024;

/**
 * The text of a file. Rejects with the system's error, and where what lies there is no file or is too long: a named pipe would hold one of Node's few
 * threads for ever, and a device has no end.
 */
export async function readSmallFile(path: string): Promise<string> {
  const handle = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error(`${path} is no file`);
    const buffer = Buffer.allocUnsafe(Math.min(found.size, longest) + 1);
    let length = 0;
    // A file that grows meanwhile is read as far as it was long.
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > longest) throw new Error(`${path} is longer than ${longest} bytes`);
    return buffer.toString('utf8', 0, length);
  } finally {
    await handle.close();
  }
}
