// Opens and reads files that another program may have put there. Knows nothing of what is in them.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const { O_RDONLY = 0, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;

/** Bytes; settings and records of programs are some kB. */
const longest = 4 * 1024 * 1024;

/**
 * Opens a file for reading. Rejects with the system's error, and with `EINVAL` where `path` is no file: a named pipe would hold one of Node's few
 * threads for ever, and a device has no end. A check before opening would not hold, because the file can be replaced between the two. Windows
 * follows a link all the same.
 */
export async function openFile(path: string, follows: 'links' | 'no links' = 'links'): Promise<FileHandle> {
  const handle = await open(path, O_RDONLY | O_NONBLOCK | (follows === 'links' ? 0 : O_NOFOLLOW));
  try {
    if (!(await handle.stat()).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Opens a file as `openFile` does, does `work`, and closes it, also when `work` fails. */
export async function withOpen<T>(path: string, follows: 'links' | 'no links', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await openFile(path, follows);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** The text of a file. Rejects as `openFile` does, and where the file is too long. */
export function readSmallFile(path: string): Promise<string> {
  return withOpen(path, 'links', async file => {
    const bytes = await bytesOf(file, longest + 1);
    if (bytes.length > longest) throw new Error(`${path} is longer than ${longest} bytes`);
    return bytes.toString('utf8');
  });
}

/** The first bytes of an open file, at most so many: to its end as it is then, also where another program writes it anew meanwhile. */
export async function bytesOf(handle: Pick<FileHandle, 'stat' | 'read'>, most: number): Promise<Buffer> {
  const { size } = await handle.stat();
  let buffer = Buffer.allocUnsafe(Math.min(size + 1, most));
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === most) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length, most));
  }
}
