// Every read of a file of this process, seen by a test. Knows nothing of what is read.
import { open } from 'node:fs/promises';

/** Calls `onRead` for each read through a file handle while `act` runs, with its length in bytes. The read rejects with what it throws. */
export async function whileRead(onRead: (length: number) => void, act: () => Promise<unknown>): Promise<void> {
  const file = await open(process.execPath);
  const disk = Object.getPrototypeOf(file) as typeof file;
  await file.close();
  const read = disk.read;
  disk.read = async function (this: typeof file, ...wanted: unknown[]) {
    onRead(wanted[2] as number);
    return (await Reflect.apply(read, this, wanted)) as never;
  };
  try {
    await act();
  } finally {
    disk.read = read;
  }
}
