// What a link of Claude's names: a path, and a place in the file. Pure.

/** Lines and columns count from 1. `column`: of the first line; `lastLine`: of whole lines. `heading`: as an anchor of Markdown names it. */
export interface LinkPlace {
  /** The decoded path of the link: relative to where Claude works, or absolute. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly lastLine?: number;
  readonly heading?: string;
}

const lines = String.raw`(?:(?::|#L)(?<line>\d+)(?:(?::|C)(?<column>\d+)|)(?:-L?(?<last>\d+)(?:C\d+)?)?)`;
const form = new RegExp(
  String.raw`^(?:file:\/\/\/(?=[a-zA-Z]:)|file:\/\/(?=\/))?(?<path>[^#?]*?)(?:\?[^#]*)?(?:${lines}|#(?<heading>[^#?]+))?$`,
);

/** Undefined where the link names no file of this machine. What stands behind `?` is for a server, and a file has none. */
export function linkPlaceOf(href: string): LinkPlace | undefined {
  const groups: Readonly<Record<string, string | undefined>> | undefined = form.exec(href)?.groups;
  const path = decoded(groups?.['path'] ?? '');
  if (groups === undefined || !isLocalPath(path)) return undefined;
  const { line, column, last, heading } = groups;
  return {
    path,
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
    ...(last !== undefined && { lastLine: Number(last) }),
    ...(heading !== undefined && { heading: decoded(heading) }),
  };
}

/** The line, from 0 on, of the heading with this anchor, which is made as GitHub makes it; undefined where there is none. */
export function lineOfHeading(markdown: string, anchor: string): number | undefined {
  const met = new Map<string, number>();
  let fence: string | undefined;
  for (const [number, line] of markdown.split(/\r?\n/).entries()) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    const [, title] = (fence === undefined ? /^ {0,3}#{1,6}[ \t](.*)$/.exec(line) : null) ?? [];
    if (title === undefined) continue;
    const slug = slugOf(title);
    const before = met.get(slug) ?? 0;
    met.set(slug, before + 1);
    if (anchor.toLowerCase() === (before === 0 ? slug : `${slug}-${before}`)) return number;
  }
  return undefined;
}

/** The title without the signs that may stand behind a heading, too. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return /^[ \t]?$/.test(title[end - 1] ?? '') ? title.slice(0, end) : title;
}

function slugOf(title: string): string {
  const words = withoutClosing(title.trimEnd())
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .trim()
    .toLowerCase();
  return words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
}

/** Whether the path has no scheme but a drive letter, names no other machine and holds no invisible characters. */
function isLocalPath(path: string): boolean {
  return path !== '' && !/^[a-z][a-z\d+.-]+:|^[\\/]{2}|[\p{C}\p{Zl}\p{Zp}]/iu.test(path);
}

/** Decodes `%20` and the like; a text that is not encoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
