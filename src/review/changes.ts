// What differs between two trees, read from what git prints. Knows the form; runs nothing.

/** What stands at a path: git's mode (`100644`, `100755`, `120000` of a link) and the id of its content. */
export interface TreeEntry {
  readonly mode: string;
  readonly blob: string;
}

/** Git's id of a content; `gone` where nothing stands. */
export type Version = string;
export const gone = 'gone';

export interface FileChange {
  /** Relative to the work folder, with `/` between its parts. */
  readonly path: string;
  /** The path before the rename. */
  readonly from?: string;
  /** `mode`: its content is the same. */
  readonly kind: 'added' | 'deleted' | 'modified' | 'renamed' | 'mode';
  /** Lines; 0 where it is binary. */
  readonly plus: number;
  readonly minus: number;
  readonly binary?: true;
  readonly before?: TreeEntry;
  readonly after?: TreeEntry;
}

/** Reads the output of `git diff-tree -r -z --raw --numstat`. */
export function changesIn(output: Buffer): readonly FileChange[] {
  return changesFrom(fieldsOf(output), 0).changes;
}

/**
 * Reads the same of several pairs of trees, which git was given by `--stdin` in this order and names in front of the changes of each. Undefined for a pair of
 * which git says nothing, because a tree is gone.
 */
export function changesOfPairs(output: Buffer, pairs: readonly TreePair[]): readonly (readonly FileChange[] | undefined)[] {
  const fields = [...fieldsOf(output)];
  let at = 0;
  return pairs.map(({ before, after }) => {
    const head = `${before} ${after}\n`;
    if (fields[at]?.startsWith(head) !== true) return undefined;
    fields[at] = fields[at]?.slice(head.length) ?? '';
    const { changes, end } = changesFrom(fields, at);
    at = end;
    return changes;
  });
}

export interface TreePair {
  readonly before: string;
  readonly after: string;
}

function fieldsOf(output: Buffer): readonly string[] {
  return output.toString('utf8').split('\0');
}

/** The changes from the field `start` on, up to the first one that is none. */
function changesFrom(fields: readonly string[], start: number): { readonly changes: readonly FileChange[]; readonly end: number } {
  const changes: FileChange[] = [];
  const counts = new Map<string, readonly [string, string]>();
  let at = start;
  for (; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const raw = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/.exec(field);
    if (raw !== null) {
      const [, oldMode = '', newMode = '', oldBlob = '', newBlob = '', status = ''] = raw;
      const isRenamed = status === 'R';
      const from = isRenamed ? fields[++at] : undefined;
      const path = fields[++at] ?? '';
      const before = entryOf(oldMode, oldBlob);
      const after = entryOf(newMode, newBlob);
      const kind = isRenamed ? 'renamed' : kindOf(before, after);
      changes.push({
        path,
        kind,
        plus: 0,
        minus: 0,
        ...(from !== undefined && { from }),
        ...(before && { before }),
        ...(after && { after }),
      });
      continue;
    }
    // A path can have tabs; a renamed file has an empty path here, and its two paths behind it.
    const count = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(field);
    if (count === null) break;
    const [, plus = '', minus = '', name = ''] = count;
    if (name === '') at++;
    counts.set(name === '' ? (fields[++at] ?? '') : name, [plus, minus]);
  }
  const counted = changes.map((change): FileChange => {
    const [plus, minus] = counts.get(change.path) ?? ['0', '0'];
    return plus === '-' ? { ...change, binary: true } : { ...change, plus: Number(plus), minus: Number(minus) };
  });
  return { changes: counted, end: at };
}

function entryOf(mode: string, blob: string): TreeEntry | undefined {
  return mode === '000000' ? undefined : { mode, blob };
}

/** The kind of a change of one path. */
export function kindOf(before: TreeEntry | undefined, after: TreeEntry | undefined): FileChange['kind'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  return before.blob === after.blob ? 'mode' : 'modified';
}

/** One path of a change; `undefined`: nothing stands there. */
export interface PathChange {
  readonly path: string;
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** The paths that a change has touched: two for a file that was renamed. */
export function pathsOf({ path, from, before, after }: FileChange): readonly PathChange[] {
  if (from === undefined) return [{ path, before, after }];
  return [
    { path: from, before, after: undefined },
    { path, before: undefined, after },
  ];
}
