// A text in one line: of a path that has no room the folders are cut and the file name stays, of everything else the end is cut.
import { cutPath, pathParts } from '../../src/shared/pathParts.js';
import { oneLine } from '../../src/shared/plain.js';

interface PathTextProps {
  readonly text: string;
  /** The text is known to be a path, so a space in it is a part of it. */
  readonly isPath?: boolean;
  /** All of the path, where `text` leaves out the folder of the work. */
  readonly whole?: string;
}

export function PathText({ text, isPath = false, whole = text }: PathTextProps) {
  const shown = oneLine(text);
  const title = oneLine(whole);
  const [folders, file] = (isPath ? cutPath : pathParts)(shown) ?? [];
  // The folders keep the room of two letters, so a cut of fewer letters wins nothing.
  if (folders === undefined || folders.length < 2) {
    return (
      <span class="oneLine" dir="auto" title={title}>
        {shown}
      </span>
    );
  }
  // The separators of a path go from left to right in every script. With a name of its own, because a screen reader would pause
  // between the two pieces.
  return (
    <span class="oneLine path" dir="ltr" role="img" aria-label={shown} title={title}>
      <span class="folders">{folders}</span>
      <span class="file">{file}</span>
    </span>
  );
}
