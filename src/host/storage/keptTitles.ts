// The file in which what is known of the CLI's sessions is kept from one window to the next. Windows write it one after the other, each all that it
// knows: what is lost so is read again.
import { KnownSessions } from '../../claude/transcripts/knownSessions.js';
import { readSmallFile } from '../../disk/smallFile.js';
import { nodeFileSystem, writeWhole, ifMissing } from '../../disk/fileSystem.js';
import { realClock } from '../../disk/clock.js';

/** `path`: undefined where nothing is kept. */
export function keptTitles(path: string | undefined, warn: (text: string) => void): KnownSessions {
  if (path === undefined) return new KnownSessions();
  return new KnownSessions(
    {
      read: () => readSmallFile(path).catch(ifMissing('')),
      write: text => writeWhole({ fileSystem: nodeFileSystem, clock: realClock }, path, Buffer.from(text)),
    },
    warn,
  );
}
