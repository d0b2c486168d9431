// A text in one line: of a path that has no room the folders are cut and the file name stays, of everything else the end is cut.
import { pathParts } from '../../src/shared/pathParts.js';
import { plain } from '../../src/shared/plain.js';

export function PathText({ text }: { readonly text: string }) {
  const shown = plain(text);
  const [folders, file] = pathParts(shown) ?? [];
  if (folders === undefined) {
    return (
      <span class="oneLine" dir="auto" title={shown}>
        {shown}
      </span>
    );
  }
  // The separators of a path go from left to right in every script. With a name of its own, because a screen reader would pause
  // between the two pieces.
  return (
    <span class="oneLine path" dir="ltr" role="img" aria-label={shown} title={shown}>
      <span class="folders">{folders}</span>
      <span class="file">{file}</span>
    </span>
  );
}
