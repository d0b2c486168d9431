// Paths for a person: what of one is shown, and where it may be cut, which is before its file name, because that tells most.

/** The folders, and the file name with the separator before it; undefined for what is no path, as a command. */
export function pathParts(text: string): readonly [folders: string, file: string] | undefined {
  // A path with spaces cannot be told from a command.
  return /\s|^[a-z]+:\/\//i.test(text) ? undefined : cutPath(text);
}

/** The same for a text that is known to be a path, which may hold spaces; undefined without a folder. */
export function cutPath(text: string): readonly [folders: string, file: string] | undefined {
  const at = Math.max(text.lastIndexOf('/', text.length - 2), text.lastIndexOf('\\', text.length - 2));
  return at <= 0 ? undefined : [text.slice(0, at), text.slice(at)];
}

/** A title of at most `longest` characters. Where it is too long, its longest path gives its folders first, then it ends early. */
export function shortTitle(title: string, longest: number): string {
  if (title.length <= longest) return title;
  const paths = title.split(/\s+/).filter(word => pathParts(word) !== undefined);
  const path = paths.sort((one, other) => other.length - one.length)[0] ?? '';
  const [folders = '', file = ''] = pathParts(path) ?? [];
  const room = longest - (title.length - folders.length) - 1;
  const shown = path === '' ? title : title.replace(path, () => `${folders.slice(0, Math.max(0, room))}…${file}`);
  return shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown;
}

/** Relative to the folder where the path is in it; empty for the folder itself. */
export function inFolder(path: string, folder: string | undefined): string {
  if (folder === undefined || !path.startsWith(folder)) return path;
  const rest = path.slice(folder.length);
  if (rest === '') return '';
  return /^[\\/]/.test(rest) ? rest.slice(1) : /[\\/]$/.test(folder) ? rest : path;
}
