// Where the files of chats are. Paths only: it is part of the waking bundle, the code that reads and writes is not.
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** The folder of all windows on `workFolder`. (VS Code gives the second window on a folder a workspace storage of its own.) */
export function storageFolder(globalStorage: string, workFolder: string): string {
  return join(globalStorage, 'folders', createHash('sha256').update(workFolder).digest('hex').slice(0, 32));
}

/** The folders in it; see host/storage/leftovers. */
export function storageFolders(folder: string): {
  readonly root: string;
  readonly chats: string;
  readonly images: string;
  /** A file. */
  readonly titles: string;
} {
  return {
    root: folder,
    chats: join(folder, 'chats'),
    images: join(folder, 'images'),
    titles: join(folder, 'titles.json'),
  };
}

/** The images that are pasted into the chat `key`. */
export function imageFolderIn(folder: string, key: string): string {
  return join(folder, 'images', key);
}
