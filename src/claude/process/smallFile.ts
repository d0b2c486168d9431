// Opens and reads files that another program may have put there. Knows nothing of what is in them.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const { O_RDONLY = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Bytes; settings and records of programs are some kB. */
const longest = 4 * 1024 * 1024;

/**
 * For reading. Rejects with the system's error, and where what lies there is no file: a named pipe would hold one of Node's few threads for ever, and a
 * device has no end.
 */
export async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${path} is no file`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The text of a file. Rejects as `openFile` does, and where the file is too long. */
export async function readSmallFile(path: string): Promise<string> {
  const handle = await openFile(path);
  try {
    const found = await handle.stat();
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
